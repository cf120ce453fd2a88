"""Weekly reports whose process is killed, from the model call to the result."""

from collections.abc import Mapping
from pathlib import Path

from bot.cards import ids
from graphs.registry import workflows
from tests.e2e import killing
from tests.e2e.killed_worker import Doom
from tests.e2e.killing import ENGINE, SAVER, STORE, Offer, Outcome, Story
from tests.e2e.processes import Command
from tests.e2e.site import Site
from tests.slack.bolt_office import LONG, People

_MODEL = "graphs.model:OfflineModel"


async def approving(site: Site, _: Command) -> None:
    """Ask for a report, and approve what it is made from."""
    people = People(site.ws)
    await people.report()
    card = await people.card()
    await card.click(ids.APPROVE)
    await people.result()
    await card.wait_closed(within=LONG)


async def cancelling(site: Site, victim: Command) -> None:
    """Ask for a report, and cancel it while a model answers."""
    people = People(site.ws)
    await people.report()
    await victim.says("run.drive")
    await (await people.root()).click(ids.CANCEL)


STORIES: Mapping[str, Story] = {
    "in a model call": Story(doom=Doom(at=f"{_MODEL}.structured"), act=approving),
    "before a checkpoint is written": Story(doom=Doom(at=f"{SAVER}.aput", nth=2), act=approving),
    "after a checkpoint was written": Story(
        doom=Doom(at=f"{SAVER}.aput", nth=2, moment="after"), act=approving
    ),
    "between the first message and its ts": Story(
        doom=Doom(at=f"{STORE}.fill_slot", where="name='root'"), act=approving
    ),
    "between the card and its ts": Story(
        doom=Doom(at=f"{STORE}.fill_slot", where="name='gate:"), act=approving
    ),
    "at the card": Story(
        doom=Doom(at=f"{STORE}.fill_slot", where="name='gate:", moment="after"), act=approving
    ),
    "after the decision, before it is applied": Story(
        doom=Doom(at=f"{ENGINE}.drive", where="ResumeGraph"), act=approving
    ),
    "after the answer was handed to the graph": Story(
        doom=Doom(at=f"{SAVER}.aput", nth=4), act=approving
    ),
    "between the decision and its wake-up": Story(
        doom=Doom(at=f"{STORE}.decide", moment="after"), act=approving, victim="run"
    ),
    "while cancelling": Story(doom=Doom(at=f"{ENGINE}.retire"), act=cancelling, pause=60),
    "before the result is posted": Story(
        doom=Doom(at=f"{STORE}.claim_slot", where="'result'", moment="after"), act=approving
    ),
    "between the result and its ts": Story(
        doom=Doom(at=f"{STORE}.fill_slot", where="name='result'"), act=approving
    ),
}


def tell_all(home: Path) -> dict[str, Outcome]:
    """Tell all stories at once."""
    return killing.tell_all(STORIES, Offer(workflows=workflows()), home)
