"""What a run needs next: beginning, driving, asking and handing over answers."""

from dataclasses import replace

import pytest

from bot.core.model import FailureKind, GateState, RunState
from bot.core.moves import Continue, Finish, Memory, Nothing, Record, Resume, Start, Stop, remember
from bot.core.steps import begun
from tests.contract.samples import a_run
from tests.fakes.looks import (
    FIRST,
    MISSING,
    NOW,
    asks,
    decided,
    gate,
    run,
    seen,
    snapshot,
    step,
    stopped,
)


def test_a_new_run_is_started() -> None:
    assert step(snapshot(a_run()), MISSING) == Start()


def test_a_missing_checkpoint_after_one_was_seen_is_lost_not_a_new_start() -> None:
    assert step(snapshot(run()), MISSING) == Stop(FailureKind.LOST)


def test_a_start_that_died_before_its_first_checkpoint_is_started_again() -> None:
    assert step(snapshot(replace(a_run(), starts=2)), MISSING) == Start()


def test_three_starts_without_a_first_checkpoint_stop_the_run() -> None:
    assert step(snapshot(replace(a_run(), starts=3)), MISSING) == Stop(FailureKind.GAVE_UP)


def test_a_start_that_failed_waits_for_a_retry() -> None:
    assert step(snapshot(replace(a_run(), failure=stopped())), MISSING) == Nothing()


def test_a_start_that_failed_is_started_again_on_request() -> None:
    asked = replace(a_run(), failure=stopped(), retry_by="UANA")
    assert step(snapshot(asked), MISSING) == Start()


@pytest.mark.parametrize("state", [s for s in RunState if s.final])
def test_a_run_that_ended_is_left_alone_whatever_its_checkpoint_says(state: RunState) -> None:
    ended = snapshot(run(state=state), decided(FIRST))
    assert step(ended, seen(FIRST)) == Nothing()
    assert step(ended, MISSING) == Nothing()


# Driving


def test_a_process_that_died_in_mid_run_is_followed_by_another() -> None:
    assert step(snapshot(run(starts=1)), seen(due=1)) == Continue()


def test_a_task_that_died_beside_a_waiting_one_is_continued() -> None:
    assert step(snapshot(run(), gate(FIRST)), seen(FIRST, due=2)) == Continue()


def test_a_graph_that_ended_at_a_new_checkpoint_is_finished() -> None:
    assert step(snapshot(run()), seen(due=0, result="all well")) == Finish("all well")


def test_a_graph_that_ended_without_a_result_is_finished_with_an_empty_one() -> None:
    assert step(snapshot(run()), seen(due=0)) == Finish("")


def test_a_run_that_waits_for_people_is_left_alone() -> None:
    assert step(snapshot(run(), gate(FIRST)), seen(FIRST)) == Nothing()


def test_three_starts_without_progress_stop_the_run() -> None:
    stuck = run(starts=3, drive_checkpoint="c1")
    assert step(snapshot(stuck), seen(due=1)) == Stop(FailureKind.GAVE_UP)
    assert step(snapshot(replace(stuck, starts=2)), seen(due=1)) == Continue()


def test_three_starts_at_an_earlier_checkpoint_do_not_count() -> None:
    assert step(snapshot(run(starts=3)), seen(due=1)) == Continue()


def test_a_drive_that_came_back_without_any_change_is_not_repeated() -> None:
    record, found = snapshot(run(), decided(FIRST)), seen(FIRST)
    again = step(record, found)
    assert isinstance(again, Resume)
    spent = remember(Memory(), again, found, failed=False, refused=False)
    assert step(record, found, spent) == Stop(FailureKind.GAVE_UP)


def test_a_drive_that_changed_something_may_be_followed_by_the_same_one() -> None:
    spent = remember(Memory(), Continue(), seen(due=2), failed=False, refused=False)
    assert step(snapshot(run()), seen(due=1), spent) == Continue()


# Questions


def test_a_new_question_opens_a_gate() -> None:
    found = step(snapshot(run()), seen(FIRST))
    assert isinstance(found, Record)
    (change,) = found.gates
    assert (change.expected, change.state) == (None, GateState.OPEN)
    assert change.gate == replace(gate(FIRST), opened_at=NOW)


def test_the_checkpoint_and_the_graph_are_noted_before_anything_is_driven() -> None:
    before = snapshot(begun(a_run(), Start(), MISSING))
    assert step(before, seen(due=1)) == Record(replace(before.run, checkpoint="c1"))


