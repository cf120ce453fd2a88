"""Where a run stands, by its record alone."""

from dataclasses import replace

import pytest

from bot.core.model import FailureKind, Gate, GateState, Run, RunState
from bot.core.standing import Phase, standing
from tests.unit.cards_samples import FAILURE, GATE, RUN, decided, snapshot

FAILED = replace(RUN, failure=FAILURE)


@pytest.mark.parametrize(
    ("run", "gates", "phase"),
    [
        (RUN, (), Phase.RUNNING),
        (RUN, (decided(),), Phase.RUNNING),
        (RUN, (GATE,), Phase.WAITING),
        (FAILED, (), Phase.FAILED),
        (FAILED, (GATE,), Phase.FAILED_AND_WAITING),
        (replace(FAILED, retry_by="U0BEN"), (), Phase.RUNNING),
        (replace(FAILED, retry_by="U0BEN"), (GATE,), Phase.WAITING),
        (replace(FAILED, state=RunState.CANCELLED), (GATE,), Phase.CANCELLED),
        (replace(FAILED, state=RunState.DEAD), (GATE,), Phase.DEAD),
        (replace(RUN, state=RunState.DONE), (decided(),), Phase.DONE),
    ],
)
def test_the_record_tells_the_phase(run: Run, gates: tuple[Gate, ...], phase: Phase) -> None:
    now = standing(snapshot(run, *gates))
    assert now.phase is phase
    assert now.final == run.state.final == (not now.can_cancel)
    assert bool(now.waiting) == (phase in {Phase.WAITING, Phase.FAILED_AND_WAITING})


def test_people_can_retry_what_failed_until_the_run_ends() -> None:
    assert standing(snapshot(FAILED)).can_retry
    lost = replace(RUN, failure=replace(FAILURE, kind=FailureKind.LOST))
    assert not standing(snapshot(lost)).can_retry
    assert not standing(snapshot(RUN)).can_retry
    dead = standing(snapshot(replace(FAILED, state=RunState.DEAD)))
    assert dead.failure == FAILURE
    assert not dead.can_retry


def test_gates_that_wait_come_oldest_first() -> None:
    older = replace(GATE, key="z", opened_at=1)
    closed = replace(GATE, key="y", state=GateState.CLOSED)
    assert standing(snapshot(RUN, GATE, closed, older)).waiting == (older, GATE)
