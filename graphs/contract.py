"""What a graph may say to people and gets back. The whole public surface for graph authors.

A graph knows nothing of Slack. It pauses with `interrupt(review(...))`, gets an
`Answer` back, and may tell how it goes with `status("...")`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
ActionName = Literal["approve", "revise", "edit", "answer", "skip", "reject"]
Words: TypeAlias = Mapping[Language, str]
"""One text in each language that people may read it in."""


class SectionPayload(TypedDict):
    """A labelled part of what is to be decided.

    `warning` is one or two sentences on what people should know before they trust
    it: the step behind it failed, or read only a part of its input.
    """

    key: str
    label: str
    value: str
    warning: NotRequired[str]


class GatePayload(TypedDict):
    """What a graph puts into `interrupt()`. Only `type` and `title` are needed.

    `actions` default to approve and revise. `approvers` (Slack user ids) can only
    narrow the workflow's own policy. `round` starts at 1.
    """

    type: str
    title: str
    summary: NotRequired[str]
    sections: NotRequired[list[SectionPayload]]
    actions: NotRequired[list[ActionName]]
    round: NotRequired[int]
    max_rounds: NotRequired[int]
    approvers: NotRequired[list[str]]


class By(TypedDict):
    """Who decided: a Slack user id."""

    user: str


class Answer(TypedDict):
    """What `interrupt()` returns. *edit* approves the `values` it carries, by section key."""

    action: ActionName
    comment: NotRequired[str]
    values: NotRequired[dict[str, str]]
    by: By
    at: str
    """ISO 8601, UTC."""


class StatusEvent(TypedDict):
    """A line for the progress message."""

    type: Literal["signoff.status"]
    text: str


class UsageEvent(TypedDict):
    """What one model call took. `cost` is in US dollars, None where the price is unknown."""

    type: Literal["signoff.usage"]
    input_tokens: int
    output_tokens: int
    cost: float | None


def status(text: str) -> StatusEvent:
    """Give `get_stream_writer()` a line that people see beside the running step."""
    return {"type": "signoff.status", "text": text}


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of the start form. The first one also takes the command's text."""

    key: str
    label: Words
    hint: Words
    max_chars: int = 40_000
    required: bool = True


Deciders: TypeAlias = Literal["starter", "channel"] | tuple[str, ...]
"""Whoever started the run, any member of the channel, or these Slack user ids."""


@dataclass(frozen=True, slots=True)
class Workflow:
    """A graph that people can start.

    `build(model=..., sources=...)` returns an uncompiled StateGraph; its input are
    the form's fields by key, and `language`. `steps` labels the nodes that people
    see, in order. `result` is the state key that holds the result (Markdown).
    `period` "week": one run a person, channel and ISO week, unless a new version is asked for.
    """

    name: str
    command: str
    title: Words
    description: Words
    form: tuple[FormField, ...]
    steps: Mapping[str, Words]
    result: str
    build: Callable[..., Any]
    deciders: Deciders = "starter"
    period: Literal["week", ""] = ""
    time_limit_s: float = 900.0
    sources: Sequence[str] = ()