def test_a_run_is_finished_with_what_its_graph_vouches_for() -> None:
    found = replace(seen(due=0, result="all well"), links=("https://example.org",))
    assert step(snapshot(run()), found) == Finish("all well", ("https://example.org",))


@pytest.mark.parametrize("starts", [0, 1])
def test_a_start_that_ended_before_anybody_looked_is_finished(starts: int) -> None:
    """Also one that was handed over, which takes back the count."""
    begun_once = replace(begun(a_run(), Start(), MISSING), starts=starts)
    noted = step(snapshot(begun_once), seen(due=0, result="all well"))
    assert isinstance(noted, Record)
    assert step(snapshot(noted.after), seen(due=0, result="all well")) == Finish("all well")


@pytest.mark.parametrize("due", [0, 1])
def test_a_checkpoint_that_no_drive_of_the_run_made_is_not_taken_for_its_own(due: int) -> None:
    old = seen(due=due, result="an old report")
    assert step(snapshot(a_run()), old) == Stop(FailureKind.LOST)
    assert step(snapshot(replace(a_run(), failure=stopped())), old) == Stop(FailureKind.LOST)


def test_a_decision_is_handed_to_exactly_its_question() -> None:
    second = asks("i2")
    record = snapshot(run(), decided(FIRST), gate(second))
    assert step(record, seen(FIRST, second)) == Resume((decided(FIRST),))


def test_all_decisions_are_handed_over_together() -> None:
    second = asks("i2")
    record = snapshot(run(), decided(FIRST), decided(second))
    assert step(record, seen(FIRST, second)) == Resume((decided(FIRST), decided(second)))


def test_answers_that_were_refused_together_are_handed_over_one_by_one() -> None:
    second = asks("i2")
    record, found = snapshot(run(), decided(FIRST), decided(second)), seen(FIRST, second)
    together = step(record, found)
    assert isinstance(together, Resume)
    memory = remember(Memory(), together, found, failed=False, refused=True)
    assert step(record, found, memory) == Resume((decided(FIRST),))


def test_an_answer_that_was_refused_alone_does_not_part_the_others() -> None:
    memory = remember(Memory(), Resume((decided(FIRST),)), seen(FIRST), failed=False, refused=True)
    assert memory == Memory()


def test_a_question_that_is_asked_no_more_was_answered() -> None:
    second = asks("i2")
    found = step(snapshot(run(), decided(FIRST)), seen(second, checkpoint="c2"))
    assert isinstance(found, Record)
    assert [(c.gate.key, c.expected, c.state) for c in found.gates] == [
        (FIRST.key, GateState.DECIDED, GateState.APPLIED),
        (second.key, None, GateState.OPEN),
    ]


def test_an_answer_is_not_given_to_a_question_that_changed() -> None:
    changed = asks(text="second draft")
    found = step(snapshot(run(), decided(FIRST)), seen(changed))
    assert isinstance(found, Record)
    assert [(c.gate.key, c.state) for c in found.gates] == [
        (FIRST.key, GateState.SUPERSEDED),
        (changed.key, GateState.OPEN),
    ]


def test_an_open_question_that_changed_is_superseded() -> None:
    found = step(snapshot(run(), gate(FIRST)), seen(asks(text="second draft")))
    assert isinstance(found, Record)
    assert found.gates[0].state is GateState.SUPERSEDED


def test_an_open_question_that_is_asked_no_more_is_superseded() -> None:
    found = step(snapshot(run(), gate(FIRST, checkpoint="c0")), seen(due=1))
    assert isinstance(found, Record)
    assert [(c.expected, c.state) for c in found.gates] == [(GateState.OPEN, GateState.SUPERSEDED)]


@pytest.mark.parametrize("failed", [False, True])
def test_a_question_that_changed_and_changed_back_is_asked_again(failed: bool) -> None:  # noqa: FBT001
    back = asks(failed=failed)
    before = gate(FIRST, GateState.SUPERSEDED, checkpoint="c0")
    found = step(snapshot(run(), before), seen(back))
    assert isinstance(found, Record)
    (change,) = found.gates
    assert (change.expected, change.state) == (GateState.SUPERSEDED, GateState.OPEN)
    assert change.gate.checkpoint == "c1"


def test_what_was_settled_long_ago_is_not_touched() -> None:
    old = gate(asks("i0"), GateState.APPLIED, checkpoint="c0")
    assert step(snapshot(run(), old, gate(FIRST)), seen(FIRST)) == Nothing()
