"""What the tests of the local Slack can ask for."""

from collections.abc import AsyncIterator

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox
from tests.sandbox.bolt import web_client


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A workspace with nothing said in it, and an app with every scope."""
    async with Sandbox() as running:
        yield running


@pytest.fixture
def client(sandbox: Sandbox) -> AsyncWebClient:
    """The app's client there."""
    return web_client(sandbox)
