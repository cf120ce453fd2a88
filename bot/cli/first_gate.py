"""`signoff check --walk`: each graph is started in a local Slack, up to its first card."""

import tempfile
from asyncio import Event
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.app import open_signoff
from bot.cards import ids
from bot.cli.demo import open_local
from bot.cli.samples import typed
from bot.core.inputs import start_fields
from bot.core.ports.store import Store
from bot.projects.loading import Loaded
from bot.sandbox.client import Card, Modal, NotSeenError, Said, Workspace
from bot.settings import Settings
from graphs.contract import Workflow

CHANNEL, STARTER = "general", "ana"
WITHIN = 60.0
"""Seconds that a graph may take to its first card: it may ask a model."""


async def walk(found: Loaded, names: Sequence[str], chosen: Settings) -> int:
    """Walk these workflows, print what people see; how many did not come to a card or an end."""
    stopping, failed = Event(), 0
    with tempfile.TemporaryDirectory(prefix="signoff-check-") as home:
        async with (
            open_local(Path(home), found, chosen, port=0) as (sandbox, settings),
            open_signoff(settings, found.workflows) as bot,
            bot.serving(stopping, ingress=True),
        ):
            ws = Workspace(sandbox)
            ws.invite_bot(CHANNEL)
            for name in names:
                try:
                    failed += not await _walked(ws, found.workflows[name], bot.store)
                except NotSeenError as error:
                    _say(f"  WRONG  {error}")
                    failed += 1
            stopping.set()
    return failed


async def _walked(ws: Workspace, workflow: Workflow, store: Store) -> bool:
    """Start it, show its first card, and cancel it. False where it ends in trouble."""
    _say(f"{STARTER}: /signoff start {workflow.name}")
    before = max((card.ts for card in ws.messages(CHANNEL)), default="")
    said = await ws.slash("/signoff", text=f"start {workflow.name}", as_=STARTER, channel=CHANNEL)
    if said.modal is not None:
        said = await _filled(said.modal, workflow)
    if said.error or said.text or said.modal is not None:
        _say(f"  WRONG  it does not start: {_why(said)}")
        return False
    return await _first_card(ws, await _root(ws, workflow.name, store, after=before))


async def _root(
    ws: Workspace, name: str, store: Store, *, after: str, others: frozenset[str] = frozenset()
) -> Card:
    """The first message of the run of this workflow.

    Meanwhile a run of another one may begin, which was too late for its own walk.
    """
    root = await ws.wait_for(
        lambda card: card.ts > after and _slot(card) == "root" and card.ts not in others,
        channel=CHANNEL,
        within=WITHIN,
        what="the run begin",
    )
    if (await store.load(_payload(root)["run_id"])).run.workflow == name:
        return root
    return await _root(ws, name, store, after=after, others=others | {root.ts})


async def _filled(form: Modal, workflow: Workflow) -> Said:
    """Send the start form with something in each field that has to be filled."""
    values = typed(form.inputs, start_fields(workflow, "en"))
    for label, value in values.items():
        _say(f"  {label}: {value}")
    return await form.fill(values).submit()


def _why(said: Said) -> str:
    if said.error or said.text:
        return said.error or said.text
    errors = said.modal.errors if said.modal else {}
    return "; ".join(f"{label}: {text}" for label, text in errors.items()) or "the form is back"


async def _first_card(ws: Workspace, root: Card) -> bool:
    card = await ws.wait_for(
        lambda card: card.thread_ts == root.ts and _ends_walk(card),
        channel=CHANNEL,
        within=WITHIN,
        what="a card or an end",
    )
    _say("  " + card.text.replace("\n", "\n  "))
    slot = _slot(card)
    if slot.startswith("gate:"):
        answers = [e for e in card.elements if e["type"] == "button"]
        names = [e["text"]["text"] for e in answers if e["action_id"] != ids.CANCEL]
        _say(f"  Answers: {', '.join(dict.fromkeys(names)) or 'none'}", "")
    if slot != "result" and ids.CANCEL in _actions(root.refresh()):
        await root.click(ids.CANCEL, as_=STARTER)
    await root.wait_until(
        lambda c: ids.CANCEL not in _actions(c), within=WITHIN, what="the run's end"
    )
    return slot.startswith("gate:") or slot == "result"


def _ends_walk(card: Card) -> bool:
    slot = _slot(card)
    return slot in {"result", "failure"} or (slot.startswith("gate:") and bool(card.buttons))


def _slot(card: Card) -> str:
    """Which of a run's messages it is; "" where it is none."""
    return _payload(card).get("slot", "")


def _payload(card: Card) -> Mapping[str, str]:
    metadata = card.message.metadata
    return metadata["event_payload"] if metadata else {}


def _actions(card: Card) -> set[str]:
    return {element["action_id"] for element in card.elements}


def _say(*lines: str) -> None:
    for line in lines:
        print(line)  # noqa: T201 - this is the command line
