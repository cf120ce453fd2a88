"""What the fake store remembers: records with an end, as Redis keeps them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from bot.adapters.redis_store.keys import base_of
from bot.core.model import Gate, GateState, Lease, Run, Slot, Snapshot
from bot.core.ports.store import FencedError, NoRunError, StoreUnavailableError
from tests.fakes.clock import FakeClock


@dataclass
class Record:
    """One run, as the three hashes hold it."""

    run: Run
    gates: dict[str, Gate] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    claims: dict[str, tuple[str, int]] = field(default_factory=dict)
    owner: str | None = None
    until: int = 0
    muted_until: int = 0
    told: bool = False
    cancel_for: str = ""
    retry_for: str = ""
    expires_at: int | None = None

    def snapshot(self, now: int) -> Snapshot:
        return Snapshot(
            run=self.run,
            gates=dict(self.gates),
            slots=dict(self.slots),
            muted_until=self.muted_until,
            told=self.told,
            read_at=now,
        )

    def drives(self, lease: Lease) -> bool:
        return self.owner == lease.owner and self.run.fence == lease.fence

    def write(self, **changes: object) -> None:
        """Change the run and raise its rev."""
        self.run = replace(self.run, rev=self.run.rev + 1, **changes)  # type: ignore[arg-type]

    def finish(self, *, expires_at: int) -> None:
        self.expires_at = expires_at
        for key, gate in self.gates.items():
            if gate.state in {GateState.OPEN, GateState.DECIDED}:
                self.gates[key] = replace(gate, state=GateState.CLOSED)


@dataclass
class Index:
    """The versions under one business key."""

    latest: str
    triggers: dict[str, str] = field(default_factory=dict)


class Memory:
    """The data, the clock, and a switch: while `down`, every method raises."""

    def __init__(
        self,
        *,
        clock: Callable[[], int] | None = None,
        finished_ttl: timedelta = timedelta(days=30),
        grace: timedelta = timedelta(seconds=30),
    ) -> None:
        self.clock = clock or FakeClock()
        self.down = False
        self.kept_ms = finished_ttl // timedelta(milliseconds=1)
        self.grace_ms = grace // timedelta(milliseconds=1)
        self.records: dict[str, Record] = {}
        self.indexes: dict[str, Index] = {}
        self.listed: dict[str, int] = {}
        self.threads: dict[tuple[str, str], str] = {}
        self.drafts: dict[tuple[str, str], tuple[dict[str, Any], int]] = {}

    def tick(self) -> int:
        """Read the time, if the store can be reached."""
        if self.down:
            raise StoreUnavailableError("the fake store is down")
        return self.clock()

    def find(self, run_id: str) -> Record | None:
        now, record = self.tick(), self.records.get(run_id)
        if record and record.expires_at is not None and record.expires_at <= now:
            return None
        return record

    def record(self, run_id: str) -> Record:
        record = self.find(run_id)
        if record is None:
            raise NoRunError(run_id)
        return record

    def driven(self, lease: Lease) -> Record:
        record = self.find(lease.run_id)
        if record is None or not record.drives(lease):
            raise FencedError(lease.run_id)
        return record

    def index(self, base: str) -> Index | None:
        """The index lives as long as any version of the run."""
        alive = any(self.find(run_id) for run_id in self.records if base_of(run_id) == base)
        return self.indexes.get(base) if alive else None

    def touch(self, run_id: str) -> int:
        self.listed[run_id] = now = self.tick()
        return now
