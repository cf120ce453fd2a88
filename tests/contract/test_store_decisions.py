"""What people ask of a run: the first answer wins, an ended run takes none."""

import asyncio
from dataclasses import replace

import pytest

from bot.core.model import FailureKind, GateState, RunState
from bot.core.ports.store import FencedError, GateChange, NoRunError, SlotClaim, Store
from bot.core.question import Action
from tests.contract.samples import (
    APPROVE,
    BASE,
    GATE,
    ask,
    change,
    drive,
    fail,
    finish,
    start,
)

CLAIM = SlotClaim("root", "n1", ts=None, intent="n1", stale=False)


async def test_an_answer_is_recorded_with_the_time_of_the_store(store: Store) -> None:
    await ask(store, await start(store))
    began = await store.now()
    claimed = await store.decide(BASE, GATE.key, APPROVE)
    gate = claimed.snapshot.gates[GATE.key]
    assert claimed.won
    assert gate.state is GateState.DECIDED
    assert gate.decision is not None
    assert began <= gate.decision.at <= await store.now()
    assert replace(gate.decision, at=0) == APPROVE
    assert await store.load(BASE) == claimed.snapshot


async def test_an_answer_raises_the_rev(store: Store) -> None:
    await ask(store, await start(store))
    before = (await store.load(BASE)).run.rev
    assert (await store.decide(BASE, GATE.key, APPROVE)).snapshot.run.rev == before + 1


async def test_the_second_answer_changes_nothing_and_sees_the_first(store: Store) -> None:
    await ask(store, await start(store))
    first = await store.decide(BASE, GATE.key, APPROVE)
    late = replace(APPROVE, action=Action.REJECT, by="UBEN")
    second = await store.decide(BASE, GATE.key, late)
    assert not second.won
    assert second.snapshot == first.snapshot


async def test_a_double_click_of_one_person_wins_once(store: Store) -> None:
    await ask(store, await start(store))
    clicks = [await store.decide(BASE, GATE.key, APPROVE) for _ in range(2)]
    assert [click.won for click in clicks] == [True, False]


async def test_of_fifty_answers_at_once_exactly_one_wins(store: Store) -> None:
    await ask(store, await start(store))
    people = [replace(APPROVE, by=f"U{nth % 2}") for nth in range(50)]
    claims = await asyncio.gather(*(store.decide(BASE, GATE.key, by) for by in people))
    assert sum(claim.won for claim in claims) == 1


async def test_gates_are_answered_apart(store: Store) -> None:
    other = replace(GATE, key="ffff.00000000", interrupt_id="ffff")
    await ask(store, await start(store), GATE, other)
    assert (await store.decide(BASE, GATE.key, APPROVE)).won
    assert (await store.decide(BASE, other.key, APPROVE)).won


async def test_a_question_that_was_never_asked_takes_no_answer(store: Store) -> None:
    await ask(store, await start(store))
    claimed = await store.decide(BASE, "nothing.00000000", APPROVE)
    assert not claimed.won
    assert set(claimed.snapshot.gates) == {GATE.key}


async def test_a_superseded_question_takes_no_answer(store: Store) -> None:
    lease = await ask(store, await start(store))
    gone = GateChange(GATE, GateState.SUPERSEDED, expected=GateState.OPEN)
    await change(store, lease, gates=[gone])
    assert not (await store.decide(BASE, GATE.key, APPROVE)).won


async def test_cancel_ends_the_run_and_closes_what_is_open(store: Store) -> None:
    decided = replace(GATE, key="ffff.00000000")
    await ask(store, await start(store), GATE, decided)
    await store.decide(BASE, decided.key, APPROVE)
    claimed = await store.cancel(BASE, by="UANA")
    run = claimed.snapshot.run
    assert claimed.won
    assert (run.state, run.ended_by) == (RunState.CANCELLED, "UANA")
    assert run.ended_at is not None
    assert {g.state for g in claimed.snapshot.gates.values()} == {GateState.CLOSED}
    assert claimed.snapshot.gates[decided.key].decision is not None
    assert await store.load(BASE) == claimed.snapshot


async def test_cancel_fences_the_driver(store: Store) -> None:
    lease = await ask(store, await start(store))
    await store.cancel(BASE, by="UANA")
    assert not await store.holds(lease)
    assert not (await store.pulse(lease, ttl_ms=10_000)).held
    with pytest.raises(FencedError):
        await change(store, lease, state=RunState.DONE)


