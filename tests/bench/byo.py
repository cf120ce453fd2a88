"""What a run of somebody's own graph costs beside the same graph as a built-in workflow: CPU."""

import asyncio
import time
from pathlib import Path

from bot.app import open_signoff
from bot.projects.loading import load
from graphs.contract import Workflow
from tests.bench.rows import Row, ratio
from tests.bench.runs import run
from tests.bench.stage import Mute, a_redis, a_workspace

THEIRS = Path(__file__).parent / "theirs" / "langgraph.json"
RUNS = 5
PAIRS = 31
"""Of few runs each: both sides do nearly the same, so what else the machine does must hit both."""


async def measure() -> Row:
    """CPU seconds of the same number of runs, on one bot that offers both."""
    loaded = await load([THEIRS])
    built_in, theirs = loaded.workflows["weekly-report"], loaded.workflows["report"]
    mute = Mute()
    async with (
        a_redis() as (url, _),
        a_workspace(url) as (_, settings),
        open_signoff(settings, loaded.workflows, messenger=mute) as bot,
    ):

        async def cpu(workflow: Workflow) -> float:
            before = time.process_time()
            await asyncio.gather(*(run(bot, mute, workflow) for _ in range(RUNS)))
            return time.process_time() - before

        stopping = asyncio.Event()
        async with bot.serving(stopping, ingress=False):
            cost = await ratio(lambda: cpu(theirs), lambda: cpu(built_in), pairs=PAIRS)
            stopping.set()
    return Row("byo_cost_ratio", cost, "x", goal=1.1)
