"""What Slack sends, taken apart once: frozen values with nothing but what is used."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.cards import ids, text


@dataclass(frozen=True, slots=True)
class Who:
    """A person in a workspace, and where they are; a modal has no channel."""

    team: str
    user: str
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """A slash command."""

    who: Who
    command: str
    text: str
    trigger_id: str
    response_url: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of a message, or an option of a menu on it."""

    who: Who
    action: str
    """Without the number that tells several of it on one message apart."""
    value: str
    trigger_id: str
    """Good for three seconds, and the same for each delivery of one click."""
    response_url: str
    message_ts: str = ""
    """The message that the button is on."""
    view_id: str = ""
    """The form that the button is in, if it is in one."""


@dataclass(frozen=True, slots=True)
class Marked:
    """An entry in the menu of a message."""

    who: Who
    callback_id: str
    message: Mapping[str, Any]
    """The message as Slack has it."""
    thread_ts: str
    """The first message of its thread, or itself."""
    trigger_id: str
    response_url: str


@dataclass(frozen=True, slots=True)
class Sent:
    """A submitted form. `state` is as Slack sends it; `cards.modals` reads it."""

    who: Who
    callback_id: str
    metadata: str
    state: object
    delivery: str
    """The view's id: the same for each delivery of one submission."""


def typed(body: Mapping[str, Any]) -> Typed:
    """Take a slash command apart. Slack escapes & < > in what people type."""
    return Typed(
        who=Who(_text(body, "team_id"), _text(body, "user_id"), _text(body, "channel_id")),
        command=_text(body, "command"),
        text=text.unescape(_text(body, "text")).strip(),
        trigger_id=_text(body, "trigger_id"),
        response_url=_text(body, "response_url"),
    )


def pressed(body: Mapping[str, Any]) -> Pressed:
    """Take a click apart. With shared channels the clicking team can differ from the run's."""
    actions = body.get("actions") or [{}]
    return Pressed(
        who=Who(_team(body), _text(_part(body, "user"), "id"), _channel(body)),
        action=_action(actions[0]),
        value=_text(actions[0], "value") or ids.value_of_menu(_text(actions[0], "action_id")),
        trigger_id=_text(body, "trigger_id"),
        response_url=_text(body, "response_url"),
        message_ts=_text(_part(body, "container"), "message_ts"),
        view_id=_text(_part(body, "container"), "view_id"),
    )


def marked(body: Mapping[str, Any]) -> Marked:
    """Take a message shortcut apart."""
    message = _part(body, "message")
    own = _text(body, "message_ts") or _text(message, "ts")
    return Marked(
        who=Who(_team(body), _text(_part(body, "user"), "id"), _channel(body)),
        callback_id=_text(body, "callback_id"),
        message=message,
        thread_ts=_text(message, "thread_ts") or own,
        trigger_id=_text(body, "trigger_id"),
        response_url=_text(body, "response_url"),
    )


def sent(body: Mapping[str, Any]) -> Sent:
    """Take a submission apart. It carries no channel: our own metadata does where needed."""
    view = _part(body, "view")
    return Sent(
        who=Who(_team(body), _text(_part(body, "user"), "id")),
        callback_id=_text(view, "callback_id"),
        metadata=_text(view, "private_metadata"),
        state=view.get("state"),
        delivery=_text(view, "id"),
    )


def _action(pressed: Mapping[str, Any]) -> str:
    """What was pressed; of a menu, what was picked."""
    picked = _text(_part(pressed, "selected_option"), "value")
    return picked or ids.action_of(_text(pressed, "action_id"))


def _team(body: Mapping[str, Any]) -> str:
    return _text(_part(body, "team"), "id") or _text(_part(body, "user"), "team_id")


def _channel(body: Mapping[str, Any]) -> str:
    inside = _text(_part(body, "container"), "channel_id")
    return inside or _text(_part(body, "channel"), "id")


def _part(body: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    part = body.get(key)
    return part if isinstance(part, Mapping) else {}


def _text(body: Mapping[str, Any], key: str) -> str:
    value = body.get(key)
    return value if isinstance(value, str) else ""
