"""What a run needs next when steps fail, and when its graph changed under it."""

from dataclasses import replace

import pytest

from bot.core.model import FailureKind, Gate, GateState, RunState, Snapshot
from bot.core.moves import (
    Continue,
    Finish,
    Memory,
    Nothing,
    Reask,
    Record,
    Resume,
    Start,
    Stop,
    remember,
)
from bot.core.ports.store import GateChange
from bot.core.question import Shape
from bot.core.steps import begun, failure
from bot.core.steps import stopped as stopped_run
from tests.contract.samples import a_run
from tests.fakes.looks import (
    FIRST,
    MISSING,
    asks,
    decided,
    gate,
    run,
    seen,
    snapshot,
    step,
    stopped,
)


def test_a_node_that_raised_stops_the_run() -> None:
    assert step(snapshot(run()), seen(failed=("draft",))) == Stop(FailureKind.STEP, ("draft",))


def test_a_failed_run_is_not_driven_unasked() -> None:
    assert step(snapshot(run(failure=stopped())), seen(failed=("draft",))) == Nothing()


def test_a_failing_branch_beside_a_waiting_gate_is_not_driven_without_a_retry() -> None:
    waiting = snapshot(run(failure=stopped()), gate(FIRST))
    assert step(waiting, seen(FIRST, failed=("draft",))) == Nothing()


def test_a_decision_beside_a_failing_branch_waits_for_the_retry() -> None:
    record = snapshot(run(failure=stopped()), decided(FIRST))
    assert step(record, seen(FIRST, failed=("draft",))) == Nothing()


def test_a_retry_drives_the_failed_step_again() -> None:
    asked = run(failure=stopped(), retry_by="UANA")
    assert step(snapshot(asked), seen(failed=("draft",))) == Continue()


def test_a_retry_hands_over_what_was_decided_meanwhile() -> None:
    """Driving without the answer could change the question under it."""
    record = snapshot(run(failure=stopped(), retry_by="UANA"), decided(FIRST))
    assert step(record, seen(FIRST, failed=("draft",))) == Resume((decided(FIRST),))


def test_a_retry_of_a_failure_that_is_gone_lets_the_run_go_on() -> None:
    asked = run(failure=stopped(FailureKind.GAVE_UP), retry_by="UANA")
    found = step(snapshot(asked), seen(due=1))
    assert found == Record(replace(asked, failure=None, retry_by=None))


def test_a_retry_after_giving_up_also_drives_a_step_that_had_failed() -> None:
    asked = run(failure=stopped(FailureKind.GAVE_UP), retry_by="UANA")
    assert step(snapshot(asked), seen(failed=("draft",))) == Continue()


def test_a_decision_whose_node_raised_is_continued_before_it_is_handed_over_again() -> None:
    raised = asks(failed=True)
    found = seen(raised)
    given = begun(run(), Resume((decided(raised),)), found)
    assert (given.starts, given.drive_checkpoint, given.handed) == (1, "c1", (raised.key,))
    record = snapshot(given, decided(raised))
    doubt = step(record, found)
    assert doubt == Continue(probes=(raised.key,))
    memory = remember(Memory(), doubt, found, failed=False, refused=False)
    assert step(record, found, memory) == Resume((decided(raised),))


def test_a_decision_that_was_never_handed_over_needs_no_look_whatever_its_node_did_before() -> None:
    """A look runs the node again, and could change the question under the answer."""
    raised = asks(failed=True)
    record = snapshot(run(starts=1), decided(raised))
    assert step(record, seen(raised)) == Resume((decided(raised),))


def test_a_drive_that_begins_at_the_same_checkpoint_counts_and_elsewhere_starts_counting() -> None:
    first = begun(run(starts=2), Continue(), seen(due=1))
    assert (first.starts, first.drive_checkpoint) == (1, "c1")
    assert begun(first, Continue(), seen(due=1)).starts == 2


def test_what_was_handed_over_is_forgotten_with_its_question() -> None:
    before = run(handed=(FIRST.key, "gone"))
    found = step(snapshot(before, decided(FIRST)), seen(FIRST))
    assert found == Record(replace(before, handed=(FIRST.key,)))


def test_a_question_whose_node_had_raised_before_still_waits_for_people() -> None:
    raised = asks(failed=True)
    assert step(snapshot(run(), gate(raised)), seen(raised)) == Nothing()


