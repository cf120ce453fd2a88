"""What was typed into a form becomes values, or problems; and values begin a form again."""

import json
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.entries import Entered, flat, gives_back, nested, read, shown, whole
from bot.core.fields import REST, Field, Format, Kind, Option, Part, key_of, path_of
from bot.core.problems import Fault, Problem
from bot.core.strict_json import MAX_DEPTH, MAX_STORED
from bot.core.typed import MAX_CHARS
from tests.unit.fields_samples import bounded_fields, fields_and_values, json_values, texts

OPTIONS = (Option("a", "Alpha"), Option(1, "One"), Option(value=True, label="Yes"))


def entered(field: Field, typed: object) -> Entered:
    return read((field,), {field.key: typed})


def of(kind: Kind, **more: object) -> Field:
    always: dict[str, Any] = {"key": "x", "label": "X", "kind": kind}
    return Field(**{**always, **more})


def value(field: Field, typed: object) -> object:
    found = entered(field, typed)
    assert not found.problems
    return found.values["x"]


def problem(field: Field, typed: object) -> Problem:
    found = entered(field, typed)
    assert not found.values
    return found.problems["x"]


@pytest.mark.parametrize(
    ("kind", "typed", "expected"),
    [
        (Kind.TEXT, " kept as typed ", " kept as typed "),
        (Kind.TEXT, "half \ud83d", "half ?"),
        (Kind.INTEGER, "1240", 1240),
        (Kind.INTEGER, "1,240", 1240),
        (Kind.INTEGER, "1 240 000", 1_240_000),
        (Kind.INTEGER, "１２", 12),
        (Kind.INTEGER, "−3", -3),
        (Kind.INTEGER, "+3", 3),
        (Kind.INTEGER, str(2**53), 2**53),
        (Kind.NUMBER, "1.5", 1.5),
        (Kind.NUMBER, "-.5", -0.5),
        (Kind.NUMBER, "1,240.5", 1240.5),
        (Kind.NUMBER, "3", 3),
        (Kind.NUMBER, "2e3", 2000.0),
        (Kind.NUMBER, str(2**60), float(2**60)),
        (Kind.BOOLEAN, "true", True),
        (Kind.BOOLEAN, False, False),
        (Kind.LINES, "one\r\n\n  two ", ["one", "two"]),
        (Kind.LINES, '"a\\nb"\n"said" she\n"x', ["a\nb", '"said" she', '"x']),
        (Kind.DATE, "2026-11-30", "2026-11-30"),
        (Kind.DATETIME, "2026-11-30T10:00:00Z", "2026-11-30T10:00:00Z"),
        (Kind.DATETIME, "2026-11-30 10:00+08:00", "2026-11-30T10:00+08:00"),
        (Kind.DATETIME, "1764000000", "2025-11-24T16:00:00+00:00"),
        (Kind.PERSON, "U1", "U1"),
        (Kind.PERSON, "<@W12|ana>", "W12"),
        (Kind.CHANNEL, "#C1", "C1"),
        (Kind.CHANNEL, "<#C12|general>", "C12"),
        (Kind.JSON, '{"a": [1, 2.5, null]}', {"a": [1, 2.5, None]}),
        (Kind.JSON, "null", None),
        (Kind.JSON, f"[{MAX_STORED}, {-MAX_STORED}]", [MAX_STORED, -MAX_STORED]),
        (Kind.MESSAGE, "hello", [{"role": "user", "content": "hello"}]),
    ],
)
def test_what_people_type_is_read(kind: Kind, typed: object, expected: object) -> None:
    found = value(of(kind), typed)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("kind", "typed", "expected"),
    [
        (Kind.TEXT, "", Problem(Fault.REQUIRED)),
        (Kind.TEXT, " \n ", Problem(Fault.REQUIRED)),
        (Kind.TEXT, None, Problem(Fault.REQUIRED)),
        (Kind.SEVERAL, [], Problem(Fault.REQUIRED)),
        (Kind.TEXT, ["a"], Problem(Fault.UNREADABLE)),
        (Kind.TEXT, 5, Problem(Fault.UNREADABLE)),
        (Kind.SEVERAL, [1], Problem(Fault.UNREADABLE)),
        (Kind.TEXT, "x" * (MAX_CHARS + 1), Problem(Fault.TOO_LONG, bound=MAX_CHARS)),
        (Kind.INTEGER, str(2**53 + 1), Problem(Fault.TOO_LARGE, bound=2**53)),
        (Kind.INTEGER, str(-(2**53) - 1), Problem(Fault.TOO_SMALL, bound=-(2**53))),
        (Kind.NUMBER, "1e999", Problem(Fault.NOT_NUMBER)),
        (Kind.BOOLEAN, "maybe", Problem(Fault.NOT_BOOLEAN)),
        (Kind.DATE, "30.11.2026", Problem(Fault.NOT_DATE)),
        (Kind.DATE, "2026-02-30", Problem(Fault.NOT_DATE)),
        (Kind.DATETIME, "2026-11-30T10:00:00", Problem(Fault.NOT_DATETIME)),
        (Kind.DATETIME, "2026-11-30T25:00Z", Problem(Fault.NOT_DATETIME)),
        (Kind.PERSON, "ana", Problem(Fault.NOT_PERSON)),
        (Kind.PERSON, "C1", Problem(Fault.NOT_PERSON)),
        (Kind.CHANNEL, "U1", Problem(Fault.NOT_CHANNEL)),
        (Kind.JSON, '{"a": 1,\n b}', Problem(Fault.NOT_JSON, line=2, column=2)),
        (Kind.JSON, "[NaN]", Problem(Fault.NOT_JSON)),
        (Kind.JSON, "1e999", Problem(Fault.NOT_JSON)),
        (Kind.JSON, f'[{{"a": {2**70}}}]', Problem(Fault.TOO_LARGE, bound=MAX_STORED)),
        (Kind.JSON, f"[{-(2**63)}]", Problem(Fault.TOO_SMALL, bound=-MAX_STORED)),
        (Kind.JSON, "9" * 5000, Problem(Fault.TOO_LARGE, bound=MAX_STORED)),
        (Kind.JSON, "-" + "9" * 5000, Problem(Fault.TOO_SMALL, bound=-MAX_STORED)),
        (Kind.JSON, '"\\ud83d"', Problem(Fault.NOT_JSON)),
        (Kind.JSON, "[" * 65 + "]" * 65, Problem(Fault.TOO_DEEP, bound=MAX_DEPTH)),
        (Kind.JSON, "[" * 99_000 + "]" * 99_000, Problem(Fault.TOO_DEEP, bound=MAX_DEPTH)),
    ],
)
def test_what_is_no_value_is_told(kind: Kind, typed: object, expected: Problem) -> None:
    assert problem(of(kind), typed) == expected


