"""What a run needs next: a pure function of its record and its checkpoint.

The conductor calls `next_step` in a loop and does what it says. Called twice,
late or after a crash it gives the same answer for the same two values, so
redelivery and lost jobs need no code of their own.

The order of the questions is the procedure that survives a kill at any point:
an answer is given only to the very question it was made for, a task that
raised is driven only when somebody asked for it, and a thread that has nothing
to do is a result only if it moved since it was last driven.
"""

from dataclasses import dataclass, replace

from bot.core.model import (
    Asked,
    Failure,
    FailureKind,
    Gate,
    GateState,
    Run,
    Seen,
    Snapshot,
)
from bot.core.ports.store import GateChange

MAX_STARTS = 3
"""Drives begun at one checkpoint that never ended, before the run is stopped with a card."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Wait: for people, or because the run ended."""


@dataclass(frozen=True, slots=True)
class Start:
    """Run the graph from its input."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Hand these decisions to the graph."""

    gates: tuple[Gate, ...]


@dataclass(frozen=True, slots=True)
class Continue:
    """Drive what is due. `probes` are decided gates whose answer may be stored already."""

    probes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """Write the run as the checkpoint shows it: `after` differs from the record, or gates do."""

    after: Run
    gates: tuple[GateChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """The graph ended; this is its result."""

    result: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The run cannot go on by itself. Final for LOST and CHANGED, else until a retry."""

    kind: FailureKind
    nodes: tuple[str, ...] = ()


Step = Nothing | Start | Resume | Continue | Record | Finish | Stop


@dataclass(frozen=True, slots=True)
class Memory:
    """What one driver learnt since it took the lease. Losing it only costs a look more.

    `probed`: gates for which a Continue came back and the question still stood.
    `solo`: answers were refused together; hand them over one by one.
    """

    probed: frozenset[str] = frozenset()
    solo: bool = False


def next_step(snapshot: Snapshot, seen: Seen, *, now: int, memory: Memory | None = None) -> Step:
    """Say what to do. `now` (ms) only dates the gates that open."""
    run = snapshot.run
    if run.state.final:
        return Nothing()
    if not seen.exists:
        return _without_checkpoint(run)
    if _changed_under_it(snapshot, seen):
        return Stop(FailureKind.CHANGED)
    return (
        _bookkeeping(snapshot, seen, now)
        or _failures(snapshot, seen)
        or _drive(snapshot, seen, memory or Memory())
    )


def _without_checkpoint(run: Run) -> Step:
    if run.checkpoint is not None:
        return Stop(FailureKind.LOST)
    if _blocked(run):
        return Nothing()
    return _bounded(run, None, Start())


def _changed_under_it(snapshot: Snapshot, seen: Seen) -> bool:
    """Whether what was due is gone from the graph.

    A finished graph has nothing due and a new checkpoint; one whose due node was
    renamed has nothing due at the *same* checkpoint. A graph that changed and
    shows neither question nor result is not taken for finished.
    """
    if seen.due:
        return False
    waiting = snapshot.gates_in(GateState.OPEN, GateState.DECIDED)
    stood_at = {g.checkpoint for g in waiting} | {snapshot.run.drive_checkpoint}
    if seen.checkpoint in stood_at:
        return True
    other_graph = snapshot.run.fingerprint not in {"", seen.fingerprint}
    return other_graph and seen.result is None


def _bookkeeping(snapshot: Snapshot, seen: Seen, now: int) -> Step | None:
    run = snapshot.run
    changes = tuple(gate_changes(snapshot, seen, now))
    after = replace(
        run, checkpoint=seen.checkpoint, fingerprint=run.fingerprint or seen.fingerprint
    )
    if run.retry_by and not _needs_retry(run, seen):
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
    if _unsettled(known) or asked.failed:
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
    failed = _unasked_failures(snapshot, seen)
    return Stop(FailureKind.STEP, failed) if failed else None


def _unasked_failures(snapshot: Snapshot, seen: Seen) -> tuple[str, ...]:
    """Nodes that raised and that no pending decision speaks for.

    A task's error is sticky: it is also there after a refused answer, and after a
    crash between the error and its record. Where the node's own gate is open or
    decided, the answer (to come, or waiting) is what drives it.
    """
    answered = [
        a.node
        for a in seen.asked
        if a.failed and a.key in snapshot.gates and _unsettled(snapshot.gates[a.key])
    ]
    failed = list(seen.failed)
    for node in answered:
        if node in failed:
            failed.remove(node)
    return tuple(failed)


def _drive(snapshot: Snapshot, seen: Seen, memory: Memory) -> Step:
    run = snapshot.run
    mine = _answers(snapshot, seen)
    if seen.due == 0:
        return Finish(seen.result or "")
    if run.retry_by:
        return _bounded(run, seen.checkpoint, Continue())
    doubtful = tuple(g.key for g in mine if _failed(g, seen) and g.key not in memory.probed)
    if doubtful:
        return _bounded(run, seen.checkpoint, Continue(probes=doubtful))
    if mine:
        return _bounded(run, seen.checkpoint, Resume(mine[:1] if memory.solo else mine))
    if seen.due - len(seen.failed) > seen.waiting:
        return _bounded(run, seen.checkpoint, Continue())
    return Nothing()


def _answers(snapshot: Snapshot, seen: Seen) -> tuple[Gate, ...]:
    pending = {a.key for a in seen.asked}
    return tuple(g for g in snapshot.gates_in(GateState.DECIDED) if g.key in pending)


def _failed(gate: Gate, seen: Seen) -> bool:
    return any(a.failed for a in seen.asked if a.key == gate.key)


def _blocked(run: Run) -> bool:
    return run.failure is not None and run.retry_by is None


def _needs_retry(run: Run, seen: Seen) -> bool:
    """Whether the recorded retry still has something to drive again."""
    if run.failure is None or run.failure.kind is not FailureKind.STEP:
        return False
    return bool(seen.failed) and seen.due > 0


def _bounded(run: Run, checkpoint: str | None, step: Step) -> Step:
    """Stop a run whose driver died again and again at the same checkpoint."""
    if run.starts >= MAX_STARTS and run.drive_checkpoint == checkpoint:
        return Stop(FailureKind.GAVE_UP)
    return step


def failure(stop: Stop, *, ref: str, at: int) -> Failure:
    """The record of a stop."""
    return Failure(kind=stop.kind, ref=ref, at=at, nodes=stop.nodes)
