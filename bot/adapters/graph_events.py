"""LangGraph's stream becomes what people see of a drive: steps, status lines, usage.

Only nodes of the root graph that the workflow names as steps are told of. The stream is
for progress alone: what waits and what failed is read from the checkpoint, since stream
parts can miss interrupts.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from langgraph.errors import is_invalid_resume

from bot.cards.text import head, head_graphemes
from bot.core.model import Usage
from bot.core.ports.engine import (
    DriveEvent,
    StatusLine,
    StepEnded,
    StepStarted,
    TasksCounted,
    Used,
)

STATUS = "signoff.status"
TOKEN = "signoff.token"  # noqa: S105 - of a language, not a secret
MAX_TEXT = 200
"""Graphemes of a preview or status line that are worth keeping in a run's record."""
MAX_UNITS = 1_000
"""The same in what cards count: a grapheme can carry many marks."""


class Narrator:
    """Follows one drive. `steps` are the nodes to tell of."""

    def __init__(self, steps: Collection[str]) -> None:
        self._steps = steps
        self._open: dict[str, str] = {}
        self._ended: dict[str, StepEnded] = {}
        self._written: dict[str, str] = {}
        # Of the graph's step that runs: its nodes, and which of their tasks are done. LangGraph
        # tells of all tasks of a step before the first of them ends.
        self._tasks: dict[str, dict[str, bool]] = {}
        self._beginning = True

    @property
    def open_tasks(self) -> Collection[str]:
        """Ids of the root graph's tasks that began in this drive and have not ended."""
        return self._open.keys()

    def read(self, part: Mapping[str, Any], *, finished: Collection[str]) -> Iterator[DriveEvent]:
        """Tell what a stream part means. `finished` are ids of tasks that had ended before.

        On a resume those emit a start and never an end: of a fan-out they are done already.
        """
        data = part["data"]
        if part["type"] == "custom":
            yield from self._custom(data, part["ns"])
        elif part["ns"]:
            return
        elif "triggers" in data:
            yield from self._started(data, before=data["id"] in finished)
        else:
            yield from self._finished(data)

    def abandon(self) -> Iterator[StepEnded]:
        """End the steps that are still open as failed: a sibling raised, or time ran out."""
        nodes = dict.fromkeys(self._running())
        self._open.clear()
        for node in nodes:
            yield StepEnded(node, failed=True)

    def _running(self) -> tuple[str, ...]:
        return tuple(node for node in self._open.values() if node in self._steps)

    def _started(self, data: Mapping[str, Any], *, before: bool) -> Iterator[DriveEvent]:
        if not self._beginning:
            self._tasks.clear()
            self._beginning = True
        node = data["name"]
        self._tasks.setdefault(node, {})[data["id"]] = before
        if not before:
            yield from self._opened(node, data["id"])
        yield from self._counted(node)

    def _opened(self, node: str, task: str) -> Iterator[DriveEvent]:
        first = node not in self._open.values()
        self._open[task] = node
        if first:
            self._written.pop(node, None)
        if first and node in self._steps:
            yield StepStarted(node)

    def _counted(self, node: str) -> Iterator[DriveEvent]:
        """Tell how far a fan-out is, while it runs."""
        tasks = self._tasks[node]
        if len(tasks) > 1 and node in self._running():
            yield TasksCounted(node, done=sum(tasks.values()), total=len(tasks))

    def _finished(self, data: Mapping[str, Any]) -> Iterator[DriveEvent]:
        """End a step when the last of its tasks ended: a fan-out has several."""
        node, ended = data["name"], _ended(data)
        self._beginning = False
        self._tasks.setdefault(node, {})[data["id"]] = not (ended.failed or ended.waits)
        yield from self._counted(node)
        self._open.pop(data["id"], None)
        if node not in self._steps:
            return
        merged = _merge(self._ended.pop(node, None), ended)
        if node in self._open.values():
            self._ended[node] = merged
        else:
            yield merged

    def _custom(self, data: object, ns: tuple[str, ...]) -> Iterator[DriveEvent]:
        if not isinstance(data, Mapping):
            return
        if data.get("type") == "signoff.usage":
            yield Used(_usage(data))
        elif data.get("type") in {STATUS, TOKEN} and isinstance(data.get("text"), str):
            node = self._speaker(data.get("node"), ns)
            if node is not None:
                yield from self._said(node, data)

    def _said(self, node: str, data: Mapping[str, Any]) -> Iterator[StatusLine]:
        """A status line, or the beginning of a text as it grows; what is cut off is no news.

        Nobody says which task of a fan-out a piece of text is from, so there are no such texts.
        """
        if data["type"] == TOKEN and sum(open_ == node for open_ in self._open.values()) > 1:
            return
        before = self._written.get(node, "")
        text = before + data["text"] if data["type"] == TOKEN else data["text"]
        self._written[node] = text[:MAX_UNITS] if data["type"] == TOKEN else ""
        if _line(text) != _line(before):
            yield StatusLine(node, _line(text))

    def _speaker(self, named: object, ns: tuple[str, ...]) -> str | None:
        """Find who speaks. LangGraph names the subgraph of a custom event, not the root's node.

        Of several open steps it is taken to be the latest, unless the event names one.
        """
        running = self._running()
        wanted = named if isinstance(named, str) else ns[0].partition(":")[0] if ns else None
        if wanted is not None:
            return wanted if wanted in self._steps else None
        return running[-1] if running else None


def _ended(data: Mapping[str, Any]) -> StepEnded:
    error = data["error"]
    # A refused answer leaves the question open: nothing failed.
    refused = isinstance(error, BaseException) and is_invalid_resume(error)
    return StepEnded(
        data["name"],
        preview=_preview(data["result"]),
        waits=refused or bool(data["interrupts"]),
        failed=error is not None and not refused,
    )


def _merge(before: StepEnded | None, now: StepEnded) -> StepEnded:
    if before is None:
        return now
    return replace(
        now,
        preview=before.preview or now.preview,
        waits=before.waits or now.waits,
        failed=before.failed or now.failed,
    )


def _preview(result: object) -> str:
    """Give the first text of a node's result, also one inside a list."""
    values = result.values() if isinstance(result, Mapping) else ()
    lists = (value if isinstance(value, list) else [value] for value in values)
    lines = (_line(text) for texts in lists for text in texts if isinstance(text, str))
    return next((line for line in lines if line), "")


def _line(text: str) -> str:
    return head(head_graphemes(" ".join(text.split()), MAX_TEXT), MAX_UNITS)


def _usage(data: Mapping[str, Any]) -> Usage:
    cost = data.get("cost")
    known = isinstance(cost, int | float) and not isinstance(cost, bool) and cost >= 0
    return Usage(
        calls=1,
        input_tokens=_tokens(data.get("input_tokens")),
        output_tokens=_tokens(data.get("output_tokens")),
        cost=float(cost) if known and cost is not None else None,
    )


def _tokens(value: object) -> int:
    counts = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return int(str(value)) if counts else 0
