"""Forms: what they hold, and what comes back from them."""

# ruff: noqa: E501 - what people read stands on one line here as it does there

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot as expect

from bot.cards import edits, forms, gate_forms, modals, start_forms
from bot.core.assignments import Words
from bot.core.ports.documents import SentFile
from bot.core.problems import Fault, FileFault, Problem
from bot.core.question import Question, Section
from graphs.contract import LANGUAGES, FormField, Language
from tests.unit.cards_forms import inputs, submitted
from tests.unit.cards_limits_check import check_view, texts
from tests.unit.cards_samples import GATE, QUESTION, RUN, WEEKLY

ORIGIN = forms.Origin("weekly-report", "C0TEAM", "https://hooks.example/1")
QUICK = settings(max_examples=20, deadline=None)


def asking(*sections: Section) -> Question:
    return replace(QUESTION, sections=sections)


def edited(question: Question, state: object) -> dict[str, Any]:
    return edits.taken(question, gate_forms.read_edit(question, state).values).values


def test_the_start_form_asks_one_thing_and_has_room_to_go_on() -> None:
    view = start_forms.start_form(WEEKLY, origin=ORIGIN, language="en")
    check_view(view)
    assert list(texts(view)) == expect(
        [
            "Weekly report",
            "Close",
            "Turns notes into a report.",
            "What happened this week?",
            "One point a line is enough. A field takes 3,000 characters. Go on below, or type /weekly-report and the text.",
            "What happened this week? (continued, 2)",
            "What happened this week? (continued, 3)",
            "Start",
        ]
    )
    assert [(b["block_id"], b["optional"]) for b in inputs(view)] == expect(
        [("f0#0", False), ("f0#1", True), ("f0#2", True)]
    )
    assert list(texts(start_forms.start_form(WEEKLY, origin=ORIGIN, language="zh"))) == expect(
        [
            "周报",
            "关闭",
            "把笔记整理成周报。",
            "这周做了什么？",
            "一行一条就够了。每栏最多 3,000 字，写不下请接着填下一栏，或直接输入 /weekly-report 加正文。",
            "这周做了什么？（续 2）",
            "这周做了什么？（续 3）",
            "发起",
        ]
    )


def test_a_short_field_is_one_input() -> None:
    field = FormField("topic", {"en": "Topic"}, {"en": ""}, max_chars=200, required=False)
    view = start_forms.start_form(
        replace(WEEKLY, form=(field,), description={}), origin=ORIGIN, language="zh"
    )
    check_view(view)
    [only] = inputs(view)
    assert (only["block_id"], only["optional"], "hint" in only) == ("f0#0", True, False)


def test_a_start_form_begins_with_a_long_text_whole() -> None:
    notes = "".join(f"Point {n} of the week\n" for n in range(900))
    said = Words(values={"points": notes})
    view = start_forms.start_form(WEEKLY, origin=ORIGIN, language="en", said=said)
    check_view(view)
    assert start_forms.read(WEEKLY, submitted(view), "en").values == {"points": notes}


def test_a_start_form_that_found_a_run_comes_back_as_it_was_sent_for_a_new_version() -> None:
    typed = {"f0#0": "x" * 2_900, "f0#1": None, "f0#2": "and more"}
    state = {"values": {key: {"field": {"value": value}} for key, value in typed.items()}}
    view = start_forms.start_again(
        WEEKLY, "There is one.", origin=ORIGIN, language="en", state=state
    )
    check_view(view)
    # The same inputs: Slack keeps what stands in them, and looks at no first value then.
    assert [b["block_id"] for b in inputs(view)] == list(typed)
    assert submitted(view) == {
        "values": {
            key: {"field": {"type": "plain_text_input", "value": value}}
            for key, value in typed.items()
        }
    }
    origin = forms.origin_of(str(view["private_metadata"]))
    assert origin == replace(ORIGIN, new_version=True)
    shown = list(texts(view))
    assert [shown[2], shown[-1]] == expect(
        ["There is one. Send this form to start a new version.", "Start new version"]
    )
    odd = start_forms.start_again(WEEKLY, "已经有了。", origin=ORIGIN, language="zh", state=None)
    check_view(odd)
    assert [list(texts(odd))[2], list(texts(odd))[-1]] == expect(
        ["已经有了。提交这份表单会另起一版。", "发起新版本"]
    )


