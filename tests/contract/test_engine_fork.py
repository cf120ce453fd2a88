"""A new version whose thread begins as a copy of an older one's, at one checkpoint."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from langgraph.graph import END
from redis.asyncio import Redis

from bot.adapters.redis_texts import RedisTexts
from bot.core.model import Origin, Seen
from bot.core.ports.engine import ForkGraph, Moment
from bot.core.ports.store import ChangedError, FencedError
from tests.contract.engine_graphs import (
    APPROVE,
    Desk,
    Notes,
    Stage,
    beside,
    chain,
    nested,
    staged,
)

LIMIT, AGES = 50, timedelta(minutes=1)


def version_of(stage: Stage, number: int, origin: Origin) -> Stage:
    """The stage of another version of the run."""
    run_id = f"{stage.run.run_id.removesuffix('.2')}.{number}"
    run = replace(stage.run, run_id=run_id, version=number, origin=origin)
    return Stage(stage.engine, run, stage.saver, stage.client)


async def forked(stage: Stage, *, at: Moment | None = None, number: int = 3) -> tuple[Stage, Seen]:
    """Begin another version where the run stands, or anew at a moment; nothing ran yet."""
    origin = Origin(
        run_id=stage.run.run_id,
        version=2,
        checkpoint=at.checkpoint if at else None,
        by="UANA",
        nodes=at.nodes if at else (),
    )
    other = version_of(stage, number, origin)
    assert (await other.seen()).origin
    return other, await other.drive(ForkGraph(origin))


async def moments(stage: Stage) -> list[Moment]:
    return list(await stage.engine.history(stage.run, limit=LIMIT, within=AGES))


async def at_step(stage: Stage, *nodes: str) -> Moment:
    """The newest moment before these steps."""
    return next(m for m in await moments(stage) if set(m.nodes) == set(nodes))


async def approved(stage: Stage, seen: Seen) -> Seen:
    return await stage.answer({a.interrupt_id: APPROVE for a in seen.asked})


async def test_a_copy_of_a_waiting_run_asks_again_and_runs_nothing_before_it_again(
    redis: Redis,
) -> None:
    desk = Desk()
    async with staged(redis, chain(draft=desk.node("draft"), ask=desk.gate("ask"))) as stage:
        asked = await stage.start()
        other, copied = await forked(stage)
        assert (copied.exists, copied.due, copied.asked) == (True, 1, ())
        assert copied.checkpoint == asked.checkpoint

        again = await other.go_on()
        assert [a.key for a in again.asked] == [a.key for a in asked.asked]
        assert (await approved(other, again)).due == 0
        assert (await other.values())["log"] == ["draft", "ask:approve"]
        assert desk.calls.count("draft") == 1
        assert (await stage.seen()) == asked


async def test_what_a_step_finished_beside_a_failure_is_kept(redis: Redis) -> None:
    desk = Desk(broken={"bad"})
    graph = beside(good=desk.node("good"), bad=desk.node("bad"), ask=desk.gate("ask"))
    async with staged(redis, graph) as stage:
        with pytest.raises(Exception, match="bad"):
            await stage.start()
        other, copied = await forked(stage)
        assert copied.failed == ()
        desk.broken.clear()
        seen = await other.go_on()
        assert (await approved(other, seen)).due == 0
        assert sorted((await other.values())["log"]) == ["ask:approve", "bad", "good"]
    assert desk.calls.count("good") == 1


async def test_an_answer_that_a_failing_step_took_stays_behind(redis: Redis) -> None:
    """It was given to the older version; people are asked once more."""
    desk = Desk(broken={"ask"})
    async with staged(redis, chain(ask=desk.gate("ask"))) as stage:
        asked = await stage.start()
        with pytest.raises(Exception, match="ask"):
            await approved(stage, asked)
        desk.broken.clear()
        other, _ = await forked(stage)
        again = await other.go_on()
    assert [a.question.title for a in again.asked] == ["ask?"]


async def test_a_step_chosen_from_the_history_runs_again_and_all_after_it(redis: Redis) -> None:
    desk = Desk()
    graph = chain(one=desk.node("one"), two=desk.node("two"), three=desk.node("three"))
    async with staged(redis, graph) as stage:
        done = await stage.start()
        assert [m.nodes for m in await moments(stage)] == [("three",), ("two",), ("one",)]
        two = await at_step(stage, "two")
        assert two.ran == {"one"}

        other, copied = await forked(stage, at=two)
        assert (copied.checkpoint, copied.due) == (two.checkpoint, 1)
        assert (await other.go_on()).due == 0
        assert (await other.values())["log"] == ["one", "two", "three"]
        assert desk.calls == ["one", "two", "three", "two", "three"]
        assert await stage.seen() == done


async def test_all_of_a_step_runs_again_whatever_of_it_was_finished(redis: Redis) -> None:
    """Where a process died in a step, what it finished lies beside the checkpoint."""
    desk = Desk(broken={"bad"})
    async with staged(redis, beside(good=desk.node("good"), bad=desk.node("bad"))) as stage:
        with pytest.raises(Exception, match="bad"):
            await stage.start()
        desk.broken.clear()
        other, _ = await forked(stage, at=await at_step(stage, "good", "bad"))
        await other.go_on()
    assert desk.calls.count("good") == 2


async def test_made_twice_or_late_the_copy_changes_nothing(redis: Redis) -> None:
    """As when a process died right after it, or was stopped right before it."""
    desk = Desk()
    async with staged(redis, chain(one=desk.node("one"), two=desk.node("two"))) as stage:
        await stage.start()
        other, copied = await forked(stage, at=await at_step(stage, "one"))
        assert other.run.origin is not None
        assert await other.drive(ForkGraph(other.run.origin)) == copied
        done = await other.go_on()
        assert await other.drive(ForkGraph(other.run.origin)) == done
    assert desk.calls == ["one", "two"] * 2


async def test_a_driver_that_lost_its_lease_copies_nothing(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, chain(one=desk.node("one"))) as stage:
        await stage.start()
        one = await at_step(stage, "one")
        origin = Origin(stage.run.run_id, 2, one.checkpoint, "UANA", nodes=("one",))
        other = version_of(stage, 3, origin)
        other.lease.lost = True
        with pytest.raises(FencedError):
            await other.drive(ForkGraph(origin))
        assert not (await other.seen()).exists


@pytest.mark.parametrize("checkpoint", [None, "1f0-gone"], ids=["the newest", "a chosen one"])
async def test_nothing_is_copied_of_what_is_gone(redis: Redis, checkpoint: str | None) -> None:
    async with staged(redis, chain(one=Desk().node("one"))) as stage:
        nodes = ("one",) if checkpoint else ()
        origin = Origin("demo-gone", 1, checkpoint, "UANA", nodes=nodes)
        other = version_of(stage, 3, origin)
        assert not (await other.seen()).origin
        with pytest.raises(ChangedError):
            await other.drive(ForkGraph(origin))


async def test_a_subgraph_that_was_under_way_goes_on_where_it_stood(redis: Redis) -> None:
    desk = Desk()
    inner = chain(one=desk.node("one"), two=desk.gate("two"))
    async with staged(redis, nested(inner, beside=desk.node("beside"))) as stage:
        await stage.start()
        other, _ = await forked(stage)
        again = await other.go_on()
        assert [a.question.title for a in again.asked] == ["two?"]
        assert (await approved(other, again)).due == 0
        assert sorted((await other.values())["log"]) == ["beside", "one", "two:approve"]
    assert desk.calls.count("one") == 1
    assert desk.calls.count("beside") == 1


async def test_a_subgraph_of_a_step_that_runs_again_begins_anew(redis: Redis) -> None:
    desk = Desk()
    inner = chain(one=desk.node("one"), two=desk.gate("two"))
    async with staged(redis, nested(inner)) as stage:
        await approved(stage, await stage.start())
        other, _ = await forked(stage, at=await at_step(stage, "outer"))
        assert [a.question.title for a in (await other.go_on()).asked] == ["two?"]
    assert desk.calls.count("one") == 2


async def test_a_step_is_not_offered_again_where_its_subgraph_remembers_the_last_time(
    redis: Redis,
) -> None:
    """LangGraph would give the last time's outcome again; the first time there is none."""
    desk = Desk()
    inner: Any = chain(one=desk.node("one")).compile(checkpointer=True)

    async def call(state: Notes) -> dict[str, Any]:
        told = await inner.ainvoke({"notes": state["notes"]})
        return {"log": ["called"], "report": str(len(told["log"]))}

    graph = chain(call=call)
    graph.add_conditional_edges("call", lambda state: END if len(state["log"]) > 1 else "call")
    async with staged(redis, graph) as stage:
        assert (await stage.start()).result == "2"
        [first] = await moments(stage)
        other, _ = await forked(stage, at=first)
        assert (await other.go_on()).result == "2"


