"""What the tests of the bot in a workspace can ask for."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.adapters.redis_server import EmbeddedRedis
from tests.slack.bolt_office import HeldModel, Office, Transport, open_office


@pytest.fixture
def transport() -> Transport:
    """How what people do comes to the bot, where a file of tests does not say more."""
    return "socket"


@pytest.fixture
async def office(redis_url: str, transport: Transport) -> AsyncIterator[Office]:
    """The bot at work, on an empty Redis."""
    async with open_office(redis_url, transport=transport) as it:
        yield it


@pytest.fixture
async def own_redis(tmp_path: Path) -> AsyncIterator[EmbeddedRedis]:
    """A Redis that the test may kill."""
    async with EmbeddedRedis(tmp_path / "redis", fsync="no") as server:
        yield server


@pytest.fixture
def held() -> HeldModel:
    """A model that answers when it may."""
    return HeldModel()


@pytest.fixture
async def busy(redis_url: str, held: HeldModel) -> AsyncIterator[Office]:
    """The bot at work with that model."""
    async with open_office(redis_url, model=held) as it:
        yield it