def test_where_a_form_was_opened_comes_back_with_it() -> None:
    view = start_forms.start_form(WEEKLY, origin=ORIGIN, language="en")
    assert forms.origin_of(str(view["private_metadata"])) == ORIGIN
    again = replace(ORIGIN, new_version=True)
    assert forms.origin_of(forms.pack(again)) == again
    endless = replace(ORIGIN, response_url="https://hooks.example/" + "x" * 3_000)
    assert forms.origin_of(forms.pack(endless)) == replace(ORIGIN, response_url="")


@pytest.mark.parametrize(
    "metadata", ["", "run key", "[]", "{}", '{"workflow": 1, "channel": "C"}', '{"workflow": "w"}']
)
def test_metadata_that_is_not_ours_is_nothing(metadata: str) -> None:
    assert forms.origin_of(metadata) is None


def test_metadata_of_odd_types_keeps_what_is_usable() -> None:
    odd = json.dumps({"workflow": "w", "channel": "C", "response_url": 1, "new_version": "yes"})
    assert forms.origin_of(odd) == forms.Origin("w", "C")


def test_the_revise_form_names_what_is_sent_back() -> None:
    view = modals.revise_form(RUN, GATE, WEEKLY, language="en")
    check_view(view)
    assert list(texts(view)) == expect(
        [
            "Revise",
            "Close",
            "You are sending back *Weekly report · week 48*: Highlights, Risks.",
            "What should change?",
            "Name what is wrong and what you expect. The next version comes as a new card.",
            "Send back",
        ]
    )
    assert view["private_metadata"] == f"{RUN.run_id} {GATE.key}"
    assert modals.comment(submitted(view, {"What should change?": "Shorter"})) == "Shorter"
    assert modals.comment(submitted(view)) == ""
    kept = modals.revise_form(RUN, GATE, WEEKLY, language="zh", comment="短一点\x00")
    assert modals.comment(submitted(kept)) == "短一点␀"
    assert list(texts(kept))[2] == expect("要退回的是：*周报 · 第 48 周*（Highlights、Risks）")
    bare = modals.revise_form(RUN, replace(GATE, question=asking()), None, language="en")
    assert list(texts(bare))[2] == expect("You are sending back *weekly-report · week 48*.")


def test_the_edit_form_has_each_part_filled_in() -> None:
    view = gate_forms.edit_form(RUN, GATE, language="en")
    check_view(view)
    assert list(texts(view)) == expect(
        [
            "Edit",
            "Close",
            "What stands here when you press Approve is what the run goes on with. Empty a field to say that there is nothing in that part.",
            "Highlights",
            """\
• Login v2 shipped
• Two customers moved\
""",
            "Risks",
            "• Security audit blocked",
            "Approve",
        ]
    )
    assert edited(QUESTION, submitted(view)) == {s.key: s.value for s in QUESTION.sections}
    assert edited(QUESTION, submitted(view, {"Risks": None}))["risks"] == ""
    assert edited(QUESTION, submitted(view, {"Risks": "• New"}))["risks"] == "• New"


@pytest.mark.parametrize(
    "value",
    [
        "x" * 10_000,
        "word " * 3_000,
        "line\n" * 3_000,
        "paragraph\n\n" * 1_200,
        "&<>" * 2_000,
        "👨‍👩‍👧" * 900,
        "一" * 7_000,
    ],
    ids=["word", "words", "lines", "paragraphs", "escapes", "emoji", "chinese"],
)
def test_a_long_part_is_split_and_joined_unchanged(value: str) -> None:
    gate = replace(GATE, question=asking(Section("a#1", "A", value), Section("b.c", "B", "short")))
    view = gate_forms.edit_form(RUN, gate, language="zh")
    check_view(view)
    assert edited(gate.question, submitted(view)) == {"a#1": value, "b.c": "short"}


