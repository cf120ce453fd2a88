"""The command `signoff`: run, web, worker, doctor, demo, sandbox.

Nothing is loaded with this module: `main` is there at once, and Ctrl-C is quiet from then on.
"""

import os
import signal
import sys
from typing import Never

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def main() -> None:
    """The entry point."""
    signal.signal(signal.SIGINT, _leave)
    try:
        from bot.cli.commands import app  # noqa: PLC0415 - loading it can be interrupted, too

        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _leave(*_: object) -> Never:
    """End at once while modules are loaded: there is nothing to close yet.

    An exception could be swallowed by whatever is imported just then.
    """
    os._exit(INTERRUPTED)
