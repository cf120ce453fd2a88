"""Fixtures for tests of any Slack app: a local workspace for each test.

    # conftest.py
    pytest_plugins = ["bot.sandbox.pytest_plugin"]

    @pytest.fixture
    def slack_manifest() -> str:
        return "manifest.yml"

    @pytest_asyncio.fixture
    async def app(slack_sandbox):  # yours: connect it with the tokens of the sandbox
        ...

    # test_app.py
    @pytest.mark.usefixtures("app")
    async def test_it_says_hello(slack_workspace):
        said = await slack_workspace.slash("/hello", as_="ana")
        assert said.text == "Hello!"

It needs pytest and pytest-asyncio, in its "auto" or its "strict" mode. Each test has a workspace
of its own, with nothing said in it; a wait that ends in vain shows the channel in the failure.
"""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.sandbox.client import Workspace
from bot.sandbox.server import Sandbox

__all__ = ["slack_manifest", "slack_sandbox", "slack_workspace"]

Manifest = Mapping[str, Any] | Path | str | None


@pytest.fixture
def slack_manifest() -> Manifest:
    """The manifest of the app: an object or a path. Override it; None allows every command."""
    return None


@pytest_asyncio.fixture
async def slack_sandbox(slack_manifest: Manifest) -> AsyncIterator[Sandbox]:
    """A running workspace with the app installed; it has the tokens and the `api_url`."""
    async with Sandbox(slack_manifest) as sandbox:
        yield sandbox


@pytest.fixture
def slack_workspace(slack_sandbox: Sandbox) -> Workspace:
    """The people in that workspace."""
    return Workspace(slack_sandbox)
