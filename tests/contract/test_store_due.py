"""Which runs somebody should look at, so that no crash leaves one behind."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

from bot.core.ports.store import Store
from tests.contract.conftest import World
from tests.contract.samples import (
    APPROVE,
    BASE,
    GATE,
    a_run,
    ask,
    drive,
    fail,
    finish,
    made,
    next_version,
    start,
)

NO_GRACE = timedelta(0)


async def test_a_new_run_is_due(store: Store) -> None:
    await start(store)
    assert await store.due(limit=10) == (BASE,)


async def test_a_settled_run_is_due_no_more(world: World) -> None:
    store = world.open(grace=NO_GRACE)
    await start(store)
    await store.settle(BASE)
    assert await store.due(limit=10) == ()


async def test_whatever_people_ask_makes_a_run_due_again(world: World) -> None:
    store = world.open(grace=NO_GRACE)
    lease = await ask(store, await start(store))
    await fail(store, lease)
    await store.release(lease, rev=(await store.load(BASE)).run.rev)
    for ask_for in (
        partial(store.decide, BASE, GATE.key, APPROVE),
        partial(store.retry, BASE, by="UANA"),
        partial(store.cancel, BASE, by="UANA"),
    ):
        await store.settle(BASE)
        assert await store.due(limit=10) == ()
        await ask_for()
        assert await store.due(limit=10) == (BASE,)


async def test_a_run_that_was_just_touched_is_not_settled(world: World) -> None:
    store = world.open(grace=timedelta(milliseconds=60))
    await start(store)
    await store.settle(BASE)
    assert await store.due(limit=10) == (BASE,)
    await world.wait_ms(61)
    await store.settle(BASE)
    assert await store.due(limit=10) == ()


async def test_a_driven_run_needs_no_look_until_its_lease_expired(world: World) -> None:
    store = world.open()
    run = await start(store)
    await drive(store, run, ttl_ms=40)
    assert await store.due(limit=10) == ()
    await world.wait_ms(41)
    assert await store.due(limit=10) == (BASE,)


async def test_an_ended_run_is_due_until_it_was_looked_at(world: World) -> None:
    store = world.open(grace=NO_GRACE)
    lease = await drive(store, await start(store))
    done = await finish(store, lease)
    await store.release(lease, rev=done.rev)
    assert await store.due(limit=10) == (BASE,)
    await store.settle(BASE)
    assert await store.due(limit=10) == ()


async def test_a_postponed_run_is_due_later(world: World) -> None:
    store = world.open(grace=NO_GRACE)
    await start(store)
    await store.postpone(BASE, until=await store.now() + 40)
    assert await store.due(limit=10) == ()
    await world.wait_ms(41)
    assert await store.due(limit=10) == (BASE,)


async def test_people_make_a_postponed_run_due_at_once(world: World) -> None:
    store = world.open(grace=NO_GRACE)
    await ask(store, await start(store))
    await store.postpone(BASE, until=await store.now() + 100_000)
    await store.cancel(BASE, by="UANA")
    assert await store.due(limit=10) == (BASE,)


async def test_a_run_that_was_just_touched_is_not_postponed(store: Store) -> None:
    await start(store)
    await store.postpone(BASE, until=await store.now() + 100_000)
    assert await store.due(limit=10) == (BASE,)


async def test_a_run_can_be_postponed_further(world: World) -> None:
    store = world.open(grace=NO_GRACE)
    await start(store)
    await store.postpone(BASE, until=await store.now() + 100_000)
    await store.postpone(BASE, until=await store.now() + 20)
    await world.wait_ms(21)
    assert await store.due(limit=10) == (BASE,)


async def test_the_longest_due_come_first_and_no_more_than_asked_for(world: World) -> None:
    store = world.open()
    ids = []
    for nth in range(5):
        ids.append((await next_version(store, trigger_id=f"t{nth}")).run_id)
        await world.wait_ms(2)
    assert list(await store.due(limit=3)) == ids[:3]


async def test_driven_runs_do_not_hide_the_others(world: World) -> None:
    store = world.open()
    for nth in range(5):
        run = await next_version(store, trigger_id=f"t{nth}")
        await drive(store, run, owner=f"d{nth}")
        await world.wait_ms(2)
    last = await next_version(store, trigger_id="t9")
    assert await store.due(limit=1) == (last.run_id,)


async def test_an_entry_without_a_record_goes_after_the_grace(world: World) -> None:
    store = world.open(grace=timedelta(milliseconds=40), finished_ttl=timedelta(milliseconds=20))
    await start(store)
    await store.cancel(BASE, by="UANA")
    await world.wait_ms(25)
    assert await store.due(limit=10) == ()
    await start(store)
    await store.discard(BASE)
    assert await store.due(limit=10) == ()


async def test_the_address_for_private_lines_is_forgotten_when_an_ended_run_is_settled(
    store: Store,
) -> None:
    """It lets anybody write who reads it, and is worth nothing after half an hour."""
    run = made(await store.create(replace(a_run(), response_url="https://hooks.example/1")))
    await store.settle(BASE)
    assert (await store.load(BASE)).run == run
    assert run.response_url
    done = await finish(store, await drive(store, run))
    await store.settle(BASE)
    assert (await store.load(BASE)).run == replace(done, response_url="")
