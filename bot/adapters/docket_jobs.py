"""The job queue: pydocket on the same Redis. A job says "look at this run", nothing else.

Jobs are delivered at least once, in no promised order; the conductor needs no
more. Arguments are pickled, so only ids go in, and only trusted processes may
write to that Redis.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from docket import Cron, CurrentExecution, Docket, Execution, ExponentialRetry, Retry, Worker
from redis.exceptions import RedisError
from structlog.contextvars import bound_contextvars

from bot.core.ports.jobs import Jobs
from bot.core.ports.store import StoreUnavailableError

WAKE = "wake"
CONCURRENCY = 50
"""Runs looked at at once in one process. A look waits for Slack's rates, so it is cheap."""
SECOND_CANCEL = timedelta(seconds=5)
"""A worker that is told to stop drains without limit, and its leases lapse meanwhile."""

log = structlog.get_logger(__name__)

Look = Callable[[str], Awaitable[None]]
Tidy = Callable[[], Awaitable[None]]


@asynccontextmanager
async def open_docket(redis_url: str, *, name: str = "signoff-jobs") -> AsyncIterator[Docket]:
    """Open the queue on a Redis."""
    docket = Docket(name=name, url=redis_url, execution_ttl=timedelta(hours=24))
    async with docket:
        yield docket


class DocketJobs(Jobs):
    """Enqueues wake-ups, and does them where `work` runs."""

    def __init__(self, docket: Docket) -> None:
        self._docket = docket
        self._tidy: Tidy | None = None

    def serve(self, *, look: Look, tidy: Tidy) -> None:
        """Say what the jobs do: `wake` looks at a run, `sweep` at all that are due.

        Must be called before anything is enqueued. docket knows a job by the name of
        its function.
        """

        async def wake(
            run_id: str,
            retry: Retry = ExponentialRetry(  # noqa: B008 - docket reads dependencies from defaults
                attempts=8,
                minimum_delay=timedelta(seconds=1),
                maximum_delay=timedelta(seconds=20),
            ),
        ) -> None:
            # Tasks made inside inherit it: whatever is logged of a run carries its id.
            with bound_contextvars(run_id=run_id):
                try:
                    await look(run_id)
                except StoreUnavailableError:
                    log.warning("job.redis_away", attempt=retry.attempt)
                    raise
                except Exception:
                    log.exception("job.failed", attempt=retry.attempt)
                    raise

        async def sweep(_every: Cron = Cron("* * * * *")) -> None:  # noqa: B008 - as above
            await tidy()

        self._tidy = tidy
        self._docket.register(wake)
        self._docket.register(sweep)

    async def wake(self, run_id: str, *, key: str, at: int | None = None) -> None:
        """Have some worker look at the run, now or at `at` (ms). One job per key."""
        when = None if at is None else datetime.fromtimestamp(at / 1000, tz=UTC)
        try:
            await self._docket.add(WAKE, when=when, key=key)(run_id)
        except (RedisError, OSError) as error:
            raise StoreUnavailableError from error

    async def work(self, stopping: asyncio.Event, *, redelivery: timedelta) -> None:
        """Take jobs until `stopping`; a dead worker's start elsewhere after `redelivery`, about.

        A restart is the likeliest time for something to have lost its job: that is looked at
        first, not at the next full minute.
        """
        worker = Worker(
            self._docket,
            concurrency=CONCURRENCY,
            minimum_check_interval=timedelta(milliseconds=50),
            scheduling_resolution=timedelta(milliseconds=250),
            redelivery_timeout=redelivery,
            reconnection_delay=timedelta(seconds=1),
            fallback_task=_give_back,
        )
        async with worker:
            await self._tidy_first()
            running = asyncio.create_task(worker.run_forever())
            stop = asyncio.create_task(stopping.wait())
            await asyncio.wait({running, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            await _end(running)

    async def _tidy_first(self) -> None:
        if self._tidy is None:
            return
        # Redis went away in between: the worker connects anew, and the next minute sees to it.
        with suppress(StoreUnavailableError):
            await self._tidy()


async def _end(running: asyncio.Task[None]) -> None:
    """Cancel, and cancel again when jobs do not end by themselves."""
    for _ in range(2):
        running.cancel()
        done, _pending = await asyncio.wait({running}, timeout=SECOND_CANCEL.total_seconds())
        if done:
            break
    with suppress(asyncio.CancelledError):
        await running


async def _give_back(
    *_args: Any,  # noqa: ANN401 - whatever a newer release enqueued
    execution: Execution = CurrentExecution(),  # noqa: B008 - docket reads dependencies from defaults
    retry: Retry = Retry.forever(delay=timedelta(seconds=5)),  # noqa: B008 - as above
    **_kwargs: Any,  # noqa: ANN401 - as above
) -> None:
    """Give work that this release does not know back to the queue, for one that does."""
    log.warning("job.unknown", task=execution.function_name, attempt=retry.attempt)
    raise LookupError(execution.function_name)
