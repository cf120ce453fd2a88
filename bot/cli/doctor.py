"""`signoff doctor`: what is there, and what to do about what is not."""

from rich.console import Console
from rich.markup import escape

from bot import checks
from bot.cli.process import CANNOT_START
from bot.settings import Settings


async def examine(settings: Settings) -> int:
    """Print a line for each check; 2 when one failed."""
    console = Console(highlight=False, soft_wrap=True)
    console.print("[green]ok[/]    Settings: all that is needed is set")
    failed = False
    async for found in checks.findings(settings, tuple(checks.CHECKS)):
        mark = "[green]ok[/]   " if found.ok else "[red]wrong[/]"
        for line in found.lines:
            console.print(f"{mark} {found.name}: {escape(line)}")
        failed = failed or not found.ok
    return CANNOT_START if failed else 0