@pytest.mark.parametrize("kind", [Kind.INTEGER, Kind.NUMBER])
@pytest.mark.parametrize(
    "typed",
    [
        *("1,5", "0,240", "1,2400", "1,240 000", "1.2.3", "NaN", "Infinity", "5²", "½", "-", "."),
        *("0x1f", "e5", "1_000", "five", "9" * 401, "5 €"),
    ],
)
def test_what_could_mean_two_numbers_or_none_is_refused(kind: Kind, typed: str) -> None:
    expected = Fault.NOT_INTEGER if kind is Kind.INTEGER else Fault.NOT_NUMBER
    assert problem(of(kind), typed).fault is expected


@pytest.mark.parametrize("typed", ["1.0", "1.240", "1e3"])
def test_an_integer_has_no_point(typed: str) -> None:
    assert problem(of(Kind.INTEGER), typed) == Problem(Fault.NOT_INTEGER)


@pytest.mark.parametrize(
    ("field", "typed", "expected"),
    [
        (of(Kind.TEXT, least=3), "ab", Problem(Fault.TOO_SHORT, bound=3)),
        (of(Kind.LONG_TEXT, most=3), "abcd", Problem(Fault.TOO_LONG, bound=3)),
        (of(Kind.MESSAGE, most=3), "abcd", Problem(Fault.TOO_LONG, bound=3)),
        (of(Kind.INTEGER, least=3), "2", Problem(Fault.TOO_SMALL, bound=3)),
        (of(Kind.INTEGER, most=3), "4", Problem(Fault.TOO_LARGE, bound=3)),
        (of(Kind.NUMBER, above=3), "3", Problem(Fault.NOT_ABOVE, bound=3)),
        (of(Kind.NUMBER, below=3), "3.0", Problem(Fault.NOT_BELOW, bound=3)),
        (of(Kind.LINES, least=2), "a", Problem(Fault.TOO_FEW, bound=2)),
        (of(Kind.LINES, most=1), "a\nb", Problem(Fault.TOO_MANY, bound=1)),
        (of(Kind.SEVERAL, options=OPTIONS, least=2), ["0"], Problem(Fault.TOO_FEW, bound=2)),
        (of(Kind.SEVERAL, options=OPTIONS, most=1), "0, 1", Problem(Fault.TOO_MANY, bound=1)),
        (of(Kind.TEXT, format=Format.EMAIL), "ana at home", Problem(Fault.NOT_EMAIL)),
        (of(Kind.TEXT, format=Format.URI), "example.com", Problem(Fault.NOT_URI)),
        (of(Kind.TEXT, format=Format.UUID), "1234", Problem(Fault.NOT_UUID)),
        (of(Kind.JSON, format=Format.OBJECT), "[1]", Problem(Fault.NOT_OBJECT)),
        (of(Kind.JSON, format=Format.LIST), "{}", Problem(Fault.NOT_LIST)),
    ],
)
def test_bounds_hold(field: Field, typed: object, expected: Problem) -> None:
    assert problem(field, typed) == expected


