"""The store under test: the fake and the real one, by the same sentences."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import cast

import pytest
from redis.asyncio import Redis

from bot.adapters.redis_store import RedisStore
from bot.core.ports.store import Store
from tests.fakes import FakeClock, FakeStore

Opens = Callable[[timedelta, timedelta], Store]


@dataclass(frozen=True)
class World:
    """A way to open the store, and to let time pass for it."""

    opens: Opens
    wait_ms: Callable[[int], Awaitable[None]]

    def open(
        self,
        *,
        finished_ttl: timedelta = timedelta(days=30),
        grace: timedelta = timedelta(seconds=30),
    ) -> Store:
        """Open the store with these settings."""
        return self.opens(finished_ttl, grace)


@pytest.fixture(params=["fake", "redis"])
def world(request: pytest.FixtureRequest) -> World:
    """Either store; the real one has the session's Redis, emptied."""
    if request.param == "fake":
        return _fake_world()
    return _real_world(cast("Redis", request.getfixturevalue("redis")))


@pytest.fixture
def store(world: World) -> Store:
    """Either store, as it comes."""
    return world.open()


def _fake_world() -> World:
    clock = FakeClock()

    async def wait_ms(ms: int) -> None:
        clock.advance(ms)

    return World(
        lambda kept, grace: FakeStore(clock=clock, finished_ttl=kept, grace=grace), wait_ms
    )


def _real_world(redis: Redis) -> World:
    async def wait_ms(ms: int) -> None:
        """Until Redis' clock says so."""
        now = RedisStore(redis).now
        left, end = ms, await now() + ms
        while left >= 0:
            await asyncio.sleep((left + 1) / 1000)
            left = end - await now()

    return World(lambda kept, grace: RedisStore(redis, finished_ttl=kept, grace=grace), wait_ms)
