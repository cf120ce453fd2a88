"""The card of a question: what it shows while it waits, and what became of it."""

# ruff: noqa: E501 - what people read stands on one line here as it does there

from dataclasses import replace

import pytest
from inline_snapshot import snapshot as expect

from bot.cards.render import render
from bot.core.model import FailureKind, Gate, GateState, Run, RunState
from bot.core.ports.messenger import Message
from bot.core.question import Action, Question, Section
from graphs.contract import Workflow
from tests.unit.cards_limits_check import buttons, check_message
from tests.unit.cards_samples import (
    AT,
    CAT,
    FAILURE,
    GATE,
    MINUTE,
    QUESTION,
    RUN,
    WEEKLY,
    decided,
    outline,
    snapshot,
)


def card(gate: Gate = GATE, *, run: Run = RUN, about: Workflow = WEEKLY) -> Message:
    [found] = [m for m in render(snapshot(run, gate), about) if m.slot == f"gate:{gate.key}"]
    check_message(found)
    return found


def asking(**changes: object) -> Gate:
    return replace(GATE, question=replace(QUESTION, **changes))  # type: ignore[arg-type]


def with_section(value: str, **changes: str) -> Gate:
    return asking(sections=(Section("risks", "Risks", value, **changes),))


def last_line(message: Message) -> str:
    return outline(message).splitlines()[-1]


def test_a_waiting_card_shows_what_is_asked_of_whom() -> None:
    assert outline(card()) == expect("""\
(Review the highlights and risks · @ana, this needs your decision)
# Review the highlights and risks
~ @ana, this needs your decision · round 1 of 3 · offline model
*Highlights*
• Login v2 shipped
• Two customers moved
*Risks*
• Security audit blocked
[Approve] [Revise…] [Edit…] [Cancel]\
""")
    assert outline(card(run=replace(RUN, language="zh"))) == expect("""\
(Review the highlights and risks · @ana，请你来决定)
# Review the highlights and risks
~ @ana，请你来决定 · 第 1/3 轮 · 离线模型
*Highlights*
• Login v2 shipped
• Two customers moved
*Risks*
• Security audit blocked
[批准] [退回修改…] [编辑…] [取消]\
""")


def test_the_blocks_of_a_card_in_full() -> None:
    gate = asking(sections=QUESTION.sections[1:], actions=(Action.APPROVE,), max_rounds=0)
    assert card(gate, run=replace(RUN, offline=False)).blocks == expect(
        (
            {
                "type": "header",
                "text": {"type": "plain_text", "text": "Review the highlights and risks"},
            },
            {
                "type": "context",
                "elements": [
                    {
                        "type": "mrkdwn",
                        "text": "<@U0ANA>, this needs your decision",
                        "verbatim": True,
                    }
                ],
            },
            {
                "type": "section",
                "text": {
                    "type": "mrkdwn",
                    "text": """\
*Risks*
• Security audit blocked\
""",
                    "verbatim": True,
                },
            },
            {
                "type": "actions",
                "elements": [
                    {
                        "type": "button",
                        "text": {"type": "plain_text", "text": "Approve"},
                        "action_id": "gate.approve",
                        "value": "weekly-report-ana-0123abcd a1b2c3d4.0f0f0f0f",
                        "style": "primary",
                    },
                    {
                        "type": "button",
                        "text": {"type": "plain_text", "text": "Cancel"},
                        "action_id": "run.cancel",
                        "value": "weekly-report-ana-0123abcd a1b2c3d4.0f0f0f0f",
                        "style": "danger",
                        "confirm": {
                            "title": {"type": "plain_text", "text": "Cancel this run?"},
                            "text": {
                                "type": "plain_text",
                                "text": "It stops within seconds. What is finished is kept; a new version can go on from there.",
                            },
                            "confirm": {"type": "plain_text", "text": "Cancel the run"},
                            "deny": {"type": "plain_text", "text": "Keep it"},
                            "style": "danger",
                        },
                    },
                ],
            },
        )
    )


def test_after_a_decision_the_card_has_the_same_body_and_no_buttons() -> None:
    assert outline(card(decided(comment="Well done <!channel>"))) == expect("""\
(Review the highlights and risks · ✓ Approved by @ben · 14:05)
# Review the highlights and risks
~ round 1 of 3 · offline model
*Highlights*
• Login v2 shipped
• Two customers moved
*Risks*
• Security audit blocked
✓ Approved by @ben · 14:05
“Well done &lt;!channel&gt;”\
""")
    waiting, after = outline(card()).splitlines(), outline(card(decided())).splitlines()
    assert after[3:-1] == waiting[3:-1]


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Action.APPROVE, "✓ Approved by"),
        (Action.REVISE, "↩ Sent back by"),
        (Action.EDIT, "✎ Edited and approved by"),
        (Action.ANSWER, "✓ Answered by"),
        (Action.SKIP, "⤼ Skipped by"),
        (Action.REJECT, "✕ Rejected by"),
    ],
)
def test_each_answer_has_its_line(action: Action, line: str) -> None:
    assert last_line(card(decided(action))).startswith(f"{line} @ben · 14:05")


