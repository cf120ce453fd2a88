"""One driver: after a lost lease, a cancel or a hand-over nothing more is written."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.adapters import graph_pump
from bot.adapters.graph_saver import FencedSaver
from bot.core.ports.engine import ContinueGraph, StartGraph
from bot.core.ports.store import FencedError, StoreUnavailableError
from tests.contract.engine_graphs import APPROVE, Desk, Held, Notes, beside, chain, nested, staged


async def test_a_lease_lost_in_the_middle_of_a_drive_ends_it_without_another_write(
    redis: Redis,
) -> None:
    desk = Desk()
    kept: list[object] = []

    async def lose(_: Notes) -> dict[str, Any]:
        desk.calls.append("b")
        if not kept:
            kept.append(await stage.heads())
            stage.lease.lost = True
        return {"log": ["b"]}

    async with staged(redis, chain(a=desk.node("a"), b=lose, c=desk.node("c"))) as stage:
        with pytest.raises(FencedError):
            await stage.start()
        assert kept == [await stage.heads()]
        # The node that ran is done again by whoever drives now.
        stage.lease = Held()
        assert (await stage.go_on()).due == 0
    assert desk.calls == ["a", "b", "b", "c"]


async def test_a_woken_zombie_does_not_rewind_a_run_that_others_finished(redis: Redis) -> None:
    desk = Desk()
    woken = asyncio.Event()
    sleeps = [True]

    async def slow(_: Notes) -> dict[str, Any]:
        if sleeps.pop() if sleeps else False:
            desk.reached.set()
            await woken.wait()
        return {"log": ["slow"], "report": "done"}

    async with staged(redis, chain(slow=slow, end=desk.node("end"))) as stage:
        zombie = Held()
        asleep = asyncio.create_task(stage.drive(StartGraph({"notes": "x"}), lease=zombie))
        await desk.reached.wait()
        zombie.lost = True
        done = await stage.drive(ContinueGraph(), lease=Held())
        assert (done.due, done.result) == (0, "done")
        keys, heads = await redis.keys(), await stage.heads()
        woken.set()
        with pytest.raises(FencedError):
            await asleep
        assert await stage.seen() == done
        assert await stage.heads() == heads
        assert sorted(await redis.keys()) == sorted(keys)


async def test_a_fenced_driver_stores_no_question(redis: Redis) -> None:
    desk = Desk()

    async def last_moment(state: Notes) -> dict[str, Any]:
        stage.lease.lost = True
        result: dict[str, Any] = await desk.gate("gate")(state)
        return result

    async with staged(redis, chain(gate=last_moment)) as stage:
        with pytest.raises(FencedError):
            await stage.start()
        assert (await stage.seen()).asked == ()


async def test_a_fenced_driver_reports_the_fence_and_not_what_a_node_raised(redis: Redis) -> None:
    desk = Desk(broken={"b"})

    async def lose(_: Notes) -> dict[str, Any]:
        stage.lease.lost = True
        return {}

    async with staged(redis, beside(lose=lose, b=desk.node("b"))) as stage:
        with pytest.raises(FencedError):
            await stage.start()


async def test_subgraphs_are_fenced_too(redis: Redis) -> None:
    desk = Desk()

    async def lose(_: Notes) -> dict[str, Any]:
        stage.lease.lost = True
        before.append(await stage.heads())
        return {"log": ["lose"]}

    before: list[object] = []
    async with staged(redis, nested(chain(lose=lose, after=desk.node("after")))) as stage:
        with pytest.raises(FencedError):
            await stage.start()
        assert [await stage.heads()] == before
    assert desk.calls == []


async def test_a_store_that_cannot_tell_about_the_lease_stops_the_drive(redis: Redis) -> None:
    class Unknown:
        async def check(self) -> None:
            raise StoreUnavailableError("no answer")

    async with staged(redis, chain(a=Desk().node("a"))) as stage:
        with pytest.raises(StoreUnavailableError):
            await stage.drive(StartGraph({}), lease=Unknown())
        assert not (await stage.seen()).exists


async def test_cancelling_stops_a_node_in_the_middle_and_writes_nothing(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, chain(a=desk.node("a"), slow=desk.endless("slow"))) as stage:
        drive = asyncio.create_task(stage.start())
        await desk.reached.wait()
        heads = await stage.heads()
        drive.cancel()
        async with asyncio.timeout(0.5):
            with pytest.raises(asyncio.CancelledError):
                await drive
        assert desk.cancelled == ["slow"]
        assert await stage.heads() == heads
        seen = await stage.seen()
        # A hand-over is no failure: the next driver goes on by itself.
        assert (seen.due, seen.waiting, seen.failed) == (1, 0, ())


async def test_leaving_a_drive_stops_it_too(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, beside(a=desk.node("a"), slow=desk.endless("slow"))) as stage:
        drive = stage.engine.drive(stage.run, StartGraph({}), lease=stage.lease)
        async with aclosing(drive) as events:
            await anext(events)
            await desk.reached.wait()
        assert desk.cancelled == ["slow"]
        assert (await stage.seen()).failed == ()


async def test_a_node_that_ignores_its_cancellation_is_left_behind_and_fenced_off(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_pump, "STOP_GRACE_S", 0.05)
    desk = Desk()
    release, left = asyncio.Event(), asyncio.Event()

    async def stubborn(_: Notes) -> dict[str, Any]:
        desk.reached.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await release.wait()
        left.set()
        return {"log": ["late"]}

    async with staged(redis, chain(stubborn=stubborn)) as stage:
        drive = asyncio.create_task(stage.start())
        await desk.reached.wait()
        drive.cancel()
        async with asyncio.timeout(1):
            with pytest.raises(asyncio.CancelledError):
                await drive
        heads = await stage.heads()
        release.set()
        await left.wait()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait({task})
        assert await stage.heads() == heads


async def test_a_checkpoint_that_is_cancelled_while_being_written_is_not_written_again(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default the Redis saver stores the checkpoint once more when it is cancelled."""
    desk = Desk()
    async with staged(redis, chain(a=desk.node("a"))) as stage:
        fenced = FencedSaver(stage.saver, stage.lease)

        async def cancelled(*_: object, **__: object) -> None:
            raise asyncio.CancelledError

        monkeypatch.setattr(stage.saver.checkpoints_index, "load", cancelled)
        config: Any = {"configurable": {"thread_id": stage.run.run_id, "checkpoint_ns": ""}}
        checkpoint: Any = {"id": "1", "channel_values": {}, "channel_versions": {}}
        with pytest.raises(asyncio.CancelledError):
            await fenced.aput(config, checkpoint, {}, {})
        assert await redis.keys("checkpoint*") == []
        with pytest.raises(asyncio.CancelledError):
            await stage.saver.aput(config, checkpoint, {}, {})
        assert await redis.keys("checkpoint*") != []


