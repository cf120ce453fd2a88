"""Finding and starting a real Chromium, and what a page in it may not do behind our back."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Dialog,
    Error,
    Page,
    Request,
    async_playwright,
)

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
        page.on("pageerror", self._error)
        page.on("dialog", self._dialog)
        page.context.on("request", self._request)
        self._page = page

    @property
    def trouble(self) -> list[str]:
        """What happened, but for what was allowed."""
        return [one for one in self._trouble if not any(part in one for part in self.allowed)]

    def end(self) -> None:
        """Watch no longer: the window is used again."""
        self._page.remove_listener("console", self._console)
        self._page.remove_listener("pageerror", self._error)
        self._page.remove_listener("dialog", self._dialog)
        self._page.context.remove_listener("request", self._request)

    def _error(self, error: Error) -> None:
        self._trouble.append(f"script error: {error}")

    def _dialog(self, dialog: Dialog) -> None:
        self._trouble.append(f"dialog: {dialog.message}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._trouble.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith((self._root_url, "data:", "blob:")):
            self._trouble.append(f"request to another place: {request.url}")
