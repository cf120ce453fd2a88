"""What a listener answers, and how each answer reaches the person."""

import asyncio
from dataclasses import dataclass
from typing import Any

import aiohttp
import structlog
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.respond.async_respond import AsyncRespond
from slack_sdk.errors import SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards.modals import View
from bot.cards.replies import Reply
from bot.core.ports.messenger import Message

_AT_ONCE = 1.0
"""Seconds for what must not keep the acknowledgement waiting."""
_OK = 200

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing to say: the card will show it."""


@dataclass(frozen=True, slots=True)
class Private:
    """A line that only this person sees."""

    reply: Reply


@dataclass(frozen=True, slots=True)
class Open:
    """Open a form; the trigger is three seconds old at most."""

    view: View
    trigger_id: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Show another view in place of the form that was sent."""

    view: View


@dataclass(frozen=True, slots=True)
class Update:
    """Show another view in place of the form that a button was pressed in."""

    view: View
    view_id: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """Keep the form open and mark these inputs (block id -> what to do)."""

    errors: dict[str, str]


@dataclass(frozen=True, slots=True)
class Outlived:
    """The message with the button is an old copy: show this in its place, then say `answer`."""

    message: Message
    answer: Silence | Private


Answer = Silence | Private | Open | Replace | Update | Wrong | Outlived


async def to_command(answer: Answer, *, ack: AsyncAck, client: AsyncWebClient) -> None:
    """Answer a slash command. A private line rides on the acknowledgement."""
    match answer:
        case Private(reply):
            await ack(response_type="ephemeral", **_content(reply))
        case Open(view, trigger_id):
            await client.views_open(trigger_id=trigger_id, view=dict(view))
            await ack()
        case _:
            await ack()


async def to_click(
    answer: Answer, *, ack: AsyncAck, client: AsyncWebClient, respond: AsyncRespond
) -> None:
    """Answer a button. The message with the button stays as it is, unless it is an old copy."""
    if isinstance(answer, Outlived):
        await _show_instead(answer.message, respond)
        answer = answer.answer
    match answer:
        case Private(reply):
            await respond(response_type="ephemeral", replace_original=False, **_content(reply))
        case Open(view, trigger_id):
            await client.views_open(trigger_id=trigger_id, view=dict(view))
        case Update(view, view_id):
            await client.views_update(view_id=view_id, view=dict(view))
        case _:
            pass
    await ack()


async def to_form(answer: Answer, *, ack: AsyncAck) -> None:
    """Answer a submitted form. Nothing to say closes it."""
    match answer:
        case Replace(view):
            await ack(response_action="update", view=dict(view))
        case Wrong(errors):
            await ack(response_action="errors", errors=errors)
        case _:
            await ack()


async def _show_instead(message: Message, respond: AsyncRespond) -> None:
    """Through the click's response_url: nothing else may know that message."""
    for blocks in (message.blocks, message.plain):
        try:
            async with asyncio.timeout(_AT_ONCE):
                answer = await respond(
                    text=message.text,
                    blocks=[dict(block) for block in blocks],
                    replace_original=True,
                )
        except (aiohttp.ClientError, SlackClientError, OSError) as error:
            log.info("listener.copy_left", slot=message.slot, why=type(error).__name__)
            return
        if answer.status_code == _OK:
            return
        log.info("listener.copy_left", slot=message.slot, why=f"http_{answer.status_code}")


def _content(reply: Reply) -> dict[str, Any]:
    content: dict[str, Any] = {"text": reply.text}
    if reply.blocks:
        content["blocks"] = [dict(block) for block in reply.blocks]
    return content