def test_a_node_that_raised_beside_its_asking_twin_stops_the_run() -> None:
    """One node fanned out: one task failed, another failed earlier and asks now."""
    raised = asks(failed=True)
    found = seen(raised, failed=(raised.node,))
    assert step(snapshot(run(), gate(raised)), found) == Stop(FailureKind.STEP, (raised.node,))


def test_a_question_of_a_nested_graph_takes_its_failed_task_once() -> None:
    """Two questions of one task: the task is in the list of failures once."""
    one, two = asks(failed=True), replace(asks("i2", failed=True), node="ask_i1")
    found = replace(seen(one, two, due=1), failed=(one.node,))
    assert step(snapshot(run(), gate(one), gate(two)), found) == Nothing()


# Graphs that change

BACK = ("plan",)
"""The step before, which the graph as it is now still has."""


def superseded(*gates: Gate) -> tuple[GateChange, ...]:
    return tuple(GateChange(g, GateState.SUPERSEDED, expected=g.state) for g in gates)


def lost(*gates: Gate, **changes: object) -> Snapshot:
    """A run that was stopped since its graph lost what was due at c1."""
    stop = Stop(FailureKind.CHANGED, ("ask_i1",))
    of = stopped_run(run(), stop, seen(due=0), ref="e1", at=3)
    return snapshot(replace(of, **changes), *gates)  # type: ignore[arg-type]  # names of fields


@pytest.mark.parametrize("state", [GateState.OPEN, GateState.DECIDED])
def test_a_run_whose_due_node_is_gone_stops_and_its_question_with_it(state: GateState) -> None:
    asked = gate(FIRST, state)
    found = seen(due=0, result="a draft", fingerprint="v2", way_back=BACK)
    stop = step(snapshot(run(), asked), found)
    assert stop == Stop(FailureKind.CHANGED, ("ask_i1",), superseded(asked))
    assert FailureKind.CHANGED.can_retry


def test_a_run_that_lost_its_node_waits_for_somebody_who_wants_to_be_asked_again() -> None:
    found = seen(due=0, fingerprint="v2", way_back=BACK)
    assert step(lost(), found) == Nothing()
    asked_for = lost(retry_by="UANA")
    assert step(asked_for, found) == Reask(BACK)


def test_a_question_that_stands_beside_a_lost_one_is_asked_anew_too() -> None:
    """The step before leads to both of them again."""
    second = asks("i2")
    found = seen(second, fingerprint="v2", way_back=BACK)
    first, open_ = gate(FIRST), gate(second)
    stop = step(snapshot(run(), first, open_), found)
    assert stop == Stop(FailureKind.CHANGED, ("ask_i1",), superseded(first))
    again = step(lost(gate(second, GateState.DECIDED), retry_by="UANA"), found)
    assert again == Reask(BACK, superseded(gate(second, GateState.DECIDED)))


def test_a_kill_before_the_graph_asked_again_leaves_a_run_that_lost_its_node() -> None:
    found = seen(due=0, fingerprint="v2", way_back=BACK)
    record = lost(retry_by="UANA")
    died = begun(record.run, Reask(BACK), found)
    assert (died.starts, died.fingerprint) == (1, "v1")
    assert step(snapshot(died), found) == Reask(BACK)
    assert step(snapshot(replace(died, starts=3)), found) == Stop(FailureKind.GAVE_UP)


def test_a_kill_after_the_graph_decided_again_goes_on_from_there() -> None:
    found = seen(due=1, checkpoint="c2", fingerprint="v2", way_back=BACK)
    died = begun(lost(retry_by="UANA").run, Reask(BACK), seen(due=0, fingerprint="v2"))
    on = replace(died, checkpoint="c2", fingerprint="v2", failure=None, retry_by=None)
    assert step(snapshot(died), found) == Record(on)
    assert step(snapshot(on), found) == Continue()


def test_a_graph_that_was_asked_again_may_have_come_to_its_end() -> None:
    died = begun(lost(retry_by="UANA").run, Reask(BACK), seen(due=0, fingerprint="v2"))
    found = seen(due=0, checkpoint="c2", result="short", fingerprint="v2", way_back=BACK)
    noted = step(snapshot(died), found)
    assert isinstance(noted, Record)
    assert step(snapshot(noted.after), found) == Finish("short")


