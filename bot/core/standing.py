"""Where a run stands, derived from its record: what the cards say and offer."""

from dataclasses import dataclass
from enum import StrEnum

from bot.core.model import Failure, FailureKind, Gate, GateState, RunState, Snapshot


class Phase(StrEnum):
    """What a run is doing, in the one word its messages start with."""

    RUNNING = "running"
    WAITING = "waiting"
    FAILED = "failed"
    FAILED_AND_WAITING = "failed_and_waiting"
    """One branch failed, another waits for people."""
    DONE = "done"
    CANCELLED = "cancelled"
    DEAD = "dead"


_FINAL = {
    RunState.DONE: Phase.DONE,
    RunState.CANCELLED: Phase.CANCELLED,
    RunState.DEAD: Phase.DEAD,
}


_BROKEN_OFF = {Phase.CANCELLED, Phase.DEAD}
_NOTHING_LEFT = {FailureKind.LOST, FailureKind.ORIGIN_GONE}
"""Its checkpoints are gone, or are not its own."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a run stands. `waiting` are its open gates, oldest first, none once it ended.

    `failure` is why it cannot go on by itself: None while a recorded retry is
    under way, kept where the run is dead.
    """

    phase: Phase
    waiting: tuple[Gate, ...] = ()
    failure: Failure | None = None

    @property
    def final(self) -> bool:
        """Whether nothing can happen any more."""
        return self.phase in {Phase.DONE, Phase.CANCELLED, Phase.DEAD}

    @property
    def can_cancel(self) -> bool:
        """Whether Cancel still means something."""
        return not self.final

    @property
    def can_retry(self) -> bool:
        """Whether people can have the failed steps run again."""
        return not self.final and self.failure is not None and self.failure.kind.can_retry

    @property
    def can_go_on(self) -> bool:
        """Whether people can have it gone on with: by a retry, or in another version."""
        return self.can_retry or (self.phase in _BROKEN_OFF and self.left_something)

    @property
    def left_something(self) -> bool:
        """Whether the run ended with checkpoints of its own."""
        failure = self.failure
        return self.final and (failure is None or failure.kind not in _NOTHING_LEFT)

    @property
    def changed(self) -> bool:
        """Whether the graph changed under it, and can go back and ask again."""
        failure = self.failure
        return self.can_retry and failure is not None and failure.kind is FailureKind.CHANGED


def standing(snapshot: Snapshot) -> Standing:
    """Derive where the run stands. The same snapshot always gives the same standing."""
    run = snapshot.run
    if run.state.final:
        phase = _FINAL[run.state]
        return Standing(phase, failure=run.failure if phase is Phase.DEAD else None)
    failure = None if run.retry_by else run.failure
    waiting = snapshot.gates_in(GateState.OPEN)
    return Standing(_phase(waiting, failure), waiting, failure)


def _phase(waiting: tuple[Gate, ...], failure: Failure | None) -> Phase:
    if failure is None:
        return Phase.WAITING if waiting else Phase.RUNNING
    return Phase.FAILED_AND_WAITING if waiting else Phase.FAILED
