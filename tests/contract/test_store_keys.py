"""Which keys a run has, and that all of them end with it, and none before."""

from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.adapters.redis_store import RedisStore, due
from bot.adapters.redis_store.keys import DUE, keys_of
from bot.core.model import GateState, RunState
from bot.core.ports.store import GateChange
from tests.contract.samples import (
    BASE,
    GATE,
    ask,
    change,
    claim,
    drive,
    finish,
    live_a_whole_life,
    next_version,
    show,
    start,
)

FOREVER = -1


@pytest.fixture
def store(redis: Redis) -> RedisStore:
    return RedisStore(redis, grace=timedelta(0))


async def ends(redis: Redis) -> dict[str, int]:
    """Every key and its time to live in ms; -1 for good."""
    keys = [key async for key in redis.scan_iter()]
    return {str(key): await redis.pttl(key) for key in keys}


def of_runs(found: dict[str, int]) -> dict[str, int]:
    return {key: ttl for key, ttl in found.items() if key != DUE}


async def test_nothing_of_a_waiting_run_ends(redis: Redis, store: RedisStore) -> None:
    run = await start(store)
    await show(store, run, ts="111.1")
    lease = await ask(store, run)
    await store.release(lease, rev=(await store.load(BASE)).run.rev)
    assert set((await ends(redis)).values()) == {FOREVER}


async def test_everything_of_a_cancelled_run_ends(redis: Redis, store: RedisStore) -> None:
    run = await start(store)
    await show(store, run, ts="111.1")
    await ask(store, run)
    await store.cancel(BASE, by="UANA")
    found = of_runs(await ends(redis))
    assert len(found) == 5
    month = timedelta(days=30) / timedelta(milliseconds=1)
    assert all(month - 60_000 < ttl <= month for ttl in found.values())


async def test_everything_of_a_finished_run_ends(redis: Redis, store: RedisStore) -> None:
    await live_a_whole_life(store)
    found = of_runs(await ends(redis))
    assert keys_of(BASE).run in found
    assert FOREVER not in found.values()


async def test_what_is_shown_after_the_end_ends_as_well(redis: Redis, store: RedisStore) -> None:
    run = await start(store)
    lease = await drive(store, run)
    await finish(store, lease)
    await show(store, run, "root", ts="111.1")
    await show(store, run, "result", ts="111.2")
    await claim(store, run, "failure")
    await store.mute(BASE, until=1, told=True)
    await change(store, lease, gates=[GateChange(GATE, GateState.SUPERSEDED)])
    found = of_runs(await ends(redis))
    assert keys_of(BASE).slots in found
    assert keys_of(BASE).gates in found
    assert FOREVER not in found.values()


async def test_a_crash_before_the_thread_got_its_end_is_made_good(
    redis: Redis, store: RedisStore
) -> None:
    run = await start(store)
    await show(store, run, ts="111.1")
    await store.cancel(BASE, by="UANA")
    thread = "signoff:thread:C1:111.1"
    await redis.persist(thread)
    await store.settle(BASE)
    assert await redis.pttl(thread) > 0


async def test_a_crash_before_the_record_leaves_an_entry_that_is_swept(
    redis: Redis, store: RedisStore
) -> None:
    await redis.zadd(DUE, {BASE: 1})
    assert await store.due(limit=10) == ()
    assert await ends(redis) == {}


async def test_the_key_stays_while_any_version_waits(redis: Redis, store: RedisStore) -> None:
    await start(store)
    second = await next_version(store, trigger_id="t2")
    index = keys_of(BASE).index
    await store.cancel(second.run_id, by="UANA")
    assert await redis.pttl(index) == FOREVER
    await store.cancel(BASE, by="UANA")
    assert await redis.pttl(index) > 0
    await next_version(store, trigger_id="t3")
    assert await redis.pttl(index) == FOREVER


async def test_an_old_root_message_is_forgotten_with_time(redis: Redis, store: RedisStore) -> None:
    run = await start(store)
    await show(store, run, ts="111.1")
    await show(store, run, ts="222.2")
    assert await redis.pttl("signoff:thread:C1:111.1") > 0
    assert await redis.pttl("signoff:thread:C1:222.2") == FOREVER


async def test_a_discarded_run_leaves_nothing_that_stays(redis: Redis, store: RedisStore) -> None:
    run = await start(store)
    await show(store, run, ts="111.1")
    await store.discard(BASE)
    found = await ends(redis)
    assert list(found) == ["signoff:thread:C1:111.1"]
    assert FOREVER not in found.values()


async def test_discarding_an_older_version_lets_the_key_end(
    redis: Redis, store: RedisStore
) -> None:
    await start(store)
    second = await next_version(store, trigger_id="t2")
    await store.cancel(second.run_id, by="UANA")
    await store.discard(BASE)
    assert FOREVER not in of_runs(await ends(redis)).values()


async def test_a_draft_ends(redis: Redis, store: RedisStore) -> None:
    await store.keep_draft(BASE, user="UANA", inputs={"points": "x"}, ttl=timedelta(hours=1))
    assert all(ttl > 0 for ttl in (await ends(redis)).values())


async def test_a_record_whose_index_was_lost_is_found_all_the_same(
    redis: Redis, store: RedisStore
) -> None:
    run = await start(store)
    await redis.delete(keys_of(BASE).index)
    assert (await next_version(store, trigger_id="t2")).version == 2
    assert (await store.load(BASE)).run == run
    assert (await store.load(f"{BASE}.2")).run.state is RunState.ACTIVE


async def test_a_long_list_is_read_page_by_page(
    redis: Redis, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "_PAGE", 2)
    await redis.zadd(DUE, {"gone-00000000": 1})
    for nth in range(5):
        await drive(store, await next_version(store, trigger_id=f"t{nth}"), owner=f"d{nth}")
    last = await next_version(store, trigger_id="t9")
    await redis.zadd(DUE, {last.run_id: await store.now()})
    assert await store.due(limit=1) == (last.run_id,)
    assert await redis.zscore(DUE, "gone-00000000") is None
    monkeypatch.setattr(due, "_PAGES", 2)
    assert await store.due(limit=1) == ()
