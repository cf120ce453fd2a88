"""What a run needs next: a pure function of its record and its checkpoint.

The conductor calls `next_step` in a loop and does what it says. Called twice,
late or after a crash it gives the same answer for the same two values, so
redelivery and lost jobs need no code of their own.

The order of the questions is the procedure that survives a kill at any point: an answer is given
only to the very question it was made for, a task that raised is driven only when somebody asked
for it, and a thread that has nothing to do is a result only if it moved since it was last driven.
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.core.model import (
    Asked,
    Failure,
    FailureKind,
    Gate,
    GateState,
    Run,
    RunState,
    Seen,
    Snapshot,
)
from bot.core.moves import (
    Continue,
    Drive,
    Finish,
    Fork,
    Memory,
    Nothing,
    Reask,
    Record,
    Resume,
    Start,
    Step,
    Stop,
)
from bot.core.ports.store import GateChange
from bot.core.progress import found_done
from bot.core.question import Shape

FINAL_STOPS = frozenset({FailureKind.LOST, FailureKind.STRANDED, FailureKind.ORIGIN_GONE})
MAX_STARTS = 3
"""Drives begun at one checkpoint that never ended, before the run is stopped with a card."""


def next_step(snapshot: Snapshot, seen: Seen, *, now: int, memory: Memory | None = None) -> Step:
    """Say what to do. `now` (ms) only dates the gates that open."""
    run = snapshot.run
    if run.state.final:
        return Nothing()
    if not seen.exists:
        return _without_checkpoint(run, seen, memory or Memory())
    if _of_an_earlier_run(run):
        return Stop(FailureKind.LOST)
    if _changed_under_it(snapshot, seen):
        return _changed(snapshot, seen, memory or Memory())
    return (
        _bookkeeping(snapshot, seen, now)
        or _failures(snapshot, seen)
        or _drive(snapshot, seen, memory or Memory())
    )


def _without_checkpoint(run: Run, seen: Seen, memory: Memory) -> Step:
    if run.checkpoint is not None:
        return Stop(FailureKind.LOST)
    if run.failure and not run.retry_by:
        return Nothing()
    first = _first(run, seen)
    return first if isinstance(first, Stop) else _bounded(run, seen, first, memory)


def _first(run: Run, seen: Seen) -> Start | Fork | Stop:
    """What a run begins with. One that goes on from a version without a checkpoint just starts."""
    origin = run.origin
    if origin is None or not (seen.origin or origin.checkpoint):
        return Start()
    return Fork(origin) if seen.origin else Stop(FailureKind.ORIGIN_GONE)


def _of_an_earlier_run(run: Run) -> bool:
    """Whether the checkpoint cannot be of this run, since none of its drives ever began.

    It was left by a run of the same id whose record is gone, or it is all that is left
    of this one where Redis forgot what its driver wrote. Going on would give out an old
    result as the new one, and a start from nothing could repeat what was done: neither.
    Judged by the graph that `begun` notes for good; a hand-over takes back the count of
    starts, and the first drive begins at no checkpoint.
    """
    return run.checkpoint is None and not run.fingerprint


def _changed_under_it(snapshot: Snapshot, seen: Seen) -> bool:
    """Whether what was due is gone from the graph.

    A finished graph has nothing due and a new checkpoint; one whose due node was
    renamed has nothing due at the *same* checkpoint. That checkpoint may be one
    that no driver saw, so another graph than the one that was driven is never
    taken for finished, whatever the result says so far. Beside a branch that is
    still due, the node of a question can be gone as well. A run that was stopped for
    that stays so until its graph asked again, which moves the checkpoint.
    """
    run = snapshot.run
    waiting = snapshot.gates_in(GateState.OPEN, GateState.DECIDED)
    if run.fingerprint not in {"", seen.fingerprint}:
        if _stopped_as_changed(run):
            return seen.checkpoint == run.drive_checkpoint
        asked = {a.interrupt_id for a in seen.asked}
        orphans = (g for g in waiting if g.checkpoint == seen.checkpoint)
        return not seen.due or bool(seen.lost) or any(g.interrupt_id not in asked for g in orphans)
    stood_at = {g.checkpoint for g in waiting} | {run.drive_checkpoint}
    return not seen.due and seen.checkpoint in stood_at


def _stopped_as_changed(run: Run) -> bool:
    return run.failure is not None and run.failure.kind is FailureKind.CHANGED


def _changed(snapshot: Snapshot, seen: Seen, memory: Memory) -> Step:
    """Say so, and ask again only when somebody wants that.

    The graph asks everything of the step again: what still stands open goes as well.
    """
    run = snapshot.run
    unsettled = [g for g in snapshot.gates.values() if _unsettled(g)]
    if run.retry_by and seen.way_back and _stopped_as_changed(run):
        return _bounded(run, seen, Reask(seen.way_back, _superseded(unsettled)), memory)
    if run.failure and not run.retry_by and (_stopped_as_changed(run) or not seen.way_back):
        return Nothing()
    asked = {a.key for a in seen.asked}
    gates = _superseded(g for g in unsettled if g.key not in asked)
    nodes = tuple(dict.fromkeys([*(change.gate.node for change in gates), *seen.lost]))
    kind = FailureKind.CHANGED if seen.way_back else FailureKind.STRANDED
    return Stop(kind, nodes, gates)


def _superseded(gates: Iterable[Gate]) -> tuple[GateChange, ...]:
    return tuple(GateChange(gate=g, expected=g.state, state=GateState.SUPERSEDED) for g in gates)


def _bookkeeping(snapshot: Snapshot, seen: Seen, now: int) -> Step | None:
    run = snapshot.run
    changes = tuple(gate_changes(snapshot, seen, now))
    # The graph that is driven from here on. A later one that has nothing due is another.
    after = replace(
        run,
        checkpoint=seen.checkpoint,
        fingerprint=seen.fingerprint,
        handed=tuple(key for key in run.handed if key in {g.key for g in _answers(snapshot, seen)}),
        progress=found_done(run.progress, seen.done),
    )
    if (run.retry_by and not seen.failed) or _stopped_as_changed(run):
        # What had stopped the run has nothing to be driven again: just go on. So it is when
        # a release brings back the node that was gone.
        after = replace(after, failure=None, retry_by=None)
    return Record(after, changes) if changes or after != run else None


def gate_changes(snapshot: Snapshot, seen: Seen, now: int) -> list[GateChange]:
    """Bring the gates in line with the questions that the checkpoint asks now."""
    keys = {a.key for a in seen.asked}
    ids = {a.interrupt_id for a in seen.asked}
    gone = [g for g in snapshot.gates.values() if _unsettled(g) and g.key not in keys]
    opened = [_opened(a, snapshot, seen, now) for a in seen.asked]
    return [*(_left(g, ids) for g in gone), *(o for o in opened if o)]


def _unsettled(gate: Gate) -> bool:
    return gate.state in {GateState.OPEN, GateState.DECIDED}


def _left(gate: Gate, asked_ids: set[str]) -> GateChange:
    """Move on a gate whose question is not asked any more.

    With an answer, the graph took it. Without one, or when the same interrupt now
    asks something else, an answer would fit another question.
    """
    taken = gate.state is GateState.DECIDED and gate.interrupt_id not in asked_ids
    state = GateState.APPLIED if taken else GateState.SUPERSEDED
    return GateChange(gate=gate, expected=gate.state, state=state)


def _opened(asked: Asked, snapshot: Snapshot, seen: Seen, now: int) -> GateChange | None:
    known = snapshot.gates.get(asked.key)
    checkpoint = seen.checkpoint or ""
    if known is None:
        gate = Gate(
            key=asked.key,
            interrupt_id=asked.interrupt_id,
            node=asked.node,
            checkpoint=checkpoint,
            question=asked.question,
            opened_at=now,
        )
        return GateChange(gate=gate, state=GateState.OPEN)
    if _unsettled(known):
        return None
    # The very same question once more: a payload that changed and changed back.
    again = replace(known, checkpoint=checkpoint)
    return GateChange(gate=again, expected=known.state, state=GateState.OPEN)


def _failures(snapshot: Snapshot, seen: Seen) -> Step | None:
    """Stop at a task that raised, unless a retry is recorded."""
    run = snapshot.run
    if run.retry_by:
        return None
    if run.failure:
        return Nothing()
    failed = _unasked_failures(seen)
    return Stop(FailureKind.STEP, failed) if failed else None


def _unasked_failures(seen: Seen) -> tuple[str, ...]:
    """Nodes that raised and ask nothing.

    A task's error is sticky: it stays when a retry then asks its question. Where the
    node asks, the answer (to come, or waiting) is what drives it.
    """
    failed = list(seen.failed)
    for node in (a.node for a in seen.asked if a.failed):
        if node in failed:
            failed.remove(node)
    return tuple(failed)


def _drive(snapshot: Snapshot, seen: Seen, memory: Memory) -> Step:
    if seen.due == 0:
        return Finish(seen.result or "", seen.links)
    step = _command(snapshot, seen, memory)
    return _bounded(snapshot.run, seen, step, memory) if step else Nothing()


def _command(snapshot: Snapshot, seen: Seen, memory: Memory) -> Drive | None:
    """Say which drive is due, if one is.

    Answers go before a retry: handing one over drives the failed tasks as well, while
    a drive without it would ask anew what was answered already.
    """
    mine = _answers(snapshot, seen)
    handed = frozenset(snapshot.run.handed) - memory.probed
    doubtful = tuple(g.key for g in mine if g.key in handed and _failed(g, seen))
    if doubtful:
        return Continue(probes=doubtful)
    if mine and _asked_by_other_code(mine, snapshot.run, seen):
        return Continue()
    if mine:
        return Resume(mine[:1] if memory.solo else mine)
    if snapshot.run.retry_by or seen.due - len(seen.failed) > seen.waiting:
        return Continue()
    return None


def _answers(snapshot: Snapshot, seen: Seen) -> tuple[Gate, ...]:
    pending = {a.key for a in seen.asked}
    return tuple(g for g in snapshot.gates_in(GateState.DECIDED) if g.key in pending)


def _asked_by_other_code(mine: tuple[Gate, ...], run: Run, seen: Seen) -> bool:
    """Whether a release came between question and answer: the same place may ask otherwise now.

    Driven without the answer, the node asks anew. What is asked at a breakpoint is no
    node's, and a drive would pass it.
    """
    return run.code != seen.code and all(g.question.shape is not Shape.BREAKPOINT for g in mine)


def _failed(gate: Gate, seen: Seen) -> bool:
    return any(a.failed for a in seen.asked if a.key == gate.key)


def begun(run: Run, step: Drive, seen: Seen) -> Run:
    """The record while a drive is under way. It stays like that when its process dies.

    The graph that asks again is noted when it did: until then it is one that lost a node.
    """
    given = [gate.key for gate in step.gates] if isinstance(step, Resume) else []
    return replace(
        run,
        starts=run.starts + 1 if run.drive_checkpoint == seen.checkpoint else 1,
        drive_checkpoint=seen.checkpoint,
        fingerprint=_driven_by(run, step, seen),
        handed=tuple(dict.fromkeys([*run.handed, *given])),
    )


def _driven_by(run: Run, step: Drive, seen: Seen) -> str:
    if isinstance(step, Fork):
        return step.origin.fingerprint or seen.fingerprint
    return run.fingerprint if isinstance(step, Reask) else seen.fingerprint


def _bounded(run: Run, seen: Seen, step: Drive, memory: Memory) -> Step:
    """Stop a run that does not move: drivers died there, or the same drive changed nothing."""
    died = run.starts >= MAX_STARTS and run.drive_checkpoint == seen.checkpoint
    return Stop(FailureKind.GAVE_UP) if died or memory.spent == (step, seen) else step


def stopped(run: Run, stop: Stop, seen: Seen, *, ref: str, at: int) -> Run:
    """The record of a run that stops. For a changed graph, with the place that it lost."""
    after = replace(run, failure=failure(stop, ref=ref, at=at), retry_by=None)
    if stop.kind in FINAL_STOPS:
        return replace(after, state=RunState.DEAD, ended_at=at)
    if stop.kind is FailureKind.CHANGED:
        return replace(after, starts=0, drive_checkpoint=seen.checkpoint)
    return after


def failure(stop: Stop, *, ref: str, at: int) -> Failure:
    """The record of a stop."""
    return Failure(kind=stop.kind, ref=ref, at=at, nodes=stop.nodes, detail=stop.detail)