async def test_a_copy_of_a_copy_goes_on_as_well(redis: Redis) -> None:
    desk = Desk()
    graph = chain(one=desk.node("one"), two=desk.node("two"), three=desk.node("three"))
    async with staged(redis, graph) as stage:
        await stage.start()
        second, _ = await forked(stage, at=await at_step(stage, "two"))
        await second.go_on()
        # What lies before the place of the copy is not offered: it belongs to the older version.
        assert [m.nodes for m in await moments(second)] == [("three",), ("two",)]
        third, _ = await forked(second, at=await at_step(second, "three"), number=4)
        await third.go_on()
        assert (await third.values())["log"] == ["one", "two", "three"]
    assert desk.calls.count("one") == 1


async def test_values_of_any_type_come_along_as_they_were(redis: Redis) -> None:
    desk = Desk()

    async def make(_: Notes) -> dict[str, Any]:
        return {"draft": frozenset({"a", "b"})}

    async def use(state: Notes) -> dict[str, Any]:
        return {"report": type(state["draft"]).__name__}

    async with staged(redis, chain(make=make, ask=desk.gate("ask"), use=use)) as stage:
        await stage.start()
        other, _ = await forked(stage)
        assert (await approved(other, await other.go_on())).result == "frozenset"


async def test_a_question_before_a_step_is_asked_again_and_not_passed(redis: Redis) -> None:
    desk = Desk()
    graph = chain(one=desk.node("one"), two=desk.node("two")).compile(interrupt_after=["one"])
    async with staged(redis, graph) as stage:  # type: ignore[arg-type]  # a compiled one is served as well
        asked = await stage.start()
        for number, at in enumerate((None, await at_step(stage, "two")), start=3):
            other, copied = await forked(stage, at=at, number=number)
            assert [a.key for a in copied.asked] == [a.key for a in asked.asked]
            assert (await other.go_on()).due == 1
    assert desk.calls == ["one"]


