"""Questions of every shape but our own, parsed from what graphs send."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.core.model import Gate, GateState
from bot.core.payloads import question
from bot.core.payloads.breakpoints import When
from bot.core.payloads.breakpoints import question as breakpoint_question
from bot.core.question import Action, Choice, Decision, Question
from tests.unit.cards_samples import ANA, AT, BEN, GATE, MINUTE

ALL = ["approve", "edit", "reject", "respond"]
MAIL = {
    "to": "zoe@example.com",
    "subject": "Release",
    "body": "Hi Zoe,\nit is out.",
    "urgent": True,
}


def gate_of(asked: Question, **changes: object) -> Gate:
    """A gate that asks this."""
    return replace(GATE, question=asked, **changes)  # type: ignore[arg-type]  # names of fields


def tools(
    *calls: tuple[str, Mapping[str, Any]],
    allowed: Mapping[str, list[str]] | None = None,
    description: str = "",
) -> Question:
    """What LangChain's middleware asks for these calls."""
    names = dict.fromkeys(name for name, _ in calls)
    return question(
        {
            "action_requests": [
                {"name": name, "args": dict(args), "description": description}
                for name, args in calls
            ],
            "review_configs": [
                {"action_name": name, "allowed_decisions": (allowed or {}).get(name, ALL)}
                for name in names
            ],
        },
        node="agent",
    )


def inbox(*actions: str, **allows: bool) -> Question:
    """What agent-inbox asks for these actions."""
    flags = {f"allow_{name}": allows.get(name, True) for name in INBOX}
    return question(
        [
            {"action_request": {"action": action, "args": {"id": 7}}, "config": flags}
            for action in actions
        ],
        node="agent",
    )


INBOX = ("accept", "edit", "respond", "ignore")


def at_breakpoint(state: Mapping[str, Any], *, when: When = "before") -> Question:
    """What is asked before or after a node."""
    return breakpoint_question(["send"], when=when, state=state, editable=state, schema=None)


def chosen(gate: Gate, *actions: Action, comment: str = "") -> Gate:
    """The gate with choices of ana's for its first rows."""
    rows = zip(gate.question.rows, actions, strict=False)
    made = {
        row.key: Choice(action, ANA, AT, comment, row.values if action is Action.EDIT else {})
        for row, action in rows
    }
    return replace(gate, choices=made, chosen=len(made))


def sent(gate: Gate) -> Gate:
    """The gate after ben sent what was chosen."""
    choices = gate.choices
    action = next(iter(choices.values())).action if len(choices) == 1 else Action.ANSWER
    decision = Decision(action, BEN, AT + 5 * MINUTE, choices=choices)
    return replace(gate, state=GateState.APPLIED, decision=decision)