@pytest.mark.parametrize("typed", ["3", "-1", "Alpha", "1.0", "a"])
@pytest.mark.parametrize("kind", [Kind.CHOICE, Kind.SEVERAL])
def test_an_index_that_no_option_has_names_the_options(kind: Kind, typed: str) -> None:
    found = problem(of(kind, options=OPTIONS), typed)
    assert found == Problem(Fault.NOT_AN_OPTION, names=("Alpha", "One", "Yes"))


def test_options_are_picked_by_index_and_need_not_be_texts() -> None:
    assert value(of(Kind.CHOICE, options=OPTIONS), "2") is True
    assert value(of(Kind.SEVERAL, options=OPTIONS), ["1", "0", "1"]) == [1, "a"]


def test_one_of_too_many_options_is_typed_by_its_label() -> None:
    field = of(Kind.TEXT, options=(Option("de", "Germany"), Option("x", "germany")))
    assert value(field, "germany") == "x"
    assert value(field, " GERMANY ") == "de"
    assert problem(field, "Chile").names == ("Germany", "germany")
    assert shown(field, "de") == "Germany"
    assert shown(field, "unknown") == "unknown"


def test_a_message_begins_with_its_text() -> None:
    field = of(Kind.MESSAGE, required=False)
    assert shown(field, [{"role": "user", "content": "hello"}]) == "hello"
    assert entered(field, "") == Entered()


def test_links_lose_what_slack_puts_around_them() -> None:
    email, uri = of(Kind.TEXT, format=Format.EMAIL), of(Kind.TEXT, format=Format.URI)
    assert value(email, "<mailto:ana@example.com|ana@example.com>") == "ana@example.com"
    assert value(uri, "<https://example.com/a>") == "https://example.com/a"


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (of(Kind.TEXT, required=False), {}),
        (of(Kind.TEXT, required=False, default="before"), {"x": ""}),
        (of(Kind.TEXT, required=False, default="before", least=1), {}),
        (of(Kind.TEXT, required=False, default="a@b.c", format=Format.EMAIL), {}),
        (of(Kind.TEXT, required=False, default="a", options=OPTIONS), {}),
        (of(Kind.LINES, required=False, default=["before"]), {"x": []}),
        (of(Kind.INTEGER, required=False, default=3), {}),
        (of(Kind.INTEGER, required=False, default=3, nullable=True), {"x": None}),
    ],
)
def test_an_emptied_field_means_what_a_person_means(
    field: Field, expected: dict[str, object]
) -> None:
    assert entered(field, "") == Entered(values=expected)


A = of(Kind.TEXT, key="o.a", required=False)
B = of(Kind.INTEGER, key="o.b", required=False)


@pytest.mark.parametrize(
    ("parts", "typed", "expected"),
    [
        ((Part.ALWAYS, Part.ALWAYS), {}, Entered({"o": {}})),
        ((Part.ALWAYS, Part.ALWAYS), {"o.a": "x"}, Entered({"o.a": "x"})),
        ((Part.FREE, Part.FREE), {}, Entered()),
        ((Part.FREE, Part.BOUND), {}, Entered()),
        (
            (Part.FREE, Part.BOUND),
            {"o.a": "x"},
            Entered({"o.a": "x"}, {"o.b": Problem(Fault.REQUIRED)}),
        ),
        ((Part.FREE, Part.BOUND), {"o.b": "1"}, Entered({"o.b": 1})),
    ],
)
def test_an_object_is_given_or_left_out_as_a_whole(
    parts: tuple[Part, Part], typed: dict[str, object], expected: Entered
) -> None:
    fields = (replace(A, part=parts[0]), replace(B, part=parts[1]))
    assert read(fields, typed) == expected


def test_a_null_alone_does_not_make_an_object() -> None:
    field = of(Kind.TEXT, key="o.a", required=False, nullable=True, part=Part.FREE)
    assert entered(field, "") == Entered()


