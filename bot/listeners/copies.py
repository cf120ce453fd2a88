"""A card can stand in Slack twice: a click on any copy closes that copy, too.

Where Slack refuses to look a lost message up, it is posted again. Of the two the store
knows one, which is kept up to date; the other is only heard of when somebody presses it.
"""

from collections.abc import Mapping

from bot.cards import ids
from bot.cards.render import render
from bot.core.model import Snapshot
from bot.core.ports.messenger import Message
from bot.listeners.payloads import Pressed
from graphs.contract import Workflow


def outlived(
    pressed: Pressed, snapshot: Snapshot, workflows: Mapping[str, Workflow]
) -> Message | None:
    """What to show in place of the message with the button; None where it is right as it is.

    That is where it is the one that the store knows, or where its buttons still mean something.
    """
    slot = _slot(pressed)
    known = snapshot.slots.get(slot)
    if not slot or not pressed.message_ts or (known and known.ts == pressed.message_ts):
        return None
    messages = render(snapshot, workflows.get(snapshot.run.workflow))
    return next((m for m in messages if m.slot == slot and not _live(m)), None)


def _slot(pressed: Pressed) -> str:
    """Which slot the button is of; empty where it could be of several."""
    _, gate_key = ids.parse_value(pressed.value)
    if gate_key:
        return f"gate:{gate_key}"
    return "failure" if pressed.action == ids.RETRY else ""


def _live(message: Message) -> bool:
    return any(block["type"] == "actions" for block in message.blocks)
