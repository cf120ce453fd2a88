"""What a run needs next when steps fail, and when its graph changed under it."""

from dataclasses import replace

import pytest

from bot.core.model import FailureKind, GateState
from bot.core.steps import (
    Continue,
    Memory,
    Nothing,
    Record,
    Resume,
    Start,
    Stop,
    begun,
    failure,
    remember,
)
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


def test_a_renamed_node_is_a_dead_run_not_a_success() -> None:
    found = seen(due=0, result="a draft")
    assert step(snapshot(run(), gate(FIRST)), found) == Stop(FailureKind.CHANGED)
    assert step(snapshot(run(), decided(FIRST)), found) == Stop(FailureKind.CHANGED)


def test_a_node_that_was_being_driven_and_is_gone_is_a_dead_run() -> None:
    driven = run(starts=1, drive_checkpoint="c1")
    assert step(snapshot(driven), seen(due=0, result="a draft")) == Stop(FailureKind.CHANGED)


def test_a_failed_node_that_was_renamed_is_a_dead_run_also_on_a_retry() -> None:
    """The drive had moved on from the checkpoint it began at: only the graph tells."""
    asked = run(failure=stopped(), retry_by="UANA")
    found = seen(due=0, result="a draft", fingerprint="v2")
    assert step(snapshot(asked), found) == Stop(FailureKind.CHANGED)


def test_a_node_that_was_renamed_before_anybody_looked_is_a_dead_run() -> None:
    driven = run(starts=1)
    found = seen(due=0, checkpoint="c2", result="a draft", fingerprint="v2")
    assert step(snapshot(driven), found) == Stop(FailureKind.CHANGED)


def test_a_node_that_was_renamed_before_the_first_look_is_a_dead_run() -> None:
    """A start that died on its way has noted which graph it drove, and nothing else."""
    driven = begun(a_run(), Start(), MISSING)
    found = seen(due=0, result="a draft", fingerprint="v2")
    assert step(snapshot(driven), found) == Stop(FailureKind.CHANGED)


@pytest.mark.parametrize("state", [GateState.OPEN, GateState.DECIDED])
def test_a_question_whose_node_is_gone_beside_a_waiting_one_is_a_dead_run(state: GateState) -> None:
    second = asks("i2")
    record = snapshot(run(), gate(FIRST, state), gate(second))
    assert step(record, seen(second, fingerprint="v2")) == Stop(FailureKind.CHANGED)


def test_a_changed_graph_that_still_asks_goes_on_and_is_the_one_to_compare_with() -> None:
    waiting = snapshot(run(), gate(FIRST))
    found = step(waiting, seen(FIRST, fingerprint="v2"))
    assert found == Record(replace(waiting.run, fingerprint="v2"))


def test_a_stop_is_recorded_with_its_reference() -> None:
    stop = Stop(FailureKind.STEP, ("draft",))
    assert failure(stop, ref="e1", at=3) == stopped()
