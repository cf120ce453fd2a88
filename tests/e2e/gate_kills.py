"""Somebody's graphs whose process is killed, between any two steps of gates that wait at once."""

import asyncio
import signal
from collections.abc import Mapping
from pathlib import Path

from bot.cards import ids
from bot.projects.loading import load
from bot.sandbox import Card
from tests.e2e import killing
from tests.e2e.killed_worker import Doom, Moment
from tests.e2e.killing import ENGINE, SAVER, STORE, Offer, Outcome, Story
from tests.e2e.processes import Command
from tests.e2e.site import Site
from tests.slack.bolt_office import LONG, form, slot_of

THEIRS = Path(__file__).parent.resolve() / "theirs" / "langgraph.json"


async def one_by_one(site: Site, _: Command) -> None:
    """Decide one, and the other once the first answer was taken; go on at the breakpoint."""
    await _start(site, "pair city=Rome")
    for question, button in (
        ("May left go?", "Approve"),
        ("May right go?", "Approve"),
        ("About to run Leave", "Continue"),
    ):
        card = await _asked(site, question)
        await card.click(button)
        await card.wait_closed(within=LONG)


async def together(site: Site, worker: Command) -> None:
    """Decide both while the worker stands still, so that it finds both answers at once."""
    await _start(site, "pair city=Rome")
    cards = [await _asked(site, f"May {name} go?") for name in ("left", "right")]
    worker.send(signal.SIGSTOP)
    await asyncio.gather(*(card.click("Approve") for card in cards))
    worker.send(signal.SIGCONT)
    stop = await _asked(site, "About to run Leave")
    await stop.click("Continue")
    await stop.wait_closed(within=LONG)


async def row_by_row(site: Site, _: Command) -> None:
    """Choose for one call, see that on the card, choose for the other one, send."""
    await _start(site, "batch city=Rome")
    card = await _asked(site, "2 actions are waiting")
    await card.click(ids.ROW_APPROVE)
    card = await card.wait_until(lambda c: "Approve · @ana" in c.text, within=LONG)
    await (await form(card, f"{ids.ROW_REJECT}#1")).submit()
    card = await card.wait_until(lambda c: "Submit" in c.buttons, within=LONG)
    await card.click("Submit")
    await card.wait_closed(within=LONG)


async def _start(site: Site, what: str) -> None:
    said = await site.ws.slash("/signoff", text=f"start {what}")
    assert not said.error, said.error
    assert not said.text, said.text


async def _asked(site: Site, text: str) -> Card:
    return await site.ws.wait_for(
        lambda c: slot_of(c).startswith("gate:") and text in c.text and bool(c.buttons),
        within=LONG,
        what=text,
    )


def _drive(command: str, nth: int = 1) -> Doom:
    return Doom(at=f"{ENGINE}.drive", where=command, nth=nth)


def _commit(state: str, moment: Moment = "before", nth: int = 1) -> Doom:
    return Doom(at=f"{STORE}.commit", where=f"<GateState.{state}", moment=moment, nth=nth)


def _card(moment: Moment = "before", nth: int = 1) -> Doom:
    return Doom(at=f"{STORE}.fill_slot", where="name='gate:", moment=moment, nth=nth)


def _output(key: str, moment: Moment = "before", nth: int = 1) -> Doom:
    return Doom(at=f"{SAVER}.aput_writes", where=f"('{key}', ", moment=moment, nth=nth)


def _checkpoint(after: str, moment: Moment = "before") -> Doom:
    return Doom(at=f"{SAVER}.aput", where=after, moment=moment)


_ONE_BY_ONE: Mapping[str, Doom] = {
    "both asked, neither on record": _commit("OPEN"),
    "both on record, no card": _commit("OPEN", "after"),
    "between the cards": _card("after"),
    "at both cards": _card("after", nth=2),
    "one decided, before it is handed over": _drive("ResumeGraph"),
    "in the node that got its answer": _output("said"),
    "its answer taken, before that is on record": _output("said", "after"),
    "between the answers": _commit("APPLIED", "after"),
    "other decided, before it is handed over": _drive("ResumeGraph", nth=2),
    "before the step is sealed": _checkpoint("right approve"),
    "after the step is sealed": _checkpoint("right approve", "after"),
    "at the breakpoint, before it is asked": _commit("OPEN", nth=2),
    "after Continue, before it is passed": _drive("PassBreakpoint"),
    "in the node after the breakpoint": _output("got"),
    "after the node after the breakpoint": _output("got", "after"),
}
_TOGETHER: Mapping[str, Doom] = {
    "both decided, before both are handed over": _drive("ResumeGraph"),
    "both handed over, before either is taken": _output("said"),
    "both handed over, one taken": _output("said", "after"),
    "both handed over, both taken": _output("said", "after", nth=2),
}
STORIES: Mapping[str, Story] = {
    **{name: Story(doom=doom, act=one_by_one) for name, doom in _ONE_BY_ONE.items()},
    **{name: Story(doom=doom, act=together) for name, doom in _TOGETHER.items()},
    "one row chosen, before Submit": Story(
        doom=Doom(at=f"{STORE}.choose", moment="after"), act=row_by_row, victim="run"
    ),
    "all rows chosen, before Submit": Story(
        doom=Doom(at=f"{STORE}.choose", moment="after", nth=2), act=row_by_row, victim="run"
    ),
    "rows sent, before they are handed over": Story(doom=_drive("ResumeGraph"), act=row_by_row),
}


def tell_all(home: Path) -> dict[str, Outcome]:
    """Tell all stories at once."""
    loaded = asyncio.run(load([THEIRS]))
    assert not loaded.refused, loaded.refused
    offer = Offer(workflows=loaded.workflows, options=("--graphs", str(THEIRS)))
    return killing.tell_all(STORIES, offer, home)
