"""Reports that go on as another version, and whose process is killed at any point of the copy."""

from collections.abc import Mapping
from pathlib import Path

from bot.cards import ids
from graphs.registry import workflows
from tests.e2e import killing
from tests.e2e.killed_worker import Doom
from tests.e2e.killing import ENGINE, STORE, Offer, Outcome, Story
from tests.e2e.processes import Command
from tests.e2e.site import Site
from tests.slack.bolt_office import LONG, People

_LOOK = f"{ENGINE}.inspect"
_OF_THE_VERSION = "origin=Origin("


async def continuing(site: Site, _: Command) -> None:
    """Cancel a report that waits, continue it, and approve what the version asks again."""
    people = People(site.ws)
    await (await people.review()).click(ids.CANCEL)
    older = await people.finished()
    await (await people.report()).notices[0].click(ids.GO_ON)
    card = await people.card(after=older.ts)
    await card.click(ids.APPROVE)
    await people.result()
    await card.wait_closed(within=LONG)


STORIES: Mapping[str, Story] = {
    "between the version and its wake-up": Story(
        doom=Doom(at=f"{STORE}.create", where="'after': 'weekly", moment="after"),
        act=continuing,
        victim="run",
    ),
    "before the copy": Story(doom=Doom(at=f"{ENGINE}.drive", where="ForkGraph"), act=continuing),
    "after the copy, before it is noted": Story(
        doom=Doom(at=_LOOK, where=_OF_THE_VERSION, nth=2), act=continuing
    ),
    "after the copy was noted": Story(
        doom=Doom(at=_LOOK, where=_OF_THE_VERSION, nth=2, moment="after"), act=continuing
    ),
    "before what is due there runs": Story(
        doom=Doom(at=f"{ENGINE}.drive", where="ContinueGraph"), act=continuing
    ),
}


def tell_all(home: Path) -> dict[str, Outcome]:
    """Tell all stories at once."""
    return killing.tell_all(STORIES, Offer(workflows=workflows()), home)
