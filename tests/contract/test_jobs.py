"""The queue on a real Redis: what a job does, and what is logged while it does it."""

import asyncio
from datetime import timedelta

from structlog.contextvars import get_contextvars

from bot.adapters.docket_jobs import DocketJobs, open_docket


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
