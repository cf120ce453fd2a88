"""Graphs that change while a run waits: said, and asked again when somebody wants that."""

import itertools
from typing import Any

from langgraph.types import interrupt
from redis.asyncio import Redis

from bot.core.model import FailureKind, GateState, RunState
from tests.contract.driven import Life, alive, asks, flow
from tests.contract.engine_graphs import Builder, Desk, Notes, chain


async def test_a_renamed_node_is_told_and_asked_again_on_request(redis: Redis) -> None:
    desk = Desk()
    async with alive(redis, flow(chain(a=desk.node("a"), ask=asks("ask "))), notes="x") as it:
        await it.drive()
        old = await it.gate()
        later = chain(a=desk.node("a"), ask_people=asks("ask people "))
        async with it.released(later) as now:
            stopped = await now.drive()
            assert stopped.run.failure is not None
            assert stopped.run.failure.kind is FailureKind.CHANGED
            assert stopped.gates[old.key].state is GateState.SUPERSEDED
            await now.retry()
            new = await now.gate()
            assert new.question.title == "ask people "
            assert (await now.decide(new)).run.state is RunState.DONE
    assert desk.calls == ["a"]


async def test_a_renamed_first_node_is_asked_again_with_the_same_input(redis: Redis) -> None:
    async def ask(state: Notes) -> dict[str, Any]:
        interrupt({"title": "?"})
        return {"report": state["notes"]}

    async with alive(redis, flow(chain(ask=ask)), notes="kept") as it:
        await it.drive()
        async with it.released(chain(question=ask)) as now:
            await now.drive()
            await now.retry()
            assert (await now.decide()).run.result == "kept"


async def test_a_driver_may_die_anywhere_while_a_changed_graph_asks_again(redis: Redis) -> None:
    for after in range(40):
        desk = Desk()
        async with alive(redis, flow(chain(a=desk.node("a"), ask=asks("old "))), notes="x") as it:
            await it.drive()
            later = chain(a=desk.node("a"), question=asks("new "), end=desk.node("end"))
            async with it.released(later) as now:
                await now.drive()
                assert (await now.store.retry(now.run_id, by="UANA")).won
                died = await now.dies(after)
                await now.drive()
                assert (await now.gate()).question.title == "new "
                assert (await now.decide()).run.state is RunState.DONE
                assert (await now.values())["log"] == ["a", "new approve:", "end"]
        if not died:
            break
    else:
        raise AssertionError("it never came to its end")


async def test_a_lost_branch_is_asked_again_together_with_the_one_beside_it(redis: Redis) -> None:
    desk = Desk()

    def release(name: str) -> Builder:
        builder = chain(plan=desk.node("plan"))
        for node in (name, "right"):
            builder.add_node(node, asks(f"{node} "))
            builder.add_edge("plan", node)
        return builder

    async with alive(redis, flow(release("left")), notes="x") as it:
        gates = {g.node: g for g in (await it.drive()).gates_in(GateState.OPEN)}
        async with it.released(release("west")) as now:
            stopped = await now.drive()
            assert [g.node for g in stopped.gates_in(GateState.OPEN)] == ["right"]
            await now.note(gates["right"])
            asked = await now.retry()
            assert asked.gates[gates["right"].key].state is GateState.SUPERSEDED
            again = {g.node: g for g in await now.open()}
            assert sorted(again) == ["right", "west"]
            await now.decide(again["right"])
            assert (await now.decide(again["west"])).run.state is RunState.DONE
            assert sorted((await now.values())["log"]) == [
                "plan",
                "right approve:",
                "west approve:",
            ]
    assert desk.calls == ["plan"]


async def test_a_node_renamed_in_a_subgraph_is_told_as_well(redis: Redis) -> None:
    desk = Desk()

    def release(name: str) -> Builder:
        inner = chain(make=desk.node("make"), **{name: asks(f"{name} ")})
        return chain(a=desk.node("a"), outer=inner.compile())

    async with alive(redis, flow(release("ask")), notes="x") as it:
        await it.drive()
        async with it.released(release("question")) as now:
            stopped = await now.drive()
            assert stopped.run.failure is not None
            assert stopped.run.failure.kind is FailureKind.CHANGED
            await now.retry()
            assert (await now.gate()).question.title == "question "
            assert (await now.decide()).run.state is RunState.DONE


async def test_a_question_in_a_subgraph_stands_when_something_else_changed(redis: Redis) -> None:
    desk = Desk()

    def release(last: str) -> Builder:
        innermost = chain(ask=asks("ask "))
        inner = chain(make=desk.node("make"), deeper=innermost.compile())
        return chain(outer=inner.compile(), **{last: desk.node(last)})

    async with alive(redis, flow(release("end")), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        async with it.released(release("finish")) as now:
            assert (await now.drive()).gates_in(GateState.OPEN) == (gate,)
            assert (await now.decide(gate)).run.state is RunState.DONE
    assert desk.calls == ["make", "finish"]


async def test_a_node_renamed_in_a_subgraph_before_anybody_looked_is_told(redis: Redis) -> None:
    inner = chain(ask=asks("ask "))
    async with alive(redis, flow(chain(outer=inner.compile())), notes="x") as it:
        for after in itertools.count():
            if not await it.dies(after) or await it.pending():
                break
        later = chain(question=asks("question "))
        async with it.released(chain(outer=later.compile())) as now:
            stopped = await now.drive()
            assert stopped.run.failure is not None
            assert stopped.run.failure.nodes == ("outer",)
            await now.retry()
            assert (await now.gate()).question.title == "question "


async def test_a_run_whose_last_steps_are_all_gone_is_dead_and_says_so(redis: Redis) -> None:
    desk = Desk()
    async with alive(redis, flow(chain(a=desk.node("a"), ask=asks("ask "))), notes="x") as it:
        await it.drive()
        async with it.released(chain(b=desk.node("b"), question=asks("q "))) as now:
            dead = await now.drive()
    assert dead.run.failure is not None
    assert (dead.run.state, dead.run.failure.kind) == (RunState.DEAD, FailureKind.STRANDED)


async def test_a_release_that_brings_the_node_back_asks_the_very_same_question(
    redis: Redis,
) -> None:
    desk = Desk()
    graph = chain(a=desk.node("a"), ask=asks("ask "))
    async with alive(redis, flow(graph), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        async with it.released(chain(a=desk.node("a"), question=asks("q "))) as now:
            await now.drive()
        again: Life = it
        snapshot = await again.drive()
        assert snapshot.run.failure is None
        assert await it.gate() == gate
        assert (await it.decide(gate)).run.state is RunState.DONE
