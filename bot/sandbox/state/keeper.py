"""Keeps the state file: for one process at a time, written after changes and at the end."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

from bot.sandbox.state import persistence
from bot.sandbox.state.changes import Change
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.persistence import StateFileError

if sys.platform != "win32":
    import fcntl

WRITE_AFTER: Final = 0.5
"""Seconds between a change and the write, so that a burst of changes makes one."""

_KEPT: Final = frozenset({"message", "deleted", "channel", "people", "scheduled", "view", "app"})

log = logging.getLogger(__name__)


class Keeper:
    """Reads the state at the start, and writes it in a thread: after changes, and at the end."""

    def __init__(self, path: Path, hub: Hub) -> None:
        self._path = path
        self._hub = hub
        self._changed = asyncio.Event()
        # One thread, so that a write never meets another one, whatever is cancelled meanwhile.
        self._writer = ThreadPoolExecutor(1, "state")

    @asynccontextmanager
    async def keeping(self) -> AsyncIterator[None]:
        """Take up what is in the file, and keep what changes while the block runs.

        Raises StateFileError where the file is in use, damaged, or cannot be written.
        """
        with _locked(self._path), self._writer:
            if kept := persistence.read(self._path):
                persistence.restore(kept, self._hub)
            try:
                await self._write()
            except OSError as error:
                raise _unwritable(self._path, error) from error
            self._hub.state_file = str(self._path)
            with self._hub.world.changes.listening(self._plan):
                writing = asyncio.create_task(self._keep_writing())
                try:
                    yield
                finally:
                    writing.cancel()
                    await self._save()

    def _plan(self, change: Change) -> None:
        if change.kind in _KEPT:
            self._changed.set()

    async def _keep_writing(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(WRITE_AFTER)
            self._changed.clear()
            await self._save()

    async def _save(self) -> None:
        """Write. A full disk does not end the workspace: the next change tries again."""
        trouble = ""
        try:
            await self._write()
        except (OSError, ValueError) as error:
            trouble = f"{_unwritable(self._path, error)}."
        before, self._hub.not_kept = self._hub.not_kept, trouble
        if trouble and not before:
            log.error("What happens from now on is not kept: %s", trouble)
        if trouble != before:
            self._hub.world.changes.tell(Change("app"))
        self._hub.world.changes.tell(Change("kept"))

    async def _write(self) -> None:
        taken = persistence.taken(self._hub)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._writer, persistence.write, self._path, taken)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock on the file beside it; the system gives it back however the process ends."""
    if not path.name or path.is_dir():
        raise StateFileError(f"{path} is a directory; name a file to keep the state in")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        _lock(beside, path)
        yield
    finally:
        os.close(beside)


def _lock(beside: int, path: Path) -> None:
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(beside, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StateFileError(
            f"{path} is in use by another workspace; stop that one, or name another file"
        ) from None
    except OSError as error:
        raise StateFileError(f"{path} cannot be locked: {error.strerror}") from error


def _unwritable(path: Path, error: Exception) -> StateFileError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return StateFileError(f"{path} cannot be written: {why}")
