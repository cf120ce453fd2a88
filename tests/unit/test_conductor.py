"""Looking at a run: who drives it, who is woken later, and when it is left in peace."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from bot import lease as lease_module
from bot.conductor import DOUBLINGS, LOOK_AGAIN
from bot.core.model import GateState, Person, Run, RunState, Snapshot
from bot.core.ports.engine import Command, DriveEvent, LeaseGuard, StepStarted
from bot.core.ports.store import StoreUnavailableError
from bot.core.question import Action, Decision
from bot.desk import Ask, Click, Started
from bot.slots import CLAIM_TTL
from tests.contract.samples import drive
from tests.fakes.engine import FakeEngine
from tests.fakes.process import PLAN, Fate, Process, World

MINUTE = 60_000


@dataclass
class Endless(FakeEngine):
    """A graph whose node takes for ever, once it has begun."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def drive(
        self, run: Run, command: Command, *, lease: LeaseGuard
    ) -> AsyncIterator[DriveEvent]:
        async for event in super().drive(run, command, lease=lease):
            yield event
            if isinstance(event, StepStarted):
                self.begun.set()
                await asyncio.Event().wait()


class Bench:
    """A started run, and processes that look at it."""

    def __init__(self, engine: FakeEngine | None = None) -> None:
        self.world = World(engine=engine or FakeEngine())
        self.process = Process(self.world)

    async def start(self) -> None:
        wish = Ask(PLAN, "T1", "C1", Person("UANA"), {}, "t1")
        started = await self.process.desk.start(wish)
        assert isinstance(started, Started)
        self.run_id = started.run.run_id
        self.world.jobs.waiting.clear()

    async def wake(self, process: Process | None = None) -> Snapshot:
        await (process or self.process).conductor.wake(self.run_id)
        return await self.snapshot()

    async def snapshot(self) -> Snapshot:
        return await self.world.store.load(self.run_id)

    async def approve(self) -> None:
        (gate,) = (await self.snapshot()).gates_in(GateState.OPEN)
        decision = Decision(action=Action.APPROVE, by="UANA", at=0)
        await self.process.desk.decide(Click(self.run_id, "UANA"), gate.key, decision)
        self.world.jobs.waiting.clear()

    def jobs(self) -> dict[str, int | None]:
        return {key: job.at for key, job in self.world.jobs.waiting.items()}

    @property
    def listed(self) -> bool:
        return self.run_id in self.world.store.listed


@pytest.fixture
async def bench() -> Bench:
    """A run that nobody looked at yet."""
    made = Bench()
    await made.start()
    return made


async def test_a_look_shows_the_run_and_drives_it_to_its_question(bench: Bench) -> None:
    await bench.wake()
    slots = [m.slot.partition(":")[0] for m in bench.world.messenger.sent.values()]
    assert slots == ["root", "progress", "gate"]
    assert not bench.jobs()


async def test_a_look_after_the_answer_shows_the_result_and_lets_the_checkpoints_expire(
    bench: Bench,
) -> None:
    await bench.wake()
    await bench.approve()
    done = await bench.wake()
    assert done.run.state is RunState.DONE
    assert [m.text for m in bench.world.messenger.shown("result")] == ["the report"]
    assert bench.world.engine.retired == {bench.run_id: timedelta(days=30)}


async def test_a_look_too_many_changes_nothing(bench: Bench) -> None:
    before = await bench.wake()
    calls = list(bench.world.messenger.calls)
    after = await bench.wake()
    assert (after.run.rev, bench.world.messenger.calls) == (before.run.rev, calls)


async def test_a_run_that_is_in_line_is_taken_off_the_list_after_a_while(bench: Bench) -> None:
    await bench.wake()
    assert bench.listed
    bench.world.clock.advance(MINUTE)
    await bench.wake()
    assert not bench.listed


async def test_a_run_that_is_gone_is_taken_off_the_list(bench: Bench) -> None:
    bench.world.clock.advance(MINUTE)
    del bench.world.store.records[bench.run_id]
    await bench.process.conductor.wake(bench.run_id)
    assert not bench.listed


async def test_the_sweep_wakes_what_was_touched_and_forgotten(bench: Bench) -> None:
    await bench.process.conductor.sweep()
    assert [job.run_id for job in bench.world.jobs.waiting.values()] == [bench.run_id]


async def test_without_a_root_message_nothing_starts(bench: Bench) -> None:
    bench.world.messenger.failing = {"root"}
    snapshot = await bench.wake()
    assert (snapshot.run.fence, bench.world.engine.ran) == (0, [])
    assert len(bench.jobs()) == 1


