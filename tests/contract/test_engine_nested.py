"""Subgraphs and fan-outs: their questions, their steps, their state."""

from typing import Any

from langgraph.graph import START, StateGraph
from langgraph.types import Send, interrupt
from redis.asyncio import Redis

from bot.core.ports.engine import (
    StepEnded,
    StepStarted,
)
from tests.contract.engine_graphs import (
    APPROVE,
    Builder,
    Desk,
    Notes,
    chain,
    nested,
    staged,
)


async def test_questions_of_a_subgraph_show_once_at_the_node_that_runs_it(redis: Redis) -> None:
    desk = Desk()
    inner = chain(one=desk.gate("one"), two=desk.gate("two"))
    async with staged(redis, nested(inner, beside=desk.gate("beside"))) as stage:
        seen = await stage.start()
        titles = {a.question.title: a for a in seen.asked}
        assert {t: a.node for t, a in titles.items()} == {"one?": "outer", "beside?": "beside"}
        assert seen.waiting == 2
        assert {e.node for e in stage.events if isinstance(e, StepStarted)} == {"outer", "beside"}

        seen = await stage.answer({titles["one?"].interrupt_id: APPROVE})
        titles = {a.question.title: a for a in seen.asked}
        assert sorted(titles) == ["beside?", "two?"]
        done = await stage.answer({a.interrupt_id: APPROVE for a in seen.asked})
        assert done.due == 0
        log = (await stage.values())["log"]
    assert sorted(log) == ["beside:approve", "one:approve", "two:approve"]
    assert desk.calls.count("one") == 2


async def test_a_subgraph_called_inside_a_node_does_not_start_over(redis: Redis) -> None:
    """langgraph#2870, #4796."""
    desk = Desk()
    inner = chain(one=desk.gate("one"), two=desk.gate("two")).compile()

    async def call(state: Notes) -> dict[str, Any]:
        return {"report": ",".join((await inner.ainvoke({"notes": state["notes"]}))["log"])}

    async with staged(redis, chain(call=call)) as stage:
        seen = await stage.start()
        seen = await stage.answer({seen.asked[0].interrupt_id: {"action": "first"}})
        assert seen.asked[0].question.title == "two?"
        done = await stage.answer({seen.asked[0].interrupt_id: {"action": "second"}})
    assert done.result == "one:first,two:second"
    assert desk.calls == ["one", "one", "two", "two"]


async def test_a_synchronous_node_can_call_a_subgraph_that_asks(redis: Redis) -> None:
    desk = Desk()

    def sync_gate(_: Notes) -> dict[str, Any]:
        desk.calls.append("asked")
        return {"log": [interrupt({"type": "r", "title": "sync?"})["action"]]}

    inner: Any = StateGraph(Notes)
    inner.add_node("gate", sync_gate)
    inner.add_edge(START, "gate")
    compiled = inner.compile()

    def call(state: Notes) -> dict[str, Any]:
        return {"report": compiled.invoke({"notes": state["notes"]})["log"][0]}

    builder: Builder = StateGraph(Notes)
    builder.add_node("call", call)
    builder.add_edge(START, "call")
    async with staged(redis, builder) as stage:
        [asked] = (await stage.start()).asked
        done = await stage.answer({asked.interrupt_id: APPROVE})
    assert done.result == "approve"


async def test_a_fan_out_is_one_step_that_ends_with_its_last_task(redis: Redis) -> None:
    """langgraph-redis#133, #113, #122: Send, a question, and both after a restart."""
    desk = Desk()

    async def worker(state: Notes) -> dict[str, Any]:
        desk.calls.append(state["notes"])
        return {"log": [state["notes"]]}

    def fan_out(_: Notes) -> list[Send]:
        return [Send("worker", {"notes": f"part {n}"}) for n in range(3)]

    builder = chain(a=desk.node("a"))
    builder.add_node("worker", worker)
    builder.add_conditional_edges("a", fan_out, ["worker"])
    builder.add_node("gate", desk.gate("gate"))
    builder.add_edge("worker", "gate")
    async with staged(redis, builder) as stage:
        seen = await stage.start()
        steps = [e for e in stage.events if isinstance(e, StepStarted | StepEnded)]
        assert [e for e in steps if e.node == "worker"] == [
            StepStarted("worker"),
            StepEnded("worker", preview="part 0"),
        ]
    async with staged(redis, builder) as stage:
        assert await stage.seen() == seen
        await stage.answer({seen.asked[0].interrupt_id: APPROVE})
        log = (await stage.values())["log"]
    assert log == ["a", "part 0", "part 1", "part 2", "gate:approve"]


async def test_questions_of_a_fan_out_are_all_there_and_answered_apart(redis: Redis) -> None:
    async def ask(state: Notes) -> dict[str, Any]:
        answer = interrupt({"type": "r", "title": state["notes"]})
        return {"log": [f"{state['notes']}={answer['action']}"]}

    builder: Builder = StateGraph(Notes)
    builder.add_node("ask", ask)
    builder.add_conditional_edges(
        START, lambda _: [Send("ask", {"notes": n}) for n in ("x", "y")], ["ask"]
    )
    async with staged(redis, builder) as stage:
        seen = await stage.start()
        assert (seen.due, seen.waiting) == (2, 2)
        ids = {a.question.title: a.interrupt_id for a in seen.asked}
        await stage.answer({ids["x"]: {"action": "1"}, ids["y"]: {"action": "2"}})
        assert sorted((await stage.values())["log"]) == ["x=1", "y=2"]
