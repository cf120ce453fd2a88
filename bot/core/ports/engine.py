"""LangGraph, as the inner parts see it: look at a thread, drive it."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from bot.core.model import Run, Seen, Usage


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
class StatusLine:
    """A node says what it is doing."""

    node: str
    text: str


@dataclass(frozen=True, slots=True)
class Used:
    """A model call ended."""

    usage: Usage


DriveEvent = StepStarted | StepEnded | StatusLine | Used


@dataclass(frozen=True, slots=True)
class StartGraph:
    """Run the graph from its input."""

    inputs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ResumeGraph:
    """Answer these interrupts: id -> non-empty dict."""

    answers: Mapping[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class ContinueGraph:
    """Drive what is due, without an answer."""


Command = StartGraph | ResumeGraph | ContinueGraph


class InvalidAnswerError(Exception):
    """The graph's response schema refuses the answer; the question stays open."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class StepFailedError(Exception):
    """A node raised. `__cause__` is what it raised."""

    def __init__(self, nodes: tuple[str, ...]) -> None:
        super().__init__(", ".join(nodes))
        self.nodes = nodes


class UnknownWorkflowError(Exception):
    """No workflow of that name is registered."""


class LeaseGuard(Protocol):
    """Tells a driver, cheaply, whether it still drives."""

    async def check(self) -> None:
        """FencedError when the lease is lost."""
        ...


class Engine(Protocol):
    """LangGraph: look at a thread, drive it."""

    async def inspect(self, run: Run) -> Seen:
        """What the checkpoint says. UnknownWorkflowError."""
        ...

    def drive(self, run: Run, command: Command, *, lease: LeaseGuard) -> AsyncIterator[DriveEvent]:
        """Drive until the graph ends or waits.

        Raises InvalidAnswerError, StepFailedError, FencedError.
        """
        ...

    async def retire(self, run_id: str, *, ttl: timedelta) -> None:
        """Give all checkpoint keys of a finished run a TTL."""
        ...
