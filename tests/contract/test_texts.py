"""Long texts of runs: kept as long as the run's record, by those in memory and in Redis alike."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest
from redis.asyncio import Redis
from redis.crc import key_slot

from bot.adapters.redis_connection import open_redis
from bot.adapters.redis_server import EmbeddedRedis
from bot.adapters.redis_store import RedisStore
from bot.adapters.redis_store.keys import keys_of, texts_key
from bot.adapters.redis_texts import RedisTexts
from bot.core.ports.store import StoreUnavailableError
from graphs.texts import MAX_CHARS, TextGoneError, Texts, TextsInMemory, TextTooLongError
from tests.contract.samples import BASE, ask, drive, finish, next_version, start

FOREVER = -1
SECOND = f"{BASE}.2"


@pytest.fixture(params=["memory", "redis"])
def texts(request: pytest.FixtureRequest) -> Texts:
    """Either kind."""
    if request.param == "memory":
        return TextsInMemory()
    return RedisTexts(cast("Redis", request.getfixturevalue("redis")))


@pytest.fixture
def store(redis: Redis) -> RedisStore:
    return RedisStore(redis, grace=timedelta(0))


@pytest.fixture
def kept(redis: Redis) -> RedisTexts:
    return RedisTexts(redis)


@pytest.mark.parametrize("text", ["", "Bees live in cities.", "蜂\n\0\ud800", "x" * MAX_CHARS])
async def test_a_text_is_got_by_its_id_as_it_was(texts: Texts, text: str) -> None:
    text_id = await texts.put(BASE, text)
    assert await texts.get(BASE, text_id) == text
    assert await texts.put(BASE, text) == text_id
    assert await texts.put(SECOND, text) == text_id


async def test_a_text_that_is_too_long_is_not_kept(texts: Texts) -> None:
    with pytest.raises(TextTooLongError, match="500,001 characters; 500,000 at most"):
        await texts.put(BASE, "x" * (MAX_CHARS + 1))


async def test_a_text_of_another_run_is_gone(texts: Texts) -> None:
    text_id = await texts.put(BASE, "Bees")
    for run_id, wanted in ((SECOND, text_id), (BASE, "0" * 16), ("other", text_id)):
        with pytest.raises(TextGoneError):
            await texts.get(run_id, wanted)


async def test_texts_of_many_branches_at_once_are_all_kept(texts: Texts) -> None:
    ids = await asyncio.gather(*(texts.put(BASE, f"page {n}") for n in range(50)))
    assert [await texts.get(BASE, one) for one in ids] == [f"page {n}" for n in range(50)]


async def test_they_lie_in_the_hash_slot_of_their_run() -> None:
    assert key_slot(texts_key(SECOND).encode()) == key_slot(keys_of(BASE).run.encode())
    assert texts_key(BASE) != texts_key(SECOND)


async def test_texts_of_a_waiting_run_never_expire(
    redis: Redis, store: RedisStore, kept: RedisTexts
) -> None:
    await ask(store, await start(store))
    await kept.put(BASE, "Bees")
    assert await redis.pttl(texts_key(BASE)) == FOREVER


async def test_texts_of_a_run_that_ended_expire_with_it(
    redis: Redis, store: RedisStore, kept: RedisTexts
) -> None:
    lease = await drive(store, await start(store))
    text_id = await kept.put(BASE, "Bees")
    await finish(store, lease)
    await kept.retire(BASE, ttl=timedelta(days=30))
    assert 0 < await redis.ttl(texts_key(BASE)) <= timedelta(days=30).total_seconds()
    assert await kept.get(BASE, text_id) == "Bees"
    await kept.retire("never-was", ttl=timedelta(days=30))


async def test_what_a_late_driver_writes_after_the_end_expires_too(
    redis: Redis, store: RedisStore, kept: RedisTexts
) -> None:
    """The run was cancelled, and retired before there was any text."""
    await start(store)
    await store.cancel(BASE, by="UANA")
    await kept.retire(BASE, ttl=timedelta(days=30))
    await kept.put(BASE, "Bees")
    left = await redis.pttl(texts_key(BASE))
    assert abs(left - await redis.pttl(keys_of(BASE).run)) < 1_000
    assert left > 0


async def test_a_run_that_goes_on_from_another_has_its_texts_for_good(
    redis: Redis, store: RedisStore, kept: RedisTexts
) -> None:
    await start(store)
    one, two = await kept.put(BASE, "Bees"), await kept.put(BASE, "Wasps")
    await store.cancel(BASE, by="UANA")
    await kept.retire(BASE, ttl=timedelta(days=30))
    await next_version(store, trigger_id="t2")
    for _ in range(2):
        await kept.copy(BASE, SECOND)
        assert [await kept.get(SECOND, one), await kept.get(SECOND, two)] == ["Bees", "Wasps"]
        assert await redis.pttl(texts_key(SECOND)) == FOREVER
    await kept.copy("never-was", SECOND)


@pytest.mark.usefixtures("wheels")
async def test_without_redis_it_is_said_to_be_unavailable(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path, fsync="no") as server, open_redis(server.url) as client:
        texts = RedisTexts(client)
        text_id = await texts.put(BASE, "Bees")
        await server.kill()
        for call in (
            texts.put(BASE, "Bees"),
            texts.get(BASE, text_id),
            texts.copy(BASE, SECOND),
            texts.retire(BASE, ttl=timedelta(days=1)),
        ):
            with pytest.raises(StoreUnavailableError):
                await call