async def test_the_keys_of_a_copy_end_when_the_run_does(redis: Redis) -> None:
    """Also those of what was copied, and of no other run."""
    desk = Desk(broken={"bad"})
    async with staged(redis, beside(good=desk.node("good"), bad=desk.node("bad"))) as stage:
        with pytest.raises(Exception, match="bad"):
            await stage.start()
        other, _ = await forked(stage)
        keys = [str(k) async for k in redis.scan_iter(f"*:{other.run.run_id}:*")]
        assert len(keys) >= 4
        await stage.engine.retire(other.run.run_id, ttl=timedelta(hours=1))
        assert all([await redis.ttl(key) > 0 for key in keys])


async def test_long_texts_of_the_older_version_come_along(redis: Redis) -> None:
    texts = RedisTexts(redis)
    async with staged(redis, chain(ask=Desk().gate("ask")), texts=texts) as stage:
        page = await texts.put(stage.run.run_id, "a long page")
        await stage.start()
        other, _ = await forked(stage)
        await stage.engine.retire(stage.run.run_id, ttl=timedelta(milliseconds=1))
        assert await texts.get(other.run.run_id, page) == "a long page"


async def test_of_a_history_that_takes_long_the_newest_steps_are_there(redis: Redis) -> None:
    graph = chain(**{f"n{number}": Desk().node(f"n{number}") for number in range(30)})
    async with staged(redis, graph) as stage:
        await stage.start()
        assert len(await moments(stage)) == 30
        some = await stage.engine.history(stage.run, limit=LIMIT, within=timedelta(0))
    assert 0 < len(some) < 30
    assert some[0].nodes == ("n29",)


async def test_the_history_ends_with_its_checkpoints(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, chain(one=desk.node("one"), two=desk.node("two"))) as stage:
        await stage.start()
        assert len(await stage.engine.history(stage.run, limit=2, within=AGES)) == 1
        async for key in redis.scan_iter("checkpoint*"):
            await redis.delete(key)
        assert await moments(stage) == []


async def test_a_copy_tells_what_it_has_behind_it_until_it_is_driven(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, chain(draft=desk.node("draft"), ask=desk.gate("ask"))) as stage:
        asked = await stage.start()
        other, waits = await forked(stage)
        assert waits.done & {"draft", "ask"} == {"draft"}
        await approved(stage, asked)
        _, ended = await forked(stage, number=4)
        assert ended.due == 0
        assert ended.done >= {"draft", "ask"}
        again = await other.go_on()
        later = replace(other.run, checkpoint=again.checkpoint)
        assert not (await stage.engine.inspect(later)).done


async def test_a_copy_tells_what_a_step_finished_beside_a_failure(redis: Redis) -> None:
    desk = Desk(broken={"bad"})
    graph = beside(good=desk.node("good"), bad=desk.node("bad"), ask=desk.gate("ask"))
    async with staged(redis, graph) as stage:
        with pytest.raises(Exception, match="bad"):
            await stage.start()
        _, copied = await forked(stage)
    assert copied.done & {"good", "bad", "ask"} == {"good"}
