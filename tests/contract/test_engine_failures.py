"""Steps that fail: what is kept, what shows, what runs again."""

import asyncio
from typing import Annotated, Any

import pytest
from langgraph.errors import GraphRecursionError, InvalidUpdateError
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from typing_extensions import TypedDict

from bot.adapters.graph_pump import TimeLimitError
from bot.core.ports.engine import StepEnded, StepFailedError, StepStarted
from bot.core.ports.store import StoreUnavailableError
from tests.contract.engine_graphs import APPROVE, Builder, Desk, Notes, beside, chain, staged


async def test_a_failed_step_is_named_with_its_cause_and_runs_again_alone(redis: Redis) -> None:
    desk = Desk(broken={"b"})
    async with staged(redis, chain(a=desk.node("a"), b=desk.node("b"))) as stage:
        with pytest.raises(StepFailedError) as failed:
            await stage.start()
        assert failed.value.nodes == ("b",)
        assert isinstance(failed.value.__cause__, ValueError)
        assert stage.events[-2:] == [StepStarted("b"), StepEnded("b", failed=True)]
        seen = await stage.seen()
        assert (seen.due, seen.failed, seen.waiting) == (1, ("b",), 0)
        desk.broken.clear()
        assert (await stage.go_on()).due == 0
    assert desk.calls == ["a", "b", "b"]


async def test_a_run_can_fail_in_one_branch_and_wait_in_another(redis: Redis) -> None:
    desk = Desk(broken={"c"})
    graph = beside(a=desk.node("a"), gate=desk.gate("gate"), c=desk.node("c"))
    async with staged(redis, graph) as stage:
        with pytest.raises(StepFailedError) as failed:
            await stage.start()
        assert failed.value.nodes == ("c",)
        seen = await stage.seen()
        assert (seen.due, seen.waiting, seen.failed) == (2, 1, ("c",))
        assert [(a.node, a.failed) for a in seen.asked] == [("gate", False)]
        desk.broken.clear()
        seen = await stage.go_on()
        # The error that LangGraph keeps of the branch that works by now is no failure.
        assert (seen.due, seen.waiting, seen.failed) == (1, 1, ())
        assert (await stage.answer({seen.asked[0].interrupt_id: APPROVE})).due == 0
    assert desk.calls.count("a") == 1


async def test_a_sibling_stopped_by_a_failure_is_due_again_but_not_blamed(redis: Redis) -> None:
    desk = Desk()

    async def break_later(_: Notes) -> dict[str, Any]:
        await desk.reached.wait()
        raise ValueError("late")

    async with staged(redis, beside(slow=desk.endless("slow"), breaks=break_later)) as stage:
        with pytest.raises(StepFailedError) as failed:
            await stage.start()
        assert failed.value.nodes == ("breaks",)
        assert desk.cancelled == ["slow"]
        assert StepEnded("slow", failed=True) in stage.events
        seen = await stage.seen()
        # Both wait for a retry: neither may be driven unasked.
        assert seen.due - len(seen.failed) == seen.waiting == 0


async def test_a_node_that_raises_after_its_answer_shows_both(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, chain(gate=desk.gate("gate"))) as stage:
        [asked] = (await stage.start()).asked
        desk.broken.add("gate")
        with pytest.raises(StepFailedError):
            await stage.answer({asked.interrupt_id: APPROVE})
        seen = await stage.seen()
        assert seen.failed == ("gate",)
        assert [(a.key, a.failed) for a in seen.asked] == [(asked.key, True)]
        desk.broken.clear()
        # The answer was kept: nobody is asked again.
        assert (await stage.go_on()).due == 0
        assert (await stage.values())["log"] == ["gate:approve"]


async def test_a_drive_over_its_time_limit_is_a_failed_step(redis: Redis) -> None:
    desk = Desk()
    graph = chain(a=desk.node("a"), slow=desk.endless("slow"))
    async with staged(redis, graph, time_limit_s=0.2) as stage:
        with pytest.raises(StepFailedError) as failed:
            await stage.start()
        assert failed.value.nodes == ("slow",)
        assert isinstance(failed.value.__cause__, TimeLimitError)
        assert stage.events[-1] == StepEnded("slow", failed=True)
        assert desk.cancelled == ["slow"]
        seen = await stage.seen()
        assert (seen.due, seen.failed) == (1, ("slow",))


async def test_a_question_beside_a_step_over_its_time_limit_can_still_be_answered(
    redis: Redis,
) -> None:
    desk = Desk()
    graph = beside(gate=desk.gate("gate"), slow=desk.endless("slow"))
    async with staged(redis, graph, time_limit_s=0.2) as stage:
        with pytest.raises(StepFailedError):
            await stage.start()
        seen = await stage.seen()
    assert [(a.node, a.failed) for a in seen.asked] == [("gate", False)]
    assert (seen.waiting, seen.failed) == (1, ("slow",))


async def test_a_step_over_its_time_limit_after_its_answer_is_answered_again_by_a_retry(
    redis: Redis,
) -> None:
    desk = Desk()
    slow = [True]

    async def ask(_: Notes) -> dict[str, Any]:
        answer = interrupt({"type": "r", "title": "sure?"})
        if slow:
            desk.reached.set()
            await asyncio.Event().wait()
        return {"report": answer["action"]}

    async with staged(redis, beside(ask=ask, gate=desk.gate("gate")), time_limit_s=0.2) as stage:
        asked = {a.node: a for a in (await stage.start()).asked}
        answer = {asked["ask"].interrupt_id: APPROVE}
        with pytest.raises(StepFailedError) as failed:
            await stage.answer(answer)
        assert failed.value.nodes == ("ask",)
        seen = await stage.seen()
        assert {a.node: a.failed for a in seen.asked} == {"ask": True, "gate": False}
        slow.clear()
        # The answer was not kept: driving on asks once more, the same question.
        assert {a.key for a in (await stage.go_on()).asked} == {a.key for a in asked.values()}
        done = await stage.answer(answer)
    assert done.result == "approve"


