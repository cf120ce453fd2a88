"""A card whose graph has words of its own for the buttons, or something to try again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.cards import gate_forms
from bot.cards.render import render
from bot.core.fields import Field, Kind, Option
from bot.core.model import Gate, GateState, Run
from bot.core.ports.messenger import Message
from bot.core.question import Action, Decision, Retry, Section
from tests.unit.cards_limits_check import buttons, check_message, check_view
from tests.unit.cards_samples import (
    ANA,
    AT,
    CAT,
    GATE,
    MINUTE,
    QUESTION,
    RUN,
    WEEKLY,
    chinese,
    outline,
    slot,
    snapshot,
)

WORDS = {Action.APPROVE: "Go on", Action.EDIT: "Change the steps…"}
COSTS, RISKS = Retry("q1", "Costs in 2025"), Retry("q2", "Risks")


def asking(**changes: object) -> Gate:
    return replace(GATE, question=replace(QUESTION, **changes))  # type: ignore[arg-type]


def decided(gate: Gate, action: Action, *, retry: str = "") -> Gate:
    decision = Decision(action, ANA, AT + 5 * MINUTE, retry=retry)
    return replace(gate, state=GateState.APPLIED, decision=decision)


def card(gate: Gate, run: Run = RUN) -> Message:
    [found] = [m for m in render(snapshot(run, gate), WEEKLY) if m.slot == f"gate:{gate.key}"]
    check_message(found)
    return found


def last_lines(gate: Gate, run: Run = RUN, *, count: int = 1) -> list[str]:
    return outline(card(gate, run)).splitlines()[-count:]


def test_buttons_have_the_words_of_the_graph_and_do_what_they_did() -> None:
    worded, plain = card(asking(labels=WORDS)), card(GATE)
    assert outline(worded).splitlines()[-1] == "[Go on] [Revise…] [Change the steps…] [Cancel]"
    assert buttons(worded.blocks) == buttons(plain.blocks)


@pytest.mark.parametrize(
    ("action", "line", "line_zh"),
    [
        (Action.APPROVE, "✓ “Go on” · @ana · 14:05", "✓ @ana 选了“Go on” · 14:05"),
        (
            Action.EDIT,
            "✎ “Change the steps” · @ana · 14:05",
            "✎ @ana 选了“Change the steps” · 14:05",
        ),
        (Action.REVISE, "↩ Sent back by @ana · 14:05", "↩ @ana 已退回 · 14:05"),
    ],
)
def test_afterwards_the_card_quotes_what_the_button_said(
    action: Action, line: str, line_zh: str
) -> None:
    gate = decided(asking(labels=WORDS), action)
    assert last_lines(gate) == [line]
    assert last_lines(gate, chinese(RUN)) == [line_zh]
    first = outline(card(gate)).splitlines()[0]
    assert first == f"(Review the highlights and risks · {line})"


def test_sentences_name_the_buttons_as_they_are() -> None:
    warned = (Section("risks", "Risks", "• ?", warning="The step failed."),)
    shown = outline(card(asking(sections=warned, labels=WORDS)))
    assert "The step failed. Correct it with “Change the steps”, send it back, or" in shown
    assert "The step failed. “Go on” takes it as it is." in outline(
        card(asking(sections=warned, labels=WORDS, actions=(Action.APPROVE,)))
    )
    last = asking(round=3, labels=WORDS, actions=(Action.APPROVE, Action.EDIT))
    assert "change it yourself with “Change the steps”, or cancel" in outline(card(last))
    assert "点“Change the steps”自己改" in outline(card(last, chinese(RUN)))
    long = (Section("risks", "Risks", "x" * 160_000),)
    back = {Action.REVISE: "Send back…"}
    assert "Use “Send back” to say" in outline(card(asking(sections=long, labels=back)))


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("x" * 200, "x" * 72 + "…"),
        ("<!channel> & {who}", "<!channel> & {who}"),
        ("two\nlines", "two lines"),
        ("\u200e", "Approve"),
        ("…", "…"),
    ],
)
def test_any_word_is_one_short_line_of_plain_text(label: str, shown: str) -> None:
    gate = asking(labels={Action.APPROVE: label})
    assert outline(card(gate)).splitlines()[-1].startswith(f"[{shown}] [Revise…]")
    assert "<!channel>" not in outline(card(decided(gate, Action.APPROVE)))


def test_what_failed_has_a_button_each_above_the_others() -> None:
    gate = asking(retries=(COSTS, RISKS))
    assert last_lines(gate, count=2) == [
        "[Retry: Costs in 2025] [Retry: Risks]",
        "[Approve] [Revise…] [Edit…] [Cancel]",
    ]
    assert last_lines(gate, chinese(RUN), count=2)[0] == "[重试：Costs in 2025] [重试：Risks]"
    pressed = [found for found in buttons(card(gate).blocks) if found[0].startswith("gate.retry")]
    assert pressed == [
        ("gate.retry", f"{RUN.run_id} {GATE.key} 0"),
        ("gate.retry#1", f"{RUN.run_id} {GATE.key} 1"),
    ]


def test_a_retry_can_stand_alone() -> None:
    gate = asking(actions=(), retries=(COSTS,))
    assert last_lines(gate, count=2) == ["[Retry: Costs in 2025]", "[Cancel]"]
    assert "takes no answer" not in outline(card(gate))
    warned = (Section("risks", "Risks", "• ?", warning="The step failed."),)
    assert "*⚠ Risks*\nThe step failed.\n• ?" in outline(
        card(replace(gate, question=replace(gate.question, sections=warned)))
    )


def test_ten_things_have_a_button_and_a_line_counts_the_others() -> None:
    many = tuple(Retry(f"q{n}", f"part {n} " + "of it " * 40) for n in range(13))
    counted, row, _ = last_lines(asking(retries=many), count=3)
    assert counted == "~ 3 more failed. They can be retried once these are done."
    assert row.count("[Retry: part ") == 10
    assert row.count("…]") == 10
    zh = last_lines(asking(retries=many), chinese(RUN), count=3)
    assert zh[0] == "~ 另有 3 项没有成功，处理完这些之后可以重试。"


def test_afterwards_the_card_names_what_is_tried_again() -> None:
    gate = asking(retries=(COSTS, RISKS))
    retried = decided(gate, Action.RETRY, retry="q1")
    assert last_lines(retried) == ["↻ “Costs in 2025” is tried again · @ana · 14:05"]
    assert last_lines(retried, chinese(RUN)) == ["↻ @ana 要求重试“Costs in 2025” · 14:05"]
    assert "[Retry" not in outline(card(retried))


def test_nobody_retries_where_nobody_may_decide() -> None:
    gate = asking(retries=(COSTS,), approvers=(CAT,))
    assert last_lines(gate) == ["[Cancel]"]
    assert "[Retry" not in outline(card(gate))


def test_what_is_tried_again_is_not_warned_of_any_more() -> None:
    warned = (Section("risks", "Risks", "• ?", warning="The step failed."),)
    gate = asking(sections=warned, retries=(RISKS,))
    assert "⚠" in slot(snapshot(RUN, gate), "progress")
    retried = decided(gate, Action.RETRY, retry="q2")
    assert "⚠" not in slot(snapshot(RUN, retried), "progress")


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("Fix the chosen…", ("Fix the chosen", "Fix the chosen")),
        ("Fix each and every one of them", ("Fix each and every on…",) * 2),
        ("…", ("Answer", "Send")),
        ("", ("Answer", "Send")),
    ],
)
def test_an_answer_form_is_called_as_the_button_that_opened_it(
    label: str, shown: tuple[str, str]
) -> None:
    asked = Field("k", "Which?", Kind.SEVERAL, options=(Option("a", "A"),))
    gate = asking(actions=(Action.ANSWER,), fields=(asked,), labels={Action.ANSWER: label})
    view = gate_forms.answer_form(RUN, gate, WEEKLY, language="en")
    check_view(view)
    assert (said(view, "title"), said(view, "submit")) == shown


def said(view: Mapping[str, Any], key: str) -> str:
    return str(view[key]["text"])
