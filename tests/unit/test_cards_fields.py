"""Fields as Slack's inputs: what stands in each, what comes back, and what is said when wrong."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards import entered, fields
from bot.cards.limits import EDIT_INPUTS
from bot.core.entries import read
from bot.core.fields import Field, Format, Kind, Option
from bot.core.problems import Fault, Problem
from bot.core.schemas import from_schema
from graphs.contract import LANGUAGES, Language
from tests.unit.cards_forms import submitted
from tests.unit.cards_limits_check import check_view
from tests.unit.fields_samples import bounded_fields, fields_and_values

FEW = tuple(Option(n, f"Option {n}") for n in range(3))
LOTS = tuple(Option(n, f"Option {n}") for n in range(250))
NOON = "2026-11-30T12:00:00+01:00"


def form(*listed: Field, language: Language = "en") -> dict[str, Any]:
    view: dict[str, Any] = {
        "type": "modal",
        "title": {"type": "plain_text", "text": "Form"},
        "submit": {"type": "plain_text", "text": "Send"},
        "blocks": fields.inputs(listed, language),
    }
    check_view(view)
    return view


def sent(field: Field, *given: object) -> object:
    """What comes back of a field; with `given`, of what is typed or picked."""
    [only] = form(field)["blocks"][:1]
    typed = {only["label"]["text"]: given[0]} if given else {}
    return entered.typed([field], submitted(form(field), typed)).get(field.key)


@pytest.mark.parametrize(
    ("kind", "element", "typed", "value"),
    [
        (Kind.TEXT, "plain_text_input", "one", "one"),
        (Kind.LONG_TEXT, "plain_text_input", "one\ntwo", "one\ntwo"),
        (Kind.INTEGER, "plain_text_input", "12", 12),
        (Kind.NUMBER, "plain_text_input", "1.5", 1.5),
        (Kind.BOOLEAN, "radio_buttons", "No", False),
        (Kind.CHOICE, "radio_buttons", "Option 1", 1),
        (Kind.SEVERAL, "checkboxes", ["Option 0", "Option 2"], [0, 2]),
        (Kind.LINES, "plain_text_input", "a\nb", ["a", "b"]),
        (Kind.DATE, "datepicker", "2026-11-30", "2026-11-30"),
        (Kind.DATETIME, "datetimepicker", 1_796_036_400, "2026-11-30T11:00:00+00:00"),
        (Kind.PERSON, "users_select", "U0ANA", "U0ANA"),
        (Kind.CHANNEL, "conversations_select", "C0TEAM", "C0TEAM"),
        (Kind.JSON, "plain_text_input", '{"a": [1]}', {"a": [1]}),
        (Kind.MESSAGE, "plain_text_input", "hello", [{"role": "user", "content": "hello"}]),
    ],
    ids=lambda value: value.value if isinstance(value, Kind) else "",
)
def test_each_kind_has_its_input_and_gives_its_value(
    kind: Kind, element: str, typed: object, value: object
) -> None:
    field = Field("k", "Label", kind, options=FEW if kind in {Kind.CHOICE, Kind.SEVERAL} else ())
    [block] = form(field)["blocks"]
    assert block["element"]["type"] == element
    assert read([field], {"k": sent(field, typed)}).values == {"k": value}
    assert sent(field) in (None, [])
    begun = replace(field, default=value)
    assert read([begun], {"k": sent(begun)}).values == {"k": value}


@given(fields_and_values(), st.sampled_from(LANGUAGES))
def test_a_form_that_nobody_touches_gives_back_what_it_began_with(
    found: tuple[Field, object], language: Language
) -> None:
    field, value = found
    begun = replace(field, default=value)
    state = submitted(form(begun, language=language))
    assert read([begun], entered.typed([begun], state)).values == {"key": value}


@given(bounded_fields(), st.sampled_from(LANGUAGES))
def test_any_field_makes_an_input_that_slack_takes(field: Field, language: Language) -> None:
    form(field, language=language)
    problems = read([field], {}).problems
    assert entered.errors([field], problems, language).keys() == ({"f0#0"} if problems else set())


def test_a_moment_keeps_its_offset_until_somebody_picks_another() -> None:
    field = Field("k", "When", Kind.DATETIME, default=NOON)
    assert sent(field) == NOON
    assert sent(field, 1_796_040_000) == "1796040000"


@pytest.mark.parametrize(
    ("kind", "default"),
    [
        (Kind.DATETIME, "0001-01-01T00:00:00+00:00"),
        (Kind.DATETIME, "1980-01-01T00:00:00+00:00"),
        (Kind.DATETIME, "not a moment"),
        (Kind.DATE, "tomorrow"),
        (Kind.PERSON, "<@U0ANA>"),
        (Kind.CHANNEL, "general"),
        (Kind.BOOLEAN, "maybe"),
    ],
)
def test_a_default_that_slacks_picker_does_not_take_is_typed(kind: Kind, default: str) -> None:
    [block] = form(Field("k", "Label", kind, default=default))["blocks"]
    assert block["element"]["type"] == "plain_text_input"


def test_a_default_that_is_no_option_is_not_picked() -> None:
    field = Field("k", "Label", Kind.CHOICE, options=FEW, default="none of them")
    assert sent(field) is None


@pytest.mark.parametrize(
    ("kind", "element", "picked"),
    [
        (Kind.CHOICE, "static_select", "Option 249"),
        (Kind.SEVERAL, "multi_static_select", ["Option 249"]),
    ],
)
def test_more_options_than_a_menu_takes_stand_in_groups(
    kind: Kind, element: str, picked: object
) -> None:
    field = Field("k", "Label", kind, options=LOTS)
    [block] = form(field)["blocks"]
    assert block["element"]["type"] == element
    labels = [group["label"]["text"] for group in block["element"]["option_groups"]]
    assert labels == ["1–100", "101–200", "201–250"]
    assert read([field], {"k": sent(field, picked)}).values == {
        "k": [249] if kind is Kind.SEVERAL else 249
    }


def test_an_untouched_text_is_as_it_was_before_it_was_made_visible() -> None:
    odd = "bell\x07 and \u200ferdna\r\nline"
    field = Field("k", "Label", Kind.TEXT, default=odd)
    assert sent(field) == odd
    assert sent(field, "bell␇") == "bell␇"


def test_hints_say_how_to_type() -> None:
    [block] = form(Field("k", "Label", Kind.LINES, hint="Whom to ask"))["blocks"]
    assert block["hint"]["text"] == "Whom to ask. One entry a line."


@pytest.mark.parametrize(
    ("bounds", "language", "said"),
    [
        ({"hint": "How many", "least": 1, "most": 10}, "en", "How many. A number. From 1 to 10."),
        ({"hint": "How many?", "least": 1_000}, "en", "How many? A number. At least 1,000."),
        ({"above": 0, "most": 0.5}, "en", "A number. At most 0.5. More than 0."),
        ({"least": 0, "below": 2}, "en", "A number. At least 0. Less than 2."),
        ({"hint": "多少", "least": 1, "most": 10}, "zh", "多少。填数字。从 1 到 10。"),
        ({"above": 0, "below": 2}, "zh", "填数字。大于 0。小于 2。"),
        ({"least": 0}, "zh", "填数字。不小于 0。"),
        ({"most": 7}, "zh", "填数字。不大于 7。"),
    ],
)
def test_hints_say_between_what_a_number_has_to_be(
    bounds: dict[str, Any], language: Language, said: str
) -> None:
    [block] = form(Field("k", "Label", Kind.NUMBER, **bounds), language=language)["blocks"]
    assert block["hint"]["text"] == said


def test_the_length_of_a_text_is_no_bound_of_a_number() -> None:
    [block] = form(Field("k", "Label", least=1, most=10))["blocks"]
    assert "hint" not in block


def test_what_only_the_author_says_stays_as_it_was_said() -> None:
    [block] = form(Field("k", "Label", Kind.DATE, hint="When"))["blocks"]
    assert block["hint"]["text"] == "When"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "This is no JSON."), ("zh", "这不是 JSON。")]
)
def test_json_that_is_wrong_nowhere_in_particular_has_no_place(
    language: Language, said: str
) -> None:
    listed = [Field("k", "Label", Kind.JSON)]
    problems = read(listed, {"k": "NaN"}).problems
    assert entered.errors(listed, problems, language) == {"f0#0": said}


def test_a_field_without_a_label_has_one() -> None:
    [block] = form(Field("k", ""), language="zh")["blocks"]
    assert block["label"]["text"] == "值"


def test_a_form_that_is_too_big_is_told_in_one_sentence() -> None:
    some = [Field(f"k{n}", "Label") for n in range(EDIT_INPUTS)]
    assert fields.too_big(some) == ""
    assert fields.fit(some)
    more = [*some, Field("more", "Label")]
    assert fields.too_big(more).startswith("its input makes a form of 61 fields; 60 fit.")
    assert not fields.fit(more)
    wide = {"properties": {f"k{n}": {"type": "string"} for n in range(150)}, "type": "object"}
    counted = "its input makes a form of more than 100 fields; 60 fit."
    assert fields.too_big(from_schema(wide)).startswith(counted)
    long = [Field("k", "Label", Kind.LONG_TEXT, default="x" * 149_000)]
    assert fields.too_big(long).startswith("its input makes a form of 63 fields")
    large = [Field(f"k{n}", "Label", Kind.CHOICE, options=LOTS) for n in range(30)]
    assert "larger than Slack takes" in fields.too_big(large)
    options = tuple(Option(n, str(n)) for n in range(10_001))
    assert not fields.fit([Field("k", "Label", Kind.CHOICE, options=options)])
    assert not fields.fit([Field("k", "Label", Kind.LONG_TEXT, default="x" * 160_000)])


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fault_has_a_sentence(fault: Fault, language: Language) -> None:
    said = entered.sentence(Problem(fault, 1_234.5, 2, 3, ("red", "blue")), language)
    assert said[-1] in ".。"
    assert "{" not in said.replace("{ … }", "")


def test_bounds_are_written_as_people_write_numbers() -> None:
    assert entered.sentence(Problem(Fault.TOO_LARGE, 40_000.0), "en") == "The most is 40,000."
    assert entered.sentence(Problem(Fault.TOO_LARGE, 0.5), "en") == "The most is 0.5."
    assert entered.sentence(Problem(Fault.REQUIRED), "en") == "Fill this in."


@pytest.mark.parametrize(
    "state",
    [
        None,
        {"values": "none"},
        {7: {}, "f0#0": "no actions"},
        {"f0#0": {"field": "no element"}},
        {"f0#0": {"field": {"selected_option": "no option"}}},
        {"f0#0": {"field": {"selected_options": "no list"}}},
        {"f0#0": {"field": {}}},
    ],
)
def test_what_is_not_ours_is_left_out(state: object) -> None:
    listed = [Field("k", "Label", Kind.SEVERAL, options=FEW)]
    assert entered.typed(listed, state) == {}


def test_a_format_is_asked_for_in_words() -> None:
    field = Field("k", "Label", Kind.JSON, format=Format.OBJECT)
    problems = read([field], {"k": "[1]"}).problems
    assert entered.errors([field], problems, "en") == {"f0#0": "Type a JSON object: { … }."}


@pytest.mark.parametrize("count", [11, 20])
def test_up_to_twenty_options_are_two_groups_of_boxes_that_come_back_as_one(count: int) -> None:
    field = Field("k", "Which?", Kind.SEVERAL, options=LOTS[:count])
    view = form(field)
    first, second = view["blocks"]
    assert [b["element"]["type"] for b in (first, second)] == ["checkboxes", "checkboxes"]
    assert [len(b["element"]["options"]) for b in (first, second)] == [10, count - 10]
    assert (first["optional"], second["optional"]) == (True, True)
    ticked = {"Which?": ["Option 9"], second["label"]["text"]: ["Option 10"]}
    state = submitted(view, ticked)
    assert read([field], entered.typed([field], state)).values == {"k": [9, 10]}
    none = read([field], entered.typed([field], submitted(view)))
    assert entered.errors([field], none.problems, "en") == {"f0#0": "Fill this in."}


def test_two_groups_of_boxes_begin_with_what_is_picked() -> None:
    field = Field("k", "Which?", Kind.SEVERAL, options=LOTS[:12], default=[11, 2])
    begun = [block["element"].get("initial_options", []) for block in form(field)["blocks"]]
    assert [[option["text"]["text"] for option in part] for part in begun] == [
        ["Option 2"],
        ["Option 11"],
    ]
    state = submitted(form(field))
    assert read([field], entered.typed([field], state)).values == {"k": [11, 2]}


def test_more_than_twenty_options_are_one_menu() -> None:
    [block] = form(Field("k", "Which?", Kind.SEVERAL, options=LOTS[:21]))["blocks"]
    assert block["element"]["type"] == "multi_static_select"
