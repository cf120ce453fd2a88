"""Driving a run: start, question, end; once, and from any process."""

from typing import Any

import pytest
from langgraph.types import interrupt
from redis.asyncio import Redis

from bot.core.ports.engine import (
    StepEnded,
    StepStarted,
)
from bot.core.ports.store import ChangedError
from tests.contract.engine_graphs import (
    APPROVE,
    Desk,
    Notes,
    beside,
    chain,
    staged,
)


async def test_a_run_goes_to_its_gate_and_after_the_answer_to_its_end(redis: Redis) -> None:
    desk = Desk()

    async def report(state: Notes) -> dict[str, Any]:
        return {"report": f"{state['language']}: {state['notes']}"}

    async with staged(redis, chain(a=desk.node("a"), gate=desk.gate("gate"), end=report)) as stage:
        assert not (await stage.seen()).exists
        seen = await stage.start(notes="shipped", surplus="not a field of the graph")
        assert (seen.exists, seen.due, seen.waiting, seen.failed) == (True, 1, 1, ())
        assert stage.events == [
            StepStarted("a"),
            StepEnded("a", preview="a"),
            StepStarted("gate"),
            StepEnded("gate", waits=True),
        ]
        [asked] = seen.asked
        assert (asked.node, asked.question.title, asked.failed) == ("gate", "gate?", False)
        assert asked.key.startswith(f"{asked.interrupt_id}.")

        done = await stage.answer({asked.interrupt_id: APPROVE})
        assert (done.due, done.waiting, done.asked) == (0, 0, ())
        assert done.result == "en: shipped"
        assert done.checkpoint != seen.checkpoint
        assert stage.events == [
            StepStarted("gate"),
            StepEnded("gate", preview="gate:approve"),
            StepStarted("end"),
            StepEnded("end", preview="en: shipped"),
        ]


async def test_what_a_graph_vouches_for_is_read_beside_its_result(redis: Redis) -> None:
    listed: list[Any] = ["https://example.org/a?b=1", "javascript:alert(1)", "https://example.org"]

    async def report(_: Notes) -> dict[str, Any]:
        return {"report": "[A](https://example.org)", "log": [*listed, *listed]}

    async with staged(redis, chain(end=report), links="log") as stage:
        done = await stage.start()
    assert done.links == ("https://example.org/a?b=1", "https://example.org")
    async with staged(redis, chain(end=report), links="nothing") as stage:
        assert (await stage.start()).links == ()
    async with staged(redis, chain(end=report)) as stage:
        assert (await stage.start()).links == ()


async def test_another_process_goes_on_where_the_first_one_stopped(redis: Redis) -> None:
    desk = Desk()
    graph = chain(a=desk.node("a"), gate=desk.gate("gate"), b=desk.node("b"))
    async with staged(redis, graph) as first:
        seen = await first.start()
    async with staged(redis, graph) as second:
        assert await second.seen() == seen
        done = await second.answer({seen.asked[0].interrupt_id: APPROVE})
    assert done.due == 0
    assert desk.calls == ["a", "gate", "gate", "b"]


async def test_driving_on_while_people_are_asked_changes_nothing(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, beside(a=desk.node("a"), gate=desk.gate("gate"))) as stage:
        seen = await stage.start()
        assert await stage.go_on() == seen
        # The finished sibling is neither run nor shown again.
        assert stage.events == [StepStarted("gate"), StepEnded("gate", waits=True)]
    assert desk.calls.count("a") == 1


async def test_a_run_is_started_once(redis: Redis) -> None:
    """New input on a thread that waits would drop its question without a word."""
    desk = Desk()
    async with staged(redis, chain(gate=desk.gate("gate"))) as stage:
        seen = await stage.start()
        with pytest.raises(ChangedError):
            await stage.start()
        assert await stage.seen() == seen
    assert desk.calls == ["gate"]


async def test_a_run_without_a_checkpoint_is_neither_answered_nor_driven_on(redis: Redis) -> None:
    """An answer to a thread that is not there would run the graph on no input."""
    desk = Desk()
    async with staged(redis, chain(gate=desk.gate("gate"))) as stage:
        with pytest.raises(ChangedError):
            await stage.answer({"0" * 32: APPROVE})
        with pytest.raises(ChangedError):
            await stage.go_on()
        assert await redis.keys("checkpoint*") == []
    assert desk.calls == []


async def test_what_a_node_did_to_its_state_before_it_asked_is_there_once(redis: Redis) -> None:
    """langgraph#6577."""

    async def mutating(state: Notes) -> dict[str, Any]:
        state["log"].append("side effect")
        interrupt({"type": "r", "title": "sure?"})
        return {"log": ["returned"]}

    async with staged(redis, chain(mutating=mutating)) as stage:
        [asked] = (await stage.start()).asked
        await stage.answer({asked.interrupt_id: APPROVE})
        assert (await stage.values())["log"] == ["side effect", "returned"]
