"""What people choose for single rows of a question, before all of it is sent."""

import asyncio
from dataclasses import replace

from bot.core.model import GateState
from bot.core.ports.store import GateChange, Store
from bot.core.question import Action, Choice, Decision
from tests.contract.samples import APPROVE, BASE, GATE, ask, change, start

SEND = Choice(Action.APPROVE, by="UANA", at=0)
STOP = Choice(Action.REJECT, by="UBEN", at=0, comment="不行", values={"to": ["ben"]})
ALL = Decision(Action.ANSWER, by="UANA", at=0, choices={"0": SEND, "1": STOP})


async def test_a_choice_is_kept_with_who_and_when_and_the_question_stays_open(
    store: Store,
) -> None:
    await ask(store, await start(store))
    began = await store.now()
    claimed = await store.choose(BASE, GATE.key, "1", STOP)
    gate = claimed.snapshot.gates[GATE.key]
    assert claimed.won
    assert (gate.state, gate.chosen) == (GateState.OPEN, 1)
    assert began <= gate.choices["1"].at <= await store.now()
    assert replace(gate.choices["1"], at=0) == STOP
    assert await store.load(BASE) == claimed.snapshot


async def test_the_latest_choice_for_a_row_stands_and_each_raises_the_rev(store: Store) -> None:
    await ask(store, await start(store))
    before = (await store.load(BASE)).run.rev
    await store.choose(BASE, GATE.key, "0", STOP)
    snapshot = (await store.choose(BASE, GATE.key, "0", SEND)).snapshot
    assert snapshot.gates[GATE.key].choices["0"].action is Action.APPROVE
    assert (snapshot.gates[GATE.key].chosen, snapshot.run.rev) == (2, before + 2)


async def test_what_is_sent_is_what_was_seen(store: Store) -> None:
    await ask(store, await start(store))
    await store.choose(BASE, GATE.key, "0", SEND)
    await store.choose(BASE, GATE.key, "1", STOP)
    late = await store.decide(BASE, GATE.key, ALL, chosen=1)
    assert not late.won
    assert late.snapshot.gates[GATE.key].state is GateState.OPEN
    sent = await store.decide(BASE, GATE.key, ALL, chosen=2)
    assert sent.won
    decision = sent.snapshot.gates[GATE.key].decision
    assert decision is not None
    assert decision.choices == ALL.choices


async def test_of_choices_at_once_none_is_lost(store: Store) -> None:
    await ask(store, await start(store))
    await asyncio.gather(*(store.choose(BASE, GATE.key, str(n), SEND) for n in range(20)))
    gate = (await store.load(BASE)).gates[GATE.key]
    assert (len(gate.choices), gate.chosen) == (20, 20)


async def test_nothing_is_chosen_once_the_question_was_answered(store: Store) -> None:
    await ask(store, await start(store))
    decided = await store.decide(BASE, GATE.key, APPROVE)
    late = await store.choose(BASE, GATE.key, "0", SEND)
    assert not late.won
    assert late.snapshot == decided.snapshot


async def test_choices_are_still_there_when_the_graph_refused_the_answer(store: Store) -> None:
    lease = await ask(store, await start(store))
    await store.choose(BASE, GATE.key, "0", SEND)
    await store.decide(BASE, GATE.key, ALL)
    again = GateChange(GATE, GateState.OPEN, expected=GateState.DECIDED, problem="too many")
    await change(store, lease, gates=[again])
    gate = (await store.load(BASE)).gates[GATE.key]
    assert gate.choices.keys() == {"0"}
    assert gate.problem == "too many"
