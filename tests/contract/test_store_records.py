"""Whatever people and models write comes back from a record as it was."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import cast, get_args

from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.adapters.redis_store import RedisStore
from bot.adapters.redis_store.records import (
    Fields,
    about_gate,
    decision_text,
    new_run_fields,
    read_snapshot,
)
from bot.core.model import (
    Failure,
    FailureKind,
    Gate,
    GateState,
    NodeProgress,
    NodeState,
    Origin,
    Run,
    RunState,
    Slot,
    Usage,
)
from bot.core.question import Action, Decision, Question, Retry, Section
from graphs.contract import Language
from tests.contract.samples import BASE, GATE, a_run, change, drive, made

TEXT = st.text()
MS = st.integers(min_value=0, max_value=2**53)
COUNT = st.integers(min_value=0, max_value=2**31)
NAMES = st.lists(TEXT, max_size=3).map(tuple)
PAIRS = st.dictionaries(TEXT, TEXT, max_size=3)
SOME = TEXT.filter(bool)
"""Text that is there: Slack and LangGraph give no empty ids."""

FAILURES = st.builds(
    Failure, kind=st.sampled_from(FailureKind), ref=TEXT, at=MS, nodes=NAMES, detail=TEXT
)
PROGRESS = st.builds(
    NodeProgress,
    node=TEXT,
    state=st.sampled_from(NodeState),
    started_at=st.none() | MS,
    took_ms=st.none() | MS,
    note=TEXT,
    tasks=COUNT,
    tasks_done=COUNT,
)
USAGE = st.builds(
    Usage,
    calls=COUNT,
    input_tokens=COUNT,
    output_tokens=COUNT,
    cost=st.none() | st.floats(min_value=0, max_value=1e6),
)
ORIGINS = st.builds(
    Origin,
    run_id=TEXT,
    version=COUNT,
    checkpoint=st.none() | TEXT,
    by=TEXT,
    nodes=st.lists(TEXT, max_size=2).map(tuple),
    fingerprint=TEXT,
)
RUNS = st.builds(
    Run,
    run_id=st.just(BASE),
    workflow=TEXT,
    team=TEXT,
    channel=TEXT,
    starter=TEXT,
    language=st.sampled_from(cast("tuple[Language, ...]", get_args(Language))),
    timezone=TEXT,
    period=TEXT,
    version=COUNT,
    inputs=PAIRS,
    trigger_id=TEXT,
    created_at=MS,
    offline=st.booleans(),
    response_url=TEXT,
    origin=st.none() | ORIGINS,
    state=st.sampled_from(RunState),
    ended_at=st.none() | MS,
    ended_by=st.none() | TEXT,
    failure=st.none() | FAILURES,
    retry_by=st.none() | TEXT,
    result=st.none() | TEXT,
    links=st.lists(TEXT, max_size=3).map(tuple),
    rev=COUNT,
    fence=COUNT,
    starts=COUNT,
    drive_checkpoint=st.none() | TEXT,
    handed=st.lists(TEXT, max_size=2).map(tuple),
    checkpoint=st.none() | TEXT,
    fingerprint=TEXT,
    progress=st.lists(PROGRESS, max_size=3).map(tuple),
    usage=USAGE,
)
SECTIONS = st.builds(Section, key=TEXT, label=TEXT, value=TEXT, warning=TEXT)
QUESTIONS = st.builds(
    Question,
    kind=TEXT,
    title=TEXT,
    summary=TEXT,
    sections=st.lists(SECTIONS, max_size=3).map(tuple),
    actions=st.lists(st.sampled_from(Action), max_size=3).map(tuple),
    round=COUNT,
    max_rounds=COUNT,
    approvers=st.none() | NAMES,
    labels=st.dictionaries(st.sampled_from(Action), TEXT, max_size=3),
    retries=st.lists(st.builds(Retry, id=TEXT, label=TEXT), max_size=3).map(tuple),
)
DECISIONS = st.builds(
    Decision,
    action=st.sampled_from(Action),
    by=TEXT,
    at=MS,
    comment=TEXT,
    values=PAIRS,
    retry=TEXT,
)
GATES = st.builds(
    Gate,
    key=TEXT,
    interrupt_id=TEXT,
    node=TEXT,
    checkpoint=TEXT,
    question=QUESTIONS,
    opened_at=MS,
    state=st.sampled_from(GateState),
    decision=st.none() | DECISIONS,
    problem=TEXT,
)
SLOTS = st.builds(
    Slot,
    name=TEXT,
    ts=st.none() | SOME,
    intent=st.none() | SOME,
    digest=TEXT,
    rev=COUNT,
    shown_at=MS,
)


def reply(run: Fields, gates: Sequence[str] = (), slots: Sequence[str] = ()) -> str:
    """A record as a script gives it."""
    return json.dumps([flat(run), gates, slots, "1800000000000"])


def flat(fields: Fields) -> list[str]:
    """A hash as a script gives it."""
    pairs = ((name, value) for name, value in fields.items() if value is not None)
    return list(chain.from_iterable(pairs))


def gate_fields(gate: Gate) -> Fields:
    """A gate as the scripts leave it."""
    said = gate.decision
    return {
        f"about:{gate.key}": about_gate(gate),
        f"state:{gate.key}": gate.state.value,
        f"checkpoint:{gate.key}": gate.checkpoint,
        f"problem:{gate.key}": gate.problem or None,
        f"decision:{gate.key}": decision_text(said, nonce="n") if said else None,
        f"at:{gate.key}": str(said.at) if said else None,
    }


def slot_fields(slot: Slot) -> Fields:
    """A slot as the scripts leave it."""
    return {
        f"ts:{slot.name}": slot.ts,
        f"intent:{slot.name}": slot.intent,
        f"digest:{slot.name}": slot.digest,
        f"rev:{slot.name}": str(slot.rev),
        f"shown:{slot.name}": str(slot.shown_at),
        f"nonce:{slot.name}": "somebody",
        f"until:{slot.name}": "1",
    }


@given(run=RUNS)
def test_any_run_comes_back(run: Run) -> None:
    fields = {"rev": str(run.rev), "fence": str(run.fence), **new_run_fields(run)}
    seen = read_snapshot(BASE, reply(fields))
    assert seen is not None
    assert seen.run == run


@given(gates=st.lists(GATES, max_size=3, unique_by=lambda gate: gate.key))
def test_any_gates_come_back(gates: list[Gate]) -> None:
    run = {"rev": "1", "fence": "0", **new_run_fields(a_run())}
    fields = [field for gate in gates for field in flat(gate_fields(gate))]
    seen = read_snapshot(BASE, reply(run, gates=fields))
    assert seen is not None
    assert seen.gates == {gate.key: gate for gate in gates}


@given(slots=st.lists(SLOTS, max_size=3, unique_by=lambda slot: slot.name))
def test_any_slots_come_back(slots: list[Slot]) -> None:
    run = {"rev": "1", "fence": "0", **new_run_fields(a_run())}
    fields = [field for slot in slots for field in flat(slot_fields(slot))]
    seen = read_snapshot(BASE, reply(run, slots=fields))
    assert seen is not None
    assert seen.slots == {slot.name: slot for slot in slots}


def test_a_record_of_another_release_can_be_read() -> None:
    lines = '[{"node":"draft","state":"done","took_ms":5,"mood":"?"}]'
    run = {"rev": "1", "fence": "0", **new_run_fields(a_run()), "news": "?", "progress": lines}
    gate = {
        **gate_fields(GATE),
        f"about:{GATE.key}": '{"interrupt_id":"0f1e2d3c","node":"ask","opened_at":1,"mood":"?",'
        '"question":{"kind":"k","title":"t","colour":"red"}}',
        f"decision:{GATE.key}": '{"action":"approve","by":"UANA","nonce":"n"}',
        f"at:{GATE.key}": "7",
    }
    about = json.loads(run["about"] or "")
    run["about"] = json.dumps({k: v for k, v in about.items() if k != "origin"})
    seen = read_snapshot(BASE, reply(run, flat(gate), ["colour:root", "red"]))
    assert seen is not None
    approved = Decision(Action.APPROVE, by="UANA", at=7)
    asked = Question(kind="k", title="t")
    assert seen.gates[GATE.key] == replace(GATE, question=asked, decision=approved)
    assert seen.run.progress == (NodeProgress("draft", NodeState.DONE, took_ms=5),)


async def test_half_characters_that_models_sometimes_write_survive_redis(redis: Redis) -> None:
    store = RedisStore(redis)
    odd = "half \ud83d, nul \x00, \u202eright to left, 报告 🙂"
    run = made(await store.create(replace(a_run(), inputs={odd: odd})))
    done = await change(store, await drive(store, run), result=odd, fingerprint=odd, links=(odd,))
    assert (done.inputs, done.result, done.fingerprint) == ({odd: odd}, odd, odd)
    assert done.links == (odd,)


async def test_a_record_of_a_release_without_links_has_none(redis: Redis) -> None:
    store = RedisStore(redis)
    run = made(await store.create(a_run()))
    [key] = [str(key) async for key in redis.scan_iter("*:run")]
    assert await redis.hget(key, "links") is None
    done = await change(store, await drive(store, run), links=("https://example.org",))
    assert done.links == ("https://example.org",)
    await redis.hdel(key, "links")
    assert (await store.load(run.run_id)).run.links == ()
