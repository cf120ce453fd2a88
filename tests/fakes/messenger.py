"""Slack in small: messages by ts, with the metadata that finds them again."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from bot.core.model import Run
from bot.core.ports.messenger import (
    CannotSpeakError,
    DeliveryError,
    File,
    GaveWayError,
    Message,
    MessageGoneError,
    Messenger,
    Ready,
)


@dataclass(frozen=True)
class Sent:
    """A message as Slack has it. `edits` counts its updates."""

    ts: str
    run_id: str
    slot: str
    thread: str | None
    text: str
    nonce: str = ""
    edits: int = 0


@dataclass
class FakeMessenger(Messenger):
    """Implements `Messenger`.

    `failing` slots are not delivered; `lossy` ones arrive, but their answer is lost.
    `muted` is the code with which Slack refuses everything. `busy`: what may be dropped is.
    While `deaf`, private lines are not delivered.
    """

    sent: dict[str, Sent] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    failing: set[str] = field(default_factory=set)
    lossy: set[str] = field(default_factory=set)
    muted: str = ""
    busy: bool = False
    deaf: bool = False
    blind: bool = False
    """Slack refuses look-ups."""
    meanwhile: dict[str, Callable[[], Awaitable[object]]] = field(default_factory=dict)
    """What happens while the next call for a slot, or `find {slot}`, waits for its turn."""
    _count: int = 0

    def shown(self, slot: str) -> list[Sent]:
        """The messages that people see for a slot."""
        return [m for m in self.sent.values() if m.slot == slot]

    def texts(self) -> dict[str, list[str]]:
        """What people see, by slot."""
        return {m.slot: [s.text for s in self.shown(m.slot)] for m in self.sent.values()}

    def delete(self, slot: str) -> None:
        """Somebody deletes the messages of a slot."""
        for message in self.shown(slot):
            del self.sent[message.ts]

    async def post(
        self, run: Run, message: Message, *, thread: str | None, nonce: str, ready: Ready
    ) -> str:
        await self._call("post", message.slot, ready, thread=thread)
        return self._put(run, message.slot, message.text, thread=thread, nonce=nonce)

    async def update(
        self, run: Run, message: Message, *, ts: str, may_drop: bool, ready: Ready
    ) -> None:
        if may_drop and self.busy:
            raise GaveWayError
        await self._call("update", message.slot, ready)
        if ts not in self.sent:
            raise MessageGoneError
        there = self.sent[ts]
        assert (there.run_id, there.slot) == (run.run_id, message.slot)
        self.sent[ts] = replace(there, text=message.text, edits=there.edits + 1)

    async def upload(self, run: Run, file: File, *, thread: str, slot: str, ready: Ready) -> str:
        await self._call("upload", slot, ready, thread=thread)
        return self._put(run, slot, file.content, thread=thread)

    async def find(self, run: Run, slot: str, *, thread: str | None) -> str | None:
        self.calls.append(f"find {slot}")
        if f"find {slot}" in self.meanwhile:
            await self.meanwhile.pop(f"find {slot}")()
        found = [m.ts for m in self.shown(slot) if (m.run_id, m.thread) == (run.run_id, thread)]
        return None if self.blind else max(found, default=None)

    async def tell(self, run: Run, text: str) -> None:
        if self.deaf:
            raise DeliveryError("internal_error")
        self.told.append(f"{run.starter}: {text}")

    async def _call(
        self, method: str, slot: str, ready: Ready, *, thread: str | None = None
    ) -> None:
        if slot in self.meanwhile:
            await self.meanwhile.pop(slot)()
        await ready()
        self.calls.append(f"{method} {slot}")
        if self.muted:
            raise CannotSpeakError(self.muted)
        if slot in self.failing:
            raise DeliveryError("internal_error")
        if thread is not None and thread not in self.sent:
            raise MessageGoneError

    def _put(
        self, run: Run, slot: str, text: str, *, thread: str | None = None, nonce: str = ""
    ) -> str:
        self._count += 1
        ts = f"1800000000.{self._count:06d}"
        self.sent[ts] = Sent(ts, run.run_id, slot, thread, text, nonce)
        if slot in self.lossy:
            raise DeliveryError("timeout")
        return ts
