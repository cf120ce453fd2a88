"""What a run needs next that goes on from an older version."""

from dataclasses import replace

import pytest

from bot.core.model import FailureKind, Origin
from bot.core.moves import Continue, Fork, Memory, Nothing, Record, Start, Stop
from bot.core.steps import begun
from tests.contract.samples import a_run
from tests.fakes.looks import MISSING, run, seen, snapshot, step, stopped

ORIGIN = Origin("older", 1, "c1", "UANA", fingerprint="v1")
FORK = replace(a_run(), origin=ORIGIN)
THERE = replace(MISSING, origin=True)


def test_a_run_with_an_origin_begins_with_a_copy() -> None:
    assert step(snapshot(FORK), THERE) == Fork(ORIGIN)


def test_a_copy_that_died_is_made_again_a_few_times() -> None:
    assert step(snapshot(replace(FORK, starts=2)), THERE) == Fork(ORIGIN)
    assert step(snapshot(replace(FORK, starts=3)), THERE) == Stop(FailureKind.GAVE_UP)


def test_a_copy_that_failed_waits_for_a_retry() -> None:
    failed = replace(FORK, failure=stopped())
    assert step(snapshot(failed), THERE) == Nothing()
    assert step(snapshot(replace(failed, retry_by="UANA")), THERE) == Fork(ORIGIN)


def test_what_is_gone_cannot_be_copied_and_the_run_says_so_for_good() -> None:
    assert step(snapshot(FORK), MISSING) == Stop(FailureKind.ORIGIN_GONE)
    assert not FailureKind.ORIGIN_GONE.can_retry


def test_a_version_that_had_no_checkpoint_is_started_from_its_inputs() -> None:
    never = replace(FORK, origin=replace(ORIGIN, checkpoint=None, fingerprint=""))
    assert step(snapshot(never), MISSING) == Start()
    assert step(snapshot(never), THERE) == Fork(never.origin or ORIGIN)


def test_once_a_checkpoint_was_seen_a_missing_one_is_lost_and_not_copied_again() -> None:
    assert step(snapshot(run(origin=ORIGIN)), THERE) == Stop(FailureKind.LOST)


def test_a_checkpoint_that_is_there_before_the_copy_began_is_not_gone_on_with() -> None:
    assert step(snapshot(FORK), seen(due=1)) == Stop(FailureKind.LOST)


@pytest.mark.parametrize(("before", "noted"), [("v0", "v0"), ("", "v1")])
def test_a_copy_was_made_by_the_graph_that_drove_the_original(before: str, noted: str) -> None:
    """Else a graph that lost the step that is due would look like one that ended."""
    fork = Fork(replace(ORIGIN, fingerprint=before))
    assert begun(FORK, fork, replace(THERE, fingerprint="v1")).fingerprint == noted


def test_after_the_copy_what_is_due_is_driven() -> None:
    copied = replace(FORK, fingerprint="v1", starts=0)
    look = seen(due=1)
    record = step(snapshot(copied), look)
    assert isinstance(record, Record)
    assert step(snapshot(record.after), look) == Continue()


def test_a_copy_that_comes_back_and_left_nothing_is_not_tried_for_ever() -> None:
    spent = Memory(spent=(Fork(ORIGIN), THERE))
    assert step(snapshot(FORK), THERE, memory=spent) == Stop(FailureKind.GAVE_UP)