async def test_an_endless_loop_ends_as_a_failed_step(redis: Redis) -> None:
    desk = Desk()
    builder = chain(a=desk.node("a"))
    builder.add_edge("a", "a")
    async with staged(redis, builder, max_steps=3) as stage:
        with pytest.raises(StepFailedError) as failed:
            await stage.start()
        assert failed.value.nodes == ("a",)
        assert isinstance(failed.value.__cause__, GraphRecursionError)
        assert (await stage.seen()).failed == ("a",)
    assert len(desk.calls) == 3


async def test_a_conditional_edge_that_raises_fails_its_node_and_does_not_end_the_run(
    redis: Redis,
) -> None:
    desk = Desk(broken={"route"})
    builder = chain(a=desk.node("a"))

    def route(_: Notes) -> str:
        if "route" in desk.broken:
            raise ValueError("no way")
        return "b"

    builder.add_node("b", desk.node("b"))
    builder.add_conditional_edges("a", route, ["b"])
    async with staged(redis, builder) as stage:
        with pytest.raises(StepFailedError):
            await stage.start()
        seen = await stage.seen()
        assert (seen.due, seen.failed) == (1, ("a",))
        desk.broken.clear()
        assert (await stage.go_on()).due == 0
        assert (await stage.values())["log"] == ["a", "b"]


async def test_branches_that_contradict_each_other_show_as_failed(redis: Redis) -> None:
    async def write(_: Notes) -> dict[str, Any]:
        return {"draft": "mine"}

    async with staged(redis, beside(left=write, right=write)) as stage:
        for drive in (stage.start, stage.go_on):
            with pytest.raises(StepFailedError) as failed:
                await drive()
            assert sorted(failed.value.nodes) == ["left", "right"]
            assert isinstance(failed.value.__cause__, InvalidUpdateError)
            seen = await stage.seen()
            assert (seen.due, len(seen.failed), seen.asked) == (2, 2, ())


async def test_a_result_that_cannot_be_stored_is_a_failed_step(redis: Redis) -> None:
    async def odd(_: Notes) -> dict[str, Any]:
        return {"draft": 2**70}

    async with staged(redis, chain(odd=odd)) as stage:
        with pytest.raises(StepFailedError):
            await stage.start()
        assert (await stage.seen()).failed == ("odd",)


async def test_a_reducer_that_raises_is_a_failed_step(redis: Redis) -> None:
    class BoomError(Exception):
        pass

    def reducer(_: str, __: str) -> str:
        raise BoomError

    class Strict(TypedDict):
        notes: Annotated[str, reducer]

    builder: Builder = StateGraph(Strict)
    builder.add_node("a", Desk().node("a"))
    builder.add_edge(START, "a")
    async with staged(redis, builder) as stage:
        with pytest.raises(StepFailedError) as failed:
            await stage.start()
        assert failed.value.nodes == ()
        assert isinstance(failed.value.__cause__, BoomError)
        seen = await stage.seen()
        assert seen.due == len(seen.failed) > 0


async def test_a_redis_that_does_not_answer_is_no_failed_step(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    async with staged(redis, chain(a=desk.node("a"), gate=desk.gate("gate"))) as stage:

        async def refuse(*_: object, **__: object) -> None:
            raise RedisConnectionError("gone")

        with monkeypatch.context() as patch:
            patch.setattr(stage.saver.checkpoints_index, "load", refuse)
            with pytest.raises(StoreUnavailableError):
                await stage.start()
        assert not (await stage.seen()).exists

        with monkeypatch.context() as patch:
            patch.setattr(stage.saver, "aget_tuple", refuse)
            with pytest.raises(StoreUnavailableError):
                await stage.seen()
            with pytest.raises(StoreUnavailableError):
                await stage.start()
        assert (await stage.start()).waiting == 1


async def test_a_redis_lost_while_a_failure_is_noted_is_no_failed_step(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    async with staged(redis, chain(slow=desk.endless("slow")), time_limit_s=0.2) as stage:
        drive = asyncio.create_task(stage.start())
        await desk.reached.wait()

        async def refuse(*_: object, **__: object) -> None:
            raise RedisConnectionError("gone")

        monkeypatch.setattr(stage.saver, "aget_tuple", refuse)
        with pytest.raises(StoreUnavailableError):
            await drive


async def test_a_checkpoint_that_cannot_be_read_is_not_taken_for_a_redis_that_is_away(
    redis: Redis,
) -> None:
    """To try again would not help: it must end in something that people see."""
    desk = Desk()
    async with staged(redis, chain(a=desk.node("a"), gate=desk.gate("gate"))) as stage:
        await stage.start()
        async for key in redis.scan_iter("checkpoint:*", count=1000):
            await redis.json().set(key, "$.checkpoint", "not a checkpoint")
        with pytest.raises(Exception, match="no attribute") as raised:
            await stage.seen()
        assert not isinstance(raised.value, StoreUnavailableError)
