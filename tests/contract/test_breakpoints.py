"""Static breakpoints of somebody's graph: asked once each, and never passed unasked."""

import asyncio
from typing import Any, Literal

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt
from redis.asyncio import Redis

from bot.core.model import FailureKind, GateState, RunState
from bot.core.question import Action, Shape
from tests.contract.driven import Life, alive, flow
from tests.contract.engine_graphs import Builder, Desk, Notes, beside, chain

Stops = list[str] | Literal["*"]


def abc(desk: Desk) -> Builder:
    return chain(a=desk.node("a"), b=desk.node("b"), c=desk.node("c"))


@pytest.mark.parametrize(
    ("before", "after", "stops"),
    [
        (["b"], [], ["before b"]),
        ([], ["b"], ["after b"]),
        (["a"], [], ["before a"]),
        (["c"], ["b"], ["before c"]),
        (["b"], ["b"], ["before b", "after b"]),
        ("*", [], ["before a", "before b", "before c"]),
        ([], "*", ["after a", "after b"]),
        ("*", "*", ["before a", "before b", "before c"]),
    ],
)
async def test_a_graph_stops_where_its_author_said(
    redis: Redis, before: Stops, after: Stops, stops: list[str]
) -> None:
    """One stop a checkpoint: what is before a node is after another one."""
    desk = Desk()
    graph = abc(desk).compile(interrupt_before=before, interrupt_after=after)
    async with alive(redis, flow(graph), notes="x") as it:
        seen: list[str] = []
        snapshot = await it.drive()
        while snapshot.run.state is RunState.ACTIVE:
            gate = await it.gate()
            assert gate.question.shape is Shape.BREAKPOINT
            seen.append(f"{gate.question.kind} {gate.question.title}")
            assert (await it.drive()).gates == snapshot.gates
            snapshot = await it.decide(gate)
    assert seen == stops
    assert desk.calls == ["a", "b", "c"]
    assert {g.state for g in snapshot.gates.values()} == {GateState.APPLIED}


async def test_a_breakpoint_in_one_of_two_branches_holds_both_and_is_asked_once(
    redis: Redis,
) -> None:
    desk = Desk()
    graph = beside(left=desk.node("left"), right=desk.node("right"))
    async with alive(redis, flow(graph.compile(interrupt_before=["left"])), notes="x") as it:
        await it.drive()
        assert (await it.gate()).question.title == "left"
        assert desk.calls == []
        assert (await it.decide()).run.state is RunState.DONE
    assert sorted(desk.calls) == ["left", "right"]


async def test_breakpoints_before_two_branches_are_one_question(redis: Redis) -> None:
    desk = Desk()
    graph = beside(left=desk.node("left"), right=desk.node("right"))
    async with alive(redis, flow(graph.compile(interrupt_before="*")), notes="x") as it:
        await it.drive()
        assert (await it.gate()).question.title == "left, right"
        assert (await it.decide()).run.state is RunState.DONE


async def test_a_breakpoint_at_nodes_that_a_send_runs_is_seen_before_and_after_them(
    redis: Redis,
) -> None:
    """Nodes that were sent to leave no version behind: each round of them must be seen."""
    desk = Desk()

    async def plan(state: Notes) -> dict[str, Any]:
        return {"draft": state.get("draft", "") + "*"}

    def fan_out(state: Notes) -> Any:  # noqa: ANN401 - nodes or sends
        return [Send("work", {"n": n}) for n in range(3)] if len(state["draft"]) < 3 else END

    builder: Builder = StateGraph(Notes)
    builder.add_node("plan", plan)
    builder.add_node("work", desk.node("work"))
    builder.add_node("gather", desk.node("gather"))
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", fan_out, ["work", END])
    builder.add_edge("work", "gather")
    builder.add_edge("gather", "plan")
    graph = builder.compile(interrupt_before=["work"], interrupt_after=["work"])
    async with alive(redis, flow(graph), notes="x") as it:
        await it.drive()
        kinds = []
        while gates := await it.open():
            kinds.append((gates[0].question.kind, desk.calls.count("work")))
            await it.decide()
    assert kinds == [("before", 0), ("after", 3), ("before", 3), ("after", 6)]


async def test_an_interrupt_inside_the_node_is_a_question_of_its_own(redis: Redis) -> None:
    desk = Desk()
    graph = chain(a=desk.node("a"), ask=desk.gate("ask"), end=desk.node("end"))
    async with alive(
        redis, flow(graph.compile(interrupt_before=["ask"], interrupt_after=["ask"])), notes="x"
    ) as it:
        await it.drive()
        shapes = []
        while gates := await it.open():
            shapes.append((gates[0].question.shape, gates[0].question.kind))
            snapshot = await it.decide()
    assert shapes == [
        (Shape.BREAKPOINT, "before"),
        (Shape.GATE, "review"),
        (Shape.BREAKPOINT, "after"),
    ]
    assert snapshot.run.state is RunState.DONE


async def test_a_node_that_fails_behind_its_breakpoint_is_retried_without_asking(
    redis: Redis,
) -> None:
    desk = Desk(broken={"b"})
    async with alive(redis, flow(abc(desk).compile(interrupt_before=["b"])), notes="x") as it:
        await it.drive()
        failed = await it.decide()
        assert failed.run.failure is not None
        assert failed.run.failure.nodes == ("b",)
        assert await it.open() == ()
        desk.broken.clear()
        done = await it.retry()
    assert (done.run.state, len(it.store.opened)) == (RunState.DONE, 1)
    assert desk.calls == ["a", "b", "b", "c"]


