"""A run, a Slack to show it in, and whatever its slots should show."""

from dataclasses import dataclass, field

from bot.core.model import Lease, Run, RunState, Snapshot
from bot.core.ports.messenger import File, Message
from bot.show import Show, Shown
from bot.slots import CLAIM_TTL
from tests.contract.samples import change, drive, start
from tests.fakes.clock import FakeClock
from tests.fakes.messenger import FakeMessenger
from tests.fakes.store import FakeStore

SETTLED = Shown(settled=True, rooted=True)
LATER = Shown(settled=False, rooted=True)


@dataclass
class Stage:
    """Slots by name, and the line that each should show; files by the slot they belong to."""

    clock: FakeClock = field(default_factory=FakeClock)
    slack: FakeMessenger = field(default_factory=FakeMessenger)
    slots: dict[str, str] = field(default_factory=lambda: {"root": "begun", "card": "approve?"})
    files: dict[str, File] = field(default_factory=dict)
    nonces: int = 0

    def __post_init__(self) -> None:
        self.store = FakeStore(clock=self.clock)
        self.show = self.another()

    async def begin(self) -> None:
        self.run = await start(self.store)
        self.lease: Lease = await drive(self.store, self.run)

    def another(self) -> Show:
        """Show as another process has it."""
        return Show(
            self.store,
            self.slack,
            self.render,
            new_nonce=self.new_nonce,
            clock=lambda: self.clock() / 1000,
        )

    def new_nonce(self) -> str:
        self.nonces += 1
        return f"n{self.nonces}"

    def render(self, _snapshot: Snapshot) -> tuple[Message, ...]:
        return tuple(
            Message(slot, text, ({"text": text},), file=self.files.get(slot))
            for slot, text in self.slots.items()
        )

    async def look(self) -> Shown:
        return await self.show(self.run.run_id)

    async def record(self, state: RunState = RunState.ACTIVE) -> Run:
        """Write something, so that the rev moves."""
        return await change(self.store, self.lease, state=state)

    async def say(self, **slots: str) -> None:
        self.slots.update(slots)
        await self.record()

    def texts(self, slot: str) -> list[str]:
        return [m.text for m in self.slack.shown(slot)]

    async def claim(self, slot: str) -> None:
        """Another process is about to write a slot."""
        claim = await self.store.claim_slot(
            self.run.run_id, slot, nonce="other", ttl_ms=CLAIM_TTL.seconds * 1000
        )
        assert claim is not None
