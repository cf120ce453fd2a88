"""LangGraph, as the inner parts see it: look at a thread, drive it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from bot.core.model import Origin, Run, Seen, Usage


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A node began."""

    node: str


@dataclass(frozen=True, slots=True)
class StepEnded:
    """A node ended, paused (`waits`) or raised (`failed`); `preview` is its first text."""

    node: str
    preview: str = ""
    waits: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class TasksCounted:
    """A node that runs several tasks at once (a fan-out) has so many of them done."""

    node: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A node says what it is doing."""

    node: str
    text: str


@dataclass(frozen=True, slots=True)
class Used:
    """A model call ended."""

    usage: Usage


DriveEvent = StepStarted | TasksCounted | StepEnded | StatusLine | Used


@dataclass(frozen=True, slots=True)
class StartGraph:
    """Run the graph from its input."""

    inputs: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ResumeGraph:
    """Answer these interrupts, by id."""

    answers: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PassBreakpoint:
    """Go on from a static breakpoint; `values` change the state first, by key."""

    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ContinueGraph:
    """Drive what is due, without an answer."""


@dataclass(frozen=True, slots=True)
class ReaskGraph:
    """Let the graph as it is now decide again what follows on these nodes, which ran last.

    For a graph that lost the node that was due.
    """

    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ForkGraph:
    """Begin with a copy of an older version's thread; drive nothing yet."""

    origin: Origin


Command = StartGraph | ForkGraph | ResumeGraph | PassBreakpoint | ContinueGraph | ReaskGraph


@dataclass(frozen=True, slots=True)
class Moment:
    """A checkpoint that a run can go on from: `nodes` come next, those in `ran` ran before.

    `at` is in milliseconds since the epoch.
    """

    checkpoint: str
    at: int
    nodes: tuple[str, ...]
    ran: frozenset[str] = frozenset()


class InvalidAnswerError(Exception):
    """The graph's response schema refuses the answer; the question stays open."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class StepFailedError(Exception):
    """A node raised. `__cause__` is what it raised.

    `unstorable` is the type's name where what it gave, or asked, cannot be stored.
    """

    def __init__(self, nodes: tuple[str, ...], *, unstorable: str = "") -> None:
        super().__init__(", ".join(nodes))
        self.nodes = nodes
        self.unstorable = unstorable


class UnknownWorkflowError(Exception):
    """No workflow of that name is registered."""


class LeaseGuard(Protocol):
    """Tells a driver, cheaply, whether it still drives."""

    async def check(self) -> None:
        """FencedError when the lease is lost."""
        ...


class Histories(Protocol):
    """What threads went through."""

    async def history(self, run: Run, *, limit: int, within: timedelta) -> Sequence[Moment]:
        """Where the run can go on from, newest first; nothing once its checkpoints are gone.

        Looks at the newest `limit` checkpoints, or at as many as it can begin to read `within`
        a time. UnknownWorkflowError, StoreUnavailableError.
        """
        ...


class Engine(Histories, Protocol):
    """LangGraph: look at a thread, drive it."""

    async def inspect(self, run: Run) -> Seen:
        """What the checkpoint says. UnknownWorkflowError."""
        ...

    def drive(self, run: Run, command: Command, *, lease: LeaseGuard) -> AsyncIterator[DriveEvent]:
        """Drive until the graph ends or waits.

        Raises InvalidAnswerError, StepFailedError, FencedError, and ChangedError where what
        is to be copied, or answered, is not there.
        """
        ...

    async def retire(self, run_id: str, *, ttl: timedelta) -> None:
        """Give all checkpoint keys of a finished run a TTL."""
        ...
