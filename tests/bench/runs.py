"""What a run costs beside bare LangGraph on the same saver: CPU, throughput, Redis memory."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from langgraph.types import Command
from redis.asyncio import Redis

from bot.adapters.graph_saver import open_saver
from bot.app import Signoff, open_signoff
from bot.core.question import Action, Decision
from bot.desk import Click, Done, Started
from graphs.contract import Workflow
from graphs.model import OfflineModel
from graphs.registry import workflows
from tests.bench.asks import ANA, an_ask
from tests.bench.rows import Row, ratio
from tests.bench.stage import NOTES, Mute, a_redis, a_workspace

RUNS = 20
WAITING = 40
SETTLED_S = 2.0
"""Until Redis has written its file and let go of the buffers for it."""
TWO_KB = (NOTES * 10)[:2_000]
_threads = count()


@dataclass(frozen=True, slots=True)
class Both:
    """Signoff and a bare graph on one Redis."""

    bot: Signoff
    mute: Mute
    client: Redis
    report: Workflow
    bare: Any


@asynccontextmanager
async def _both() -> AsyncIterator[Both]:
    mute = Mute()
    async with (
        a_redis() as (url, client),
        a_workspace(url) as (_, settings),
        open_signoff(settings, workflows(), messenger=mute) as bot,
        open_saver(client) as saver,
    ):
        report = workflows()["weekly-report"]
        graph = report.build(model=OfflineModel(), sources={})
        stopping = asyncio.Event()
        async with bot.serving(stopping, ingress=False):
            yield Both(bot, mute, client, report, graph.compile(checkpointer=saver))
            stopping.set()


async def measure() -> list[Row]:
    """CPU seconds, then seconds on the clock, of the same number of runs."""
    async with _both() as both:

        async def cpu_ours() -> float:
            return (await _timed_runs(both))[0]

        async def cpu_bare() -> float:
            return (await _timed_bare(both))[0]

        async def seconds_ours() -> float:
            return (await _timed_runs(both))[1]

        async def seconds_bare() -> float:
            return (await _timed_bare(both))[1]

        cost = await ratio(cpu_ours, cpu_bare)
        speed = 1 / await ratio(seconds_ours, seconds_bare)
        return [
            Row("run_cost_ratio", cost, "x", goal=1.5),
            Row("runs_per_second_ratio", speed, "x", goal=0.6, bound="least"),
        ]


async def memory() -> Row:
    """Redis memory of a run that waits, all that belongs to it included."""
    async with _both() as both:
        await _until_waiting(both.bot, both.mute, both.report, NOTES)
        await asyncio.sleep(SETTLED_S)
        before = (await both.client.info("memory"))["used_memory"]
        asks = (_until_waiting(both.bot, both.mute, both.report, TWO_KB) for _ in range(WAITING))
        await asyncio.gather(*asks)
        await asyncio.sleep(SETTLED_S)
        used = (await both.client.info("memory"))["used_memory"] - before
        return Row("redis_bytes_per_waiting_run", used / WAITING, "bytes", goal=40_000)


async def _timed_runs(both: Both) -> tuple[float, float]:
    cpu, clock = time.process_time(), time.perf_counter()
    await asyncio.gather(*(run(both.bot, both.mute, both.report) for _ in range(RUNS)))
    return time.process_time() - cpu, time.perf_counter() - clock


async def _timed_bare(both: Both) -> tuple[float, float]:
    cpu, clock = time.process_time(), time.perf_counter()
    await asyncio.gather(*(_bare(both) for _ in range(RUNS)))
    return time.process_time() - cpu, time.perf_counter() - clock


async def run(bot: Signoff, mute: Mute, workflow: Workflow) -> None:
    """Start, wait for the gate, approve, wait for the end."""
    run_id, gate_key = await _until_waiting(bot, mute, workflow, NOTES)
    decision = Decision(Action.APPROVE, by=ANA, at=0)
    outcome = await bot.desk.decide(Click(run_id, ANA), gate_key, decision)
    if not isinstance(outcome, Done):
        raise TypeError(f"not approved: {outcome}")
    await mute.seen(run_id, "result")


async def _until_waiting(
    bot: Signoff, mute: Mute, workflow: Workflow, notes: str
) -> tuple[str, str]:
    started = await bot.desk.start(an_ask(workflow, notes=notes))
    if not isinstance(started, Started):
        raise TypeError(f"not started: {started}")
    run_id = started.run.run_id
    slot = await mute.seen(run_id, "gate")
    return run_id, slot.removeprefix("gate:")


async def _bare(both: Both) -> None:
    """The same graph, resumed as soon as it waits."""
    config = {"configurable": {"thread_id": f"bare-{next(_threads)}"}}
    notes = {"points": NOTES, "language": "en"}
    await both.bare.ainvoke(notes, config, durability="sync")
    state = await both.bare.aget_state(config)
    answers = {i.id: {"action": "approve"} for task in state.tasks for i in task.interrupts}
    await both.bare.ainvoke(Command(resume=answers), config, durability="sync")
