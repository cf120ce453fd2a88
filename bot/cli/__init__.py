"""The command `signoff`: run, web, worker, doctor, demo, sandbox.

Nothing is loaded with this module: `main` is there at once, and Ctrl-C is quiet from then on.
"""

import sys

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def main() -> None:
    """The entry point."""
    try:
        from bot.cli.commands import app  # noqa: PLC0415 - loading it can be interrupted, too

        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
