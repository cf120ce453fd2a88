"""The queue on a real Redis: what a job does, and what is logged while it does it."""

import asyncio
from datetime import timedelta

from structlog.contextvars import get_contextvars

from bot.adapters.docket_jobs import DocketJobs, open_docket
from bot.core.ports.store import StoreUnavailableError


async def test_all_work_on_a_run_carries_its_id_also_in_tasks_of_its_own(redis_url: str) -> None:
    seen: list[object] = []
    stopping = asyncio.Event()

    async def note() -> None:
        seen.append(get_contextvars().get("run_id"))

    async def look(run_id: str) -> None:
        await note()
        await asyncio.create_task(note())
        if run_id == "second":
            stopping.set()

    async def tidy() -> None:
        """Nothing to do."""

    async with open_docket(redis_url) as docket, asyncio.timeout(30):
        jobs = DocketJobs(docket)
        jobs.serve(look=look, tidy=tidy)
        await jobs.wake("first", key="1")
        work = asyncio.create_task(jobs.work(stopping, redelivery=timedelta(seconds=10)))
        await jobs.wake("second", key="2")
        await work
    assert sorted(map(str, seen)) == ["first", "first", "second", "second"]
    assert "run_id" not in get_contextvars()


async def test_a_process_that_starts_looks_first_at_what_has_lost_its_job(redis_url: str) -> None:
    happened: list[str] = []
    stopping = asyncio.Event()

    async def look(run_id: str) -> None:
        happened.append(run_id)
        stopping.set()

    async def tidy() -> None:
        happened.append("all that is due")

    async with open_docket(redis_url) as docket, asyncio.timeout(30):
        jobs = DocketJobs(docket)
        jobs.serve(look=look, tidy=tidy)
        await jobs.wake("queued", key="1")
        await jobs.work(stopping, redelivery=timedelta(seconds=10))
    assert happened == ["all that is due", "queued"]


async def test_a_redis_that_is_away_at_the_first_look_does_not_end_the_worker(
    redis_url: str,
) -> None:
    stopping = asyncio.Event()

    async def look(_: str) -> None:
        stopping.set()

    async def tidy() -> None:
        raise StoreUnavailableError

    async with open_docket(redis_url) as docket, asyncio.timeout(30):
        jobs = DocketJobs(docket)
        jobs.serve(look=look, tidy=tidy)
        await jobs.wake("one", key="1")
        await jobs.work(stopping, redelivery=timedelta(seconds=10))
