"""The driver's side of the fake store."""

from collections.abc import Sequence
from dataclasses import replace

from bot.core.model import GateState, Lease, Run
from bot.core.ports.store import (
    ChangedError,
    FencedError,
    GateChange,
    Held,
    Pulse,
)
from tests.fakes.store_memory import Memory, Record

_WRITTEN = (
    *("state", "ended_at", "ended_by", "failure", "retry_by", "result", "links", "starts"),
    *("drive_checkpoint", "handed", "checkpoint", "fingerprint", "code", "progress", "usage"),
)


class FakeLeases(Memory):
    async def take_lease(self, run_id: str, *, owner: str, ttl_ms: int) -> Lease | Held:
        record = self.record(run_id)
        now = self.tick()
        if record.run.state.final:
            raise FencedError(run_id)
        if record.owner not in {None, owner} and record.until > now:
            return Held(until=record.until)
        record.owner, record.until = owner, now + ttl_ms
        record.run = replace(record.run, fence=record.run.fence + 1)
        return Lease(run_id=run_id, owner=owner, fence=record.run.fence)

    async def pulse(self, lease: Lease, *, ttl_ms: int) -> Pulse:
        record = self.find(lease.run_id)
        if record is None:
            return Pulse(held=False, rev=0)
        held = record.drives(lease)
        if held:
            record.until = self.tick() + ttl_ms
        return Pulse(held=held, rev=record.run.rev)

    async def holds(self, lease: Lease) -> bool:
        record = self.find(lease.run_id)
        return record is not None and record.drives(lease)

    async def release(self, lease: Lease, *, rev: int) -> bool:
        record = self.find(lease.run_id)
        if record is None or not record.drives(lease):
            return True
        if record.run.rev != rev:
            return False
        record.owner = None
        return True

    async def abandon(self, lease: Lease, *, uncount: bool) -> None:
        record = self.find(lease.run_id)
        if record is None or not record.drives(lease):
            return
        record.owner = None
        if uncount and record.run.starts > 0:
            record.write(starts=record.run.starts - 1)

    async def commit(
        self, lease: Lease, before: Run, after: Run, *, gates: Sequence[GateChange] = ()
    ) -> int:
        record = self.driven(lease)
        if record.run.rev != before.rev or not all(_expected(record, g) for g in gates):
            raise ChangedError(lease.run_id)
        was_final = record.run.state.final
        changed = {
            name: getattr(after, name)
            for name in _WRITTEN
            if getattr(after, name) != getattr(before, name)
        }
        record.write(**changed)
        for change in gates:
            _apply(record, change)
        if record.run.state.final and not was_final:
            record.finish(expires_at=self.tick() + self.kept_ms)
        return record.run.rev

    async def note_progress(self, lease: Lease, run: Run) -> int:
        record = self.driven(lease)
        record.write(progress=run.progress, usage=run.usage)
        return record.run.rev


def _expected(record: Record, change: GateChange) -> bool:
    there = record.gates.get(change.gate.key)
    return (there.state if there else None) == change.expected


def _apply(record: Record, change: GateChange) -> None:
    there = record.gates.get(change.gate.key)
    opens = change.state is GateState.OPEN
    record.gates[change.gate.key] = replace(
        change.gate if opens or there is None else there,
        state=change.state,
        problem=change.problem,
        checkpoint=change.gate.checkpoint,
        decision=None if opens or there is None else there.decision,
        choices=there.choices if there else {},
        chosen=there.chosen if there else 0,
    )
