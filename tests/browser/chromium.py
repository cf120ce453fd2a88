"""Finding and starting a real Chromium, and what a page in it may not do behind our back."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Browser, ConsoleMessage, Page, Request, async_playwright

OWN_CHROMIUM: Final = "SIGNOFF_TEST_CHROMIUM"
"""Names the Chromium to use, where it is not `chromium` on the path."""
MISSING: Final = (
    "There is no Chromium. On Debian: apt-get install chromium fonts-noto-cjk "
    f"fonts-noto-color-emoji. Elsewhere set {OWN_CHROMIUM} to the path of one."
)
_ARGS: Final = (
    "--disable-dev-shm-usage",  # /dev/shm is small in containers
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",
)
PATIENCE_MS: Final = 15_000
"""How long a person looks for something; a busy machine is no reason to fail."""


def find_chromium() -> str | None:
    """The path of Chromium, or None."""
    return os.environ.get(OWN_CHROMIUM) or shutil.which("chromium")


@asynccontextmanager
async def open_chromium(path: str) -> AsyncIterator[Browser]:
    """Start it, without a window."""
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*_ARGS, *root])
        yield browser
        await browser.close()


class Watch:
    """Notes what should never happen on a page: errors, dialogs, requests to other places."""

    def __init__(self, page: Page, root_url: str) -> None:
        self.requests: list[str] = []
        self.allowed: tuple[str, ...] = ()
        """Parts of console errors that this test causes on purpose."""
        self._root_url = root_url
        self._trouble: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._trouble.append(f"script error: {error}"))
        page.on("dialog", lambda dialog: self._trouble.append(f"dialog: {dialog.message}"))
        page.context.on("request", self._request)

    @property
    def trouble(self) -> list[str]:
        """What happened, but for what was allowed."""
        return [one for one in self._trouble if not any(part in one for part in self.allowed)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._trouble.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith((self._root_url, "data:", "blob:")):
            self._trouble.append(f"request to another place: {request.url}")
