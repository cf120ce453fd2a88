"""What the tests in a browser can ask for: one Chromium for all, a window and a workspace each."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Protocol

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.sandbox import Sandbox, Workspace
from tests.browser.chromium import MISSING, find_chromium, open_chromium
from tests.browser.screen import Screen, open_window
from tests.slack.bolt_office import Office, open_office


class OpenScreen(Protocol):
    """Opens a window on a workspace, at a path in it."""

    async def __call__(
        self, sandbox: Sandbox, path: str = "", *, width: int = 1280, dark: bool = False
    ) -> Screen: ...


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """One Chromium for the whole session; without one these tests are skipped."""
    path = find_chromium()
    if path is None:
        pytest.skip(MISSING)
    async with open_chromium(path) as browser:
        yield browser


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> Path:
    """Where the pictures of this test go: a folder that is emptied when it runs again."""
    name = re.sub(r"[^\w-]+", "-", request.node.name.removeprefix("test_")).strip("-")
    folder: Path = request.config.rootpath / ".test-artifacts" / "browser" / name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    return folder


@pytest_asyncio.fixture(loop_scope="session")
async def open_screen(chromium: Browser, pictures: Path) -> AsyncIterator[OpenScreen]:
    """Opens windows on a workspace. Afterwards none may have had an error of any kind."""
    async with AsyncExitStack() as stack:
        opened: list[Screen] = []

        async def open_one(
            sandbox: Sandbox, path: str = "", *, width: int = 1280, dark: bool = False
        ) -> Screen:
            window = open_window(chromium, sandbox, pictures, width=width, dark=dark)
            screen = await stack.enter_async_context(window)
            opened.append(screen)
            await screen.open(path)
            return screen

        yield open_one
        for screen in opened:
            await screen.picture("end")
            assert screen.watch.trouble == []


@pytest_asyncio.fixture(loop_scope="session")
async def office(redis_url: str) -> AsyncIterator[Office]:
    """The bot at work in a workspace."""
    async with open_office(redis_url) as it:
        yield it


@pytest_asyncio.fixture(loop_scope="session")
async def ws() -> AsyncIterator[Workspace]:
    """A workspace without a bot."""
    async with Workspace() as it:
        yield it