@pytest.mark.parametrize("edited", [False, True])
async def test_a_driver_may_die_anywhere_around_a_breakpoint(redis: Redis, edited: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """It is asked once for its checkpoint, and no node behind it runs before that is decided."""
    for after in range(40):
        desk = Desk()

        async def ship(state: Notes, desk: Desk = desk) -> dict[str, Any]:
            desk.calls.append("ship")
            return {"report": state["draft"]}

        graph = chain(a=desk.node("a"), ship=ship).compile(interrupt_before=["ship"])
        async with alive(redis, flow(graph), notes="x", draft="rough") as it:
            early = await it.dies(after)
            await it.drive()
            assert "ship" not in desk.calls
            values = {"draft": "fine"} if edited else {}
            await it.note(await it.gate(), Action.EDIT if edited else Action.APPROVE, **values)
            late = await it.dies(after)
            done = await it.drive()
            assert done.run.state is RunState.DONE
            assert done.run.result == ("fine" if edited else "rough")
            assert len(it.store.opened) == 1
            assert done.gates_in(GateState.APPLIED)
        if not (early or late):
            break
    else:
        raise AssertionError("it never came to its end")


async def test_a_driver_that_dies_in_the_node_behind_a_breakpoint_is_followed_by_another(
    redis: Redis,
) -> None:
    desk = Desk()
    graph = chain(a=desk.node("a"), slow=desk.endless("slow")).compile(interrupt_before=["slow"])
    async with alive(redis, flow(graph), notes="x") as it:
        await it.drive()
        await it.note(await it.gate())
        await dies_inside(it, desk)
        desk.reached.clear()
        await dies_inside(it, desk)
    assert desk.calls == ["a", "slow", "slow"]
    assert len(it.store.opened) == 1


async def dies_inside(it: Life, desk: Desk) -> None:
    """Have the run driven until it is in the endless node; then no more."""
    work = asyncio.create_task(it.drive())
    await desk.reached.wait()
    work.cancel()
    await asyncio.wait({work})


async def test_a_breakpoint_that_a_release_takes_away_is_told_not_passed(redis: Redis) -> None:
    desk = Desk()
    async with alive(redis, flow(abc(desk).compile(interrupt_before=["b"])), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        async with it.released(abc(desk)) as now:
            stopped = await now.drive()
            assert stopped.run.failure is not None
            assert stopped.run.failure.kind is FailureKind.CHANGED
            assert stopped.gates[gate.key].state is GateState.SUPERSEDED
            assert desk.calls == ["a"]
            done = await now.retry()
    assert done.run.state is RunState.DONE
    assert desk.calls == ["a", "b", "c"]


async def test_a_breakpoint_that_was_decided_when_a_release_took_it_away_is_told(
    redis: Redis,
) -> None:
    desk = Desk()
    async with alive(redis, flow(abc(desk).compile(interrupt_before=["b"])), notes="x") as it:
        await it.drive()
        await it.note(await it.gate())
        async with it.released(abc(desk)) as now:
            stopped = await now.drive()
    assert stopped.run.failure is not None
    assert stopped.run.failure.kind is FailureKind.CHANGED


async def test_a_breakpoint_that_a_release_adds_where_a_run_waits_is_asked_when_it_comes(
    redis: Redis,
) -> None:
    desk = Desk()
    graph = chain(ask=desk.gate("ask"), b=desk.node("b"))
    async with alive(redis, flow(graph), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        stops = chain(ask=desk.gate("ask"), b=desk.node("b"))
        async with it.released(stops.compile(interrupt_before=["ask", "b"])) as now:
            assert (await now.drive()).gates_in(GateState.OPEN) == (gate,)
            await now.decide(gate)
            assert (await now.gate()).question.title == "b"
            assert "b" not in desk.calls


async def test_a_breakpoint_moved_by_a_release_is_another_question(redis: Redis) -> None:
    desk = Desk()
    async with alive(redis, flow(abc(desk).compile(interrupt_before=["b"])), notes="x") as it:
        await it.drive()
        old = await it.gate()
        async with it.released(abc(desk).compile(interrupt_after=["a"])) as now:
            stopped = await now.drive()
            assert stopped.run.failure is not None
            asked = await now.retry()
            [new] = asked.gates_in(GateState.OPEN)
            assert (new.question.kind, new.question.title) == ("after", "a")
            assert asked.gates[old.key].state is GateState.SUPERSEDED
            assert (await now.decide(new)).run.state is RunState.DONE
    assert desk.calls == ["a", "b", "c"]


async def test_a_breakpoint_asked_within_a_loop_is_asked_each_time(redis: Redis) -> None:
    async def count(state: Notes) -> dict[str, Any]:
        return {"draft": state.get("draft", "") + "*"}

    builder: Builder = StateGraph(Notes)
    builder.add_node("count", count)
    builder.add_edge(START, "count")
    builder.add_conditional_edges(
        "count", lambda s: "count" if len(s["draft"]) < 3 else END, ["count", END]
    )
    async with alive(
        redis, flow(builder.compile(interrupt_before=["count"]), result="draft"), notes="x"
    ) as it:
        await it.drive()
        for _ in range(3):
            snapshot = await it.decide()
    assert snapshot.run.result == "***"
    assert len(set(it.store.opened)) == len(it.store.opened) == 3


async def test_what_a_gate_was_told_before_a_breakpoint_is_kept(redis: Redis) -> None:
    async def ask(_: Notes) -> dict[str, Any]:
        return {"draft": interrupt({"title": "?"})["action"]}

    async def publish(state: Notes) -> dict[str, Any]:
        return {"report": state["draft"]}

    graph = chain(ask=ask, publish=publish).compile(interrupt_before=["publish"])
    async with alive(redis, flow(graph), notes="x") as it:
        await it.drive()
        await it.decide()
        assert (await it.gate()).question.shape is Shape.BREAKPOINT
        assert (await it.decide()).run.result == "approve"