@QUICK
@given(st.lists(st.sampled_from(["a", "\n", " ", "&", "😀", "b" * 500, "c " * 700]), max_size=20))
def test_parts_join_to_the_text_they_were_split_from(pieces: list[str]) -> None:
    value = "".join(pieces)
    made = forms.parts("k", value)
    state = {block_id: {"field": {"value": part or None}} for block_id, part in made}
    assert forms.joined(state) == {"k": value}


def test_a_part_that_was_emptied_leaves_no_trace() -> None:
    state = {
        "a#0": {"field": {"value": None}},
        "a#1": {"field": {"value": "second"}},
        "a#2": {"field": {"value": ""}},
        "a#10_": {"field": {"value": "last"}},
    }
    assert forms.joined({"values": state}) == {"a": "second last"}


JSON = st.recursive(
    st.none() | st.integers() | st.sampled_from(["", "values", "a#0", "field", "value"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["values", "a#0", "b#x", "field", "value", ""]), inner)
    ),
    max_leaves=8,
)


@QUICK
@given(JSON)
def test_foreign_state_never_breaks_a_form(state: object) -> None:
    assert all(isinstance(value, str) for value in forms.joined(state).values())
    assert edited(QUESTION, state) == {section.key: "" for section in QUESTION.sections}


@pytest.mark.parametrize(
    "question",
    [
        asking(),
        asking(Section("a", "A", "x" * 160_000)),
        asking(*(Section(f"k{n}", "A", "x") for n in range(61))),
        asking(*(Section(f"k{n}", "A", "\u0600" * 2_000) for n in range(20))),
    ],
    ids=["no parts", "too long", "too many", "too large"],
)
def test_what_a_form_cannot_hold_is_not_offered_to_edit(question: Question) -> None:
    assert not edits.fields_of(question)


def test_a_start_form_is_refused_with_the_reason_at_its_field() -> None:
    def wrong(text: str, *, required: bool = True) -> dict[str, str]:
        about = replace(WEEKLY, form=(replace(WEEKLY.form[0], required=required),))
        sent = {"f0#0": {"field": {"value": text}}}
        problems = start_forms.read(about, sent, "en").problems
        return start_forms.errors(about, problems, "en")

    assert wrong(" \n") == expect({"f0#0": "Write at least one word."})
    assert wrong("?!") == expect({"f0#0": "Write at least one word."})
    assert wrong("x" * 40_001) == expect({"f0#0": "Write at most 40,000 characters."})
    assert wrong("x" * 40_000) == {}
    assert wrong("", required=False) == {}
    assert modals.comment_errors(" ", "zh") == expect({"comment#0": "请至少写一个字。"})
    assert modals.comment_errors("Shorter", "zh") == {}


def test_what_a_command_said_in_vain_stands_above_the_form() -> None:
    said = Words(
        problems={"points": Problem(Fault.TOO_LONG, bound=3), "x": Problem(Fault.UNKNOWN_KEY)},
        rest="and <this>",
    )
    view = start_forms.start_form(WEEKLY, origin=ORIGIN, language="en", said=said)
    check_view(view)
    assert list(texts(view))[3:5] == expect(
        [
            "*What happened this week?*: Write at most 3 characters.",
            "There is no field for this: and &lt;this&gt;",
        ]
    )


def test_a_form_without_a_command_of_its_own_names_the_common_one() -> None:
    view = start_forms.start_form(replace(WEEKLY, command=""), origin=ORIGIN, language="en")
    assert "type /signoff start weekly-report and the text" in list(texts(view))[4]


def test_many_long_fields_have_no_room_to_go_on() -> None:
    about = replace(WEEKLY, form=tuple(replace(WEEKLY.form[0], key=f"k{n}") for n in range(40)))
    view = start_forms.start_form(about, origin=ORIGIN, language="en")
    check_view(view)
    assert len(inputs(view)) == 40


