"""One driver, under its lease: it does what is due until there is nothing to do."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from bot import notes as notes_module
from bot.cards.catalogue import words
from bot.cards.outcomes import lines
from bot.core.model import (
    FailureKind,
    GateState,
    Lease,
    NodeState,
    Run,
    RunState,
)
from bot.core.ports.engine import Command, DriveEvent, LeaseGuard, StepStarted
from bot.core.ports.store import FencedError, StoreUnavailableError
from bot.driver import UnrootedError
from tests.contract.samples import drive
from tests.fakes.drive import BESIDE, FLAKY, Drive, SlowEngine
from tests.fakes.engine import FakeEngine, Node


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


async def test_what_the_graph_vouches_for_is_on_record_once_the_run_ended(it: Drive) -> None:
    it.engine.links = ("https://example.org/a",)
    await it.begin()
    waiting = await it.drive()
    assert waiting.run.links == ()
    (gate,) = waiting.gates_in(GateState.OPEN)
    await it.decide(gate)
    assert (await it.drive()).run.links == ("https://example.org/a",)


@dataclass
class Interrupted(FakeEngine):
    """A graph during whose last step something comes between."""

    meanwhile: Callable[[], Awaitable[object]] | None = None

    async def drive(
        self, run: Run, command: Command, *, lease: LeaseGuard
    ) -> AsyncIterator[DriveEvent]:
        async for event in super().drive(run, command, lease=lease):
            yield event
            if self.meanwhile and event == StepStarted("publish"):
                await self.meanwhile()


@pytest.mark.parametrize("dies", [False, True], ids=["the driver goes on", "the driver dies first"])
async def test_an_answer_that_steps_ran_on_is_on_record_when_the_run_is_cancelled_meanwhile(
    *, dies: bool
) -> None:
    it = Drive()
    engine = it.world.engine = Interrupted()
    run = await it.begin()
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    await it.decide(gate)

    async def meanwhile() -> None:
        if dies:
            raise RuntimeError
        await it.world.store.cancel(run.run_id, by="UANA")

    engine.meanwhile = meanwhile
    with pytest.raises(RuntimeError if dies else FencedError):
        await it.drive()
    await it.world.store.cancel(run.run_id, by="UANA")
    ended = await it.snapshot()
    assert engine.ran[-1] == "publish"
    assert ended.run.state is RunState.CANCELLED
    assert words(run.language).gate.no_effect not in lines(ended.run, ended.gates[gate.key])


async def test_an_answer_that_no_driver_saw_before_the_run_was_cancelled_had_no_effect(
    it: Drive,
) -> None:
    run = await it.begin()
    (gate,) = (await it.drive()).gates_in(GateState.OPEN)
    await it.decide(gate)
    await it.world.store.cancel(run.run_id, by="UANA")
    ended = await it.drive()
    assert lines(ended.run, ended.gates[gate.key])[-1] == words(run.language).gate.no_effect


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
    monkeypatch.setattr(notes_module, "NOTE_EVERY", timedelta(0))
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


@pytest.mark.parametrize("ends_well", [True, False])
async def test_a_store_that_is_away_for_a_moment_costs_some_progress_and_no_drive(
    it: Drive, monkeypatch: pytest.MonkeyPatch, *, ends_well: bool
) -> None:
    monkeypatch.setattr(notes_module, "NOTE_EVERY", timedelta(0))
    engine = it.world.engine = SlowEngine()
    await it.begin()
    if not ends_well:
        engine.failing["ask"] = "early"
    note, calls = it.world.store.note_progress, list[Run]()

    async def away_at_first(lease: Lease, run: Run) -> int:
        calls.append(run)
        engine.go_on.set()
        if len(calls) == 1:
            raise StoreUnavailableError
        return await note(lease, run)

    it.world.store.note_progress = away_at_first  # type: ignore[method-assign]  # it blips
    ended = await it.drive()
    assert len(calls) > 1
    assert (ended.run.starts, bool(ended.gates_in(GateState.OPEN))) == (0, ends_well)
