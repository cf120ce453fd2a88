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
ActionName = Literal["approve", "revise", "edit", "answer", "skip", "reject", "retry"]
Words: TypeAlias = Mapping[Language, str]
"""One text in each language that people may read it in."""


class SectionPayload(TypedDict):
    """A labelled part of what is to be decided. *edit* lets people change its `value`.

    `warning` is one or two sentences on what people should know before they trust
    it: the step behind it failed, or read only a part of its input.
    """

    key: str
    label: str
    value: str
    warning: NotRequired[str]


class ItemPayload(TypedDict):
    """One entry of a list that people may edit: change, add, remove, reorder.

    Entries keep their `id` and whatever further keys they carry; added ones get an id of
    their own.
    """

    id: str
    text: str


class OptionPayload(TypedDict):
    """One of a few values, and what people read."""

    value: str
    label: str


QuestionKind = Literal["text", "long_text", "choice", "several", "number", "date", "person"]


class QuestionPayload(TypedDict):
    """Something that people are asked for with *answer*.

    `options` (texts, or values with labels) are for `choice` and `several`. A `date` is
    answered as `2026-11-30`, a `person` as a Slack user id, `several` as a list.
    """

    id: str
    label: str
    kind: NotRequired[QuestionKind]
    hint: NotRequired[str]
    options: NotRequired[list[str] | list[OptionPayload]]
    required: NotRequired[bool]
    default: NotRequired[object]


class RetryPayload(TypedDict):
    """Something that failed and can be tried again: a button of its own, answered with *retry*."""

    id: str
    label: str


class GatePayload(TypedDict):
    """What a graph puts into `interrupt()`. Only `type` and `title` are needed.

    `actions` default to approve and revise, or to answer where there are `questions`;
    `retries` adds a button for each of its entries, whatever the actions are. `labels` are
    other words for the buttons of actions, as "Go on" for approve, and `items_label` what
    people call the list of `items`. `approvers` (Slack user
    ids) can only narrow the workflow's own policy. `round` starts at 1.
    """

    type: str
    title: str
    summary: NotRequired[str]
    sections: NotRequired[list[SectionPayload]]
    items: NotRequired[list[ItemPayload] | list[dict[str, Any]]]
    items_label: NotRequired[str]
    questions: NotRequired[list[QuestionPayload]]
    actions: NotRequired[list[ActionName]]
    labels: NotRequired[dict[ActionName, str]]
    retries: NotRequired[list[RetryPayload]]
    round: NotRequired[int]
    max_rounds: NotRequired[int]
    approvers: NotRequired[list[str]]


class By(TypedDict):
    """Who decided: a Slack user id."""

    user: str


class Answer(TypedDict):
    """What `interrupt()` returns.

    *edit* approves what it carries: `values` by section key, and `items`. *answer* carries
    `answers` by question id (those that were not required and stayed empty are left out).
    *revise* and *reject* carry a `comment`; *retry* the id of what is to be tried again.
    """

    action: ActionName
    comment: NotRequired[str]
    values: NotRequired[dict[str, str]]
    items: NotRequired[list[ItemPayload]]
    answers: NotRequired[dict[str, Any]]
    retry: NotRequired[str]
    by: By
    at: str
    """ISO 8601, UTC."""


class StatusEvent(TypedDict):
    """A line for the progress message."""

    type: Literal["signoff.status"]
    text: str


class TokenEvent(TypedDict):
    """A piece of a text that is being written."""

    type: Literal["signoff.token"]
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


def token(text: str) -> TokenEvent:
    """Give `get_stream_writer()` a piece of a text; people see its beginning grow."""
    return {"type": "signoff.token", "text": text}


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of the start form. The first one also takes the command's text.

    A "file" field takes one document whose text goes where the field named `fills` would
    have it, which is then satisfied; `max_chars` is that one's. `key` of a file field is
    no input of the graph.
    """

    key: str
    label: Words
    hint: Words
    max_chars: int = 40_000
    required: bool = True
    kind: Literal["text", "file"] = "text"
    fills: str = ""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """An entry of a message's menu in Slack that starts the workflow on it.

    `name` is at most 24 characters, in English: Slack has one name for all people. `fills`
    gets the text of the message, or of its whole thread with a speaker before each message.
    """

    callback_id: str
    name: str
    fills: str
    reads: Literal["message", "thread"] = "message"


Deciders: TypeAlias = Literal["starter", "channel"] | tuple[str, ...]
"""Whoever started the run, any member of the channel, or these Slack user ids."""


@dataclass(frozen=True, slots=True)
class Workflow:
    """A graph that people can start.

    `build(model=..., sources=...)` returns a StateGraph, a compiled graph, an awaitable of
    either, or an async context manager of either; a checkpointer of its own is replaced by
    ours. Its input are the form's fields by key, and `language` where the input has it.
    Without a `form` there is one made from `input_schema`, a JSON Schema.
    `steps` labels the nodes that people see, in order. `result` is the state key that holds
    the result (Markdown); "" takes the last message, or the whole output. `links` is the state
    key of the addresses that the graph's own code put into it (http or https, no brackets or
    quotes, at most 100 of 2,000 characters): `[title](address)` is a link for exactly these, all
    others, which a model may have written, are text. `command` "" has
    none of its own: `/signoff start <name>` starts it. `period` "week": one run a person,
    channel and ISO week, unless a new version is asked for. `business_key` is the form field
    of whose value there is one run a channel; texts count as the same without regard to case,
    spaces and end punctuation. `subject` is the form field whose beginning stands in the titles
    of a run, "" the business key. `own_model` False: it does not use the `model`
    that it is given, so no card says which kind that is. `sources` names what else `build`
    needs: "search" (`graphs.sources`), "texts" (`graphs.texts`), "limits" (`graphs.budget`).
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
    business_key: str = ""
    time_limit_s: float = 900.0
    sources: Sequence[str] = ()
    input_schema: Mapping[str, Any] | None = None
    own_model: bool = True
    shortcuts: tuple[Shortcut, ...] = ()
    links: str = ""
    subject: str = ""
