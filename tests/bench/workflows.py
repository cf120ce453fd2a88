"""What each built-in workflow costs from its command to its end: Slack calls, bytes in Redis."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from redis.asyncio import Redis

from bot.app import open_signoff
from bot.cards import ids
from bot.cli.walks import WALKS
from bot.core.ports.store import Store
from bot.sandbox.client import Card, Workspace
from graphs.contract import Workflow
from graphs.registry import workflows
from tests.bench.rows import Row
from tests.bench.slack_traffic import NOT_COUNTED
from tests.bench.stage import a_redis, a_workspace

CHANNEL = "team"
LONG = 120.0
GOALS = {"research": (14, 300_000)}
"""Slack calls and bytes, where there is a goal."""


class Cost(NamedTuple):
    """Of one run whose every question was approved."""

    calls: int
    bytes: int


async def measure() -> list[Row]:
    """Two rows for each workflow that can be walked."""
    rows: list[Row] = []
    for name in WALKS:
        cost = await _cost(workflows()[name], WALKS[name].sample)
        calls_goal, bytes_goal = GOALS.get(name, (None, None))
        rows.append(Row(f"slack_calls_{name}", cost.calls, "calls", goal=calls_goal))
        rows.append(Row(f"redis_bytes_{name}", cost.bytes, "bytes", goal=bytes_goal))
    return rows


async def _cost(workflow: Workflow, text: str) -> Cost:
    async with (
        a_redis() as (url, client),
        a_workspace(url) as (sandbox, settings),
        open_signoff(settings, workflows()) as bot,
    ):
        stopping = asyncio.Event()
        async with bot.serving(stopping, ingress=True):
            people = Workspace(sandbox)
            run_id = await _approved_to_the_end(people, workflow, text, bot.store)
            stopping.set()
        counted = Counter(c.method for c in sandbox.calls if not c.method.startswith("views."))
        calls = sum(n for method, n in counted.items() if method not in NOT_COUNTED)
        return Cost(calls, await _bytes_of(client, run_id))


async def _approved_to_the_end(
    people: Workspace, workflow: Workflow, text: str, store: Store
) -> str:
    await people.slash(workflow.command, text=text, as_="ana", channel=CHANNEL)
    root = await people.wait_for(
        lambda c: c.ts == c.thread_ts and _has(c, ids.CANCEL), channel=CHANNEL, within=LONG
    )
    after = root.ts
    while True:
        seen = await people.wait_for(
            _question_or_end(root, after), channel=CHANNEL, within=LONG, what="a question"
        )
        if seen.ts == root.ts:
            break
        await seen.click(ids.APPROVE, as_="ana")
        await seen.wait_closed(within=LONG)
        after = seen.ts
    run_id = await store.run_at(people.channel(CHANNEL).id, root.ts)
    if run_id is None:
        raise RuntimeError("the store does not know the run")
    return run_id


def _question_or_end(root: Card, after: str) -> Callable[[Card], bool]:
    def fits(card: Card) -> bool:
        if card.ts == root.ts:
            return not _has(card, ids.CANCEL)
        return card.thread_ts == root.ts and card.ts > after and _has(card, ids.APPROVE)

    return fits


def _has(card: Card, action: str) -> bool:
    return any(element.get("action_id") == action for element in card.elements)


async def _bytes_of(client: Redis, run_id: str) -> int:
    """Memory of all keys that are the run's: its record and its checkpoints."""
    keys = [key async for key in client.scan_iter(f"*{run_id}*")]
    sizes = [await client.memory_usage(key, samples=0) for key in keys]
    return sum(size or 0 for size in sizes)
