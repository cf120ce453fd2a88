"""The pictures in README, made anew: `uv run python -m tests.browser.screenshots [FOLDER]`.

`card.png` is the channel with a card that waits, `thread.png` the same thread at its end. The
bot works for real, with its offline model, on a Redis of its own.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import expect

from bot import logs
from bot.adapters.redis_server import EmbeddedRedis
from bot.cli.walks.weekly_report import SAMPLE
from tests.browser import job
from tests.browser.chromium import MISSING, find_chromium, open_chromium
from tests.browser.screen import Screen, open_window
from tests.slack.bolt_office import open_office

BEFORE: Final = (
    ("ben", "Morning! Login v2 is out for everybody since yesterday 🎉"),
    ("chen", "The auditor asked for two more weeks, so the security audit has to wait."),
    ("ana", "Thanks, both go into the report."),
)
"""What people wrote before: who and what."""
SCALE: Final = 1.5
"""Pixels of a picture for each pixel of the page."""


async def take(folder: Path, chromium_path: str) -> None:
    """Do the main job in a browser, and take both pictures."""
    with tempfile.TemporaryDirectory(prefix="signoff-pictures-") as home:
        async with (
            EmbeddedRedis(Path(home), fsync="no") as redis,
            open_office(redis.url) as office,
            open_chromium(chromium_path) as chromium,
            open_window(chromium, scale=SCALE) as page,
        ):
            screen = Screen(page, office.sandbox.page_url, folder)
            for who, text in BEFORE:
                await office.ws.post(text, as_=who)
            await screen.open()
            await _walk(screen, folder)


async def _walk(screen: Screen, folder: Path) -> None:
    await screen.say(f"/weekly-report {SAMPLE}")
    card = await job.open_card(screen)
    await card.scroll_into_view_if_needed()
    await _picture(screen, folder / "card.png")
    await card.get_by_role("button", name=job.EN.buttons.approve).click()
    report = await job.see_report(screen)
    await report.scroll_into_view_if_needed()
    await _picture(screen, folder / "thread.png")


async def _picture(screen: Screen, path: Path) -> None:
    await screen.page.mouse.move(0, 0)
    await screen.page.evaluate("document.activeElement.blur()")
    await expect(screen.composer).not_to_be_focused()
    await screen.page.screenshot(path=path, animations="disabled")


def main() -> None:
    """Take the pictures into the folder that is named, or into `docs`."""
    path = find_chromium()
    if path is None:
        sys.exit(MISSING)
    logs.configure("console", "error")
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(folder, path))
    for name in ("card.png", "thread.png"):
        print(folder / name, f"{(folder / name).stat().st_size // 1024} kB")  # noqa: T201


if __name__ == "__main__":
    main()