def test_a_draft_that_no_form_holds_is_left_out() -> None:
    said = Words(values={"points": "x" * 160_000})
    view = start_forms.start_form(WEEKLY, origin=ORIGIN, language="en", said=said)
    check_view(view)
    assert len(inputs(view)) == 3


def test_a_late_form_keeps_what_was_typed() -> None:
    view = modals.closed_view("Already approved.", language="en", typed={"comment": "Do <b>\u202e"})
    check_view(view)
    assert list(texts(view)) == expect(
        [
            "Not sent",
            "Close",
            "Already approved.",
            "This is what you typed, for copying:",
            "Do <b>[U+202E]",
        ]
    )
    long = modals.closed_view("Late.", language="zh", typed={"a": "x" * 7_000, "b": " "})
    check_view(long)
    assert "".join(texts(long)).count("x") == 7_000
    assert len(modals.closed_view("Late.", language="en")["blocks"]) == 1  # type: ignore[arg-type]


def test_views_without_a_form_have_nothing_to_submit() -> None:
    view = modals.error_view("Nothing changed.", language="en")
    check_view(view)
    assert "submit" not in view


def test_a_form_made_of_a_schema_does_not_ask_for_the_language() -> None:
    schema = {"type": "object", "properties": {"topic": {}, "language": {"type": "string"}}}
    about = replace(WEEKLY, form=(), input_schema=schema)
    view = start_forms.start_form(about, origin=ORIGIN, language="en")
    check_view(view)
    assert [block["label"]["text"] for block in inputs(view)] == ["Topic"]


ABOUT = replace(
    WEEKLY,
    form=(
        *WEEKLY.form,
        FormField(
            key="file",
            label={"en": "File", "zh": "文件"},
            hint={"en": "Or this", "zh": "或者"},
            kind="file",
            fills=WEEKLY.form[0].key,
        ),
    ),
)


def test_a_file_stands_in_the_form_beside_a_text_that_may_then_stay_empty() -> None:
    view = start_forms.start_form(ABOUT, origin=ORIGIN, language="en")
    check_view(view)
    text, *_, file = inputs(view)
    assert (text["optional"], file["optional"]) == (True, True)
    assert (file["element"]["type"], file["element"]["max_files"]) == ("file_input", 1)
    assert {"pdf", "docx", "vtt"} <= set(file["element"]["filetypes"])
    assert file["hint"]["text"].startswith("Or this. Kinds: .docx,")


@pytest.mark.parametrize("files", [None, [], "x", [7], {}])
def test_a_form_without_a_file_or_with_what_is_none_has_none(files: object) -> None:
    view = start_forms.start_form(ABOUT, origin=ORIGIN, language="en")
    block = inputs(view)[-1]["block_id"]
    state = {"values": {block: {"field": {"type": "file_input", "files": files}}}}
    assert start_forms.files(ABOUT, state, "en") == {}


@pytest.mark.parametrize(
    ("file", "sent"),
    [
        ({"name": "a", "size": 3, "url_private": "https://x/a"}, SentFile("a", 3, "https://x/a")),
        (
            {"name": "a", "size": 3, "url_private": "p", "url_private_download": "d"},
            SentFile("a", 3, "d"),
        ),
        ({"name": "a", "size": 3, "url_private": None}, SentFile("a", 3, "")),
        ({"id": "F1", "file_access": "check_file_info"}, SentFile("?", 0, "")),
    ],
)
def test_a_file_is_read_from_what_slack_sends(file: object, sent: SentFile) -> None:
    view = start_forms.start_form(ABOUT, origin=ORIGIN, language="en")
    block = inputs(view)[-1]["block_id"]
    state = {"values": {block: {"field": {"type": "file_input", "files": [file]}}}}
    assert start_forms.files(ABOUT, state, "en") == {"file": sent}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", FileFault)
def test_each_reason_names_the_file(fault: FileFault, language: Language) -> None:
    [said] = start_forms.file_errors(ABOUT, {"file": (fault, "{x}\n.pdf")}, language).values()
    assert "{x}" in said
    assert "{name}" not in said
