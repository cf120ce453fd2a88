"""A command as a process: its exit code, its one line when it cannot start, its signals."""

import asyncio
import signal
import sys
from collections.abc import Coroutine

import typer

from bot.errors import CannotStartError

CANNOT_START = 2


def finish(command: Coroutine[None, None, int]) -> None:
    """Run a command to its end and exit with its code; 2 and one clear line each if it cannot."""
    try:
        code = asyncio.run(command)
    except CannotStartError as error:
        for line in error.lines:
            print(f"signoff: {line}", file=sys.stderr)  # noqa: T201 - this is the command line
        code = CANNOT_START
    except KeyboardInterrupt:
        code = 130
    raise typer.Exit(code)


def until_told() -> asyncio.Event:
    """An event that SIGINT or SIGTERM sets. A second Ctrl-C ends the process at once."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell() -> None:
        told.set()
        loop.remove_signal_handler(signal.SIGINT)

    loop.add_signal_handler(signal.SIGINT, tell)
    loop.add_signal_handler(signal.SIGTERM, told.set)
    return told
