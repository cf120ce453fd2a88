"""Gates in graphs inside of graphs: as nodes, called by nodes, with whatever saver they have."""

from typing import Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from redis.asyncio import Redis
from typing_extensions import TypedDict

from bot.core.model import GateState, RunState
from bot.core.question import Action
from tests.contract.driven import alive, asks, flow
from tests.contract.engine_graphs import Builder, Desk, Notes, beside, chain


class Log(TypedDict):
    log: list[str]


Saver = bool | BaseCheckpointSaver[str] | None
SAVERS: list[Saver] = [None, True, False, InMemorySaver()]


@pytest.mark.parametrize("checkpointer", SAVERS)
async def test_a_gate_in_a_subgraph_is_answered_whatever_saver_that_has(
    redis: Redis, checkpointer: Saver
) -> None:
    """langgraph#2870, #4796."""
    desk = Desk()
    inner = chain(make=desk.node("make"), one=asks("one "), two=asks("two "))
    graph = chain(outer=inner.compile(checkpointer=checkpointer), end=desk.node("end"))
    async with alive(redis, flow(graph), notes="x") as it:
        await it.drive()
        first = await it.gate()
        assert (first.node, first.question.title) == ("outer", "one ")
        await it.decide(first)
        second = await it.gate()
        assert second.question.title == "two "
        assert (await it.decide(second, Action.REVISE)).run.state is RunState.DONE
        assert "two revise:" in (await it.values())["log"]
    assert desk.calls == ["make", "end"]


async def test_parallel_subgraphs_with_gates_do_not_mix_their_answers(redis: Redis) -> None:
    """langgraph#4028."""

    def inner(title: str) -> Builder:
        builder: Builder = StateGraph(Notes, output_schema=Log)
        builder.add_node("ask", asks(title))
        builder.add_edge(START, "ask")
        return builder

    left, right = inner("left "), inner("right ")
    graph = beside(west=left.compile(), east=right.compile())
    async with alive(redis, flow(graph), notes="x") as it:
        gates = {g.node: g for g in (await it.drive()).gates_in(GateState.OPEN)}
        await it.decide(gates["east"], Action.REVISE, comment="r")
        done = await it.decide(gates["west"], comment="l")
        assert done.run.state is RunState.DONE
        assert {"left approve:l", "right revise:r"} <= set((await it.values())["log"])


@pytest.mark.parametrize("checkpointer", SAVERS)
async def test_a_subgraph_called_from_a_node_goes_on_where_it_was(
    redis: Redis, checkpointer: Saver
) -> None:
    """langgraph#2870, #4796."""
    desk = Desk()
    inner = chain(make=desk.node("make"), one=asks("one "), two=asks("two ")).compile(
        checkpointer=checkpointer
    )

    async def call(state: Notes) -> dict[str, Any]:
        made = await inner.ainvoke({"notes": state["notes"]})
        return {"report": " ".join(made["log"])}

    async with alive(redis, flow(chain(call=call)), notes="x") as it:
        await it.drive()
        await it.decide(None, Action.APPROVE)
        done = await it.decide(None, Action.REVISE)
    assert done.run.result == "make one approve: two revise:"
    assert desk.calls == ["make"]
