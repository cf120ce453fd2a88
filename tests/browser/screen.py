"""The page as a person uses it: things by role and name, and a picture of each state."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Locator, Page, expect

from tests.browser.chromium import PATIENCE_MS, Watch

REPLIES: Final = re.compile(r"^\d+ (repl|条回复)")
"""The name of the button that opens a thread."""
WIDTH: Final = 1280
HEIGHT: Final = 800
"""The size of a window, in pixels of the page."""

expect.set_options(timeout=PATIENCE_MS)


class Screen:
    """One window with the workspace in it. Pictures go to `pictures`, numbered in order."""

    def __init__(self, page: Page, root_url: str, pictures: Path) -> None:
        self.page = page
        self.watch = Watch(page, root_url)
        self._root_url = root_url
        self._pictures = pictures
        self._taken = 0

    async def open(self, path: str = "") -> None:
        """Open the workspace, and wait until it shows a channel."""
        await self.page.goto(self._root_url + path)
        await expect(self.composer).to_be_visible()

    async def picture(self, name: str) -> Path:
        """Keep what is on the screen."""
        self._taken += 1
        path = self._pictures / f"{self._taken}-{name}.png"
        await self.page.screenshot(path=path, animations="disabled")
        return path

    @property
    def composer(self) -> Locator:
        """Where one types into a channel."""
        return self.page.get_by_role("textbox", name=re.compile("^(Message|发消息到) "))

    @property
    def messages(self) -> Locator:
        """The messages of the channel."""
        return self.page.get_by_role("main").get_by_role("article")

    @property
    def thread(self) -> Locator:
        """The pane with a thread."""
        return self.page.get_by_role("complementary")

    @property
    def replies(self) -> Locator:
        """The messages in the thread that is open, with its root."""
        return self.thread.get_by_role("article")

    @property
    def dialog(self) -> Locator:
        """The form that is open."""
        return self.page.get_by_role("dialog")

    @property
    def people(self) -> Locator:
        """Whom one acts as."""
        return self.page.get_by_role("combobox", name="Act as")

    def button(self, name: str) -> Locator:
        """A button anywhere."""
        return self.page.get_by_role("button", name=name, exact=True)

    async def act_as(self, name: str) -> None:
        """Become somebody else."""
        await self.people.select_option(name)
        await expect(self.people).to_have_value(name)

    async def say(self, text: str) -> None:
        """Type into the channel and send it with the keyboard."""
        await self.composer.fill(text)
        await self.composer.press("Enter")

    async def open_thread(self, message: Locator) -> None:
        """Open the thread below a message."""
        await message.get_by_role("button", name=REPLIES).click()
        await expect(self.thread).to_be_visible()


@asynccontextmanager
async def open_window(chromium: Browser, *, scale: float = 1) -> AsyncIterator[Page]:
    """A window of its own, with nothing in it yet and nothing remembered."""
    context = await chromium.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme="light",
        device_scale_factor=scale,
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    yield await context.new_page()
    await context.close()


async def forget(page: Page) -> None:
    """Leave nothing behind for who uses the window next."""
    await page.unroute_all()
    await page.emulate_media(color_scheme="light")
    await page.context.clear_permissions()
    await page.evaluate("localStorage.clear(); sessionStorage.clear()")
    await page.goto("about:blank")