async def test_the_fence_is_asked_before_every_write(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, chain(gate=desk.gate("gate"), b=desk.node("b"))) as stage:
        seen = await stage.start()
        asked = stage.lease.asked
        assert asked >= 3
        await stage.answer({seen.asked[0].interrupt_id: APPROVE})
        assert stage.lease.asked >= asked + 4


async def test_the_saver_lists_reads_and_versions_as_the_shared_one(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, chain(a=desk.node("a"))) as stage:
        await stage.start()
        fenced = FencedSaver(stage.saver, stage.lease)
        config: Any = {"configurable": {"thread_id": stage.run.run_id, "checkpoint_ns": ""}}
        listed = [found.checkpoint["id"] async for found in fenced.alist(config, limit=2)]
        assert len(listed) == 2
        assert [f.checkpoint["id"] async for f in fenced.alist(config, filter={"step": 1})] == (
            listed[:1]
        )
        assert fenced.config_specs == stage.saver.config_specs
        assert fenced.serde is stage.saver.serde
        version = fenced.get_next_version(None, None)
        assert fenced.get_next_version(version, None) > version
        found = await asyncio.to_thread(fenced.get_tuple, config)
        assert found is not None
        with pytest.raises(RuntimeError, match="ainvoke"):
            fenced.get_tuple(config)


async def test_a_saver_that_may_read_more_types_keeps_its_fence(redis: Redis) -> None:
    async with staged(redis, chain(a=Desk().node("a"))) as stage:
        fenced = FencedSaver(stage.saver, stage.lease)
        clone = fenced.with_allowlist({("tests", "Anything")})
        fenced.fence.close()
        assert isinstance(clone, FencedSaver)
        config: Any = {
            "configurable": {"thread_id": "t", "checkpoint_ns": "", "checkpoint_id": "1"}
        }
        with pytest.raises(FencedError):
            await clone.aput_writes(config, [("a", 1)], "task")
