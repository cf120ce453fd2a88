"""The progress of a drive, written down now and then while it runs."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta

import structlog

from bot.core import progress
from bot.core.model import Lease, Run
from bot.core.ports.engine import DriveEvent
from bot.core.ports.store import Store, StoreUnavailableError

NOTE_EVERY = timedelta(milliseconds=250)
"""How often progress is written down while a graph runs."""

log = structlog.get_logger(__name__)


class Notes:
    """The run as its drive's events leave it. Call it with each of them.

    `recorded` is the run as it was last written, with older progress.
    """

    def __init__(self, run: Run, now: Callable[[], int]) -> None:
        self.run = self.recorded = run
        self._now = now
        self._dirty = asyncio.Event()
        self._closed = asyncio.Event()

    def __call__(self, event: DriveEvent) -> None:
        """Note what happened."""
        self.run = progress.after(self.run, event, now=self._now())
        self._dirty.set()

    async def write(self, store: Store, lease: Lease) -> None:
        """Write news down until closed. FencedError.

        A store that is away costs some news, never the drive: the next event tries
        again, and how the drive ended is written by whoever drives.
        """
        while await self._news():
            noted = self.run
            try:
                rev = await store.note_progress(lease, noted)
            except StoreUnavailableError:
                log.info("run.progress_lost", run_id=noted.run_id)
            else:
                self.recorded = replace(noted, rev=rev)

    async def _news(self) -> bool:
        """Wait for news, and a moment for more of it; False when there will be none."""
        await self._dirty.wait()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closed.wait(), NOTE_EVERY.total_seconds())
        self._dirty.clear()
        return not self._closed.is_set()

    def close(self) -> None:
        """There will be no more news."""
        self._closed.set()
        self._dirty.set()


@asynccontextmanager
async def noting(
    run: Run, *, store: Store, lease: Lease, now: Callable[[], int]
) -> AsyncIterator[Notes]:
    """Take notes of a drive. FencedError at the end, where the lease was lost meanwhile."""
    notes = Notes(run, now)
    writer = asyncio.create_task(notes.write(store, lease))
    try:
        yield notes
    finally:
        notes.close()
        await writer
