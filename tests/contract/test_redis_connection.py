"""Connecting to a Redis, and what is said of one that will not do."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError

from bot.adapters.redis_connection import RedisSetupError, check_redis, open_redis
from bot.adapters.redis_server import EmbeddedRedis


@pytest.fixture
async def plain(wheels: None, tmp_path: Path) -> AsyncIterator[EmbeddedRedis]:  # noqa: ARG001
    """A Redis without modules of its own."""
    async with EmbeddedRedis(tmp_path, fsync="no", with_modules=False) as server:
        yield server


async def test_a_usable_redis_says_its_version_and_modules(redis: Redis) -> None:
    facts = await check_redis(redis)
    assert int(facts.version.split(".")[0]) >= 7
    assert {"search", "ReJSON"} <= set(facts.modules)
    assert facts.modules["search"].count(".") == 2
    assert facts.warnings == ()


async def test_modules_are_read_over_the_older_protocol_too(redis_url: str) -> None:
    async with open_redis(f"{redis_url}?protocol=2") as client:
        assert {"search", "ReJSON"} <= set((await check_redis(client)).modules)


async def test_a_redis_without_json_and_search_is_refused(plain: EmbeddedRedis) -> None:
    async with open_redis(plain.url) as client:
        with pytest.raises(RedisSetupError, match="has no JSON and no Search: use Redis 8"):
            await check_redis(client)


async def test_a_wrong_password_is_named(redis_url: str) -> None:
    address = redis_url.split("@")[1]
    async with open_redis(f"redis://:wrong@{address}") as client:
        with pytest.raises(RedisSetupError, match="refused the user or password") as raised:
            await check_redis(client)
    assert "wrong@" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://127.0.0.1:1/0", "127.0.0.1:1"),
        ("rediss://127.0.0.1:1/0", "127.0.0.1:1"),
        ("unix:///nowhere/redis.sock", "/nowhere/redis.sock"),
    ],
)
async def test_a_redis_that_is_not_there_is_named(url: str, address: str) -> None:
    async with open_redis(url) as client:
        with pytest.raises(RedisSetupError, match=f"Redis at {address} does not answer"):
            await check_redis(client)


@pytest.mark.parametrize("url", ["localhost:6379", "http://localhost", ""])
async def test_an_address_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(RedisSetupError, match="REDIS_URL must be"):
        await open_redis(url).__aenter__()


async def test_a_redis_that_may_drop_waiting_runs_is_warned_of(
    plain: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.adapters.redis_connection._NEEDED", {})
    async with open_redis(plain.url) as client:
        await client.config_set("maxmemory-policy", "allkeys-lru")
        facts = await check_redis(client)
    assert facts.warnings == (
        "maxmemory-policy is allkeys-lru: Redis may drop waiting runs; set noeviction.",
    )


async def test_an_old_redis_is_refused(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.adapters.redis_connection.MIN_VERSION", (99, 1))
    with pytest.raises(RedisSetupError, match=r"older than 99\.1: use Redis 8"):
        await check_redis(redis)


async def test_a_user_who_may_not_ask_is_named(redis: Redis) -> None:
    await redis.acl_setuser("blind", enabled=True, nopass=True, commands=["+ping"])
    host = redis.connection_pool.connection_kwargs
    try:
        async with open_redis(f"redis://blind:x@{host['host']}:{host['port']}") as client:
            with pytest.raises(RedisSetupError, match="may not run INFO") as raised:
                await check_redis(client)
    finally:
        await redis.acl_deluser("blind")
    assert isinstance(raised.value.__cause__, NoPermissionError)
