"""Runs to ask for, and gates to decide, made through the store alone."""

from dataclasses import replace
from itertools import count

from bot.adapters.redis_store import RedisStore
from bot.core.model import Gate, GateState, Lease, Person, Run
from bot.core.payloads import question
from bot.core.plain import gate_key
from bot.core.ports.store import Created, GateChange
from bot.desk import Ask
from graphs.contract import Workflow
from tests.bench.stage import NOTES

TEAM, CHANNEL, ANA = "T1", "C1", "UANA"
PAYLOAD = {
    "type": "report_review",
    "title": "Review the highlights and risks",
    "sections": [{"key": "highlights", "label": "Highlights", "value": NOTES}],
    "actions": ["approve", "revise", "edit"],
}
CARD_TS = "1.1"
"""Of every card: a click on a message of another ts is one on a copy."""
_numbers = count()


def an_ask(workflow: Workflow, *, notes: str = NOTES, channel: str = "") -> Ask:
    """A start like no other: in a channel of its own, unless one is given."""
    nth = next(_numbers)
    return Ask(
        workflow=workflow,
        team=TEAM,
        channel=channel or f"{CHANNEL}{nth}",
        person=Person(user=f"{ANA}{nth}" if channel else ANA),
        inputs={"points": notes},
        trigger_id=f"trigger{nth}",
    )


async def a_waiting_run(store: RedisStore) -> tuple[Run, str]:
    """Record a run with an open gate; gives it, and the gate's key."""
    nth = next(_numbers)
    run = Run(
        run_id=f"weekly-report-2026-w48-{nth:08x}",
        workflow="weekly-report",
        team=TEAM,
        channel=CHANNEL,
        starter=ANA,
        language="en",
        timezone="UTC",
        period="2026-W48",
        version=1,
        inputs={"points": NOTES},
        trigger_id=f"trigger{nth}",
        created_at=0,
    )
    created = await store.create(run)
    lease = await store.take_lease(run.run_id, owner="bench", ttl_ms=10_000)
    if not isinstance(created, Created) or not isinstance(lease, Lease):
        raise TypeError("the store is not empty")
    gate = Gate(
        key=gate_key(f"{nth:032x}", PAYLOAD),
        interrupt_id=f"{nth:032x}",
        node="review",
        checkpoint="c1",
        question=question(PAYLOAD, node="review"),
        opened_at=1,
    )
    before = (await store.load(run.run_id)).run
    change = GateChange(gate=gate, state=GateState.OPEN)
    after = replace(before, checkpoint="c1")
    rev = await store.commit(lease, before, after, gates=[change])
    await store.release(lease, rev=rev)
    claim = await store.claim_slot(run.run_id, f"gate:{gate.key}", nonce="bench", ttl_ms=10_000)
    if claim:
        await store.fill_slot(run.run_id, claim, ts=CARD_TS, digest="card", rev=rev)
    return after, gate.key
