"""Forms: what they hold, and what comes back from them."""

# ruff: noqa: E501 - what people read stands on one line here as it does there

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot as expect

from bot.cards import forms, modals
from bot.core.model import Question, Section
from graphs.contract import FormField
from tests.unit.cards_limits_check import check_view, texts
from tests.unit.cards_samples import GATE, QUESTION, RUN, WEEKLY

ORIGIN = forms.Origin("weekly-report", "C0TEAM", "https://hooks.example/1")
QUICK = settings(max_examples=20, deadline=None)


def inputs(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [block for block in view["blocks"] if block["type"] == "input"]


def submitted(view: Mapping[str, Any], **typed: str) -> dict[str, Any]:
    """The view's state as Slack sends it, with what was typed by block id."""
    values = {
        block["block_id"]: {
            "field": {
                "type": "plain_text_input",
                "value": typed.get(block["block_id"], block["element"].get("initial_value")),
            }
        }
        for block in inputs(view)
    }
    return {"values": values}


def asking(*sections: Section) -> Question:
    return replace(QUESTION, sections=sections)


def test_the_start_form_asks_one_thing_and_has_room_to_go_on() -> None:
    view = modals.start_form(WEEKLY, origin=ORIGIN, language="en")
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
        [("points#0", False), ("points#1", True), ("points#2", True)]
    )
    assert list(texts(modals.start_form(WEEKLY, origin=ORIGIN, language="zh"))) == expect(
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
    view = modals.start_form(
        replace(WEEKLY, form=(field,), description={}), origin=ORIGIN, language="zh"
    )
    check_view(view)
    [only] = inputs(view)
    assert (only["block_id"], only["optional"], "hint" in only) == ("topic#0", True, False)


def test_a_start_form_begins_with_a_long_text_whole() -> None:
    notes = "".join(f"Point {n} of the week\n" for n in range(900))
    view = modals.start_form(WEEKLY, origin=ORIGIN, language="en", texts={"points": notes})
    check_view(view)
    assert modals.start_values(submitted(view)) == {"points": notes}


def test_a_start_form_that_found_a_run_comes_back_as_it_was_sent_for_a_new_version() -> None:
    typed = {"points#0": "x" * 2_900, "points#1": None, "points#2": "and more"}
    state = {"values": {key: {"field": {"value": value}} for key, value in typed.items()}}
    view = modals.start_again(WEEKLY, "There is one.", origin=ORIGIN, language="en", state=state)
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
    odd = modals.start_again(WEEKLY, "已经有了。", origin=ORIGIN, language="zh", state=None)
    check_view(odd)
    assert [list(texts(odd))[2], list(texts(odd))[-1]] == expect(
        ["已经有了。提交这份表单会另起一版。", "发起新版本"]
    )


def test_where_a_form_was_opened_comes_back_with_it() -> None:
    view = modals.start_form(WEEKLY, origin=ORIGIN, language="en")
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
    assert modals.revise_comment(submitted(view, **{"comment#0": "Shorter"})) == "Shorter"
    assert modals.revise_comment(submitted(view)) == ""
    kept = modals.revise_form(RUN, GATE, WEEKLY, language="zh", comment="短一点\x00")
    assert modals.revise_comment(submitted(kept)) == "短一点␀"
    assert list(texts(kept))[2] == expect("要退回的是：*周报 · 第 48 周*（Highlights、Risks）")
    bare = modals.revise_form(RUN, replace(GATE, question=asking()), None, language="en")
    assert list(texts(bare))[2] == expect("You are sending back *weekly-report · week 48*.")


def test_the_edit_form_has_each_part_filled_in() -> None:
    view = modals.edit_form(RUN.run_id, GATE, language="en")
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
    assert modals.edit_values(submitted(view)) == {s.key: s.value for s in QUESTION.sections}
    typed = submitted(view, **{"risks#0": ""})
    assert modals.edit_values(typed)["risks"] == ""
    again = modals.edit_form(RUN.run_id, GATE, language="en", values={"risks": "• New"})
    assert modals.edit_values(submitted(again))["risks"] == "• New"


@pytest.mark.parametrize(
    "value",
    [
        "x" * 10_000,
        "word " * 3_000,
        "line\n" * 3_000,
        "paragraph\n\n" * 1_200,
        "\n" * 8_000,
        "&<>" * 2_000,
        "👨‍👩‍👧" * 900,
        "一" * 7_000,
    ],
    ids=["word", "words", "lines", "paragraphs", "blank", "escapes", "emoji", "chinese"],
)
def test_a_long_part_is_split_and_joined_unchanged(value: str) -> None:
    gate = replace(GATE, question=asking(Section("a#1", "A", value), Section("b", "B", "short")))
    assert forms.can_edit(gate.question)
    view = modals.edit_form(RUN.run_id, gate, language="zh")
    check_view(view)
    assert modals.edit_values(submitted(view)) == {"a#1": value, "b": "short"}


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
    values = modals.edit_values(state)
    assert all(isinstance(value, str) for value in values.values())


@pytest.mark.parametrize(
    "question",
    [
        asking(),
        asking(Section("a", "A", "x" * 160_000)),
        asking(*(Section(f"k{n}", "A", "x") for n in range(61))),
        asking(Section("a", "A", "x"), Section("a", "B", "y")),
        asking(Section("k" * 201, "A", "x")),
        asking(Section("k\x00", "A", "x")),
    ],
    ids=["no parts", "too long", "too many", "same key", "long key", "odd key"],
)
def test_what_a_form_cannot_hold_is_not_offered_to_edit(question: Question) -> None:
    assert not forms.can_edit(question)


def test_a_start_form_is_refused_with_the_reason_at_its_field() -> None:
    assert modals.start_errors(WEEKLY, {"points": " \n"}, "en") == expect(
        {"points#0": "Write at least a few words."}
    )
    assert modals.start_errors(WEEKLY, {"points": "x" * 40_001}, "en") == expect(
        {"points#0": "At most 40,000 characters. This has 40,001."}
    )
    assert modals.start_errors(WEEKLY, {"points": "x" * 40_000}, "zh") == {}
    optional = replace(WEEKLY, form=(replace(WEEKLY.form[0], required=False),))
    assert modals.start_errors(optional, {}, "en") == {}
    assert modals.revise_errors(" ", "zh") == expect({"comment#0": "请至少写几个字。"})
    assert modals.revise_errors("Shorter", "zh") == {}


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
