"""What LangGraph does with failures: what the engine rests on, or works around."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import (
    InvalidUpdateError,
    is_invalid_resume,
)
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt
from pydantic import BaseModel, ValidationError
from redis.asyncio import Redis

from bot.adapters.graph_look import was_cancelled
from bot.adapters.graph_saver import ERROR_CHANNEL, open_saver
from tests.contract.engine_graphs import THREAD, Node, Notes, pending, side_by_side


async def ask(_: Notes) -> dict[str, Any]:
    return {"log": [str(interrupt("sure?"))]}


async def tell(_: Notes) -> dict[str, Any]:
    return {"log": ["told"]}


async def read(stream: AsyncIterator[object]) -> None:
    async for _ in stream:
        pass


async def test_an_error_stays_on_a_task_that_later_finished() -> None:
    broken = [True]

    async def fragile(_: Notes) -> dict[str, Any]:
        if broken[0]:
            raise ValueError("no")
        return {"log": ["fine"]}

    graph = side_by_side(fragile=fragile, gate=ask)
    with pytest.raises(ValueError, match="no"):
        await graph.ainvoke({"draft": "x"}, THREAD)
    broken[0] = False
    await graph.ainvoke(None, THREAD)
    [task] = [t for t in (await graph.aget_state(THREAD)).tasks if t.name == "fragile"]
    assert task.error is not None
    assert task.result == {"log": ["fine"]}


async def test_an_answer_is_kept_when_the_node_raises_after_it() -> None:
    broken = [True]

    async def fragile(_: Notes) -> dict[str, Any]:
        answer = interrupt("sure?")
        if broken[0]:
            raise ValueError("no")
        return {"log": [answer]}

    graph = side_by_side(fragile=fragile)
    await graph.ainvoke({"draft": "x"}, THREAD)
    [one] = pending(await graph.aget_state(THREAD))
    with pytest.raises(ValueError, match="no"):
        await graph.ainvoke(Command(resume={one: "yes"}), THREAD)
    assert [*pending(await graph.aget_state(THREAD))] == [one]
    broken[0] = False
    assert (await graph.ainvoke(None, THREAD))["log"] == ["yes"]


async def test_a_refused_answer_is_marked_and_the_question_stays() -> None:
    class Answer(BaseModel):
        n: int

    async def strict(_: Notes) -> dict[str, Any]:
        return {"log": [str(interrupt("n?", response_schema=Answer))]}

    graph = side_by_side(strict=strict)
    await graph.ainvoke({"draft": "x"}, THREAD)
    [one] = pending(await graph.aget_state(THREAD))
    with pytest.raises(ValidationError) as refused:
        await graph.ainvoke(Command(resume={one: {"n": "many"}}), THREAD)
    assert is_invalid_resume(refused.value)
    assert [*pending(await graph.aget_state(THREAD))] == [one]
    assert (await graph.ainvoke(Command(resume={one: {"n": 3}}), THREAD))["log"] == ["n=3"]


async def test_a_cancelled_drive_leaves_an_error_on_the_task_it_interrupted(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason for closing the fence before LangGraph hears of a cancellation."""
    began, noted = asyncio.Event(), asyncio.Event()

    async def slow(_: Notes) -> dict[str, Any]:
        began.set()
        await asyncio.Event().wait()
        return {}

    async with open_saver(redis) as saver:
        put_writes = saver.aput_writes

        async def noting(
            config: RunnableConfig, writes: Sequence[tuple[str, Any]], task: str, path: str = ""
        ) -> None:
            await put_writes(config, writes, task, path)
            if writes[0][0] == ERROR_CHANNEL:
                noted.set()

        monkeypatch.setattr(saver, "aput_writes", noting)
        graph = side_by_side(saver, slow=slow)
        drive = asyncio.create_task(read(graph.astream({"draft": "x"}, THREAD, subgraphs=True)))
        await began.wait()
        drive.cancel()
        with pytest.raises(asyncio.CancelledError):
            await drive
        await noted.wait()
        [task] = (await graph.aget_state(THREAD)).tasks
    assert was_cancelled(task.error)


async def test_a_node_whose_conditional_edge_raises_is_taken_for_finished() -> None:
    """The reason for dropping a failed task's output."""
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(Notes)
    nodes: dict[str, Node] = {"teller": tell, "gate": ask}
    for name, node in nodes.items():
        builder.add_node(name, node)
    builder.add_edge(START, "teller")

    def route(_: Notes) -> str:
        raise ValueError("no way")

    builder.add_conditional_edges("teller", route, ["gate"])
    graph = builder.compile(checkpointer=InMemorySaver())
    with pytest.raises(ValueError, match="no way"):
        await graph.ainvoke({"draft": "x"}, THREAD)
    snapshot = await graph.aget_state(THREAD)
    assert snapshot.next == ()
    assert (await graph.ainvoke(None, THREAD))["log"] == ["told"]


async def test_two_writes_to_one_field_break_the_live_view_but_not_the_one_by_id() -> None:
    async def write(_: Notes) -> dict[str, Any]:
        return {"draft": "mine"}

    graph = side_by_side(left=write, right=write)
    with pytest.raises(InvalidUpdateError):
        await graph.ainvoke({"draft": "x"}, THREAD)
    with pytest.raises(InvalidUpdateError):
        await graph.aget_state(THREAD)
    saver = graph.checkpointer
    assert isinstance(saver, InMemorySaver)
    found = await saver.aget_tuple(THREAD)
    assert found is not None
    assert len((await graph.aget_state(found.config)).next) == 2
