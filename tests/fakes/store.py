"""The store in memory, for unit tests. The contract tests hold it to the real one."""

from collections.abc import Sequence
from dataclasses import replace

from bot.adapters.redis_store.keys import base_of, version_of, versioned
from bot.core.model import GateState, Run, RunState, Snapshot
from bot.core.ports.store import Claimed, Created, Exists
from bot.core.question import Choice, Decision
from tests.fakes.store_leases import FakeLeases
from tests.fakes.store_memory import Index, Record
from tests.fakes.store_slots import FakeSlots


class FakeStore(FakeLeases, FakeSlots):
    """Implements `Store`. Nothing in it waits, so every method is one step."""

    async def now(self) -> int:
        return self.tick()

    async def create(
        self, run: Run, *, new_version: bool = False, after: str | None = None
    ) -> Created | Exists:
        base = base_of(run.run_id)
        index = self.index(base)
        made = self.find(index.triggers.get(run.trigger_id, "")) if index else None
        if made and run.trigger_id:
            return Created(made.run, again=True)
        newest = self.find(index.latest) if index else None
        wanted = new_version or (index is not None and index.latest == after)
        if newest and not wanted:
            return Exists(newest.run)
        version = version_of(index.latest) + 1 if index else 1
        run_id = versioned(base, version)
        now = self.touch(run_id)
        new = replace(run, run_id=run_id, version=version, rev=1, fence=0, created_at=now)
        self.records[run_id] = Record(new)
        self.indexes[base] = Index(run_id, {**(index.triggers if index else {})})
        self.indexes[base].triggers[run.trigger_id] = run_id
        return Created(new)

    async def discard(self, run_id: str) -> bool:
        record = self.find(run_id)
        if record is None:
            return True
        if record.run.fence or record.run.state.final:
            return False
        base = base_of(run_id)
        index = self.indexes[base]
        del self.records[run_id]
        index.triggers.pop(record.run.trigger_id, None)
        before = versioned(base, max(record.run.version - 1, 1))
        if index.latest == run_id and self.find(before):
            index.latest = before
        self._unlist(run_id)
        return True

    async def load(self, run_id: str) -> Snapshot:
        return self.record(run_id).snapshot(self.tick())

    async def choose(self, run_id: str, gate_key: str, row: str, choice: Choice) -> Claimed:
        now = self.touch(run_id)
        record = self.record(run_id)
        gate = record.gates.get(gate_key)
        won = not record.run.state.final and gate is not None and gate.state is GateState.OPEN
        if won and gate:
            choices = {**gate.choices, row: replace(choice, at=now)}
            record.gates[gate_key] = replace(gate, choices=choices, chosen=gate.chosen + 1)
            record.write()
        return Claimed(won=won, snapshot=record.snapshot(self.tick()))

    async def decide(
        self, run_id: str, gate_key: str, decision: Decision, *, chosen: int | None = None
    ) -> Claimed:
        now = self.touch(run_id)
        record = self.record(run_id)
        gate = record.gates.get(gate_key)
        won = not record.run.state.final and gate is not None and gate.state is GateState.OPEN
        won = won and chosen in {None, gate.chosen if gate else 0}
        if won and gate:
            decided = replace(decision, at=now)
            record.gates[gate_key] = replace(
                gate, state=GateState.DECIDED, decision=decided, problem=""
            )
            record.write()
        return Claimed(won=won, snapshot=record.snapshot(self.tick()))

    async def cancel(self, run_id: str, *, by: str, delivery: str = "") -> Claimed:
        now = self.touch(run_id)
        record = self.record(run_id)
        if delivery and record.cancel_for == delivery:
            return Claimed(won=True, snapshot=record.snapshot(now))
        won = not record.run.state.final
        if won:
            record.owner = None
            fence = record.run.fence + 1
            record.write(
                state=RunState.CANCELLED, ended_by=by, ended_at=now, retry_by=None, fence=fence
            )
            record.cancel_for = delivery
            record.finish(expires_at=now + self.kept_ms)
        return Claimed(won=won, snapshot=record.snapshot(self.tick()))

    async def retry(self, run_id: str, *, by: str, delivery: str = "") -> Claimed:
        now = self.touch(run_id)
        record = self.record(run_id)
        if delivery and record.retry_for == delivery:
            return Claimed(won=True, snapshot=record.snapshot(now))
        run = record.run
        may = run.failure is not None and run.failure.kind.can_retry
        won = may and not run.state.final and run.retry_by is None
        if won:
            record.retry_for = delivery
            record.write(retry_by=by, starts=0)
        return Claimed(won=won, snapshot=record.snapshot(self.tick()))

    async def due(self, *, limit: int) -> Sequence[str]:
        now = self.tick()
        found = []
        for run_id, score in sorted(self.listed.items(), key=lambda item: (item[1], item[0])):
            record = self.find(run_id)
            if record is None and score <= now:
                self._unlist(run_id)
            elif record and score <= now and not (record.owner and record.until > now):
                found.append(run_id)
        return tuple(found[:limit])

    async def settle(self, run_id: str) -> None:
        record = self.find(run_id)
        if record and record.run.state.final:
            record.run = replace(record.run, response_url="")
        self._unlist(run_id)

    async def postpone(self, run_id: str, *, until: int) -> None:
        now = self.tick()
        if not now - self.grace_ms < self.listed.get(run_id, 0) <= now:
            self.listed[run_id] = until

    def _unlist(self, run_id: str) -> None:
        if self.listed.get(run_id, 0) <= self.tick() - self.grace_ms:
            self.listed.pop(run_id, None)
