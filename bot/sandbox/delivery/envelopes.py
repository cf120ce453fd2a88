"""What Slack sends to the app: envelopes, and what came back."""

import asyncio
import time
import uuid
from collections.abc import Coroutine
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from bot.sandbox.ids import next_number
from bot.sandbox.state.changes import Changes
from bot.sandbox.state.log import Log
from bot.sandbox.wire import Json


class Kind(StrEnum):
    """Types of envelopes, by Slack's names."""

    SLASH = "slash_commands"
    INTERACTIVE = "interactive"
    EVENT = "events_api"


DISPATCH_FAILED: Final = "dispatch_failed"
"""Nobody was there to take it."""
TIMED_OUT: Final = "operation_timeout"
"""Nobody acknowledged it within three seconds."""
SERVICE_ERROR: Final = "http_service_error"
"""The request URL answered with something else than 200."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the app acknowledged with. `error` is "" or one of Slack's words for a failure.

    `status` is that of HTTP, where the payload went that way.
    """

    body: Json | None = None
    error: str = ""
    status: int | None = None


@dataclass(slots=True, kw_only=True)
class Delivery:
    """One payload on its way to the app, and what became of it.

    `attempts` counts what was sent. `acked` can come true after `error` was set: the app was too
    late for the person. `reply` is the body of the acknowledgement, `status` that of HTTP (None
    over Socket Mode), `duration` the seconds until it was settled (None before).
    """

    kind: Kind
    payload: Json
    at: float
    accepts_reply: bool
    envelope_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    attempts: int = 0
    acked: bool = False
    error: str = ""
    notes: tuple[str, ...] = ()
    """What was wrong with the app's answer, in sentences."""
    reply: Json | None = None
    status: int | None = None
    duration: float | None = None
    number: int = field(default_factory=next_number)
    started: float = field(default_factory=time.monotonic)

    def settle(self, reply: Reply) -> None:
        """Note how it ended, for now."""
        self.error = reply.error
        self.status = reply.status
        self.reply = reply.body if reply.body is not None else self.reply
        self.acked = self.acked or not reply.error
        self.duration = time.monotonic() - self.started

    @property
    def answer(self) -> Json:
        """What the app acknowledged with in time; {} for nothing."""
        return {} if self.error or self.reply is None else self.reply


class Transport(Protocol):
    """A way to the app."""

    async def send(self, delivery: Delivery) -> Reply:
        """Send it and wait for the acknowledgement, three seconds at most."""
        ...


class Deliveries(Log[Delivery]):
    """The last payloads that were sent, in order; each is changed while it goes on."""

    def __init__(self, changes: Changes) -> None:
        super().__init__(changes, "delivery")

    def of(self, kind: str) -> list[Delivery]:
        """The deliveries of one kind."""
        return [delivery for delivery in self if delivery.kind == kind]


class Background:
    """Tasks that go on after the call that started them, and end with the workspace."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[object, object, None]) -> None:
        """Keep some work going until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel what still runs, and wait for it."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