def test_an_edited_card_shows_what_was_approved() -> None:
    gate = replace(decided(Action.EDIT, values={"risks": "• None"}))
    assert outline(card(gate)) == expect("""\
(Review the highlights and risks · ✎ Edited and approved by @ben · 14:05)
# Review the highlights and risks
~ round 1 of 3 · offline model
*Highlights*
• Login v2 shipped
• Two customers moved
*Risks* · edited
• None
✎ Edited and approved by @ben · 14:05\
""")


def test_an_edit_takes_a_warning_away() -> None:
    gate = with_section("", warning="It failed.")
    edited = replace(decided(Action.EDIT, values={"risks": "ok"}), question=gate.question)
    assert "⚠" not in outline(card(edited))
    assert "*⚠ Risks*\nIt failed.\n(empty)" in outline(
        card(replace(decided(), question=gate.question))
    )


def test_a_warning_says_what_to_do_with_the_buttons_there_are() -> None:
    gate = with_section("• ?", warning="The step failed.")
    assert "*⚠ Risks*\nThe step failed. Correct it with Edit" in outline(card(gate))
    for actions, advice in (
        (QUESTION.actions, "Correct it with Edit, send it back, or approve it"),
        ((Action.APPROVE, Action.EDIT), "Correct it with Edit, or approve it"),
        ((Action.APPROVE, Action.REVISE), "Send it back"),
        ((Action.APPROVE,), "Approve takes it as it is."),
    ):
        less = replace(gate, question=replace(gate.question, actions=actions))
        assert f"The step failed. {advice}" in outline(card(less))


def test_a_replaced_card_says_so() -> None:
    assert last_line(card(replace(GATE, state=GateState.SUPERSEDED))) == expect(
        "↻ Replaced by a newer question below"
    )
    late = replace(decided(), state=GateState.SUPERSEDED)
    assert outline(card(late)).splitlines()[-2:] == expect(
        ["↻ Replaced by a newer question below", "The answer of @ben was not used."]
    )


def test_a_card_whose_run_ended_says_how() -> None:
    cancelled = replace(RUN, state=RunState.CANCELLED, ended_at=AT + MINUTE, ended_by=CAT)
    closed = replace(GATE, state=GateState.CLOSED)
    assert last_line(card(closed, run=cancelled)) == expect("⊘ Cancelled by @cat · 14:01")
    assert last_line(card(closed, run=replace(cancelled, ended_at=None))) == expect(
        "⊘ Cancelled by @cat · 14:00"
    )
    assert last_line(card(closed, run=replace(cancelled, ended_by=None))) == expect(
        "⊘ Closed: the run ended"
    )
    assert last_line(card(closed, run=replace(RUN, state=RunState.DEAD))) == expect(
        "✕ Closed: the run stopped for good"
    )
    assert last_line(card(GATE, run=replace(RUN, state=RunState.DONE))) == expect(
        "⊘ Closed: the run ended"
    )


def test_an_answer_that_came_to_nothing_says_so() -> None:
    cancelled = replace(RUN, state=RunState.CANCELLED, ended_by=CAT)
    gate = replace(decided(), state=GateState.DECIDED)
    assert last_line(card(gate, run=cancelled)) == "It had no effect: the run ended first."
    assert last_line(card(decided(), run=cancelled)).startswith("✓ Approved by")


def test_an_answer_that_the_graph_worked_on_with_is_not_said_to_have_had_no_effect() -> None:
    gate = replace(decided(), state=GateState.DECIDED)
    worked_on = replace(RUN, state=RunState.CANCELLED, ended_by=CAT, handed=(gate.key,))
    assert last_line(card(gate, run=worked_on)).startswith("✓ Approved by")


def test_a_reopened_card_says_why_the_answer_was_refused() -> None:
    assert "~ The last answer could not be used: no id &lt;x&gt;" in outline(
        card(replace(GATE, problem="no id <x>"))
    )


def test_the_last_round_is_said() -> None:
    assert "~ This is the last round of changes." in outline(card(asking(round=3)))
    assert "Approve what is here, or cancel the run." in outline(
        card(asking(round=3, actions=(Action.APPROVE,)))
    )
    assert outline(card(asking(round=3, actions=(Action.APPROVE, Action.EDIT)))).count(
        "Approve what is here, change it yourself with Edit, or cancel the run."
    )
    assert "last round" not in outline(card(asking(round=3, approvers=(CAT,))))
    assert "round 4 ·" in outline(card(asking(round=4, max_rounds=0)))


