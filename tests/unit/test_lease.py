"""Holding a lease: how far a renewal is trusted, and when a driver has to stop."""

from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from bot import lease as lease_module
from bot.core.ports.store import FencedError, StoreUnavailableError
from bot.lease import LEASE_TTL, TRUST, HeldLease
from tests.contract.samples import drive, start
from tests.fakes import FakeClock, FakeStore

LONG = int(LEASE_TTL.total_seconds() * 1000)


@dataclass
class Holder:
    """A driver with its lease, and a switch to let another one take over."""

    clock: FakeClock = field(default_factory=FakeClock)

    async def begin(self) -> None:
        self.store = FakeStore(clock=self.clock)
        self.run = await start(self.store)
        lease = await drive(self.store, self.run, ttl_ms=LONG)
        self.held = HeldLease(self.store, lease, clock=lambda: self.clock() / 1000)

    async def lose(self) -> None:
        self.clock.advance(LONG)
        await drive(self.store, self.run, owner="another")


@pytest.fixture
async def holder(monkeypatch: pytest.MonkeyPatch) -> Holder:
    """A driver whose heart beats without waiting."""
    monkeypatch.setattr(lease_module, "BEAT", timedelta(0))
    made = Holder()
    await made.begin()
    return made


async def test_a_fresh_renewal_is_trusted_without_a_look(holder: Holder) -> None:
    holder.store.down = True
    holder.clock.advance(int(TRUST.total_seconds() * 1000) - 1)
    await holder.held.check()


async def test_an_old_renewal_is_looked_after(holder: Holder) -> None:
    holder.clock.advance(int(TRUST.total_seconds() * 1000))
    await holder.held.check()
    holder.store.down = True
    with pytest.raises(StoreUnavailableError):
        await holder.held.check()


async def test_a_driver_that_slept_past_its_lease_is_fenced_before_it_writes(
    holder: Holder,
) -> None:
    await holder.lose()
    with pytest.raises(FencedError):
        await holder.held.check()


async def test_a_look_at_an_expired_lease_is_no_reason_to_trust_it(holder: Holder) -> None:
    """Nobody had taken it then; a moment later somebody has."""
    holder.clock.advance(LONG)
    await holder.held.check()
    await drive(holder.store, holder.run, owner="another")
    with pytest.raises(FencedError):
        await holder.held.check()


async def test_a_beat_renews_the_lease_and_the_trust(holder: Holder) -> None:
    holder.clock.advance(LONG - 1)
    await holder.held.renew()
    holder.clock.advance(1)
    holder.store.down = True
    await holder.held.check()
    assert holder.store.records[holder.run.run_id].until == holder.clock() - 1 + LONG


async def test_the_heart_beats_until_the_lease_is_lost(holder: Holder) -> None:
    beats = []

    def beat() -> None:
        beats.append(1)
        if len(beats) == 3:
            holder.store.records[holder.run.run_id].owner = "another"

    with pytest.raises(FencedError):
        await holder.held.keep(each_beat=beat)
    assert len(beats) == 3


async def test_a_short_absence_of_redis_costs_no_drive_and_a_long_one_does(
    holder: Holder,
) -> None:
    waits = []

    def beat() -> None:
        waits.append(1)
        holder.clock.advance(1000)

    holder.store.down = True
    with pytest.raises(StoreUnavailableError):
        await holder.held.keep(each_beat=beat)
    assert len(waits) == LEASE_TTL.total_seconds()
