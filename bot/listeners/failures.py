"""When a listener fails: the person is told in the place where they are, with a reference."""

import json
from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Any

import structlog
from slack_bolt.context.respond.async_respond import AsyncRespond
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackClientError

from bot.cards import forms, modals, replies
from bot.cards.replies import Reply
from bot.core.ports.messenger import CannotSpeakError, GaveWayError
from bot.core.ports.store import StoreUnavailableError
from bot.listeners import payloads
from bot.listeners.front import Front
from graphs.contract import Language

log = structlog.get_logger(__name__)


def handler(front: Front) -> Callable[..., Awaitable[BoltResponse]]:
    """Bolt's error handler: every failure of a listener ends here, and in an answer."""

    async def handle(error: Exception, body: dict[str, Any], respond: AsyncRespond) -> BoltResponse:
        kind = str(body.get("type") or "command")
        language = await _language(front, body, kind)
        reply = _reply(error, kind, language)
        if kind == "view_submission":
            typed = forms.joined(payloads.sent(body).state)
            view = modals.closed_view(reply.text, language=language, typed=typed)
            return _json({"response_action": "update", "view": view})
        if kind == "command":
            return _json({"response_type": "ephemeral", "text": reply.text})
        await _tell(respond, reply)
        return BoltResponse(status=200)

    return handle


async def _language(front: Front, body: dict[str, Any], kind: str) -> Language:
    who = payloads.typed(body).who if kind == "command" else payloads.pressed(body).who
    return await front.language(who)


def _reply(error: Exception, kind: str, language: Language) -> Reply:
    """Log the cause under a reference; people see the reference, never the error's text."""
    if isinstance(error, StoreUnavailableError):
        log.warning("listener.store_away", kind=kind)
        return replies.nothing_recorded(language)
    if isinstance(error, GaveWayError):
        log.warning("listener.slack_silent", kind=kind)
        return replies.slack_silent(language)
    if isinstance(error, CannotSpeakError):
        log.warning("listener.uninstalled", kind=kind, code=error.code)
        return replies.uninstalled(language)
    ref = token_hex(4)
    log.error("listener.failed", kind=kind, ref=ref, exc_info=error)
    return replies.went_wrong(ref, language)


async def _tell(respond: AsyncRespond, reply: Reply) -> None:
    try:
        await respond(text=reply.text, response_type="ephemeral", replace_original=False)
    except (SlackClientError, OSError, ValueError) as error:
        log.warning("listener.untold", why=type(error).__name__)


def _json(body: dict[str, Any]) -> BoltResponse:
    return BoltResponse(
        status=200,
        body=json.dumps(body),
        headers={"content-type": "application/json; charset=utf-8"},
    )
