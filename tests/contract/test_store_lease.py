"""One driver at a time: leases, fences and their end."""

import asyncio
from dataclasses import replace

import pytest

from bot.core.model import Lease
from bot.core.ports.store import FencedError, Held, Pulse, Store
from tests.contract.conftest import World
from tests.contract.samples import BASE, change, drive, finish, start


async def test_each_lease_has_a_higher_fence(store: Store) -> None:
    run = await start(store)
    first = await drive(store, run)
    assert await store.release(first, rev=run.rev)
    second = await drive(store, run, owner="other")
    assert second.fence > first.fence
    assert (await store.load(BASE)).run.fence == second.fence


async def test_a_held_run_says_until_when(store: Store) -> None:
    run = await start(store)
    await drive(store, run, ttl_ms=10_000)
    held = await store.take_lease(BASE, owner="other", ttl_ms=10_000)
    assert isinstance(held, Held)
    assert 0 < held.until - await store.now() <= 10_000


async def test_of_fifty_drivers_at_once_one_gets_the_run(store: Store) -> None:
    await start(store)
    leases = await asyncio.gather(
        *(store.take_lease(BASE, owner=f"d{nth}", ttl_ms=10_000) for nth in range(50))
    )
    assert sum(isinstance(lease, Lease) for lease in leases) == 1


async def test_an_expired_lease_goes_to_the_next_and_fences_the_first(world: World) -> None:
    store = world.open()
    run = await start(store)
    first = await drive(store, run, ttl_ms=20)
    await world.wait_ms(21)
    assert await store.holds(first)
    second = await drive(store, run, owner="other")
    assert not await store.holds(first)
    assert await store.holds(second)
    assert not (await store.pulse(first, ttl_ms=10_000)).held


async def test_a_pulse_renews_and_tells_the_rev(world: World) -> None:
    store = world.open()
    run = await start(store)
    lease = await drive(store, run, ttl_ms=20)
    assert await store.pulse(lease, ttl_ms=10_000) == Pulse(held=True, rev=run.rev)
    await world.wait_ms(21)
    assert isinstance(await store.take_lease(BASE, owner="other", ttl_ms=1), Held)


async def test_taking_and_renewing_a_lease_is_no_news(store: Store) -> None:
    run = await start(store)
    lease = await drive(store, run)
    await store.pulse(lease, ttl_ms=10_000)
    assert (await store.load(BASE)).run == replace(run, fence=lease.fence)


async def test_the_same_owner_may_take_it_again(store: Store) -> None:
    run = await start(store)
    first = await drive(store, run)
    second = await drive(store, run)
    assert second.fence > first.fence
    assert not await store.holds(first)


async def test_an_ended_run_cannot_be_driven(store: Store) -> None:
    await start(store)
    await store.cancel(BASE, by="UANA")
    with pytest.raises(FencedError):
        await store.take_lease(BASE, owner="d", ttl_ms=1)


async def test_a_driver_that_ended_its_run_holds_it_until_it_lets_go(store: Store) -> None:
    lease = await drive(store, await start(store))
    done = await finish(store, lease)
    assert await store.holds(lease)
    assert await store.pulse(lease, ttl_ms=10_000) == Pulse(held=True, rev=done.rev)
    assert await store.release(lease, rev=done.rev)
    assert not await store.holds(lease)


async def test_a_lease_is_given_back_only_when_nothing_was_written_since(store: Store) -> None:
    run = await start(store)
    lease = await drive(store, run)
    await change(store, lease, starts=1)
    assert not await store.release(lease, rev=run.rev)
    assert await store.holds(lease)
    assert await store.release(lease, rev=run.rev + 1)
    assert not await store.holds(lease)


async def test_giving_back_a_lost_lease_leaves_the_new_driver_alone(store: Store) -> None:
    run = await start(store)
    lost = await drive(store, run, owner="first")
    await store.abandon(lost, uncount=False)
    new = await drive(store, run, owner="second")
    assert await store.release(lost, rev=run.rev)
    await store.abandon(lost, uncount=True)
    assert await store.holds(new)


async def test_a_handover_takes_its_own_start_back(store: Store) -> None:
    run = await start(store)
    lease = await drive(store, run)
    counted = await change(store, lease, starts=2)
    await store.abandon(lease, uncount=True)
    after = (await store.load(BASE)).run
    assert (after.starts, after.rev) == (1, counted.rev + 1)
    await drive(store, run, owner="next")


async def test_a_handover_never_counts_below_zero(store: Store) -> None:
    run = await start(store)
    await store.abandon(await drive(store, run), uncount=True)
    after = (await store.load(BASE)).run
    assert (after.starts, after.rev) == (0, run.rev)


async def test_a_handover_without_uncount_keeps_the_count(store: Store) -> None:
    run = await start(store)
    lease = await drive(store, run)
    await change(store, lease, starts=2)
    await store.abandon(lease, uncount=False)
    assert (await store.load(BASE)).run.starts == 2


async def test_a_driver_that_gave_its_lease_back_can_write_no_more(store: Store) -> None:
    lease = await drive(store, await start(store))
    await store.abandon(lease, uncount=False)
    with pytest.raises(FencedError):
        await change(store, lease, starts=1)


async def test_a_run_that_is_gone_fences_its_driver(store: Store) -> None:
    run = await start(store)
    lease = Lease(run_id="gone-0000", owner="d", fence=1)
    assert not await store.holds(lease)
    assert await store.pulse(lease, ttl_ms=1) == Pulse(held=False, rev=0)
    assert await store.release(lease, rev=1)
    await store.abandon(lease, uncount=True)
    with pytest.raises(FencedError):
        await store.commit(lease, run, run)
    with pytest.raises(FencedError):
        await store.note_progress(lease, run)
