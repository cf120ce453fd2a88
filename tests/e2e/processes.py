"""The command `signoff` in processes of its own, whose lines one can wait for.

Loading everything takes seconds, so one process does it once and is forked for each command.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from pathlib import Path

import coverage

from tests.e2e.killed_worker import Doom, prepare

_KEPT = ("HOME", "LANG", "PATH", "PYTHONPATH", "TMPDIR", "COVERAGE_FILE", "COVERAGE_PROCESS_CONFIG")
_PATIENCE = 40.0
"""Seconds that a command may take to start or to end, on a busy machine."""
_LOADED = [
    f"bot.cli.{name}"
    for name in ("commands", "service", "doctor", "first_gate", "check", "manifest")
]


class Command:
    """A running command. `lines` is what it printed so far, to both outputs."""

    def __init__(self, process: multiprocessing.process.BaseProcess, output: Connection) -> None:
        self._process = process
        self._news = asyncio.Event()
        self._rest = b""
        self._output = output
        self._open = True
        self.lines: list[str] = []
        os.set_blocking(output.fileno(), False)
        asyncio.get_running_loop().add_reader(output.fileno(), self._read)

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process.pid
        return self._process.pid

    @property
    def text(self) -> str:
        """All it printed."""
        return "\n".join(self.lines)

    def send(self, sign: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, sign)

    async def says(self, text: str, *, within: float = _PATIENCE) -> str:
        """The first line with a text in it, once it is there."""
        async with asyncio.timeout(within):
            while True:
                if found := next((line for line in self.lines if text in line), None):
                    return found
                assert self._open, f"it ended without {text!r}:\n{self.text}"
                self._news.clear()
                await self._news.wait()

    async def ready(self) -> "Command":
        """Wait until it serves."""
        await self.says("signoff.ready")
        return self

    async def ended(self, *, within: float = _PATIENCE) -> int:
        """Its exit code, once it ended; negative for a signal."""
        async with asyncio.timeout(within):
            while self._open:
                self._news.clear()
                await self._news.wait()
        # The outputs are closed, so it is about to be gone.
        self._process.join(within)
        assert self._process.exitcode is not None
        return self._process.exitcode

    async def close(self) -> None:
        """End it, if it still runs."""
        if self._open:
            with suppress(ProcessLookupError):
                self.send(signal.SIGKILL)
            await self.ended()

    def _read(self) -> None:
        chunk = os.read(self._output.fileno(), 1 << 16)
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        self.lines += [line.decode() for line in whole]
        if not chunk:
            asyncio.get_running_loop().remove_reader(self._output.fileno())
            self._output.close()
            self._open = False
        self._news.set()


@asynccontextmanager
async def command(
    *args: str, env: Mapping[str, str], home: Path, doom: Doom | None = None
) -> AsyncIterator[Command]:
    """Run `signoff` with these arguments and environment; end it afterwards."""
    running = start(*args, env=env, home=home, doom=doom)
    try:
        yield running
    finally:
        await running.close()


def start(*args: str, env: Mapping[str, str], home: Path, doom: Doom | None = None) -> Command:
    """Start `signoff`. Whoever starts it closes it."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*_LOADED, "tests.e2e.processes"])
    ours, theirs = context.Pipe(duplex=False)
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    process = context.Process(target=_run, args=(args, {**kept, **env}, home, theirs, doom))
    process.start()
    theirs.close()
    return Command(process, ours)


def _run(
    args: tuple[str, ...], env: Mapping[str, str], home: Path, output: Connection, doom: Doom | None
) -> None:
    """In the new process: become the command."""
    os.setsid()
    os.chdir(home)
    os.environ.clear()
    os.environ.update(env)
    for stream in (1, 2):
        os.dup2(output.fileno(), stream)
    output.close()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _measure()
    if doom:
        prepare(doom)
    from bot.cli import main  # noqa: PLC0415 - after the fork, like all that is the command's

    sys.argv = ["signoff", *args]
    main()


def _measure() -> None:
    """Measure coverage here as well, where it is on: a fork does not go on with it by itself."""
    if "COVERAGE_PROCESS_CONFIG" not in os.environ:
        return
    if inherited := coverage.Coverage.current():
        inherited.stop()
    if own := coverage.process_startup(force=True):
        Finalize(None, _keep, (own,), exitpriority=1)


def _keep(measured: coverage.Coverage) -> None:
    measured.stop()
    measured.save()
