"""Runs whose process is killed at one point, and what people see of it afterwards.

Somebody else's lease and jobs are waited for, ten seconds or so each time. So all stories are
told at once, each in a workspace and on a Redis of its own.
"""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from redis.asyncio import Redis

from bot.adapters.redis_connection import open_redis
from bot.cards import ids
from tests.e2e.killed_worker import Doom
from tests.e2e.processes import Command
from tests.e2e.site import Site, open_site
from tests.slack.bolt_office import LONG, People, listening_office

REPORT_TO = "SIGNOFF_TEST_KILL_TABLE"
"""Names a file to write the table of all stories to."""

_PATIENCE = 25.0
"""Seconds until a finished run's keys must have their end."""
_SAVER = "bot.adapters.graph_saver:FencedSaver"
_STORE = "bot.adapters.redis_store:RedisStore"
_ENGINE = "bot.adapters.graph_engine:GraphEngine"
_MODEL = "graphs.model:OfflineModel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A run that ends, or is cancelled, although its process is killed."""

    doom: Doom
    cancels: bool = False
    victim: Literal["run", "worker"] = "worker"
    """A worker beside an ingress that lives on, or the only process that there is."""


STORIES: Mapping[str, Story] = {
    "in a model call": Story(doom=Doom(at=f"{_MODEL}.structured")),
    "before a checkpoint is written": Story(doom=Doom(at=f"{_SAVER}.aput", nth=2)),
    "after a checkpoint was written": Story(doom=Doom(at=f"{_SAVER}.aput", nth=2, moment="after")),
    "between the first message and its ts": Story(
        doom=Doom(at=f"{_STORE}.fill_slot", where="name='root'")
    ),
    "between the card and its ts": Story(doom=Doom(at=f"{_STORE}.fill_slot", where="name='gate:")),
    "at the card": Story(doom=Doom(at=f"{_STORE}.fill_slot", where="name='gate:", moment="after")),
    "after the decision, before it is applied": Story(
        doom=Doom(at=f"{_ENGINE}.drive", where="ResumeGraph")
    ),
    "after the answer was handed to the graph": Story(doom=Doom(at=f"{_SAVER}.aput", nth=4)),
    "between the decision and its wake-up": Story(
        doom=Doom(at=f"{_STORE}.decide", moment="after"), victim="run"
    ),
    "while cancelling": Story(doom=Doom(at=f"{_ENGINE}.retire"), cancels=True),
    "before the result is posted": Story(
        doom=Doom(at=f"{_STORE}.claim_slot", where="'result'", moment="after")
    ),
    "between the result and its ts": Story(
        doom=Doom(at=f"{_STORE}.fill_slot", where="name='result'")
    ),
}


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What was seen. `seconds` from the kill to the next thing that people saw."""

    exit_code: int = 0
    seconds: float = 0
    root: str = ""
    messages: Counter[str] = field(default_factory=Counter)
    private: list[str] = field(default_factory=list)
    for_ever: list[str] = field(default_factory=list)
    """Keys of the run that have no end."""
    failed: BaseException | None = None

    @property
    def once(self) -> bool:
        """Whether each message is there exactly once."""
        return bool(self.messages) and set(self.messages.values()) == {1}


def tell_all(home: Path) -> dict[str, Outcome]:
    """Tell all stories at once."""

    async def together() -> list[Outcome]:
        return await asyncio.gather(*(_told(s, home / str(n)) for n, s in enumerate(all_)))

    all_ = tuple(STORIES.values())
    outcomes = dict(zip(STORIES, asyncio.run(together()), strict=True))
    if path := os.environ.get(REPORT_TO):
        Path(path).write_text(table(outcomes), encoding="utf-8")
    return outcomes


def table(outcomes: Mapping[str, Outcome]) -> str:
    """The outcomes as text, a line each."""
    head = f"{'killed':<44} {'seconds':>7}  messages once"
    rows = (f"{name:<44} {o.seconds:>7.1f}  {_yes(o)}" for name, o in outcomes.items())
    return "\n".join([head, *rows, ""])


def _yes(outcome: Outcome) -> str:
    seen = ", ".join(f"{slot.split('.')[0][:12]} {n}" for slot, n in outcome.messages.items())
    return f"{'yes' if outcome.once else 'NO'} ({seen})"


async def _told(story: Story, home: Path) -> Outcome:
    outcome = Outcome()
    try:
        async with asyncio.timeout(100), open_site(home) as site:
            if story.victim == "run":
                await _tell(story, site, outcome)
            else:
                async with listening_office(site.ws.sandbox, site.redis.url):
                    await _tell(story, site, outcome)
    except BaseException as error:  # noqa: BLE001 - each story has a test of its own that says so
        outcome.failed = error
    return outcome


async def _tell(story: Story, site: Site, outcome: Outcome) -> None:
    pause = 60 if story.cancels else 0
    victim = await site.start(story.victim, pause=pause, doom=story.doom)
    async with asyncio.TaskGroup() as parts:
        acting = parts.create_task(_act(story, site, victim))
        outcome.exit_code = await victim.ended()
        killed = time.time()
        survivor = await site.start(story.victim)
        await acting
    people = People(site.ws)
    outcome.root = (await people.finished()).text
    outcome.for_ever = await _without_end(site)
    shown = [at for at in _shown_at(site) if at > killed]
    outcome.seconds = min([*shown, time.time()]) - killed
    outcome.messages = site.slots()
    outcome.private = [c.text for c in site.ws.ephemerals() if c.author == "signoff"]
    survivor.send(signal.SIGTERM)
    assert await survivor.ended() == 0


async def _act(story: Story, site: Site, victim: Command) -> None:
    people = People(site.ws)
    await people.report()
    if story.cancels:
        await victim.says("run.drive")
        await (await people.root()).click(ids.CANCEL)
        return
    card = await people.card()
    await card.click(ids.APPROVE)
    await people.result()
    await card.wait_closed(within=LONG)


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
    keys = [
        str(key)
        for pattern in ("signoff:{*}*", "checkpoint*")
        async for key in redis.scan_iter(pattern)
    ]
    return [key for key in keys if await redis.ttl(key) < 0]
