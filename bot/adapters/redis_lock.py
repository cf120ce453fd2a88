"""One server at a time in a data directory, also across crashes."""

import asyncio
import os
import sys
from pathlib import Path

from bot.adapters.redis_files import RedisServerError

if sys.platform != "win32":
    import fcntl

_FILE = "signoff.lock"
_PATIENCE_SECONDS = 5.0
_LOOK_SECONDS = 0.05


class DirectoryLock:
    """An advisory lock on a directory.

    The server inherits the open file, so the lock stands as long as either of
    the two lives: an orphaned server keeps others away from its files.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._file: int | None = None

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What a child must inherit to hold the lock, too."""
        return () if self._file is None else (self._file,)

    async def take(self) -> None:
        """Create the directory and lock it.

        A server whose owner is dead gets some seconds to end. RedisServerError
        when somebody uses the directory, or it cannot be written.
        """
        try:
            self._directory.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = os.open(self._directory / _FILE, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise RedisServerError(f"Cannot use {self._directory}: {error.strerror}.") from error
        try:
            await self._lock(file)
        except BaseException:
            os.close(file)
            raise
        self._file = file
        os.ftruncate(file, 0)
        os.pwrite(file, str(os.getpid()).encode(), 0)

    async def _lock(self, file: int) -> None:
        for _ in range(int(_PATIENCE_SECONDS / _LOOK_SECONDS)):
            if _try_lock(file):
                return
            owner = os.pread(file, 32, 0).decode()
            if _alive(owner):
                raise RedisServerError(
                    f"Process {owner} already runs a Redis in {self._directory}; "
                    "stop it, or use another directory."
                )
            await asyncio.sleep(_LOOK_SECONDS)
        raise RedisServerError(
            f"A Redis left over from process {owner} still uses {self._directory}; stop it first."
        )

    def give_back(self) -> None:
        """Let others use the directory."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _try_lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _alive(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