async def test_a_run_ends_once(store: Store) -> None:
    await start(store)
    first = await store.cancel(BASE, by="UANA")
    second = await store.cancel(BASE, by="UBEN")
    assert not second.won
    assert second.snapshot == first.snapshot


async def test_a_finished_run_cannot_be_cancelled(store: Store) -> None:
    done = await finish(store, await drive(store, await start(store)))
    claimed = await store.cancel(BASE, by="UANA")
    assert (claimed.won, claimed.snapshot.run) == (False, done)


async def test_an_answer_after_the_end_changes_nothing(store: Store) -> None:
    await ask(store, await start(store))
    ended = await store.cancel(BASE, by="UANA")
    claimed = await store.decide(BASE, GATE.key, APPROVE)
    assert (claimed.won, claimed.snapshot) == (False, ended.snapshot)


@pytest.mark.parametrize("kind", [kind for kind in FailureKind if kind.can_retry])
async def test_a_failed_run_can_be_asked_to_go_on_with_a_new_count(
    store: Store, kind: FailureKind
) -> None:
    failed = await fail(store, await drive(store, await start(store)), kind)
    claimed = await store.retry(BASE, by="UANA")
    assert claimed.won
    assert claimed.snapshot.run == replace(failed, retry_by="UANA", starts=0, rev=failed.rev + 1)


@pytest.mark.parametrize("kind", [kind for kind in FailureKind if not kind.can_retry])
async def test_where_asking_again_cannot_help_it_is_not_recorded(
    store: Store, kind: FailureKind
) -> None:
    failed = await fail(store, await drive(store, await start(store)), kind)
    claimed = await store.retry(BASE, by="UANA")
    assert (claimed.won, claimed.snapshot.run) == (False, failed)


async def test_a_run_that_did_not_fail_is_not_retried(store: Store) -> None:
    run = await start(store)
    claimed = await store.retry(BASE, by="UANA")
    assert (claimed.won, claimed.snapshot.run) == (False, run)


async def test_a_retry_is_recorded_once_until_it_was_done(store: Store) -> None:
    lease = await drive(store, await start(store))
    await fail(store, lease)
    assert (await store.retry(BASE, by="UANA")).won
    assert not (await store.retry(BASE, by="UBEN")).won
    await change(store, lease, retry_by=None)
    assert (await store.retry(BASE, by="UBEN")).won


async def test_cancel_takes_a_pending_retry_back(store: Store) -> None:
    await fail(store, await drive(store, await start(store)))
    await store.retry(BASE, by="UANA")
    ended = (await store.cancel(BASE, by="UANA")).snapshot.run
    assert ended.retry_by is None
    assert not (await store.retry(BASE, by="UANA")).won


async def test_the_same_cancel_delivered_again_has_won_and_changes_nothing(store: Store) -> None:
    await start(store)
    first = await store.cancel(BASE, by="UANA", delivery="d1")
    again = await store.cancel(BASE, by="UANA", delivery="d1")
    assert (again.won, again.snapshot) == (True, first.snapshot)
    assert not (await store.cancel(BASE, by="UANA", delivery="d2")).won


async def test_the_same_retry_delivered_again_has_won_and_asks_for_nothing_more(
    store: Store,
) -> None:
    lease = await drive(store, await start(store))
    await fail(store, lease)
    first = await store.retry(BASE, by="UANA", delivery="d1")
    again = await store.retry(BASE, by="UANA", delivery="d1")
    assert (again.won, again.snapshot) == (True, first.snapshot)
    assert not (await store.retry(BASE, by="UANA", delivery="d2")).won
    failed_again = await change(store, lease, retry_by=None)
    late = await store.retry(BASE, by="UANA", delivery="d1")
    assert (late.won, late.snapshot.run) == (True, failed_again)
    assert (await store.retry(BASE, by="UANA", delivery="d2")).won


async def test_asking_for_a_run_that_is_not_there_says_so(store: Store) -> None:
    for asked in (
        store.load(BASE),
        store.decide(BASE, GATE.key, APPROVE),
        store.cancel(BASE, by="UANA"),
        store.retry(BASE, by="UANA"),
        store.take_lease(BASE, owner="d", ttl_ms=1000),
        store.claim_slot(BASE, "root", nonce="n", ttl_ms=1000),
        store.fill_slot(BASE, CLAIM, ts="1.1", digest="", rev=0),
        store.fill_slot(BASE, replace(CLAIM, name="result"), ts="1.1", digest="", rev=0),
        store.drop_slot(BASE, CLAIM),
        store.mute(BASE, until=1, told=False),
    ):
        with pytest.raises(NoRunError):
            await asked
