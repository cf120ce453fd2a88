"""Waiting for something to happen in the workspace, by event and never by polling."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

from bot.sandbox.state.records import Channel, Message

WAITING_MOST: Final = 1_000
"""Changes that a stream holds for a reader who does not take them."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Change:
    """Something that people or scripts may want to look at again.

    `kind` is "message", "deleted", "ephemeral", "channel", "view", "call", "delivery", "people",
    "status", "scheduled", "connection", "faults", "app" or "kept". For a call or a delivery `ts`
    is its number. `before` is what a message, "deleted" or a channel was; None for a new one.
    """

    kind: str
    channel: str = ""
    ts: str = ""
    person: str = ""
    before: Message | Channel | None = field(default=None, repr=False, compare=False)


class Changes:
    """Tells everybody who waits that something changed."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Collection[str]] = {}
        self._listeners: set[Callable[[Change], None]] = set()

    def tell(self, change: Change) -> None:
        """Wake all who wait; they look for themselves whether it matters to them."""
        for listener in tuple(self._listeners):
            listener(change)
        for waiter, kinds in self._waiting.items():
            if not waiter.done() and (not kinds or change.kind in kinds):
                waiter.set_result(None)

    async def until(
        self, find: Callable[[], T | None], *, within: float, kinds: Collection[str] = ()
    ) -> T | None:
        """What `find` gives once it gives something, or None after `within` seconds.

        It is asked again after each change, or only after changes of some kinds.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + within
        while (found := find()) is None and (left := end - loop.time()) > 0:
            waiter: asyncio.Future[None] = loop.create_future()
            self._waiting[waiter] = kinds
            try:
                await asyncio.wait({waiter}, timeout=left)
            finally:
                self._waiting.pop(waiter, None)
        return found

    @contextmanager
    def listening(self, listener: Callable[[Change], None]) -> Iterator[None]:
        """Call `listener` with each change while the block runs."""
        self._listeners.add(listener)
        try:
            yield
        finally:
            self._listeners.discard(listener)

    async def stream(self) -> AsyncIterator[Change]:
        """Each change from now on. It ends where the reader has fallen too far behind."""
        queue: asyncio.Queue[Change] = asyncio.Queue(WAITING_MOST)
        behind = False

        def note(change: Change) -> None:
            nonlocal behind
            behind = behind or queue.full()
            if not behind:
                queue.put_nowait(change)

        with self.listening(note):
            while not behind:
                yield await queue.get()
