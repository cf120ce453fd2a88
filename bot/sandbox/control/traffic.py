"""Calls and deliveries as rows of one timeline, in words that a developer can act on."""

import json
import math
import shlex
from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import quote

from bot.sandbox.delivery.envelopes import (
    DISPATCH_FAILED,
    SERVICE_ERROR,
    TIMED_OUT,
    Delivery,
    Kind,
)
from bot.sandbox.state.calls import ApiCall
from bot.sandbox.state.world import World
from bot.sandbox.wire import Json, dumps

Record = ApiCall | Delivery

MASK: Final = "(hidden)"
_AS_JSON: Final = frozenset(
    {"attachments", "blocks", "chunks", "files", "metadata", "unfurls", "view"}
)
"""Arguments that forms carry as a string of JSON."""
_LATE: Final = "The app did not acknowledge it in time (3 seconds)."
_UNREACHABLE: Final = "Nothing answered at the request URL."
_REASONS: Final[Mapping[str, str]] = {
    TIMED_OUT: _LATE,
    "http_timeout": _LATE,
    DISPATCH_FAILED: _UNREACHABLE,
    SERVICE_ERROR: _UNREACHABLE,
    "connection_failed": _UNREACHABLE,
}
_LATE_ONES: Final = frozenset(error for error, said in _REASONS.items() if said is _LATE)
_UNSENT: Final = "Nobody could take it: the app is not connected, or it takes no interactions."
_KEPT: Final = "The app is not connected. The event waits for it for a while."
_CUT: Final = "A fault cut the connection, so the app never saw the answer."


def row(record: Record, world: World) -> Json:
    """What the timeline shows of a record.

    `number` names it; `side` is "call" (from the app) or "delivery" (to the app); `at` is in
    seconds since the epoch and `duration` in seconds; `outcome` is "ok", "error" or "waiting";
    `error` is Slack's code; `badges` and `notes` say in words what stands out and why.
    """
    if isinstance(record, ApiCall):
        return _call_row(record, world)
    return _delivery_row(record, world)


def detail(record: Record, world: World, *, root_url: str) -> Json:
    """All of a record: what was sent, what came back and, for calls, a command that repeats it."""
    if isinstance(record, ApiCall):
        args = {name: _decoded(name, value) for name, value in record.args.items()}
        return {
            **row(record, world),
            "sent": args,
            "received": record.answer,
            "curl": curl(record, args=args, root_url=root_url),
        }
    return {**row(record, world), "sent": record.payload, "received": record.reply}


def curl(call: ApiCall, *, args: Json, root_url: str) -> str:
    """A shell command that makes the same call; the token is a variable of the shell."""
    url = f"{root_url}api/{quote(call.method, safe='')}"
    variable = {"app": "SLACK_APP_TOKEN", "user": "SLACK_USER_TOKEN"}.get(
        call.principal, "SLACK_BOT_TOKEN"
    )
    lines = [
        f"curl -sS -X POST {shlex.quote(url)}",
        f'-H "Authorization: Bearer ${variable}"',
        "-H 'Content-Type: application/json; charset=utf-8'",
        f"--data-raw {shlex.quote(dumps(args))}",
    ]
    return " \\\n  ".join(lines)


def plain(value: object, *, secrets: Collection[str]) -> object:
    """A copy that any reader of JSON takes, in which no secret of the installation is left."""
    match value:
        case str():
            for secret in secrets:
                value = value.replace(secret, MASK)
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case dict():
            return {key: plain(inner, secrets=secrets) for key, inner in value.items()}
        case list() | tuple():
            return [plain(inner, secrets=secrets) for inner in value]
        case _:
            return value


def _call_row(call: ApiCall, world: World) -> Json:
    badges = []
    if call.error == "unknown_method":
        badges.append("unknown method")
    if call.status == HTTPStatus.TOO_MANY_REQUESTS:
        badges.append("rate limited")
    if call.dropped:
        badges.append("connection dropped")
    return {
        "number": call.number,
        "side": "call",
        "at": call.at,
        "duration": call.duration,
        "name": call.method,
        "about": _place(call.args.get("channel") or call.args.get("channel_id") or "", world),
        "status": call.status,
        "outcome": "ok" if call.ok else "error",
        "error": call.error,
        "badges": badges,
        "notes": [*_messages(call.answer), *([_CUT] if call.dropped else [])],
    }


def _messages(answer: Json) -> list[str]:
    """What Slack says in `response_metadata`, and which scope it misses."""
    metadata = answer.get("response_metadata")
    messages = metadata.get("messages") if isinstance(metadata, dict) else None
    said = [str(message) for message in messages] if isinstance(messages, list) else []
    if answer.get("needed"):
        said.append(f"needed: {answer['needed']}; provided: {answer.get('provided', '')}")
    return said


def _place(given: object, world: World) -> str:
    """A channel or a person by name, as far as the id is known."""
    if not isinstance(given, str):
        return str(given)
    if channel := world.channels.get(given):
        return f"#{channel.name}"
    person = world.people.get(given)
    return f"@{person.name}" if person else given


def _delivery_row(delivery: Delivery, world: World) -> Json:
    name, about = _subject(delivery, world)
    return {
        "number": delivery.number,
        "side": "delivery",
        "at": delivery.at,
        "duration": delivery.duration,
        "name": name,
        "about": about,
        "status": delivery.status,
        "outcome": _outcome(delivery),
        "error": delivery.error,
        "badges": _delivery_badges(delivery),
        "notes": _delivery_notes(delivery),
    }


def _subject(delivery: Delivery, world: World) -> tuple[str, str]:
    """The type of a payload, and what it is about: command, action, form or event."""
    payload = delivery.payload
    if delivery.kind is Kind.SLASH:
        return "slash_commands", f"{payload['command']} {payload['text']}".strip()
    if delivery.kind is Kind.EVENT:
        event = payload.get("event") or payload
        return str(event.get("type", "")), _place(event.get("channel") or "", world)
    actions = payload.get("actions") or [{}]
    view = payload.get("view") or {}
    about = (
        payload.get("action_id")
        or actions[0].get("action_id")
        or payload.get("callback_id")
        or view.get("callback_id")
    )
    return str(payload["type"]), str(about or "")


def _outcome(delivery: Delivery) -> str:
    if delivery.error:
        return "error"
    return "ok" if delivery.acked else "waiting"


def _delivery_badges(delivery: Delivery) -> list[str]:
    badges = []
    if delivery.error and not delivery.acked:
        badges.append("not acknowledged")
    elif delivery.error:
        badges.append("acknowledged late" if delivery.error in _LATE_ONES else "answer refused")
    if delivery.attempts > 1:
        badges.append(f"sent {delivery.attempts} times")
    return badges


def _delivery_notes(delivery: Delivery) -> list[str]:
    if not delivery.error:
        return []
    if delivery.notes:
        return list(delivery.notes)
    if delivery.status is not None and delivery.status != HTTPStatus.OK:
        return [f"The request URL answered with status {delivery.status}."]
    if not delivery.attempts:
        return [_KEPT if delivery.kind is Kind.EVENT else _UNSENT]
    return [_REASONS[delivery.error]] if delivery.error in _REASONS else []


def _decoded(name: str, value: object) -> object:
    if name not in _AS_JSON or not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