def test_a_card_beside_a_failed_step_says_both() -> None:
    failed = replace(RUN, failure=FAILURE)
    assert "~ ✕ Another step of this run failed; @ana can retry it below." in outline(
        card(run=failed)
    )
    lost = replace(RUN, failure=replace(FAILURE, kind=FailureKind.LOST))
    assert "~ ✕ Another step of this run failed and cannot be retried." in outline(card(run=lost))


def test_a_channel_decides_together() -> None:
    shown = outline(card(about=replace(WEEKLY, deciders="channel")))
    assert "~ Anyone in this channel can decide this" in shown


def test_where_nobody_may_decide_only_cancel_is_left() -> None:
    message = card(asking(approvers=(CAT,)))
    assert "No one may decide this" in outline(message)
    assert [action for action, _ in buttons(message.blocks)] == ["run.cancel"]


def test_what_only_takes_edits_and_is_too_long_for_a_form_can_be_approved_as_it_is() -> None:
    long = with_section("x" * 160_000)
    message = card(replace(long, question=replace(long.question, actions=(Action.EDIT,))))
    assert "Too long to edit in Slack." in outline(message)
    assert "[Approve] [Cancel]" in outline(message)


def test_a_question_that_takes_nothing_can_only_be_cancelled() -> None:
    message = card(asking(actions=()))
    assert outline(message).splitlines()[-2:] == [
        "~ It takes no answer that can be given here; the run can only be cancelled.",
        "[Cancel]",
    ]


def test_edit_is_offered_where_a_form_can_hold_the_parts() -> None:
    assert "[Edit…]" in outline(card())
    assert "[Edit…]" not in outline(card(asking(sections=())))
    long = card(with_section("x" * 160_000))
    assert "[Edit…]" not in outline(long)
    assert "Too long to edit in Slack. Use Revise" in outline(long)
    last = with_section("x" * 160_000)
    last = replace(
        last, question=replace(last.question, actions=(Action.APPROVE, Action.EDIT), round=3)
    )
    assert "Revise" not in outline(card(last))
    assert "Too long" not in outline(
        card(replace(with_section("x" * 160_000), state=GateState.CLOSED))
    )


def test_what_is_cut_is_in_the_file() -> None:
    long = "".join(f"• point {n}\n" for n in range(600))
    message = card(asking(sections=(Section("a", "All", long), Section("b", "Short", "• one"))))
    assert message.file is not None
    assert message.file.name == f"{RUN.run_id}-a1b2c30f0f0f0f.md"
    assert message.file.content == f"# {QUESTION.title}\n\n## All\n\n{long}\n\n## Short\n\n• one\n"
    assert outline(message).count("… all of it in the file below") == 1
    edited = decided(Action.EDIT, values={"b": "• two"})
    message = card(
        replace(
            edited,
            question=asking(
                sections=(Section("a", "All", long), Section("b", "Short", "• one"))
            ).question,
        )
    )
    assert message.file is not None
    assert message.file.name.endswith("-edited.md")


def test_parts_beyond_what_a_card_holds_are_counted() -> None:
    sections = tuple(Section(f"k{n}", f"Part {n}", f"text {n}", "warned") for n in range(60))
    message = card(asking(sections=sections, summary="**In short**"))
    assert "\n*In short*\n" in outline(message)
    assert "~ 45 more parts are in the file below." in outline(message)
    assert message.file is not None
    assert "text 59" in message.file.content


def test_a_warning_or_title_that_is_cut_is_in_the_file() -> None:
    warned = card(with_section("• ?", warning="The step failed. " * 30 + "END"))
    assert warned.file is not None
    assert "END" in warned.file.content
    titled = card(asking(title="Review this. " * 20 + "END"))
    assert titled.file is not None
    assert "END" in titled.file.content


def test_a_cut_code_block_is_closed() -> None:
    message = card(with_section("```\n" + "code\n" * 2_000))
    assert "code\n```\n… all of it" in outline(message)


def test_the_text_of_a_graph_stays_text() -> None:
    title = "Review <!channel> \u202eevil\nnow"
    gate = replace(
        GATE, question=Question(kind="k", title=title, sections=(Section("a", "", "x"),))
    )
    assert outline(card(gate)).splitlines()[:2] == expect(
        [
            "(Review &lt;!channel&gt; [U+202E]evil now · @ana, this needs your decision)",
            "# Review <!channel> [U+202E]evil now",
        ]
    )
