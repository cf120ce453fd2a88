"""What Slack sends to the app: envelopes, and what came back."""

import asyncio
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.sandbox.state.changes import Change, Changes
from bot.sandbox.wire import Json


class Kind(StrEnum):
    """Types of envelopes, by Slack's names."""

    SLASH = "slash_commands"
    INTERACTIVE = "interactive"
    EVENT = "events_api"


DISPATCH_FAILED = "dispatch_failed"
"""Nobody was there to take it."""
TIMED_OUT = "operation_timeout"
"""Nobody acknowledged it within three seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the app acknowledged with. `error` is "" or one of Slack's words for a failure."""

    body: Json | None = None
    error: str = ""


@dataclass(slots=True, kw_only=True)
class Delivery:
    """One payload on its way to the app, and what became of it. `attempts` counts what was sent."""

    kind: Kind
    payload: Json
    at: float
    accepts_reply: bool
    envelope_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    attempts: int = 0
    acked: bool = False
    error: str = ""


class Transport(Protocol):
    """A way to the app."""

    async def send(self, delivery: Delivery) -> Reply:
        """Send it and wait for the acknowledgement, three seconds at most."""
        ...


class Deliveries:
    """All that was sent since the start, in order."""

    def __init__(self, changes: Changes) -> None:
        self._all: list[Delivery] = []
        self._changes = changes

    def add(self, delivery: Delivery) -> None:
        """Note a delivery that begins; it is changed while it goes on."""
        self._all.append(delivery)
        self._changes.tell(Change("delivery"))

    def __iter__(self) -> Iterator[Delivery]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def of(self, kind: str) -> list[Delivery]:
        """The deliveries of one kind."""
        return [delivery for delivery in self._all if delivery.kind == kind]


class Background:
    """Tasks that go on after the call that started them, and end with the workspace."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, task: asyncio.Task[None]) -> None:
        """Keep a task until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel what still runs, and wait for it."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
