"""Runs and gates to write, and the short ways to a run in some state."""

from collections.abc import Sequence
from dataclasses import replace

from bot.core.model import Failure, FailureKind, Gate, GateState, Lease, Run, RunState, Slot
from bot.core.ports.store import Created, Exists, GateChange, Held, SlotClaim, Store
from bot.core.question import Action, Choice, Decision, Question, Section

BASE = "weekly-report-w48-1a2b3c4d"
GATE = Gate(
    key="0f1e2d3c.abcd1234",
    interrupt_id="0f1e2d3c",
    node="ask",
    checkpoint="c1",
    question=Question(
        kind="report_review",
        title="Highlights and risks",
        sections=(Section(key="risks", label="Risks", value="no evident risk"),),
    ),
    opened_at=1,
)
APPROVE = Decision(action=Action.APPROVE, by="UANA", at=0, comment="好", values={"risks": "none"})


def a_run(base: str = BASE, *, trigger_id: str = "t1", starter: str = "UANA") -> Run:
    """A run as the desk hands it in."""
    return Run(
        run_id=base,
        workflow="weekly-report",
        team="T1",
        channel="C1",
        starter=starter,
        language="zh",
        timezone="Asia/Shanghai",
        period="2026-W48",
        version=1,
        inputs={"notes": "修复了登录"},
        trigger_id=trigger_id,
        created_at=0,
    )


async def start(store: Store, base: str = BASE, *, trigger_id: str = "t1") -> Run:
    """A new run."""
    return made(await store.create(a_run(base, trigger_id=trigger_id)))


async def next_version(store: Store, base: str = BASE, *, trigger_id: str) -> Run:
    """One more version of a run."""
    return made(await store.create(a_run(base, trigger_id=trigger_id), new_version=True))


def made(outcome: Created | Exists) -> Run:
    """The run that must have been created."""
    assert isinstance(outcome, Created)
    return outcome.run


async def drive(store: Store, run: Run, *, owner: str = "driver", ttl_ms: int = 10_000) -> Lease:
    """The lease that must have been free."""
    lease = await store.take_lease(run.run_id, owner=owner, ttl_ms=ttl_ms)
    assert not isinstance(lease, Held)
    return lease


async def ask(store: Store, run: Run, *gates: Gate) -> Lease:
    """Open gates, as their driver; gives its lease."""
    lease = await drive(store, run)
    await change(store, lease, gates=[GateChange(g, GateState.OPEN) for g in gates or (GATE,)])
    return lease


async def change(
    store: Store, lease: Lease, *, gates: Sequence[GateChange] = (), **changes: object
) -> Run:
    """Commit changes to the run as it is now; gives it as it is then."""
    before = (await store.load(lease.run_id)).run
    after = replace(before, **changes)  # type: ignore[arg-type]  # names of fields
    await store.commit(lease, before, after, gates=gates)
    return (await store.load(lease.run_id)).run


async def fail(store: Store, lease: Lease, kind: FailureKind = FailureKind.STEP) -> Run:
    """Record that the run stopped."""
    failure = Failure(kind=kind, ref="e1", at=5, nodes=("draft",))
    return await change(store, lease, failure=failure, starts=3)


async def finish(store: Store, lease: Lease, *, at: int = 7) -> Run:
    """End the run well."""
    return await change(store, lease, state=RunState.DONE, ended_at=at, result="本周报告")


async def claim(store: Store, run: Run, name: str = "root", *, nonce: str = "n1") -> SlotClaim:
    """The claim that must have been free."""
    claimed = await store.claim_slot(run.run_id, name, nonce=nonce, ttl_ms=10_000)
    assert claimed is not None
    return claimed


async def show(store: Store, run: Run, name: str = "root", *, ts: str | None = "111.1") -> Slot:
    """Put a message into a slot; gives it as it is then."""
    await store.fill_slot(
        run.run_id, await claim(store, run, name), ts=ts, digest="d1", rev=run.rev
    )
    return (await store.load(run.run_id)).slots[name]


async def live_a_whole_life(store: Store) -> None:
    """Call everything that the store can do."""
    run = await start(store)
    await show(store, run, ts="111.1")
    await store.drop_slot(BASE, await claim(store, run, "progress"))
    lease = await ask(store, run)
    await store.pulse(lease, ttl_ms=10_000)
    await store.note_progress(lease, run)
    await store.choose(BASE, GATE.key, "0", Choice(Action.APPROVE, by="UANA", at=0))
    await store.decide(BASE, GATE.key, APPROVE)
    applied = GateChange(GATE, GateState.APPLIED, expected=GateState.DECIDED)
    await change(store, lease, gates=[applied])
    await fail(store, lease)
    await store.retry(BASE, by="UANA")
    await store.mute(BASE, until=1, told=True)
    await store.abandon(lease, uncount=True)
    lease = await drive(store, run)
    done = await finish(store, lease)
    await store.release(lease, rev=done.rev)
    second = await next_version(store, trigger_id="t2")
    await store.cancel(second.run_id, by="UANA")
    third = await next_version(store, trigger_id="t3")
    await store.discard(third.run_id)
    await store.due(limit=10)
    await store.postpone(BASE, until=1)
    await store.settle(BASE)
