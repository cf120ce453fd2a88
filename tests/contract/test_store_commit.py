"""What the driver writes: all of it or nothing, and only over what it has read."""

from dataclasses import replace

import pytest

from bot.core.model import (
    Failure,
    FailureKind,
    GateState,
    NodeProgress,
    NodeState,
    RunState,
    Usage,
)
from bot.core.ports.store import ChangedError, FencedError, GateChange, Store
from tests.contract.samples import APPROVE, BASE, GATE, ask, change, drive, finish, start

PROGRESS = (NodeProgress("draft", NodeState.RUNNING, started_at=3, note="draft 1"),)
USAGE = Usage(calls=2, input_tokens=10, output_tokens=20, cost=0.25)


async def test_every_field_a_driver_may_change_comes_back_as_written(store: Store) -> None:
    run = await start(store)
    lease = await drive(store, run)
    failure = Failure(kind=FailureKind.STEP, ref="e1", at=9, nodes=("draft", "risks"))
    after = await change(
        store,
        lease,
        failure=failure,
        retry_by="UANA",
        result="",
        starts=2,
        drive_checkpoint="c0",
        checkpoint="c1",
        fingerprint="f1",
        progress=PROGRESS,
        usage=USAGE,
    )
    assert (after.failure, after.retry_by, after.result) == (failure, "UANA", "")
    assert (after.starts, after.drive_checkpoint, after.checkpoint) == (2, "c0", "c1")
    assert (after.fingerprint, after.progress, after.usage) == ("f1", PROGRESS, USAGE)
    cleared = await change(store, lease, failure=None, retry_by=None, result=None, progress=())
    assert (cleared.failure, cleared.retry_by, cleared.result) == (None, None, None)
    assert cleared.progress == ()


async def test_a_commit_gives_the_new_rev(store: Store) -> None:
    lease = await drive(store, await start(store))
    run = (await store.load(BASE)).run
    rev = await store.commit(lease, run, replace(run, starts=1))
    assert rev == run.rev + 1 == (await store.load(BASE)).run.rev


async def test_a_commit_over_news_is_refused_whole(store: Store) -> None:
    lease = await ask(store, await start(store))
    stale = (await store.load(BASE)).run
    decided = (await store.decide(BASE, GATE.key, APPROVE)).snapshot
    with pytest.raises(ChangedError):
        await store.commit(
            lease,
            stale,
            replace(stale, starts=9),
            gates=[GateChange(GATE, GateState.SUPERSEDED, expected=GateState.OPEN)],
        )
    assert await store.load(BASE) == decided


async def test_a_gate_in_another_state_than_expected_stops_the_commit(store: Store) -> None:
    lease = await ask(store, await start(store))
    before = await store.load(BASE)
    for expected in (None, GateState.DECIDED, GateState.APPLIED):
        with pytest.raises(ChangedError):
            await change(
                store,
                lease,
                gates=[GateChange(GATE, GateState.APPLIED, expected=expected)],
                starts=9,
            )
    assert await store.load(BASE) == before


async def test_a_gate_that_does_not_exist_is_not_in_any_expected_state(store: Store) -> None:
    lease = await drive(store, await start(store))
    with pytest.raises(ChangedError):
        await change(
            store, lease, gates=[GateChange(GATE, GateState.APPLIED, expected=GateState.DECIDED)]
        )
    assert (await store.load(BASE)).gates == {}


async def test_a_fenced_driver_writes_nothing(store: Store) -> None:
    run = await start(store)
    old = await drive(store, run)
    await store.abandon(old, uncount=False)
    await drive(store, run, owner="next")
    for wrong in (old, replace(old, owner="next"), replace(old, fence=old.fence + 1)):
        with pytest.raises(FencedError):
            await change(store, wrong, starts=9)
        with pytest.raises(FencedError):
            await store.note_progress(wrong, replace(run, progress=PROGRESS))
    after = (await store.load(BASE)).run
    assert (after.starts, after.progress, after.rev) == (0, (), run.rev)


async def test_an_opened_gate_comes_back_as_asked(store: Store) -> None:
    await ask(store, await start(store))
    assert (await store.load(BASE)).gates == {GATE.key: GATE}


async def test_an_applied_gate_keeps_its_answer(store: Store) -> None:
    lease = await ask(store, await start(store))
    await store.decide(BASE, GATE.key, APPROVE)
    applied = GateChange(GATE, GateState.APPLIED, expected=GateState.DECIDED)
    await change(store, lease, gates=[applied])
    gate = (await store.load(BASE)).gates[GATE.key]
    assert gate.state is GateState.APPLIED
    assert gate.decision is not None
    assert gate.decision.by == "UANA"


async def test_a_reopened_gate_says_why_and_forgets_the_refused_answer(store: Store) -> None:
    lease = await ask(store, await start(store))
    decided = (await store.decide(BASE, GATE.key, APPROVE)).snapshot.gates[GATE.key]
    reopened = GateChange(
        decided, GateState.OPEN, problem="values: unknown section", expected=GateState.DECIDED
    )
    await change(store, lease, gates=[reopened])
    gate = (await store.load(BASE)).gates[GATE.key]
    assert gate == replace(GATE, problem="values: unknown section")
    again = (await store.decide(BASE, GATE.key, APPROVE)).snapshot.gates[GATE.key]
    assert (again.state, again.problem) == (GateState.DECIDED, "")


async def test_a_gate_that_waits_at_a_newer_checkpoint_keeps_its_question(store: Store) -> None:
    lease = await ask(store, await start(store))
    moved = replace(GATE, checkpoint="c2")
    await change(store, lease, gates=[GateChange(moved, GateState.OPEN, expected=GateState.OPEN)])
    assert (await store.load(BASE)).gates[GATE.key] == moved


async def test_the_end_closes_open_questions_and_leaves_superseded_ones(store: Store) -> None:
    open_too = replace(GATE, key="aaaa.00000000")
    old = replace(GATE, key="bbbb.00000000")
    lease = await ask(store, await start(store), GATE, open_too, old)
    await store.decide(BASE, GATE.key, APPROVE)
    await change(
        store,
        lease,
        state=RunState.DONE,
        ended_at=7,
        gates=[
            GateChange(GATE, GateState.APPLIED, expected=GateState.DECIDED),
            GateChange(old, GateState.SUPERSEDED, expected=GateState.OPEN),
        ],
    )
    seen = await store.load(BASE)
    assert (seen.run.state, seen.run.ended_at) == (RunState.DONE, 7)
    assert [seen.gates[key].state for key in (GATE.key, open_too.key, old.key)] == [
        GateState.APPLIED,
        GateState.CLOSED,
        GateState.SUPERSEDED,
    ]


async def test_after_its_end_the_driver_may_still_note_what_it_took(store: Store) -> None:
    lease = await drive(store, await start(store))
    await finish(store, lease)
    assert (await change(store, lease, usage=USAGE)).usage == USAGE


async def test_progress_is_written_over_news(store: Store) -> None:
    lease = await ask(store, await start(store))
    stale = (await store.load(BASE)).run
    await store.decide(BASE, GATE.key, APPROVE)
    rev = await store.note_progress(
        lease, replace(stale, progress=PROGRESS, usage=USAGE, starts=9, state=RunState.DONE)
    )
    seen = (await store.load(BASE)).run
    assert (seen.progress, seen.usage, seen.rev) == (PROGRESS, USAGE, rev)
    assert (seen.starts, seen.state, rev) == (0, RunState.ACTIVE, stale.rev + 2)
