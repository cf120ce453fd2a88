"""A node that runs several tasks at once is one step, which counts them."""

from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from langgraph.types import Send
from redis.asyncio import Redis

from bot.core.ports.engine import StepEnded, StepFailedError, StepStarted, TasksCounted
from tests.contract.engine_graphs import Builder, Desk, Node, Notes, Stage, staged

WHOLE = 4


def spread(work: Node, report: Node) -> Builder:
    """Four tasks of `work` side by side, then a report."""
    builder: Builder = StateGraph(Notes)
    builder.add_node("work", work)
    builder.add_node("report", report)
    tasks = [Send("work", {"draft": str(n)}) for n in range(WHOLE)]
    builder.add_conditional_edges(START, lambda _: tasks, ["work"])
    builder.add_edge("work", "report")
    return builder


def counts(stage: Stage) -> list[tuple[int, int]]:
    return [(e.done, e.total) for e in stage.events if isinstance(e, TasksCounted)]


def of_work(stage: Stage) -> list[StepStarted | StepEnded]:
    kinds = StepStarted | StepEnded
    return [e for e in stage.events if isinstance(e, kinds) and e.node == "work"]


async def test_a_fan_out_is_told_as_one_step_with_a_count(redis: Redis) -> None:
    async def work(state: Notes) -> dict[str, Any]:
        return {"log": [f"found {state['draft']}"]}

    async with staged(redis, spread(work, Desk().node("report"))) as stage:
        await stage.start()
        [began, ended] = of_work(stage)
        assert (began, ended.node) == (StepStarted("work"), "work")
        assert counts(stage)[-WHOLE:] == [(n, WHOLE) for n in range(1, WHOLE + 1)]


async def test_what_one_of_them_broke_is_done_again_alone_and_nothing_counts_twice(
    redis: Redis,
) -> None:
    calls: list[str] = []
    broken = {"3"}

    async def work(state: Notes) -> dict[str, Any]:
        calls.append(state["draft"])
        if state["draft"] in broken:
            raise ValueError("no")
        return {"log": [state["draft"]]}

    async with staged(redis, spread(work, Desk().node("report"))) as stage:
        with pytest.raises(StepFailedError):
            await stage.start()
        assert of_work(stage)[-1].node == "work"
        before = counts(stage)[-1][0]
        done = [event for event in of_work(stage) if isinstance(event, StepEnded)]
        assert [event.failed for event in done] == [True]
        broken.clear()
        await stage.go_on()
        assert of_work(stage)[0] == StepStarted("work")
        assert counts(stage)[-1] == (WHOLE, WHOLE)
        assert counts(stage)[-2][0] >= before
    assert sorted(calls)[: WHOLE - 1] == ["0", "1", "2"]
    assert calls.count("3") == 2
