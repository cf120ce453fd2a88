"""Look at a run: bring Slack in line with its record, and its graph.

`wake` may be called by anybody, at any time, twice or late. It holds no state
that a kill could lose.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import structlog

from bot.core.model import Lease, Snapshot
from bot.core.ports.jobs import Jobs
from bot.core.ports.store import FencedError, Held, NoRunError, StoreUnavailableError
from bot.driver import Driver, Surroundings, UnrootedError
from bot.lease import LEASE_TTL, HeldLease
from bot.show import MUTED, Show, Shown

LOOK_AGAIN = timedelta(seconds=3)
"""How soon, at least, to look at a run again that Slack could not be brought in line with."""
SILENCE = timedelta(seconds=30)
"""After so long without any news a run is looked at half as often, after twice as long half as
often again. Longer than what a killed process had claimed stays claimed."""
DOUBLINGS = 5
"""How often that goes on: in the end there is a look every 96 seconds, or a little later. What
people do is shown at once all the same."""
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
            unready = await self._unready(run_id)
            idle = unready is None and await self.advance(run_id)
            await self._retire(run_id)
            await self._tidy(run_id, unready or await self._show(run_id), idle=idle)
        except NoRunError:
            await self._store.settle(run_id)

    async def sweep(self) -> None:
        """Wake the runs that somebody touched and that are not known to be settled.

        The backstop behind lost jobs: a process killed between its write and its
        enqueue, a queue that was emptied.
        """
        for run_id in await self._store.due(limit=SWEEP_LIMIT):
            await self._jobs.wake(run_id, key=f"{run_id}:sweep")

    async def _unready(self, run_id: str) -> Shown | None:
        """Show the run; give that look where there is no root message: then nothing may start."""
        if (await self._store.load(run_id)).root:
            self._show.soon(run_id)
            return None
        shown = await self._show(run_id)
        return None if shown.rooted else shown

    async def advance(self, run_id: str) -> bool:
        """Drive the run, or leave it to whoever does: that one sees what was written.

        True when nothing is left to drive.
        """
        ttl_ms = int(LEASE_TTL.total_seconds() * 1000)
        try:
            lease = await self._store.take_lease(run_id, owner=self._new_id(), ttl_ms=ttl_ms)
        except FencedError:
            return True
        if isinstance(lease, Held):
            # Its driver may be dead: look again when the lease would have expired.
            await self._jobs.wake(run_id, key=f"{run_id}:held:{lease.until}", at=lease.until)
            return False
        return await self._drive(lease)

    async def _drive(self, lease: Lease) -> bool:
        held = HeldLease(self._store, lease, clock=self._around.clock)
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
        if stopped:
            return False
        try:
            (beat if work.cancelled() else work).result()
        except FencedError:
            # Somebody else drives now, or the run was cancelled. Stop silently.
            return False
        except UnrootedError:
            await self._hand_over(lease, driver)
            return False
        except StoreUnavailableError:
            raise
        except Exception:
            # Nobody foresaw it: it is reported, and whoever looks next need not wait. What
            # began stays counted, so that it cannot go on like that for ever.
            await self._store.abandon(lease, uncount=False)
            raise
        return True

    async def _hand_over(self, lease: Lease, driver: Driver) -> None:
        """Let another look go on at once: this process is being stopped, or has to show first."""
        await self._store.abandon(lease, uncount=driver.driving)
        await self._jobs.wake(lease.run_id, key=f"{lease.run_id}:handover:{lease.fence}")
        log.info("run.handed_over", run_id=lease.run_id)

    async def _retire(self, run_id: str) -> None:
        """Let the checkpoints of a run that ended expire, whatever becomes of its messages.

        They go when the record goes, or a moment before it, however late this is.
        """
        snapshot = await self._store.load(run_id)
        if not snapshot.run.state.final:
            return
        self._show.soon(run_id)
        age = timedelta(milliseconds=snapshot.read_at - (snapshot.run.ended_at or 0))
        left = max(self._finished_ttl - age, timedelta(seconds=1))
        await self._around.engine.retire(run_id, ttl=left)

    async def _tidy(self, run_id: str, shown: Shown, *, idle: bool) -> None:
        """Settle a run that nothing is left to do for. All others are on the due list afterwards.

        They need not have been on it: a look may come late, when the run had been settled.
        """
        snapshot = shown.snapshot or await self._store.load(run_id)
        if shown.refused == MUTED:
            await self._store.postpone(run_id, until=snapshot.muted_until)
        elif shown.refused:
            await self._store.postpone(run_id, until=self._later())
            await self._speechless(snapshot, shown.refused)
        elif not shown.settled:
            await self._look_again(snapshot)
        elif idle or snapshot.run.state.final:
            await self._store.settle(run_id)

    async def _look_again(self, snapshot: Snapshot) -> None:
        """Look soon where something has just happened, and ever more rarely where nothing does."""
        run_id = snapshot.run.run_id
        silent = timedelta(milliseconds=max(0, snapshot.read_at - _last_news(snapshot)))
        doublings = min((silent // SILENCE).bit_length(), DOUBLINGS)
        at = self._later(LOOK_AGAIN * 2**doublings)
        await self._store.postpone(run_id, until=at)
        await self._jobs.wake(run_id, key=f"{run_id}:again:{at}", at=at)

    def _later(self, pace: timedelta = LOOK_AGAIN) -> int:
        """When to look again: the same time for all who look now, so that it stays one look."""
        every = pace // timedelta(milliseconds=1)
        return (self._around.now() // every + 2) * every


def _last_news(snapshot: Snapshot) -> int:
    """When something last happened that the record dates: to the run, or to one of its messages.

    So a run whose messages are refused is looked at ever more rarely without anybody
    having to count, and one that moves, or whose messages get through, often again.
    """
    run = snapshot.run
    gates = snapshot.gates.values()
    times = [run.created_at, run.ended_at or 0, run.failure.at if run.failure else 0]
    times += [gate.opened_at for gate in gates]
    times += [gate.decision.at for gate in gates if gate.decision]
    times += [slot.shown_at for slot in snapshot.slots.values()]
    return max(times)


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
