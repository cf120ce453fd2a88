"""A driver whose graph, record or lease changes under it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.core.model import FailureKind, GateState, Lease, NodeState, Run, RunState
from bot.core.ports.store import ChangedError, FencedError, GateChange, StoreUnavailableError
from bot.core.question import Action, Decision, Shape
from tests.fakes.drive import BESIDE, STOPS, Drive
from tests.fakes.engine import Thread


@pytest.fixture
def it() -> Drive:
    """A world without a run yet."""
    return Drive()


async def lines(it: Drive) -> list[tuple[str, NodeState]]:
    """What people see of the steps."""
    return [(line.node, line.state) for line in (await it.snapshot()).run.progress]


async def test_a_run_of_an_unknown_workflow_waits_for_a_retry(it: Drive) -> None:
    await it.begin()
    stopped = await it.drive(knows=False)
    assert stopped.run.failure is not None
    assert stopped.run.failure.kind is FailureKind.UNKNOWN_WORKFLOW
    assert (await it.drive(knows=False)).run.failure == stopped.run.failure
    await it.retry()
    assert (await it.drive()).gates_in(GateState.OPEN)


async def test_a_renamed_node_stops_the_run_and_supersedes_its_question(it: Drive) -> None:
    await it.begin()
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    it.engine.rename("ask", "ask_people")
    await it.decide(gate)
    stopped = await it.drive()
    assert stopped.run.failure is not None
    assert (stopped.run.state, stopped.run.failure.kind) == (RunState.ACTIVE, FailureKind.CHANGED)
    assert stopped.run.failure.nodes == ("ask",)
    assert stopped.gates[gate.key].state is GateState.SUPERSEDED
    assert (await it.drive()).run.failure == stopped.run.failure


async def test_a_run_that_lost_its_node_is_asked_again_by_the_graph_as_it_is_now(it: Drive) -> None:
    await it.begin()
    await it.drive()
    it.engine.rename("ask", "ask_people")
    await it.drive()
    await it.retry()
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    assert gate.node == "ask_people"
    assert await lines(it) == [
        ("draft", NodeState.DONE),
        ("ask_people", NodeState.WAITING),
        ("publish", NodeState.IDLE),
    ]
    await it.decide(gate)
    done = await it.drive()
    assert (done.run.state, done.run.failure) == (RunState.DONE, None)
    assert it.engine.ran.count("draft") == 1
    assert {state for _, state in await lines(it)} == {NodeState.DONE}


async def test_a_question_that_still_stood_beside_a_lost_one_is_asked_anew(it: Drive) -> None:
    await it.begin(BESIDE)
    left, right = (await it.drive()).gates_in(GateState.OPEN)
    it.engine.rename("left", "west")
    assert (await it.drive()).gates[right.key].state is GateState.OPEN
    await it.decide(right)
    await it.retry()
    asked = await it.drive()
    assert asked.gates[right.key].state is GateState.SUPERSEDED
    assert [g.node for g in asked.gates_in(GateState.OPEN)] == ["right", "west"]
    assert left.key not in {g.key for g in asked.gates_in(GateState.OPEN)}


async def test_a_release_that_brings_the_node_back_asks_the_same_question(it: Drive) -> None:
    await it.begin()
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    it.engine.rename("ask", "ask_people")
    await it.drive()
    it.engine.rename("ask_people", "ask")
    again = await it.drive()
    assert again.gates_in(GateState.OPEN) == (gate,)
    assert again.run.failure is None


async def test_a_run_whose_last_steps_are_gone_as_well_is_dead(it: Drive) -> None:
    await it.begin()
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    it.engine.rename("ask", "ask_people")
    it.engine.rename("draft", "write")
    dead = await it.drive()
    assert dead.run.failure is not None
    assert (dead.run.state, dead.run.failure.kind) == (RunState.DEAD, FailureKind.STRANDED)
    assert dead.gates[gate.key].state is GateState.SUPERSEDED


# Breakpoints


async def test_a_breakpoint_is_passed_when_somebody_said_so(it: Drive) -> None:
    await it.begin(STOPS)
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    assert gate.question.shape is Shape.BREAKPOINT
    assert "ship" not in it.engine.ran
    await it.drive()
    await it.decide(gate)
    done = await it.drive()
    assert done.run.state is RunState.DONE
    assert done.gates[gate.key].state is GateState.APPLIED
    assert [p.key for p in it.engine.passed] == [gate.key]


async def test_a_breakpoint_is_not_asked_again_when_the_node_behind_it_fails(it: Drive) -> None:
    await it.begin(STOPS)
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    it.engine.failing["ship"] = "early"
    await it.decide(gate)
    failed = await it.drive()
    assert failed.run.failure is not None
    assert failed.gates[gate.key].state is GateState.APPLIED
    it.engine.failing.clear()
    await it.retry()
    done = await it.drive()
    assert (done.run.state, len(done.gates)) == (RunState.DONE, 1)


async def test_an_edit_at_a_breakpoint_goes_to_the_graph(it: Drive) -> None:
    await it.begin(STOPS)
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    await it.decide(gate, Action.EDIT, draft="better")
    assert (await it.drive()).run.state is RunState.DONE
    assert it.engine.edited == [{"draft": "better"}]


async def test_a_breakpoint_that_a_release_takes_away_is_not_passed_unsaid(it: Drive) -> None:
    await it.begin(STOPS)
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    it.engine.stop_at()
    stopped = await it.drive()
    assert stopped.run.failure is not None
    assert stopped.run.failure.kind is FailureKind.CHANGED
    assert stopped.gates[gate.key].state is GateState.SUPERSEDED
    assert "ship" not in it.engine.ran
    await it.retry()
    assert (await it.drive()).run.state is RunState.DONE


async def test_a_lost_checkpoint_ends_the_run(it: Drive) -> None:
    await it.begin()
    await it.drive()
    it.engine.threads.clear()
    dead = await it.drive()
    assert dead.run.failure is not None
    assert (dead.run.state, dead.run.failure.kind) == (RunState.DEAD, FailureKind.LOST)


async def test_the_checkpoint_of_an_earlier_run_of_that_id_is_not_this_ones_result(
    it: Drive,
) -> None:
    await it.begin()
    it.engine.threads[it.run.run_id] = Thread(len(it.engine.graph), [], "an old report")
    dead = await it.drive()
    assert dead.run.failure is not None
    assert (dead.run.state, dead.run.failure.kind) == (RunState.DEAD, FailureKind.LOST)
    assert dead.run.result is None
    assert it.engine.ran == []


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


async def test_a_state_that_cannot_be_read_stops_the_run_under_one_reference(it: Drive) -> None:
    await it.begin()
    await it.drive()
    it.engine.unreadable = ValueError("not a checkpoint")
    with capture_logs() as logs:
        stopped = await it.drive()
        again = await it.drive()
    assert stopped.run.failure is not None
    assert (stopped.run.state, stopped.run.failure.kind) == (RunState.ACTIVE, FailureKind.GAVE_UP)
    assert again.run.failure == stopped.run.failure
    (line,) = (entry for entry in logs if entry["event"] == "run.stopped")
    assert (line["ref"], line["exc_info"]) == (stopped.run.failure.ref, it.engine.unreadable)


async def test_a_state_that_can_be_read_again_goes_on_after_a_retry(it: Drive) -> None:
    await it.begin()
    await it.drive()
    await it.approve_all()
    it.engine.unreadable = ValueError("not a checkpoint")
    before = await it.drive()
    await it.retry()
    again = await it.drive()
    assert again.run.failure is not None
    assert again.run.failure != before.run.failure
    assert again.run.retry_by is None
    it.engine.unreadable = None
    await it.retry()
    assert (await it.drive()).run.state is RunState.DONE


async def test_a_store_that_is_away_during_the_look_is_no_failure(it: Drive) -> None:
    await it.begin()
    it.engine.unreadable = StoreUnavailableError()
    with pytest.raises(StoreUnavailableError):
        await it.drive()
    assert (await it.snapshot()).run.failure is None


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
