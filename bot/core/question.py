"""What a gate asks and what people answer. All values are frozen, and none is raw.

A question speaks one of a few vocabularies (`Shape`): that of the payload it was parsed from.
Its answer goes back in the same one (`bot.core.answers`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.core.fields import Field


class Shape(StrEnum):
    """Whose vocabulary a payload speaks."""

    GATE = "gate"
    """Our own, `graphs.contract`."""
    SCHEMA = "schema"
    """`interrupt(..., response_schema=...)`: the answer is an object (or value) of that schema."""
    TOOLS = "tools"
    """LangChain's HumanInTheLoopMiddleware: all tool calls of a step at once."""
    TOOL = "tool"
    """The same, one call at a time."""
    INBOX = "inbox"
    """agent-inbox' HumanInterrupt, alone or in a list."""
    BREAKPOINT = "breakpoint"
    """The graph stands before or after a node; nothing is handed to it."""
    ANYTHING = "anything"
    """Any other payload."""


class Action(StrEnum):
    """What people can do at a gate, or with one row of it."""

    APPROVE = "approve"
    REVISE = "revise"
    EDIT = "edit"
    ANSWER = "answer"
    SKIP = "skip"
    REJECT = "reject"
    RETRY = "retry"
    """Try again what failed: one of a question's `retries`, each with a button of its own."""


@dataclass(frozen=True, slots=True)
class Section:
    """A labelled part of what is to be decided. `warning`: the step behind it failed."""

    key: str
    label: str
    value: str
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of an editable list. `more` are the entry's other fields, kept as they came."""

    id: str
    text: str
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Retry:
    """Something that failed and can be tried again; `label` names it."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Row:
    """One action that waits for a decision of its own: a tool call.

    `name` is the tool's and never changes; `values` its arguments; `fields` the form that
    edits them (keys are argument names). `actions` are those that this call allows.
    """

    key: str
    name: str
    description: str
    values: Mapping[str, Any]
    actions: tuple[Action, ...]
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a gate asks, parsed from the interrupt's payload.

    `actions` are those the question as a whole offers, in order; a question with `rows` is
    answered a row at a time and then sent (one row: at once). `fields` are what ANSWER asks
    for; at a breakpoint, the state that EDIT changes. `max_rounds` 0 means unbounded.
    `approvers` can only narrow who may decide; None leaves the workflow's policy. `labels`
    are other words for the buttons of some of the `actions`; `retries` are offered besides.
    """

    kind: str
    title: str
    summary: str = ""
    sections: tuple[Section, ...] = ()
    actions: tuple[Action, ...] = (Action.APPROVE, Action.REVISE)
    round: int = 1
    max_rounds: int = 0
    approvers: tuple[str, ...] | None = None
    shape: Shape = Shape.GATE
    items: tuple[Item, ...] = ()
    items_label: str = ""
    fields: tuple[Field, ...] = ()
    rows: tuple[Row, ...] = ()
    labels: Mapping[Action, str] = field(default_factory=dict)
    retries: tuple[Retry, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody wants with one row. `values` are edited arguments, whole."""

    action: Action
    by: str
    at: int
    comment: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """What people answered.

    `values`: edited sections by key (EDIT), answers by field key (ANSWER), or edited state
    by field key (EDIT at a breakpoint). `items`: the edited list, None where it was not edited.
    `choices`: for a question with rows, one for each, by row key. `delivery` names the click
    or form that carried it: Slack may bring the same one twice. `retry` is the id of what
    is to be tried again (RETRY).
    """

    action: Action
    by: str
    at: int
    comment: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    delivery: str = ""
    items: tuple[Item, ...] | None = None
    choices: Mapping[str, Choice] = field(default_factory=dict)
    retry: str = ""


def offers(question: Question, decision: Decision) -> bool:
    """Whether the question allows this answer; one with rows, each of the choices."""
    if decision.action is Action.RETRY:
        return retried(question, decision) is not None
    if not question.rows:
        return decision.action in question.actions
    allowed = {row.key: row.actions for row in question.rows}
    return decision.choices.keys() == allowed.keys() and all(
        choice.action in allowed[key] for key, choice in decision.choices.items()
    )


def retried(question: Question, decision: Decision) -> Retry | None:
    """What a decision wants tried again; None where the question has no such thing."""
    return next((one for one in question.retries if one.id == decision.retry), None)
