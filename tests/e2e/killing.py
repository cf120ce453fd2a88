"""A run whose process is killed at one point, and what people see of it afterwards.

Somebody else's lease and jobs are waited for, ten seconds or so each time. So stories are told
side by side, each in a workspace and on a Redis of its own: a few at a time up to the kill, and
then all of them wait at once.
"""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from redis.asyncio import Redis

from bot.adapters.redis_connection import open_redis
from bot.sandbox import Timing
from graphs.contract import Workflow
from tests.e2e.killed_worker import Doom
from tests.e2e.processes import Command
from tests.e2e.site import Site, open_site
from tests.slack.bolt_office import People, listening_office

REPORT_TO = "SIGNOFF_TEST_KILL_TABLE"
"""Names a file to add the table of all stories to."""
SAVER = "bot.adapters.graph_saver:FencedSaver"
STORE = "bot.adapters.redis_store:RedisStore"
ENGINE = "bot.adapters.graph_engine:GraphEngine"

_KEPT = ("signoff:{*}*", "signoff:thread:*", "checkpoint*", "signoff-jobs:*:*-*")
"""What is kept of runs; their ids have a "-" in them."""
_BUSY = 8
"""Stories at a time on their way to the kill: all of them share the machine."""
_TIMING = Timing(ack_within=10)
"""For the same reason people wait longer than Slack does for an answer to what they do."""
_PATIENCE = 25.0
"""Seconds until a finished run's keys must have their end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A run that ends, although its process is killed. `act` is what people do meanwhile."""

    doom: Doom
    act: Callable[[Site, Command], Coroutine[None, None, None]]
    victim: Literal["run", "worker"] = "worker"
    """A worker beside an ingress that lives on, or the only process that there is."""
    pause: float = 0
    """Seconds that the victim's model takes for an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What the processes offer: as workflows, and as what is given to the command."""

    workflows: Mapping[str, Workflow]
    options: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What was seen. `seconds` from the kill to the next thing that people saw."""

    exit_code: int = 0
    seconds: float = 0
    root: str = ""
    result: str = ""
    messages: Counter[str] = field(default_factory=Counter)
    private: list[str] = field(default_factory=list)
    for_ever: list[str] = field(default_factory=list)
    """Keys of the run that have no end."""
    failed: BaseException | None = None

    @property
    def once(self) -> bool:
        """Whether each message is there exactly once."""
        return bool(self.messages) and set(self.messages.values()) == {1}


def tell_all(stories: Mapping[str, Story], offer: Offer, home: Path) -> dict[str, Outcome]:
    """Tell all stories at once."""

    async def together() -> list[Outcome]:
        busy = asyncio.Semaphore(_BUSY)
        numbered = enumerate(stories.values())
        told = (_told(s, offer, home / str(n), busy=busy) for n, s in numbered)
        return await asyncio.gather(*told)

    outcomes = dict(zip(stories, asyncio.run(together()), strict=True))
    if path := os.environ.get(REPORT_TO):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(table(outcomes))
    return outcomes


def table(outcomes: Mapping[str, Outcome]) -> str:
    """The outcomes as text, a line each."""
    head = f"{'killed':<44} {'seconds':>7}  messages once"
    rows = (f"{name:<44} {o.seconds:>7.1f}  {_yes(o)}" for name, o in outcomes.items())
    return "\n".join([head, *rows, ""])


def _yes(outcome: Outcome) -> str:
    seen = ", ".join(f"{slot.split('.')[0][:12]} {n}" for slot, n in outcome.messages.items())
    return f"{'yes' if outcome.once else 'NO'} ({seen})"


async def _told(story: Story, offer: Offer, home: Path, *, busy: asyncio.Semaphore) -> Outcome:
    outcome = Outcome()
    try:
        async with AsyncExitStack() as until_killed, AsyncExitStack() as stack:
            await until_killed.enter_async_context(busy)
            await stack.enter_async_context(asyncio.timeout(100))
            site = await stack.enter_async_context(open_site(home, timing=_TIMING))
            await stack.enter_async_context(_ingress(story, offer, site))
            await _tell(story, offer, site, outcome, killed=until_killed.aclose)
    except BaseException as error:  # noqa: BLE001 - each story has a test of its own that says so
        outcome.failed = error
    return outcome


def _ingress(story: Story, offer: Offer, site: Site) -> AbstractAsyncContextManager[None]:
    if story.victim == "run":
        return nullcontext()
    return listening_office(site.ws.sandbox, site.redis.url, serves=offer.workflows)


async def _tell(
    story: Story,
    offer: Offer,
    site: Site,
    outcome: Outcome,
    *,
    killed: Callable[[], Awaitable[None]],
) -> None:
    command = (story.victim, *offer.options)
    victim = await site.start(*command, pause=story.pause, doom=story.doom)
    async with asyncio.TaskGroup() as parts:
        acting = parts.create_task(story.act(site, victim))
        outcome.exit_code = await victim.ended()
        at = time.time()
        await killed()
        survivor = await site.start(*command)
        await acting
    outcome.root = (await People(site.ws).finished()).text
    outcome.for_ever = await _without_end(site)
    outcome.seconds = min([*(t for t in _shown_at(site) if t > at), time.time()]) - at
    outcome.messages = site.slots()
    outcome.result = site.result
    outcome.private = [c.text for c in site.ws.ephemerals() if c.author == "signoff"]
    survivor.send(signal.SIGTERM)
    assert await survivor.ended() == 0


def _shown_at(site: Site) -> Iterable[float]:
    writes = ("chat.postMessage", "chat.update", "files.completeUploadExternal")
    return (call.at for call in site.ws.sandbox.calls if call.method in writes and call.ok)


async def _without_end(site: Site) -> list[str]:
    """Keys of runs and their checkpoints that have no TTL, though the run ended a while ago."""
    end = time.monotonic() + _PATIENCE
    async with open_redis(site.redis.url) as redis:
        while True:
            found = await _eternal(redis)
            if not found or time.monotonic() > end:
                return found
            # Redis has no event for it.
            await asyncio.sleep(0.2)


async def _eternal(redis: Redis) -> list[str]:
    keys = [str(key) for pattern in _KEPT async for key in redis.scan_iter(pattern)]
    return [key for key in keys if await redis.ttl(key) < 0]
