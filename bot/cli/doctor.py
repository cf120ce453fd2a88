"""`signoff doctor`: what is there, and what to do about what is not."""

from rich.console import Console
from rich.markup import escape

from bot import checks, settings
from bot.cli.process import CANNOT_START
from graphs.registry import checked, workflows


async def examine() -> int:
    """Print a line for each check; 2 when one failed."""
    console = Console(highlight=False, soft_wrap=True)
    chosen = settings.load()
    console.print(f"[green]ok[/]    Settings: {len(checked(workflows().values()))} workflow(s)")
    failed = False
    async for found in checks.findings(chosen, tuple(checks.CHECKS)):
        mark = "[green]ok[/]   " if found.ok else "[red]wrong[/]"
        for line in found.lines:
            console.print(f"{mark} {found.name}: {escape(line)}")
        failed = failed or not found.ok
    return CANNOT_START if failed else 0
