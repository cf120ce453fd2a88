"""How many calls a run makes to Slack, and what happens when thirty start at once."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.adapters.redis_store import RedisStore
from bot.app import Signoff, open_signoff
from bot.cards import ids
from bot.core.model import GateState
from bot.core.question import Action, Decision
from bot.desk import Click
from bot.sandbox import Sandbox
from bot.sandbox.client import Card, Workspace
from graphs.registry import workflows
from tests.bench.asks import an_ask
from tests.bench.rows import Row
from tests.bench.stage import NOTES, a_redis, a_workspace

AT_ONCE = 30
NOT_COUNTED = {"apps.connections.open", "auth.test"}
"""Once a process, not once a run."""
LONG = 600.0


@asynccontextmanager
async def _bot(*, real_rates: bool) -> AsyncIterator[tuple[Sandbox, Signoff, RedisStore]]:
    async with (
        a_redis() as (url, client),
        a_workspace(url, real_rates=real_rates) as (sandbox, settings),
        open_signoff(settings, workflows()) as bot,
    ):
        stopping = asyncio.Event()
        async with bot.serving(stopping, ingress=True):
            yield sandbox, bot, RedisStore(client)
            stopping.set()


async def calls_per_run() -> Row:
    """One weekly report, one approval, in a channel where the bot is a member."""
    async with _bot(real_rates=False) as (sandbox, _, _):
        people = Workspace(sandbox)
        await people.slash("/weekly-report", text=NOTES, as_="ana", channel="team")
        card = await people.wait_for_card(button="Approve", channel="team")
        await card.click("Approve", as_="ana")
        root = people.roots("team")[-1]
        await root.wait_until(_ended, within=30)
        await people.wait_for(lambda c: "## Highlights" in c.text, channel="team", within=30)
        calls = Counter(c.method for c in sandbox.calls if not c.method.startswith("views."))
        number = sum(n for method, n in calls.items() if method not in NOT_COUNTED)
        return Row("slack_calls_per_run", number, "calls", goal=10)


async def burst() -> list[Row]:
    """Thirty runs at once in one channel, approved as their cards come, at Slack's real rates."""
    async with _bot(real_rates=True) as (sandbox, bot, store):
        people = Workspace(sandbox)
        channel = people.channel("team").id
        began = time.monotonic()
        workflow = workflows()["weekly-report"]
        asks = [an_ask(workflow, channel=channel) for _ in range(AT_ONCE)]
        started = await asyncio.gather(*(bot.desk.start(ask) for ask in asks))
        approved: set[str] = set()
        for _ in started:
            card = await people.wait_for(
                lambda c: _waits(c) and c.thread_ts not in approved, channel="team", within=LONG
            )
            approved.add(card.thread_ts)
            await _approve(card, bot, store)
        results = 0
        roots = [c for c in people.roots("team") if c.thread_ts in approved]
        for root in roots:
            await root.wait_until(_ended, within=LONG, what="the run's end")
            results += await _has_result(people, root)
        seconds = time.monotonic() - began
        refused = sum(1 for c in sandbox.calls if c.status == 429)
        return [
            Row("burst_results", results, "reports", goal=AT_ONCE, bound="least"),
            Row("burst_seconds", seconds, "s"),
            Row("burst_calls", len(list(sandbox.calls)), "calls"),
            Row("burst_429", refused, "answers"),
        ]


def _waits(card: Card) -> bool:
    return _has(card, ids.APPROVE)


def _ended(root: Card) -> bool:
    return not _has(root, ids.CANCEL)


def _has(card: Card, action_id: str) -> bool:
    return any(e.get("action_id") == action_id for e in card.elements)


async def _approve(card: Card, bot: Signoff, store: RedisStore) -> None:
    """As the starter of that run, whoever of the thirty it is."""
    run_id, gate_key = ids.parse_value(str(card.button(ids.APPROVE)["value"]))
    snapshot = await store.load(run_id)
    if snapshot.gates[gate_key].state is not GateState.OPEN:
        raise RuntimeError("a card waits for a gate that does not")
    starter = snapshot.run.starter
    await bot.desk.decide(
        Click(run_id, starter), gate_key, Decision(Action.APPROVE, by=starter, at=0)
    )


async def _has_result(people: Workspace, root: Card) -> int:
    await people.wait_for(
        lambda c: c.thread_ts == root.thread_ts and "## Highlights" in c.text,
        channel="team",
        within=LONG,
        what="a report",
    )
    return 1