async def test_a_run_whose_root_went_before_the_start_is_looked_at_again(bench: Bench) -> None:
    assert not await bench.process.conductor.advance(bench.run_id)
    assert bench.world.engine.ran == []
    assert len(bench.jobs()) == 1
    assert (await bench.wake()).gates_in(GateState.OPEN)


async def test_a_run_that_slack_is_not_in_line_with_is_looked_at_again_once(bench: Bench) -> None:
    bench.world.messenger.failing = {"progress"}
    await bench.wake()
    bench.world.clock.advance(1)
    await bench.wake()
    (at,) = bench.jobs().values()
    assert at is not None
    assert at - bench.world.clock() >= LOOK_AGAIN.total_seconds() * 1000
    bench.world.clock.advance(MINUTE)
    await bench.wake()
    assert bench.listed


async def test_what_slack_refuses_for_good_is_tried_ever_more_rarely(bench: Bench) -> None:
    bench.world.messenger.failing = {"progress"}
    waits = []
    for _ in range(40):
        await bench.wake()
        (at,) = bench.jobs().values()
        assert at is not None
        waits.append(at - bench.world.clock())
        bench.world.jobs.waiting.clear()
        bench.world.clock.advance(waits[-1])
    soon = LOOK_AGAIN.seconds * 1000
    often = [wait for wait in waits if wait <= 2 * soon]
    assert sum(often) >= CLAIM_TTL.seconds * 1000
    assert soon * 2**DOUBLINGS <= waits[-1] <= 2 * soon * 2**DOUBLINGS
    assert sum(waits) / len(waits) > 5 * soon


async def test_after_something_happened_it_is_tried_often_again_however_old_the_run_is(
    bench: Bench,
) -> None:
    await bench.wake()
    bench.world.clock.advance(10 * MINUTE)
    await bench.approve()
    bench.world.messenger.failing = {"result"}
    await bench.wake()
    (at,) = bench.jobs().values()
    assert at is not None
    assert at - bench.world.clock() <= 2 * LOOK_AGAIN.seconds * 1000


async def test_the_checkpoints_of_an_ended_run_expire_also_where_slack_takes_no_message(
    bench: Bench,
) -> None:
    await bench.wake()
    await bench.approve()
    bench.world.messenger.failing = {"result"}
    assert (await bench.wake()).run.state is RunState.DONE
    assert bench.world.engine.retired == {bench.run_id: timedelta(days=30)}


