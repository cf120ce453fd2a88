"""Starting runs: one business key, one run, versions on request."""

import asyncio
from datetime import timedelta

from bot.core.model import RunState
from bot.core.ports.store import Created, Exists, Store
from tests.contract.conftest import World
from tests.contract.samples import (
    BASE,
    a_run,
    drive,
    finish,
    made,
    next_version,
    show,
    start,
)


async def test_a_new_run_is_recorded_whole_with_the_time_of_the_store(store: Store) -> None:
    began = await store.now()
    run = await start(store)
    assert (await store.load(BASE)).run == run
    assert began <= run.created_at <= await store.now()
    assert (run.run_id, run.version, run.rev, run.state) == (BASE, 1, 1, RunState.ACTIVE)
    assert run.inputs == {"notes": "修复了登录"}


async def test_the_same_delivery_again_gives_the_run_it_made(store: Store) -> None:
    run = await start(store)
    assert await store.create(a_run()) == Created(run, again=True)


async def test_another_command_with_the_same_key_finds_the_run(store: Store) -> None:
    run = await start(store)
    assert await store.create(a_run(trigger_id="t2")) == Exists(run)


async def test_a_new_version_gets_the_next_id(store: Store) -> None:
    await start(store)
    second = await next_version(store, trigger_id="t2")
    third = await next_version(store, trigger_id="t3")
    assert (second.run_id, second.version) == (f"{BASE}.2", 2)
    assert (third.run_id, third.version) == (f"{BASE}.3", 3)
    assert await store.create(a_run(trigger_id="t4")) == Exists(third)


async def test_a_late_copy_of_the_first_delivery_still_finds_its_own_run(store: Store) -> None:
    first = await start(store)
    second = await next_version(store, trigger_id="t2")
    assert await store.create(a_run(trigger_id="t1")) == Created(first, again=True)
    again = await store.create(a_run(trigger_id="t2"), new_version=True)
    assert again == Created(second, again=True)


async def test_runs_without_a_trigger_are_not_taken_for_copies(store: Store) -> None:
    await start(store, trigger_id="")
    second = await next_version(store, trigger_id="")
    assert second.version == 2


async def test_fifty_deliveries_of_one_command_make_one_run(store: Store) -> None:
    outcomes = await asyncio.gather(*(store.create(a_run()) for _ in range(50)))
    assert [made(o).run_id for o in outcomes] == [BASE] * 50
    assert sum(not o.again for o in outcomes if isinstance(o, Created)) == 1


async def test_people_who_want_a_new_version_at_once_get_one_each(store: Store) -> None:
    await start(store)
    runs = await asyncio.gather(
        *(next_version(store, trigger_id=f"t{nth}") for nth in range(2, 12))
    )
    assert sorted(run.version for run in runs) == list(range(2, 12))


async def test_a_finished_run_still_holds_its_key(store: Store) -> None:
    run = await start(store)
    done = await finish(store, await drive(store, run))
    assert await store.create(a_run(trigger_id="t2")) == Exists(done)


async def test_a_discarded_run_leaves_its_key_free(store: Store) -> None:
    await start(store)
    assert await store.discard(BASE)
    again = await start(store)
    assert again.run_id == BASE


async def test_a_discarded_version_makes_room_for_the_one_before(store: Store) -> None:
    first = await start(store)
    second = await next_version(store, trigger_id="t2")
    await store.discard(second.run_id)
    assert await store.create(a_run(trigger_id="t3")) == Exists(first)
    assert (await next_version(store, trigger_id="t4")).version == 2


async def test_discarding_spares_a_run_that_was_driven(store: Store) -> None:
    run = await start(store)
    await drive(store, run)
    assert not await store.discard(BASE)
    assert (await store.load(BASE)).run.run_id == BASE


async def test_discarding_spares_a_run_that_was_cancelled(store: Store) -> None:
    await start(store)
    await store.cancel(BASE, by="UANA")
    assert not await store.discard(BASE)


async def test_discarding_what_is_not_there_is_no_error(store: Store) -> None:
    assert await store.discard(BASE)


async def test_the_thread_of_a_run_leads_to_it(store: Store) -> None:
    run = await start(store)
    await show(store, run, ts="111.1")
    assert await store.run_at("C1", "111.1") == BASE
    assert await store.run_at("C2", "111.1") is None


async def test_a_key_whose_run_expired_is_free_again(world: World) -> None:
    store = world.open(finished_ttl=timedelta(milliseconds=50))
    await finish(store, await drive(store, await start(store)))
    await world.wait_ms(60)
    assert (await start(store)).run_id == BASE


async def test_the_id_of_an_expired_version_is_not_used_again(world: World) -> None:
    store = world.open(finished_ttl=timedelta(milliseconds=50))
    await start(store)
    second = await next_version(store, trigger_id="t2")
    await store.cancel(second.run_id, by="UANA")
    await world.wait_ms(60)
    third = await store.create(a_run(trigger_id="t2"))
    assert made(third).run_id == f"{BASE}.3"


async def test_a_version_after_the_newest_one_is_made_once(store: Store) -> None:
    first = await start(store)
    second = made(await store.create(a_run(trigger_id="t2"), after=first.run_id))
    assert second.run_id == f"{BASE}.2"
    assert await store.create(a_run(trigger_id="t3"), after=first.run_id) == Exists(second)
    again = await store.create(a_run(trigger_id="t2"), after=first.run_id)
    assert again == Created(second, again=True)


async def test_of_many_who_go_on_after_the_same_version_one_does(store: Store) -> None:
    first = await start(store)
    wishes = (a_run(trigger_id=f"w{n}") for n in range(20))
    outcomes = await asyncio.gather(*(store.create(w, after=first.run_id) for w in wishes))
    assert {outcome.run.run_id for outcome in outcomes} == {f"{BASE}.2"}
    assert sum(isinstance(outcome, Created) for outcome in outcomes) == 1