def test_keys_lead_to_places_and_back() -> None:
    values = {"a": {"b": 1, "c.d": 2, "*": 3}, "": 4, "left": 5, "over": 6}
    fields = [
        of(Kind.INTEGER, key=key)
        for key in ("a.b", key_of("a", "c.d"), key_of("a", "*"), key_of(""), "a.gone", REST)
    ]
    found = flat(values, fields)
    assert found == {
        "a.b": 1,
        r"a.c\.d": 2,
        r"a.\*": 3,
        r"\0": 4,
        "*": {"left": 5, "over": 6},
    }
    assert nested(found) == values


def test_a_form_without_keys_stands_for_its_one_value() -> None:
    assert whole({"": [1]}) == [1]
    assert whole({"a.b": 1}) == {"a": {"b": 1}}


def test_a_value_in_the_way_of_an_object_gives_way() -> None:
    assert nested({"a": 1, "a.b": 2, "*": 3}) == {"a": {"b": 2}, "*": 3}
    assert flat({"a": 1}, [of(Kind.TEXT, key="a.b")]) == {}


@given(st.lists(texts, min_size=1, max_size=4))
def test_any_names_make_a_key_that_leads_back(names: list[str]) -> None:
    assert path_of(key_of(*names)) == tuple(names)


@given(texts | st.just("a\\"))
def test_any_text_is_a_key(key: str) -> None:
    assert nested({key: 1})


@given(fields_and_values())
def test_a_form_that_begins_with_a_value_gives_it_back(both: tuple[Field, object]) -> None:
    field, held = both
    begun = shown(field, held)
    assert json.dumps(read([field], {"key": begun}).values) == json.dumps({"key": held})
    assert gives_back(field, held)


@pytest.mark.parametrize(
    ("kind", "held", "begun"),
    [
        (Kind.TEXT, None, ""),
        (Kind.TEXT, {"ü": 1}, '{\n  "ü": 1\n}'),
        (Kind.INTEGER, "five", "five"),
        (Kind.BOOLEAN, "yes", ""),
        (Kind.CHOICE, 1, ""),
        (Kind.SEVERAL, 1, ""),
        (Kind.LINES, [1, 2], "[\n  1,\n  2\n]"),
        (Kind.JSON, {1, 2}, ""),
        (Kind.MESSAGE, [{"role": "ai", "content": "hi"}], ""),
        (Kind.MESSAGE, [{"role": "user", "content": "hi", "id": "1"}], ""),
    ],
)
def test_a_value_of_another_type_is_shown_and_known_as_such(
    kind: Kind, held: object, begun: str
) -> None:
    assert shown(of(kind), held) == begun
    assert not gives_back(of(kind), held)


@given(
    st.lists(bounded_fields() | bounded_fields("o.a") | bounded_fields("o.b"), max_size=4),
    st.dictionaries(
        st.sampled_from(["key", "o.a", "o.b", "else"]),
        texts
        | json_values
        | json_values.map(json.dumps)
        | st.integers(-30, 30).map(str)
        | st.dates().map(str)
        | st.lists(st.integers(-1, 6).map(str))
        | st.text(max_size=5)
        | st.builds(object),
    ),
)
def test_whatever_is_typed_gives_values_within_bounds_or_problems(
    fields: list[Field], typed: dict[str, object]
) -> None:
    found = read(fields, typed)
    by_key = {f.key: f for f in fields}
    assert not found.values.keys() & found.problems.keys()
    for key, held in found.values.items():
        assert within(by_key[key], held) if key in by_key else held == {}
    json.dumps(found.values, ensure_ascii=False, allow_nan=False).encode()


def within(field: Field, held: object) -> bool:
    """Judge a value by what the field promises, apart from how it was read."""
    if held is None:
        return field.nullable or field.kind is Kind.JSON
    match field.kind, held:
        case ((Kind.JSON | Kind.BOOLEAN | Kind.PERSON | Kind.CHANNEL), _):
            good = True
        case Kind.CHOICE, _:
            good = any(held == o.value for o in field.options)
        case Kind.DATE, str():
            good = bool(date.fromisoformat(held))
        case Kind.DATETIME, str():
            good = datetime.fromisoformat(held).tzinfo is not None
        case Kind.MESSAGE, [{"content": content}]:
            good = between(field, len(content))
        case _, ("" | []):
            good = not field.required
        case _, str() | list():
            good = between(field, len(held))
        case _:
            good = reached(field, held)
    return good


def reached(field: Field, held: object) -> bool:
    assert isinstance(held, int | float)
    above = field.above is None or held > field.above
    return above and (field.below is None or held < field.below) and between(field, held)


def between(field: Field, size: float) -> bool:
    low = field.least is None or size >= field.least
    return low and (field.most is None or size <= field.most)
