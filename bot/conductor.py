"""Look at a run: bring Slack in line with its record, and its graph.

`wake` may be called by anybody, at any time, twice or late. It holds no state
that a kill could lose.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import structlog

from bot.core.model import Lease, Snapshot
from bot.core.ports.jobs import Jobs
from bot.core.ports.store import FencedError, Held, NoRunError
from bot.driver import Driver, Surroundings, UnrootedError
from bot.lease import LEASE_TTL, HeldLease
from bot.show import Show, Shown

LOOK_AGAIN = timedelta(seconds=5)
"""When to look at a run again that Slack could not be brought in line with."""
SWEEP_LIMIT = 1000

Speechless = Callable[[Snapshot, str], Awaitable[None]]
"""What to do where Slack refuses to let the bot speak; gets Slack's error code."""

log = structlog.get_logger(__name__)


class Conductor:
    """Wakes runs. `around` is what drivers need; `new_id` names this look as lease owner."""

    def __init__(
        self,
        around: Surroundings,
        *,
        show: Show,
        jobs: Jobs,
        speechless: Speechless,
        finished_ttl: timedelta,
        new_id: Callable[[], str],
    ) -> None:
        self._around = around
        self._store = around.store
        self._show = show
        self._jobs = jobs
        self._speechless = speechless
        self._finished_ttl = finished_ttl
        self._new_id = new_id
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Hand over, at once, every run that this process drives (SIGTERM)."""
        self._stopping.set()

    async def wake(self, run_id: str) -> None:
        """Look at one run, and do all that is due."""
        try:
            if await self._ready(run_id):
                await self.advance(run_id)
                await self._tidy(run_id, await self._show(run_id))
        except NoRunError:
            await self._store.settle(run_id)

    async def sweep(self) -> None:
        """Wake the runs that somebody touched and that are not known to be settled.

        The backstop behind lost jobs: a process killed between its write and its
        enqueue, a queue that was emptied.
        """
        for run_id in await self._store.due(limit=SWEEP_LIMIT):
            await self._jobs.wake(run_id, key=f"{run_id}:sweep")

    async def _ready(self, run_id: str) -> bool:
        """Show the run; False while it has no root message, since then nothing may start."""
        snapshot = await self._store.load(run_id)
        root = snapshot.slots.get("root")
        if root and root.ts:
            self._show.soon(run_id)
            return True
        shown = await self._show(run_id)
        if not shown.rooted:
            await self._tidy(run_id, shown)
        return shown.rooted

    async def advance(self, run_id: str) -> None:
        """Drive the run, or leave it to whoever does: that one sees what was written."""
        ttl_ms = int(LEASE_TTL.total_seconds() * 1000)
        try:
            lease = await self._store.take_lease(run_id, owner=self._new_id(), ttl_ms=ttl_ms)
        except FencedError:
            return
        if isinstance(lease, Held):
            # Its driver may be dead: look again when the lease would have expired.
            await self._jobs.wake(run_id, key=f"{run_id}:held:{lease.until}", at=lease.until)
            return
        await self._drive(lease)

    async def _drive(self, lease: Lease) -> None:
        held = HeldLease(self._store, lease)
        driver = Driver(self._around, held)
        work = asyncio.create_task(driver.until_idle())
        beat = asyncio.create_task(held.keep(each_beat=lambda: self._show.soon(lease.run_id)))
        stop = asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait({work, beat, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped = not (work.done() or beat.done())
            await _cancel(work, beat, stop)
            if stopped:
                await self._hand_over(lease, driver)
        with suppress(FencedError, UnrootedError):
            # Fenced: somebody else drives now, or the run was cancelled. Stop silently.
            for task in (work, beat):
                if not task.cancelled():
                    task.result()

    async def _hand_over(self, lease: Lease, driver: Driver) -> None:
        """Let another process go on at once: this one is being stopped."""
        await self._store.abandon(lease, uncount=driver.driving)
        await self._jobs.wake(lease.run_id, key=f"{lease.run_id}:handover:{lease.fence}")
        log.info("run.handed_over", run_id=lease.run_id)

    async def _tidy(self, run_id: str, shown: Shown) -> None:
        snapshot = await self._store.load(run_id)
        if shown.refused and shown.refused != "muted":
            await self._speechless(snapshot, shown.refused)
            return
        if not shown.settled:
            at = self._around.now() + int(LOOK_AGAIN.total_seconds() * 1000)
            await self._jobs.wake(run_id, key=f"{run_id}:again:{at}", at=at)
            return
        if snapshot.run.state.final:
            await self._around.engine.retire(run_id, ttl=self._finished_ttl)
        await self._store.settle(run_id)


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
