"""Keys in Redis: a waiting run never expires, a finished one does with everything it left."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from langgraph.checkpoint.redis.aio import AsyncRedisSaver
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

from bot.adapters import graph_keys
from bot.adapters.graph_saver import SearchMissingError, open_saver
from bot.adapters.redis_connection import open_redis
from bot.adapters.redis_files import RedisServerError, find_redis
from bot.adapters.redis_server import EmbeddedRedis
from bot.core.ports.store import StoreUnavailableError
from tests.contract.engine_graphs import APPROVE, Builder, Desk, beside, chain, nested, staged

MONTH = timedelta(days=30)


def branching(desk: Desk) -> Builder:
    inner = chain(one=desk.gate("one"), two=desk.node("two"))
    return nested(inner, beside=desk.node("beside"))


async def ttls(redis: Redis) -> dict[str, int]:
    """TTL in seconds of every key in Redis, -1 without one."""
    return {key: await redis.ttl(key) async for key in redis.scan_iter(count=1000)}


async def test_a_waiting_run_leaves_no_key_that_expires(redis: Redis) -> None:
    async with staged(redis, branching(Desk())) as stage:
        await stage.start()
        assert set((await ttls(redis)).values()) == {-1}


@pytest.mark.parametrize("page", [2, 500])
async def test_everything_a_finished_run_left_expires(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    """langgraph-redis#137, #13, #39, #104: subgraphs, writes, registries, pointers."""
    monkeypatch.setattr(graph_keys, "PAGE", page)
    async with staged(redis, branching(Desk())) as stage:
        [asked] = (await stage.start()).asked
        done = await stage.answer({asked.interrupt_id: APPROVE})
        await stage.engine.retire(stage.run.run_id, ttl=MONTH)
        left = await ttls(redis)
        assert {key.partition(":")[0] for key in left} == {"checkpoint", "checkpoint_latest"}
        assert all(0 < ttl <= MONTH.total_seconds() for ttl in left.values())
        # Until then it can be looked at, which changes nothing.
        assert await stage.seen() == done
        assert -1 not in (await ttls(redis)).values()


async def test_of_a_waiting_run_only_what_it_goes_on_from_is_kept(redis: Redis) -> None:
    desk = Desk()
    graph = chain(a=desk.node("a"), b=desk.node("b"), gate=desk.gate("gate"), c=desk.node("c"))
    async with staged(redis, graph) as stage:
        waiting = await stage.start()
        writes = [key async for key in redis.scan_iter("checkpoint_write:*", count=1000)]
        assert writes
        assert all(f":{waiting.checkpoint}:" in key for key in writes)
        assert len([key async for key in redis.scan_iter("write_keys_zset:*")]) == 1
        await stage.answer({waiting.asked[0].interrupt_id: APPROVE})
        assert [name for name in desk.calls if name != "gate"] == ["a", "b", "c"]


async def test_a_run_that_ended_while_it_waited_or_failed_expires_too(redis: Redis) -> None:
    desk = Desk(broken={"c"})
    graph = beside(gate=desk.gate("gate"), c=desk.node("c"))
    async with staged(redis, graph) as stage:
        with pytest.raises(Exception, match="c"):
            await stage.start()
        await stage.engine.retire(stage.run.run_id, ttl=MONTH)
        assert -1 not in (await ttls(redis)).values()


async def test_retiring_again_sets_the_time_anew_and_an_unknown_run_is_nothing(
    redis: Redis,
) -> None:
    async with staged(redis, chain(a=Desk().node("a"))) as stage:
        await stage.start()
        await stage.engine.retire(stage.run.run_id, ttl=timedelta(seconds=60))
        await stage.engine.retire(stage.run.run_id, ttl=MONTH)
        assert min((await ttls(redis)).values()) > 60
        await stage.engine.retire("never-was", ttl=MONTH)


async def test_other_runs_keep_their_keys(redis: Redis) -> None:
    """Also those whose name begins the same: versions of one run do."""
    graph = chain(gate=Desk().gate("gate"))
    async with (
        staged(redis, graph, run_id="demo-x") as one,
        staged(redis, graph, run_id="demo-x.2") as two,
    ):
        await one.start()
        await two.start()
        await one.engine.retire("demo-x", ttl=MONTH)
        expiring = {key.split(":")[1] for key, ttl in (await ttls(redis)).items() if ttl > 0}
        assert expiring == {"demo-x"}
        assert (await two.seen()).waiting == 1


async def test_a_client_that_does_not_decode_works_as_well(redis_url: str) -> None:
    client = Redis.from_url(redis_url, decode_responses=False)
    try:
        async with staged(client, branching(Desk())) as stage:
            [asked] = (await stage.start()).asked
            await stage.answer({asked.interrupt_id: APPROVE})
            await stage.engine.retire(stage.run.run_id, ttl=MONTH)
            assert -1 not in [await client.ttl(key) async for key in client.scan_iter()]
    finally:
        await client.aclose()


async def test_many_processes_can_open_an_empty_redis_at_once(redis_url: str) -> None:
    clients = [Redis.from_url(redis_url) for _ in range(12)]

    async def use(client: Redis, number: int) -> int:
        async with staged(client, chain(gate=Desk().gate("gate")), run_id=f"r{number}") as stage:
            waiting = (await stage.start()).waiting
        await client.aclose()
        return waiting

    assert sum(await asyncio.gather(*(use(c, n) for n, c in enumerate(clients)))) == 12


async def test_an_index_that_somebody_made_in_between_is_used(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    asetup = AsyncRedisSaver.asetup
    # There are two indexes, so the race can be lost twice.
    failures = [ResponseError("Index already exists") for _ in range(2)]

    async def lose_the_race(self: AsyncRedisSaver) -> None:
        if failures:
            raise failures.pop()
        await asetup(self)

    monkeypatch.setattr(AsyncRedisSaver, "asetup", lose_the_race)
    async with staged(redis, chain(gate=Desk().gate("gate"))) as stage:
        assert (await stage.start()).waiting == 1


async def test_a_redis_without_search_is_told_apart(tmp_path: Path) -> None:
    try:
        find_redis()
    except RedisServerError as error:
        pytest.skip(str(error))
    async with (
        EmbeddedRedis(tmp_path, fsync="no", with_modules=False) as server,
        open_redis(server.url) as client,
    ):
        with pytest.raises(SearchMissingError):
            await open_saver(client).__aenter__()


async def test_a_redis_that_is_down_is_told_apart(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: AsyncRedisSaver) -> None:
        raise RedisConnectionError("refused")

    monkeypatch.setattr(AsyncRedisSaver, "asetup", fail)
    with pytest.raises(StoreUnavailableError):
        await open_saver(redis).__aenter__()
