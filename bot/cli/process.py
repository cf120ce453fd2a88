"""A command as a process: its exit code, its lines when it cannot start, its signals."""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from secrets import token_hex
from typing import NoReturn

import typer

from bot.cli import INTERRUPTED
from bot.errors import CannotStartError

CANNOT_START = 2
FAILED = 1


def finish(prepare: Callable[[], Coroutine[None, None, int]]) -> NoReturn:
    """Prepare a command, run it to its end and exit with its code.

    One clear line each and 2 if something outside is missing or wrong; one line with a
    reference for the log and 1 if it broke.
    """
    try:
        prepared = prepare()
        # From here on there are things to close: Ctrl-C is an exception again.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        code = asyncio.run(prepared)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the outermost edge of a command
        code = _explained(error)
    raise typer.Exit(code)


def until_told() -> asyncio.Event:
    """An event that SIGINT or SIGTERM sets. Ctrl-C after that ends the process at once."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell() -> None:
        told.set()
        loop.remove_signal_handler(signal.SIGINT)

    loop.add_signal_handler(signal.SIGINT, tell)
    loop.add_signal_handler(signal.SIGTERM, tell)
    return told


def say_slow(where: str) -> None:
    """Say which graph keeps the command waiting, whatever is logged."""
    print(f"signoff: {where}: is still loading.", file=sys.stderr)  # noqa: T201 - as below


def _explained(error: Exception) -> int:
    """Say what is wrong, to whoever started the command and to the log; the exit code."""
    causes = list(_causes(error))
    lines = [line for one in causes if isinstance(one, CannotStartError) for line in one.lines]
    unknown = [one for one in causes if not isinstance(one, CannotStartError)]
    if unknown:
        kinds = ", ".join(dict.fromkeys(type(one).__name__ for one in unknown))
        lines.append(f"it broke ({kinds}); the log has more under {_logged(error)}.")
    for line in dict.fromkeys(lines):
        print(f"signoff: {line}", file=sys.stderr)  # noqa: T201 - this is the command line
    return FAILED if unknown else CANNOT_START


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error itself, or all that a group of parts ended with."""
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _causes(one)
    else:
        yield error


def _logged(error: Exception) -> str:
    """Log it under a reference."""
    import structlog  # noqa: PLC0415 - loaded only for a command that broke

    from bot import logs  # noqa: PLC0415 - as above

    if not structlog.is_configured():
        logs.configure("console", "info")
    ref = token_hex(4)
    structlog.get_logger(__name__).error("command.broke", ref=ref, exc_info=error)
    return ref