async def test_a_late_look_does_not_let_checkpoints_outlive_their_record(bench: Bench) -> None:
    await bench.wake()
    await bench.approve()
    await bench.wake()
    for passed in (timedelta(days=1), timedelta(days=29)):
        bench.world.clock.advance(passed // timedelta(milliseconds=1) - 1)
        await bench.wake()
    left = bench.world.engine.retired[bench.run_id]
    record = bench.world.store.records[bench.run_id]
    assert record.expires_at is not None
    assert left >= timedelta(seconds=1)
    assert left - timedelta(seconds=1) < timedelta(
        milliseconds=record.expires_at - bench.world.clock()
    )


async def test_the_checkpoints_of_a_run_that_ended_without_its_root_expire_as_well(
    bench: Bench,
) -> None:
    await bench.wake()
    bench.world.messenger.failing = {"root"}
    bench.world.messenger.delete("root")
    bench.world.store.records[bench.run_id].slots.pop("root")
    await bench.process.desk.cancel(Click(bench.run_id, "UANA"))
    await bench.wake()
    assert bench.world.engine.retired


# Others


async def test_a_run_that_somebody_drives_is_left_to_them_and_kept_in_view(bench: Bench) -> None:
    """The job could be lost, and so could the driver."""
    snapshot = await bench.snapshot()
    await drive(bench.world.store, snapshot.run, owner="another", ttl_ms=2 * MINUTE)
    bench.world.clock.advance(MINUTE)
    await bench.wake()
    until = bench.world.clock() + MINUTE
    assert bench.world.engine.ran == []
    assert bench.jobs() == {f"{bench.run_id}:held:{until}": until}
    assert bench.listed


async def test_a_process_that_is_told_to_stop_hands_its_runs_over_uncounted(bench: Bench) -> None:
    bench.world.engine = Endless()
    process = Process(bench.world)
    looking = asyncio.create_task(process.conductor.wake(bench.run_id))
    await _begun(bench)
    process.conductor.stop()
    await looking
    snapshot = await bench.snapshot()
    assert snapshot.run.starts == 0
    assert f"{bench.run_id}:handover:1" in bench.jobs()
    await drive(bench.world.store, snapshot.run, owner="another")
    assert bench.listed


async def test_a_cancelled_job_hands_its_run_over_as_well(bench: Bench) -> None:
    bench.world.engine = Endless()
    looking = asyncio.create_task(Process(bench.world).conductor.wake(bench.run_id))
    await _begun(bench)
    looking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await looking
    assert f"{bench.run_id}:handover:1" in bench.jobs()


async def test_cancel_takes_effect_in_the_middle_of_a_step(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease_module, "BEAT", timedelta(0))
    bench.world.engine = Endless()
    looking = asyncio.create_task(Process(bench.world).conductor.wake(bench.run_id))
    await _begun(bench)
    await bench.process.desk.cancel(Click(bench.run_id, "UANA"))
    await looking
    assert (await bench.snapshot()).run.state is RunState.CANCELLED
    (root,) = bench.world.messenger.shown("root")
    assert "cancelled" in root.text
    assert bench.world.engine.retired


async def test_a_driver_that_lost_its_lease_leaves_the_run_alone(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease_module, "BEAT", timedelta(0))
    bench.world.engine = Endless()
    looking = asyncio.create_task(Process(bench.world).conductor.wake(bench.run_id))
    await _begun(bench)
    bench.world.store.records[bench.run_id].owner = "another"
    bench.world.clock.advance(MINUTE)
    await looking
    assert (await bench.snapshot()).run.state is RunState.ACTIVE
    assert bench.listed


async def test_a_drive_that_lost_redis_is_tried_again_by_its_job(bench: Bench) -> None:
    def away(_run_id: str, _lease: object) -> None:
        raise StoreUnavailableError

    bench.world.engine.on_write = away
    with pytest.raises(StoreUnavailableError):
        await bench.wake()
    assert bench.listed


async def test_a_driver_that_fails_as_nobody_foresaw_leaves_the_lease_for_the_next_one(
    bench: Bench,
) -> None:
    def breaks(_run: Run) -> None:
        raise ZeroDivisionError

    around = replace(bench.process.around, steps_of=breaks)  # type: ignore[arg-type]  # a mistake
    bench.process.conductor._around = around
    with pytest.raises(ZeroDivisionError):
        await bench.wake()
    assert (await bench.wake(Process(bench.world))).gates_in(GateState.OPEN)


# Where the bot may not speak


async def test_where_the_bot_may_not_speak_somebody_is_told_and_the_run_waits(
    bench: Bench,
) -> None:
    bench.world.messenger.muted = "is_archived"
    await bench.wake()
    assert bench.world.speechless == ["is_archived"]
    assert bench.world.engine.ran == []


async def test_a_run_that_had_been_settled_is_kept_in_view_when_slack_refuses_a_late_look(
    bench: Bench,
) -> None:
    await bench.wake()
    bench.world.clock.advance(MINUTE)
    await bench.wake()
    assert not bench.listed
    bench.world.knows = False
    bench.world.messenger.muted = "is_archived"
    await bench.wake(Process(bench.world))
    assert bench.listed


async def test_a_muted_run_is_looked_at_when_it_may_speak_again(bench: Bench) -> None:
    await bench.wake()
    await bench.approve()
    bench.world.clock.advance(MINUTE)
    bench.world.messenger.muted = "is_archived"
    await bench.wake()
    muted = await bench.wake()
    assert bench.world.speechless == ["is_archived"]
    assert bench.world.store.listed == {bench.run_id: muted.muted_until}
    assert bench.world.engine.retired


# Crashes


async def _begun(bench: Bench) -> None:
    engine = bench.world.engine
    assert isinstance(engine, Endless)
    await engine.begun.wait()


@pytest.mark.parametrize("left", range(0, 100, 3))
async def test_a_run_whose_process_was_killed_anywhere_shows_each_message_once(left: int) -> None:
    bench = Bench()
    await bench.start()
    doomed = Process(bench.world, fate=Fate.KILL, left=left)
    await doomed.run(doomed.conductor.wake(bench.run_id))
    bench.world.clock.advance(MINUTE)
    await bench.wake()
    slots = [m.slot.partition(":")[0] for m in bench.world.messenger.sent.values()]
    assert sorted(slots) == ["gate", "progress", "root"]


@pytest.mark.parametrize("left", range(20, 70, 3))
async def test_a_process_that_was_stopped_past_its_lease_changes_nothing_when_it_wakes(
    left: int,
) -> None:
    bench = Bench()
    await bench.start()
    zombie = Process(bench.world, fate=Fate.FREEZE, left=left)
    looking = asyncio.ensure_future(zombie.conductor.wake(bench.run_id))
    await zombie.run(looking)
    bench.world.clock.advance(MINUTE)
    before = await bench.wake()
    ran = list(bench.world.engine.ran)
    zombie.thaw()
    await zombie.run(looking)
    assert (await bench.snapshot()).run == before.run
    assert bench.world.engine.ran == ran
