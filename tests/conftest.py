"""What all tests can ask for: a real Redis, empty at the start of each test."""

import asyncio
import gc
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator

import pytest
import structlog
from hypothesis import HealthCheck, settings
from redis.asyncio import Redis
from structlog._config import BoundLoggerLazyProxy

from bot.adapters.redis_connection import open_redis
from bot.adapters.redis_files import RedisServerError, find_redis
from bot.adapters.redis_server import EmbeddedRedis

OURS = {"bot", "graphs"}
OWN_REDIS = "SIGNOFF_TEST_REDIS_URL"
"""Names a Redis to test against. Every test empties it."""
PROFILE = "SIGNOFF_TEST_PROFILE"
"""Set to "thorough" to look longer for an example that breaks a property."""


def pytest_configure() -> None:
    """Few examples by default, so that one runs the unit tests often; many on request.

    A busy machine is no reason for a property to fail.
    """
    slow = [HealthCheck.too_slow]
    few, many = 25, 2_000
    settings.register_profile("quick", deadline=None, suppress_health_check=slow, max_examples=few)
    settings.register_profile(
        "thorough", deadline=None, suppress_health_check=slow, max_examples=many
    )
    settings.load_profile(os.environ.get(PROFILE, "quick"))


def pytest_collection_finish() -> None:
    """Keep what was imported out of the garbage collector's rounds: a tenth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def log_as_it_was() -> Iterator[None]:
    """For tests that configure logging: everything is as before afterwards."""
    loggers = [logging.getLogger(name) for name in ("", "bot", "graphs")]
    levels = [logger.level for logger in loggers]
    handlers = loggers[0].handlers
    yield
    loggers[0].handlers = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()
    for module in [m for name, m in sys.modules.items() if name.partition(".")[0] in OURS]:
        for value in vars(module).values():
            if isinstance(value, BoundLoggerLazyProxy):
                # A logger that was used keeps what was configured then.
                vars(value).pop("bind", None)


@pytest.fixture(scope="session")
def wheels() -> None:
    """What an embedded Redis is made of: a test that starts one is skipped without."""
    try:
        find_redis()
    except RedisServerError as error:
        pytest.skip(f"{error} Most tests take {OWN_REDIS}, too.")


@pytest.fixture(scope="session")
def redis_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """One Redis with JSON and Search for the whole session; gives its address."""
    if own := os.environ.get(OWN_REDIS):
        yield own
        return
    request.getfixturevalue("wheels")
    # "no": a killed server loses nothing, and no test waits for a disk.
    server = EmbeddedRedis(tmp_path_factory.mktemp("redis"), fsync="no")
    asyncio.run(server.__aenter__())
    yield server.url
    asyncio.run(server.__aexit__(None, None, None))


@pytest.fixture
async def redis_url(redis_server: str) -> str:
    """Address of a Redis with nothing in it, search indexes included."""
    async with open_redis(redis_server) as client:
        await client.flushall()
    return redis_server


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A client of an empty Redis, closed after the test."""
    async with open_redis(redis_url) as client:
        yield client


@pytest.fixture(autouse=True)
def imports_as_they_were() -> Iterator[None]:
    """What a test imports and sets in the environment is gone afterwards."""
    path, known, environment = list(sys.path), set(sys.modules), dict(os.environ)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - known:
        if name.startswith("signoff_project") or is_temporary(name):
            del sys.modules[name]
    os.environ.clear()
    os.environ.update(environment)


def is_temporary(name: str) -> bool:
    """Whether a module of this name came from a test's folder."""
    module = sys.modules[name]
    places = [getattr(module, "__file__", ""), *getattr(module, "__path__", ())]
    return any("pytest-" in str(place) for place in places)
