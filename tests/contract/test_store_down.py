"""When Redis cannot, the store says so at once, and nothing is half written."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from bot.adapters.redis_connection import open_redis
from bot.adapters.redis_server import EmbeddedRedis
from bot.adapters.redis_store import RedisStore
from bot.adapters.redis_store.lua import Call, reachable
from bot.core.model import Lease
from bot.core.ports.store import SlotClaim, Store, StoreUnavailableError
from bot.core.question import Action, Choice
from tests.contract.samples import (
    APPROVE,
    BASE,
    GATE,
    a_run,
    ask,
    drive,
    fail,
    show,
    start,
)
from tests.fakes import FakeStore

CHOICE = Choice(Action.APPROVE, by="UANA", at=0)
LEASE = Lease(run_id=BASE, owner="d", fence=1)
CLAIM = SlotClaim("root", "n", ts=None, intent="n", stale=False)


def everything(store: Store) -> Mapping[str, Callable[[], Awaitable[Any]]]:
    """Every method of the store, ready to call."""
    run = a_run()
    return {
        "now": store.now,
        "create": partial(store.create, run),
        "discard": partial(store.discard, BASE),
        "load": partial(store.load, BASE),
        "choose": partial(store.choose, BASE, GATE.key, "0", CHOICE),
        "decide": partial(store.decide, BASE, GATE.key, APPROVE),
        "cancel": partial(store.cancel, BASE, by="UANA"),
        "retry": partial(store.retry, BASE, by="UANA"),
        "take_lease": partial(store.take_lease, BASE, owner="d", ttl_ms=1),
        "pulse": partial(store.pulse, LEASE, ttl_ms=1),
        "holds": partial(store.holds, LEASE),
        "release": partial(store.release, LEASE, rev=1),
        "abandon": partial(store.abandon, LEASE, uncount=True),
        "commit": partial(store.commit, LEASE, run, run),
        "note_progress": partial(store.note_progress, LEASE, run),
        "claim_slot": partial(store.claim_slot, BASE, "root", nonce="n", ttl_ms=1),
        "fill_slot": partial(store.fill_slot, BASE, CLAIM, ts="1.1", digest="", rev=0),
        "drop_slot": partial(store.drop_slot, BASE, CLAIM),
        "mute": partial(store.mute, BASE, until=1, told=False),
        "due": partial(store.due, limit=1),
        "settle": partial(store.settle, BASE),
        "postpone": partial(store.postpone, BASE, until=1),
        "run_at": partial(store.run_at, "C1", "1.1"),
        "keep_draft": partial(store.keep_draft, BASE, user="U1", inputs={}, ttl=timedelta(hours=1)),
        "draft": partial(store.draft, BASE, user="U1"),
    }


async def refuse_everything(store: Store) -> None:
    """Every method must raise StoreUnavailableError, and soon."""
    for call in everything(store).values():
        async with asyncio.timeout(2):
            with pytest.raises(StoreUnavailableError):
                await call()


def test_the_list_of_methods_is_complete() -> None:
    methods = {name for name in vars(Store) if not name.startswith("_")}
    assert set(everything(FakeStore())) == methods


async def test_a_fake_store_can_be_down_and_comes_back() -> None:
    store = FakeStore()
    run = await start(store)
    store.down = True
    await refuse_everything(store)
    store.down = False
    assert (await store.load(BASE)).run == run


@pytest.mark.usefixtures("wheels")
async def test_a_dead_redis_is_told_at_once_and_found_again_after_a_restart(
    tmp_path: Path,
) -> None:
    async with EmbeddedRedis(tmp_path, fsync="no") as server, open_redis(server.url) as client:
        store = RedisStore(client)
        run = await start(store)
        await show(store, run)
        await ask(store, run)
        await store.decide(BASE, GATE.key, APPROVE)
        before = await store.load(BASE)
        await server.kill()
        await refuse_everything(store)
        await server.restart()
        assert await store.load(BASE) == before
        assert await store.run_at("C1", "111.1") == BASE
        lease = await drive(store, run)
        assert await store.release(lease, rev=before.run.rev)
        assert await store.due(limit=9) == (BASE,)


@pytest.mark.usefixtures("wheels")
async def test_a_full_redis_records_nothing_and_still_lets_a_driver_go(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path, fsync="no") as server, open_redis(server.url) as client:
        store = RedisStore(client)
        run = await start(store)
        lease = await ask(store, run)
        before = await store.load(BASE)
        await client.config_set("maxmemory", "1mb")
        for refused in (
            store.decide(BASE, GATE.key, APPROVE),
            store.create(a_run("other-00000000", trigger_id="t2")),
            store.note_progress(lease, run),
        ):
            with pytest.raises(StoreUnavailableError):
                await refused
        assert await store.load(BASE) == before
        assert (await store.pulse(lease, ttl_ms=1000)).held
        assert await store.release(lease, rev=before.run.rev)


@pytest.mark.usefixtures("wheels")
async def test_a_replica_that_takes_no_writes_counts_as_unavailable(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path, fsync="no") as server, open_redis(server.url) as client:
        store = RedisStore(client)
        await start(store)
        await client.replicaof("127.0.0.1", "1")
        with pytest.raises(StoreUnavailableError):
            await store.cancel(BASE, by="UANA")


def test_a_full_disk_counts_as_unavailable_and_a_mistake_of_ours_does_not() -> None:
    with pytest.raises(StoreUnavailableError), reachable():
        raise ResponseError("MISCONF Errors writing to the AOF file: No space left on device")
    with pytest.raises(ResponseError), reachable():
        raise ResponseError("WRONGTYPE Operation against a key")


async def test_scripts_that_redis_has_forgotten_are_loaded_again(redis: Redis) -> None:
    store = RedisStore(redis)
    run = await start(store)
    await redis.script_flush()
    assert (await store.load(BASE)).run == run
    await redis.script_flush()
    assert (await store.cancel(BASE, by="UANA")).won


async def test_a_repeated_call_of_one_request_has_won_as_well(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client tries a call again when the connection broke: the first try may have counted."""
    store = RedisStore(redis)
    lease = await ask(store, await start(store))
    real = store._lua.run_in_turn

    async def answer_lost(first: Call, second: Call) -> Any:  # noqa: ANN401 - a script's reply
        await real(first, second)
        return await real(first, second)

    await fail(store, lease)
    monkeypatch.setattr(store._lua, "run_in_turn", answer_lost)
    assert (await store.decide(BASE, GATE.key, APPROVE)).won
    assert (await store.retry(BASE, by="UANA")).won
    assert (await store.cancel(BASE, by="UANA")).won
