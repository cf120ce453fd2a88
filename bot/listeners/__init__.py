"""Bolt listeners: take apart, call one use case, answer.

The tables below name every command, action and view, and who handles it.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond
from slack_bolt.error import BoltUnhandledRequestError
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards import ids
from bot.listeners import (
    answers,
    decisions,
    failures,
    payloads,
    retries,
    rows,
    shortcuts,
    starts,
    versions,
)
from bot.listeners.answers import Answer
from bot.listeners.front import Front
from bot.listeners.payloads import Marked, Pressed, Sent, Typed

SIGNOFF = "/signoff"
Body = dict[str, Any]

ACTIONS: dict[str, Callable[[Front, Pressed], Awaitable[Answer]]] = {
    ids.APPROVE: decisions.approve,
    ids.REVISE: decisions.open_revise,
    ids.EDIT: decisions.open_edit,
    ids.ANSWER: decisions.open_answer,
    ids.SKIP: decisions.skip,
    ids.REJECT: decisions.open_reject,
    ids.TRY_AGAIN: retries.try_again,
    ids.ROW_APPROVE: rows.approve,
    ids.ROW_EDIT: rows.open_edit,
    ids.ROW_ANSWER: rows.open_respond,
    ids.ROW_SKIP: rows.ignore,
    ids.ROW_REJECT: rows.open_reject,
    ids.SUBMIT: rows.submit,
    ids.APPROVE_REST: rows.approve_rest,
    ids.REJECT_REST: rows.reject_rest,
    ids.CANCEL: decisions.cancel,
    ids.RETRY: decisions.retry,
    ids.START: starts.open_form,
    ids.NEW_VERSION: starts.new_version,
    ids.GO_ON: versions.go_on,
    ids.AGAIN: versions.open_history,
    ids.OPEN: decisions.nothing,
}
VIEWS: dict[str, Callable[[Front, Sent], Awaitable[Answer]]] = {
    ids.VIEW_START: starts.submit,
    ids.VIEW_REVISE: decisions.revise,
    ids.VIEW_EDIT: decisions.edit,
    ids.VIEW_ANSWER: decisions.answer,
    ids.VIEW_REJECT: decisions.reject,
    ids.VIEW_ROW_EDIT: rows.edit,
    ids.VIEW_ROW_ANSWER: rows.respond,
    ids.VIEW_ROW_REJECT: rows.reject,
    ids.VIEW_AGAIN: versions.again,
}
MENU = re.compile(rf"\A{re.escape(ids.ROW_MENU)} ")
ANYTHING = re.compile(".*", re.DOTALL)

log = structlog.get_logger(__name__)


def register(app: AsyncApp, front: Front) -> None:
    """Attach everything. What is unknown comes last: Bolt acknowledges none of it by itself."""
    for command in {w.command for w in front.workflows.values() if w.command}:
        app.command(command)(_on_command(front, starts.command))
    app.command(SIGNOFF)(_on_command(front, starts.signoff))
    app.command(ANYTHING)(_on_command(front, starts.elsewhere))
    for action, handle in ACTIONS.items():
        app.action(_numbered(action))(_on_click(front, handle))
    app.action(MENU)(_on_click(front, rows.menu))
    for view, take in VIEWS.items():
        app.view(view)(_on_form(front, take))
    app.message_shortcut(ANYTHING)(_on_shortcut(front, shortcuts.chosen))
    app.action(ANYTHING)(_on_click(front, decisions.outdated))
    app.view(ANYTHING)(_on_form(front, decisions.outdated_form))
    app.view_closed(ANYTHING)(_acknowledge)
    app.options(ANYTHING)(_offer_nothing)
    app.error(_on_error(front))


def _numbered(action: str) -> re.Pattern[str]:
    """An action, also where a message has several of it."""
    return re.compile(rf"\A{re.escape(action)}(?:#[0-9]+)?\Z")


def _on_command(
    front: Front, handle: Callable[[Front, Typed], Awaitable[Answer]]
) -> Callable[..., Awaitable[None]]:
    async def listener(ack: AsyncAck, body: Body, client: AsyncWebClient) -> None:
        answer = await handle(front, payloads.typed(body))
        await answers.to_command(answer, ack=ack, client=client)

    return listener


def _on_click(
    front: Front, handle: Callable[[Front, Pressed], Awaitable[Answer]]
) -> Callable[..., Awaitable[None]]:
    async def listener(
        ack: AsyncAck, body: Body, client: AsyncWebClient, respond: AsyncRespond
    ) -> None:
        answer = await handle(front, payloads.pressed(body))
        await answers.to_click(answer, ack=ack, client=client, respond=respond)

    return listener


def _on_shortcut(
    front: Front, handle: Callable[[Front, Marked], Awaitable[Answer]]
) -> Callable[..., Awaitable[None]]:
    async def listener(
        ack: AsyncAck, body: Body, client: AsyncWebClient, respond: AsyncRespond
    ) -> None:
        answer = await handle(front, payloads.marked(body))
        await answers.to_click(answer, ack=ack, client=client, respond=respond)

    return listener


def _on_form(
    front: Front, handle: Callable[[Front, Sent], Awaitable[Answer]]
) -> Callable[..., Awaitable[None]]:
    async def listener(ack: AsyncAck, body: Body) -> None:
        await answers.to_form(await handle(front, payloads.sent(body)), ack=ack)

    return listener


def _on_error(front: Front) -> Callable[..., Awaitable[BoltResponse]]:
    """Where all errors end.

    What no listener takes, such as an event or a global shortcut, is acknowledged: Slack would
    send it again, or tell the person that the app is broken.
    """
    failed = failures.handler(front)

    async def handle(error: Exception, body: Body, respond: AsyncRespond) -> BoltResponse:
        if isinstance(error, BoltUnhandledRequestError):
            log.info("request.unknown", kind=str(body.get("type"))[:40])
            return BoltResponse(status=200, body="")
        return await failed(error, body, respond)

    return handle


async def _offer_nothing(ack: AsyncAck) -> None:
    await ack(options=[])


async def _acknowledge(ack: AsyncAck) -> None:
    await ack()
