"""What the tests in a browser can ask for: one Chromium and one window for all, a workspace each.

A new window costs more than all that most tests do in it, so they use one after another; each
finds it empty, on an address of its own.
"""

import re
from collections.abc import AsyncIterator, Generator
from pathlib import Path
from typing import Final, Protocol

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.sandbox import Sandbox, Workspace
from tests.browser.chromium import MISSING, find_chromium, open_chromium
from tests.browser.screen import HEIGHT, WIDTH, Screen, forget, open_window
from tests.slack.bolt_office import Office, open_office

FAILED: Final = pytest.StashKey[bool]()
"""Whether a test failed."""


class OpenScreen(Protocol):
    """Opens a window on a workspace, at a path in it."""

    async def __call__(self, sandbox: Sandbox, path: str = "", *, width: int = WIDTH) -> Screen: ...


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """One Chromium for the whole session; without one these tests are skipped."""
    path = find_chromium()
    if path is None:
        pytest.skip(MISSING)
    async with open_chromium(path) as browser:
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window(chromium: Browser) -> AsyncIterator[Page]:
    """The window that the tests look through."""
    async with open_window(chromium) as page:
        yield page


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let the fixtures know whether a test failed."""
    report = yield
    item.stash[FAILED] = report.failed
    return report


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
async def open_screen(
    window: Page, pictures: Path, request: pytest.FixtureRequest
) -> AsyncIterator[OpenScreen]:
    """Opens a workspace in the window. Afterwards it may have had no error of any kind.

    What is on the screen when a test fails is in `failed.png`.
    """
    opened: list[Screen] = []

    async def open_one(sandbox: Sandbox, path: str = "", *, width: int = WIDTH) -> Screen:
        await window.set_viewport_size({"width": width, "height": HEIGHT})
        screen = Screen(window, sandbox.page_url, pictures)
        opened.append(screen)
        await screen.open(path)
        return screen

    yield open_one
    if request.node.stash.get(FAILED, default=False):
        await window.screenshot(path=pictures / "failed.png")
    for screen in opened:
        screen.watch.end()
    await forget(window)
    assert [one for screen in opened for one in screen.watch.trouble] == []


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
