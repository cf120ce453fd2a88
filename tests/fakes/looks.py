"""Records and checkpoints to ask `next_step` about, in a few words each."""

from dataclasses import replace

from bot.core.model import Asked, Failure, FailureKind, Gate, GateState, Run, Seen, Snapshot
from bot.core.moves import Memory, Step
from bot.core.payloads import question
from bot.core.plain import gate_key
from bot.core.question import Action, Decision
from bot.core.steps import next_step
from tests.contract.samples import a_run

NOW = 77
APPROVED = Decision(action=Action.APPROVE, by="UANA", at=5)


def run(**changes: object) -> Run:
    """A run whose graph stands at checkpoint c1, driven there from c0."""
    at_c1 = replace(a_run(), checkpoint="c1", drive_checkpoint="c0", fingerprint="v1")
    return replace(at_c1, **changes)  # type: ignore[arg-type]  # names of fields


def asks(interrupt_id: str = "i1", *, text: str = "first", failed: bool = False) -> Asked:
    """A question that the checkpoint asks."""
    payload = {"title": text}
    return Asked(
        interrupt_id=interrupt_id,
        key=gate_key(interrupt_id, payload),
        node=f"ask_{interrupt_id}",
        question=question(payload, node="ask"),
        failed=failed,
    )


def gate(asked: Asked, state: GateState = GateState.OPEN, *, checkpoint: str = "c1") -> Gate:
    """A gate that was opened for a question."""
    return Gate(
        key=asked.key,
        interrupt_id=asked.interrupt_id,
        node=asked.node,
        checkpoint=checkpoint,
        question=asked.question,
        opened_at=1,
        state=state,
        decision=None if state is GateState.OPEN else APPROVED,
    )


def decided(asked: Asked, *, checkpoint: str = "c1") -> Gate:
    return gate(asked, GateState.DECIDED, checkpoint=checkpoint)


def snapshot(of: Run, *gates: Gate) -> Snapshot:
    return Snapshot(of, gates={g.key: g for g in gates})


def seen(
    *asked: Asked,
    due: int | None = None,
    failed: tuple[str, ...] = (),
    checkpoint: str = "c1",
    result: str | None = None,
    fingerprint: str = "v1",
    way_back: tuple[str, ...] = (),
) -> Seen:
    """A checkpoint where so many tasks are due, by default those that ask and those that failed."""
    raised = (*failed, *(a.node for a in asked if a.failed))
    return Seen(
        exists=True,
        checkpoint=checkpoint,
        due=len(asked) + len(failed) if due is None else due,
        waiting=sum(not a.failed for a in asked),
        asked=asked,
        failed=raised,
        result=result,
        fingerprint=fingerprint,
        way_back=way_back,
    )


def step(record: Snapshot, found: Seen, memory: Memory | None = None) -> Step:
    return next_step(record, found, now=NOW, memory=memory)


def stopped(kind: FailureKind = FailureKind.STEP) -> Failure:
    return Failure(kind=kind, ref="e1", at=3, nodes=("draft",))


MISSING = Seen(exists=False, fingerprint="v1")
FIRST = asks()
