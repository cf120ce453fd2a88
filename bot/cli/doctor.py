"""`signoff doctor`: what is there, and what to do about what is not."""

from collections.abc import AsyncIterator

from rich.console import Console
from rich.markup import escape

from bot import checks
from bot.checks import Finding
from bot.cli.process import CANNOT_START
from bot.settings import Settings


async def examine(settings: Settings) -> int:
    """Print a line for each check; 2 when one failed."""
    console = Console(highlight=False, soft_wrap=True)
    failed = False
    async for found in _all(settings):
        mark = "[green]ok[/]   " if found.ok else "[red]wrong[/]"
        for line in found.lines:
            console.print(f"{mark} {found.name}: {escape(line)}")
        failed = failed or not found.ok
    return CANNOT_START if failed else 0


async def _all(settings: Settings) -> AsyncIterator[Finding]:
    """The settings, then whatever can be asked with them."""
    yield checks.of_settings(settings)
    without = set() if settings.slack_app_token else {checks.SOCKET_MODE}
    names = tuple(name for name in checks.CHECKS if name not in without)
    async for found in checks.findings(settings, names):
        yield found
