"""Research whose process is killed at three points, told side by side."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.cards import ids
from bot.sandbox import Card, Timing
from graphs.research import offline
from graphs.research.sample import TOPICS
from graphs.research.words import EN
from tests.e2e.killed_worker import Doom
from tests.e2e.killing import SAVER
from tests.e2e.searching import Searches, open_searches
from tests.e2e.site import Site, open_site
from tests.slack.bolt_office import LONG, People, form, has, submit

TOPIC = TOPICS["en"]
QUESTIONS = offline.plan(TOPIC, [], "en")
QUERIES = [offline.queries(TOPIC, question)[0] for question in QUESTIONS]
FIRST, OTHERS = QUERIES[:2], QUERIES[2:]
OWN_TOPIC, GOOD, BAD = "Zymurgy", "Which nesting places do bees need?", "How is quartz sawn?"
"""The library has something on the good question only."""

_WRITES = f"{SAVER}.aput_writes"
_TIMING = Timing(ack_within=10)

Act = Callable[[Site, Searches], Coroutine[None, None, None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """What people do before the process is killed, and once another one is there."""

    doom: Doom
    before: Act
    after: Act


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What was there at the end. `at_kill` and `asked` count the searches, by query."""

    exit_code: int
    at_kill: Counter[str]
    asked: Counter[str]
    root: str
    result: str
    messages: Counter[str]


async def approved(site: Site, _: Searches) -> None:
    """Ask for a plan and approve it."""
    await (await _planned(site, TOPIC)).click(ids.APPROVE)


async def two_answered(site: Site, searches: Searches) -> None:
    """Approve a plan; two questions get their answer once all have asked, the others none."""
    all_asked, never = asyncio.Event(), asyncio.Event()
    held = {**dict.fromkeys(FIRST, all_asked), **dict.fromkeys(OTHERS, never)}
    searches.hold = held.get
    await approved(site, searches)
    await searches.all_asked(QUERIES)
    all_asked.set()


async def all_answered(_: Site, searches: Searches) -> None:
    """Every question gets its answer."""
    searches.let_go()


async def one_unreadable(site: Site, searches: Searches) -> None:
    """Plan two questions; for one of them there is only a page that nobody may open."""
    searches.found = {BAD: f"{searches.address}/page"}
    modal = await form(await _planned(site, OWN_TOPIC), ids.EDIT)
    sent = await submit(modal, f"{GOOD}\n{BAD}")
    assert not sent.modal


async def tried_again(site: Site, searches: Searches) -> None:
    """That page is gone, and people have its question tried again."""
    searches.found = {}
    gap = await site.ws.wait_for(lambda c: has(c, ids.SKIP), within=LONG, what="the gaps")
    assert "1 of 2 questions could not be researched" in gap.text
    await gap.click(f"Retry: {EN.retry_this}")


async def nothing(_: Site, __: Searches) -> None:
    """Nobody does anything."""


STORIES: Mapping[str, Story] = {
    "two of five questions answered": Story(
        doom=Doom(at=_WRITES, where="('findings', ", nth=2, moment="after"),
        before=two_answered,
        after=all_answered,
    ),
    "one section written": Story(
        doom=Doom(at=_WRITES, where="('sections', ", moment="after"),
        before=approved,
        after=nothing,
    ),
    "asked about a question that failed": Story(
        doom=Doom(at=_WRITES, where="('__interrupt__', ", nth=2, moment="after"),
        before=one_unreadable,
        after=tried_again,
    ),
}


def tell_all(home: Path) -> dict[str, Seen | BaseException]:
    """Tell all stories at once."""

    async def together() -> list[Seen | BaseException]:
        told = (_told(story, home / str(n)) for n, story in enumerate(STORIES.values()))
        return await asyncio.gather(*told, return_exceptions=True)

    return dict(zip(STORIES, asyncio.run(together()), strict=True))


async def _told(story: Story, home: Path) -> Seen:
    async with (
        asyncio.timeout(100),
        open_site(home, timing=_TIMING) as site,
        open_searches() as searches,
    ):
        victim = await site.start("run", doom=story.doom, env=searches.env)
        await story.before(site, searches)
        exit_code = await victim.ended()
        at_kill = Counter(searches.asked)
        await site.start("run", env=searches.env)
        await story.after(site, searches)
        result = await People(site.ws).result()
        root = await People(site.ws).finished()
        return Seen(
            exit_code=exit_code,
            at_kill=at_kill,
            asked=searches.asked,
            root=root.text,
            result=result.text,
            messages=site.slots(),
        )


async def _planned(site: Site, topic: str) -> Card:
    said = await site.ws.slash("/research", text=topic, as_="ana", channel="general")
    assert not said.error, said.error
    return await People(site.ws).card()
