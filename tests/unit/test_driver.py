"""One driver, under its lease: it does what is due until there is nothing to do."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from bot import driver as driver_module
from bot.core.model import (
    Action,
    Decision,
    FailureKind,
    Gate,
    GateState,
    Lease,
    NodeState,
    Run,
    RunState,
    Snapshot,
)
from bot.core.ports.engine import Command, DriveEvent, LeaseGuard
from bot.core.ports.store import ChangedError, FencedError, GateChange, StoreUnavailableError
from bot.driver import Driver, UnrootedError
from bot.lease import HeldLease
from tests.contract.samples import drive, show, start
from tests.fakes.engine import SIMPLE, FakeEngine, Graph, Node
from tests.fakes.process import Process, World

BESIDE: Graph = ((Node("left", asks=1), Node("right", asks=1)), (Node("publish"),))
FLAKY: Graph = ((Node("ask", asks=1), Node("flaky")), (Node("publish"),))


@dataclass
class SlowEngine(FakeEngine):
    """A graph whose steps take until their progress was written down."""

    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    seen: list[NodeState] = field(default_factory=list)

    async def drive(
        self, run: Run, command: Command, *, lease: LeaseGuard
    ) -> AsyncIterator[DriveEvent]:
        async for event in super().drive(run, command, lease=lease):
            yield event
            await self.go_on.wait()


@dataclass
class Drive:
    """A run on a graph, and a way to have it driven."""

    world: World = field(default_factory=World)

    @property
    def engine(self) -> FakeEngine:
        return self.world.engine

    async def begin(self, graph: Graph = SIMPLE, *, rooted: bool = True) -> Run:
        self.engine.graph = graph
        self.run = await start(self.world.store)
        if rooted:
            await show(self.world.store, self.run)
        return self.run

    async def drive(self, *, knows: bool = True) -> Snapshot:
        """Take the lease and drive until there is nothing to do."""
        await self.driver(knows=knows).until_idle()
        return await self.snapshot()

    def driver(self, lease: Lease | None = None, *, knows: bool = True) -> Driver:
        self.world.knows = knows
        around = Process(self.world).around
        record = self.world.store.records[self.run.run_id]
        fence = record.run.fence + 1
        if lease is None:
            record.owner, record.until = "driver", self.world.clock() + 10_000
            record.run = replace(record.run, fence=fence)
            lease = Lease(self.run.run_id, "driver", fence)
        return Driver(around, HeldLease(self.world.store, lease, clock=around.clock))

    async def snapshot(self) -> Snapshot:
        return await self.world.store.load(self.run.run_id)

    async def decide(self, gate: Gate, action: Action = Action.APPROVE) -> None:
        decision = Decision(action=action, by="UANA", at=0)
        assert (await self.world.store.decide(self.run.run_id, gate.key, decision)).won

    async def approve_all(self) -> None:
        for gate in (await self.snapshot()).gates_in(GateState.OPEN):
            await self.decide(gate)

    async def retry(self) -> None:
        assert (await self.world.store.retry(self.run.run_id, by="UANA")).won


@pytest.fixture
def it() -> Drive:
    """A world without a run yet."""
    return Drive()


async def test_a_run_is_driven_to_its_question_and_from_the_answer_to_its_end(it: Drive) -> None:
    await it.begin()
    waiting = await it.drive()
    (gate,) = waiting.gates_in(GateState.OPEN)
    assert gate.question.title == "ask 1"
    await it.decide(gate)
    done = await it.drive()
    assert (done.run.state, done.run.result) == (RunState.DONE, "the report")
    assert done.gates[gate.key].state is GateState.APPLIED
    assert it.engine.ran == ["draft", "ask", "ask", "publish"]


async def test_a_driver_with_nothing_to_do_gives_the_lease_back(it: Drive) -> None:
    await it.begin()
    await it.drive()
    await drive(it.world.store, it.run, owner="another")


async def test_a_run_without_a_root_message_is_not_started(it: Drive) -> None:
    await it.begin(rooted=False)
    with pytest.raises(UnrootedError):
        await it.drive()
    assert it.engine.threads == {}


async def test_what_people_see_of_the_steps_is_noted(it: Drive) -> None:
    await it.begin()
    states = {n.node: n.state for n in (await it.drive()).run.progress}
    assert states == {
        "draft": NodeState.DONE,
        "ask": NodeState.WAITING,
        "publish": NodeState.IDLE,
    }


async def test_progress_is_written_down_while_a_step_runs(
    it: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver_module, "NOTE_EVERY", timedelta(0))
    engine = it.world.engine = SlowEngine()
    await it.begin()
    note = it.world.store.note_progress

    async def and_go_on(lease: Lease, run: Run) -> int:
        rev = await note(lease, run)
        engine.seen.append(it.world.store.records[run.run_id].run.progress[0].state)
        engine.go_on.set()
        return rev

    it.world.store.note_progress = and_go_on  # type: ignore[method-assign]  # to see it happen
    await it.drive()
    assert engine.seen[0] is NodeState.RUNNING


async def test_questions_beside_each_other_are_answered_in_any_order(it: Drive) -> None:
    await it.begin(BESIDE)
    _, second = (await it.drive()).gates_in(GateState.OPEN)
    await it.decide(second)
    waiting = await it.drive()
    assert waiting.gates[second.key].state is GateState.APPLIED
    await it.approve_all()
    assert (await it.drive()).run.state is RunState.DONE


async def test_a_step_that_raises_stops_the_run_under_one_reference(it: Drive) -> None:
    await it.begin()
    it.engine.failing["draft"] = "early"
    with capture_logs() as logs:
        failed = await it.drive()
    assert failed.run.failure is not None
    assert (failed.run.failure.kind, failed.run.failure.nodes) == (FailureKind.STEP, ("draft",))
    (line,) = (entry for entry in logs if entry["event"] == "run.step_failed")
    assert line["ref"] == failed.run.failure.ref
    assert isinstance(line["exc_info"], ValueError)


async def test_a_failed_step_runs_again_on_request_and_only_then(it: Drive) -> None:
    await it.begin()
    it.engine.failing["draft"] = "early"
    await it.drive()
    it.engine.failing.clear()
    await it.drive()
    assert it.engine.ran == ["draft"]
    await it.retry()
    again = await it.drive()
    assert (again.run.failure, again.run.retry_by) == (None, None)
    assert it.engine.ran == ["draft", "draft", "ask"]


async def test_a_decision_beside_a_failed_step_is_kept_for_the_retry(it: Drive) -> None:
    await it.begin(FLAKY)
    it.engine.failing["flaky"] = "early"
    await it.drive()
    await it.approve_all()
    assert (await it.drive()).gates_in(GateState.DECIDED)
    it.engine.failing.clear()
    await it.retry()
    assert (await it.drive()).run.state is RunState.DONE


async def test_an_answer_whose_node_raised_is_not_given_to_its_next_question(it: Drive) -> None:
    await it.begin(((Node("ask", asks=2),),))
    await it.drive()
    await it.approve_all()
    it.engine.failing["ask"] = "late"
    await it.drive()
    it.engine.failing.clear()
    await it.retry()
    waiting = await it.drive()
    (gate,) = waiting.gates_in(GateState.OPEN)
    assert gate.question.title == "ask 2"
    assert len(it.engine.taken) == 1


async def test_an_answer_is_still_handed_over_when_its_node_raised_before_it_took_it(
    it: Drive,
) -> None:
    await it.begin()
    await it.drive()
    await it.approve_all()
    it.engine.failing["ask"] = "early"
    await it.drive()
    it.engine.failing.clear()
    await it.retry()
    assert (await it.drive()).run.state is RunState.DONE


async def test_a_question_that_is_never_the_same_twice_can_be_answered_after_a_failure(
    it: Drive,
) -> None:
    """Its task carries the error for ever, and looking into it would change the question."""
    await it.begin(((Node("ask", asks=1, drifts=True),),))
    it.engine.failing["ask"] = "early"
    await it.drive()
    it.engine.failing.clear()
    await it.retry()
    await it.drive()
    await it.approve_all()
    assert (await it.drive()).run.state is RunState.DONE


async def test_a_refused_answer_opens_the_question_again_and_says_why(it: Drive) -> None:
    await it.begin()
    it.engine.refusing = {"ask"}
    await it.drive()
    await it.approve_all()
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    assert (gate.problem, gate.decision) == ("the answer does not fit", None)


async def test_of_two_answers_only_the_refused_one_is_asked_for_again(it: Drive) -> None:
    await it.begin(BESIDE)
    it.engine.refusing = {"right"}
    await it.drive()
    await it.approve_all()
    waiting = await it.drive()
    assert [g.node for g in waiting.gates_in(GateState.OPEN)] == ["right"]
    assert [g.node for g in waiting.gates_in(GateState.APPLIED)] == ["left"]


async def test_a_run_of_an_unknown_workflow_waits_for_a_retry(it: Drive) -> None:
    await it.begin()
    stopped = await it.drive(knows=False)
    assert stopped.run.failure is not None
    assert stopped.run.failure.kind is FailureKind.UNKNOWN_WORKFLOW
    assert (await it.drive(knows=False)).run.failure == stopped.run.failure
    await it.retry()
    assert (await it.drive()).gates_in(GateState.OPEN)


async def test_a_renamed_node_ends_the_run_and_closes_its_question(it: Drive) -> None:
    await it.begin()
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    it.engine.rename("ask", "ask_people")
    await it.decide(gate)
    dead = await it.drive()
    assert dead.run.state is RunState.DEAD
    assert dead.run.failure is not None
    assert dead.run.failure.kind is FailureKind.CHANGED
    assert dead.gates[gate.key].state is GateState.CLOSED


async def test_a_lost_checkpoint_ends_the_run(it: Drive) -> None:
    await it.begin()
    await it.drive()
    it.engine.threads.clear()
    dead = await it.drive()
    assert dead.run.failure is not None
    assert (dead.run.state, dead.run.failure.kind) == (RunState.DEAD, FailureKind.LOST)


async def test_a_run_that_ended_is_only_given_back(it: Drive) -> None:
    await it.begin()
    driver = it.driver()
    await it.world.store.cancel(it.run.run_id, by="UANA")
    await driver.until_idle()
    assert it.engine.ran == []


async def test_a_fenced_driver_stops_at_its_first_write(it: Drive) -> None:
    await it.begin()
    with pytest.raises(FencedError):
        await it.driver(Lease(it.run.run_id, "zombie", 0)).until_idle()
    assert it.engine.ran == []


async def test_what_people_write_during_a_drive_is_kept(it: Drive) -> None:
    """A decision at one question while another one is handed over."""
    await it.begin(BESIDE)
    left, right = (await it.drive()).gates_in(GateState.OPEN)
    await it.decide(left)
    store = it.world.store

    def decided_meanwhile(run_id: str, _lease: object) -> None:
        record = store.records[run_id]
        gate = record.gates[right.key]
        if gate.state is GateState.OPEN:
            made = Decision(action=Action.APPROVE, by="UANA", at=0)
            record.gates[right.key] = replace(gate, state=GateState.DECIDED, decision=made)
            record.write()

    it.engine.on_write = decided_meanwhile
    assert (await it.drive()).run.state is RunState.DONE


async def test_what_people_write_while_the_end_of_a_drive_is_noted_is_kept(it: Drive) -> None:
    await it.begin(BESIDE)
    left, right = (await it.drive()).gates_in(GateState.OPEN)
    await it.decide(left)
    store, commit = it.world.store, it.world.store.commit

    async def after_a_click(
        lease: Lease, before: Run, after: Run, *, gates: Sequence[GateChange] = ()
    ) -> int:
        if before.starts and not after.starts:
            store.commit = commit  # type: ignore[method-assign]  # only this once
            await it.decide(right)
        return await commit(lease, before, after, gates=gates)

    store.commit = after_a_click  # type: ignore[method-assign]  # a slow network
    assert (await it.drive()).run.state is RunState.DONE


async def test_a_decision_between_the_look_and_the_last_word_is_not_left_lying(it: Drive) -> None:
    await it.begin()
    await it.drive()
    driver, release = it.driver(), it.world.store.release

    async def after_a_click(lease: Lease, *, rev: int) -> bool:
        it.world.store.release = release  # type: ignore[method-assign]  # only this once
        await it.approve_all()
        return await release(lease, rev=rev)

    it.world.store.release = after_a_click  # type: ignore[method-assign]  # a slow network
    await driver.until_idle()
    assert (await it.snapshot()).run.state is RunState.DONE


async def test_a_question_that_changed_under_the_answer_is_looked_at_again(it: Drive) -> None:
    await it.begin()
    await it.drive()
    await it.approve_all()
    driver, drives = it.driver(), it.engine._answers

    def gone(*_args: object) -> dict[str, tuple[str, dict[str, object]]]:
        it.engine._answers = drives  # type: ignore[method-assign]  # only this once
        raise ChangedError

    it.engine._answers = gone  # type: ignore[assignment,method-assign]  # another writer
    await driver.until_idle()
    assert not driver.driving
    assert (await it.snapshot()).run.state is RunState.DONE


async def test_a_drive_without_redis_is_no_failed_step(it: Drive) -> None:
    await it.begin()

    def away(_run_id: str, _lease: object) -> None:
        raise StoreUnavailableError

    it.engine.on_write = away
    driver = it.driver()
    with pytest.raises(StoreUnavailableError):
        await driver.until_idle()
    run = (await it.snapshot()).run
    assert (driver.driving, run.starts, run.failure) == (True, 1, None)