def test_a_release_that_brings_the_node_back_lets_the_run_go_on_by_itself() -> None:
    record = lost(gate(FIRST, GateState.SUPERSEDED))
    found = step(record, seen(FIRST))
    assert isinstance(found, Record)
    assert found.after.failure is None
    assert [(c.gate.key, c.state) for c in found.gates] == [(FIRST.key, GateState.OPEN)]


def test_a_release_that_brings_the_node_back_beside_a_failed_step_says_what_failed() -> None:
    found = step(lost(), seen(failed=("draft",)))
    assert isinstance(found, Record)
    again = step(snapshot(found.after), seen(failed=("draft",)))
    assert again == Stop(FailureKind.STEP, ("draft",))


@pytest.mark.parametrize("retry_by", [None, "UANA"])
def test_a_failed_run_that_loses_a_node_says_that_instead(retry_by: str | None) -> None:
    """What is asked for is a retry of the step, not another question."""
    record = snapshot(run(failure=stopped(), retry_by=retry_by), gate(FIRST))
    found = seen(due=0, fingerprint="v2", way_back=BACK)
    assert step(record, found) == Stop(FailureKind.CHANGED, ("ask_i1",), superseded(gate(FIRST)))


def test_a_failed_run_without_a_way_back_is_left_until_somebody_retries_it() -> None:
    """The next release may have the node again."""
    assert step(snapshot(run(failure=stopped())), seen(due=0, fingerprint="v2")) == Nothing()


@pytest.mark.parametrize("state", [GateState.OPEN, GateState.DECIDED])
def test_a_run_without_a_way_back_is_dead_not_a_success(state: GateState) -> None:
    found = seen(due=0, result="a draft")
    asked = gate(FIRST, state)
    stop = step(snapshot(run(), asked), found)
    assert stop == Stop(FailureKind.STRANDED, ("ask_i1",), superseded(asked))
    assert stopped_run(run(), stop, found, ref="e1", at=3).state is RunState.DEAD
    assert not FailureKind.STRANDED.can_retry


def test_a_node_that_was_being_driven_and_is_gone_is_a_dead_run() -> None:
    driven = run(starts=1, drive_checkpoint="c1")
    assert step(snapshot(driven), seen(due=0, result="a draft")) == Stop(FailureKind.STRANDED)


def test_a_failed_node_that_was_renamed_is_a_dead_run_on_a_retry() -> None:
    """The drive had moved on from the checkpoint it began at: only the graph tells."""
    asked = run(failure=stopped(), retry_by="UANA")
    found = seen(due=0, result="a draft", fingerprint="v2")
    assert step(snapshot(asked), found) == Stop(FailureKind.STRANDED)


def test_a_node_that_was_renamed_before_anybody_looked_is_told() -> None:
    driven = run(starts=1)
    found = seen(due=0, checkpoint="c2", result="a draft", fingerprint="v2", way_back=BACK)
    assert step(snapshot(driven), found) == Stop(FailureKind.CHANGED)


def test_a_node_that_was_renamed_before_the_first_look_is_told() -> None:
    """A start that died on its way has noted which graph it drove, and nothing else."""
    driven = begun(a_run(), Start(), MISSING)
    found = seen(due=0, result="a draft", fingerprint="v2", way_back=BACK)
    assert step(snapshot(driven), found) == Stop(FailureKind.CHANGED)


def test_a_changed_graph_that_still_asks_goes_on_and_is_the_one_to_compare_with() -> None:
    waiting = snapshot(run(), gate(FIRST))
    found = step(waiting, seen(FIRST, fingerprint="v2"))
    assert found == Record(replace(waiting.run, fingerprint="v2"))


def test_a_stop_is_recorded_with_its_reference() -> None:
    stop = Stop(FailureKind.STEP, ("draft",))
    assert failure(stop, ref="e1", at=3) == stopped()


def test_an_answer_waits_until_other_code_asked_the_same_question_again() -> None:
    asked_before = run(code="release 1")
    found = replace(seen(FIRST), code="release 2")
    assert step(snapshot(asked_before, decided(FIRST)), found) == Continue()
    asked_again = run(code="release 2")
    assert step(snapshot(asked_again, decided(FIRST)), found) == Resume((decided(FIRST),))


def test_a_breakpoint_is_passed_on_whatever_code() -> None:
    stop = replace(FIRST, question=replace(FIRST.question, shape=Shape.BREAKPOINT))
    found = replace(seen(stop), code="release 2")
    assert step(snapshot(run(code="release 1"), decided(stop)), found) == Resume((decided(stop),))
