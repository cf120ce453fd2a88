"""The payloads of slash commands and interactions, field by field as Slack sends them."""

from bot.sandbox.messages import shown
from bot.sandbox.state.forms import state_values
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Channel, Message, Person
from bot.sandbox.state.sample import APP_ID
from bot.sandbox.wire import Json, without_nothing


def team_id(hub: Hub, person: Person) -> str:
    """The workspace of a person: another one for somebody who is here by a shared channel."""
    return person.team or hub.world.team.id


def _domain(hub: Hub, person: Person) -> str:
    return person.team.lower() or hub.world.team.domain


def user(hub: Hub, person: Person) -> Json:
    """The person who did something."""
    return {
        "id": person.id,
        "username": person.name,
        "name": person.name,
        "team_id": team_id(hub, person),
    }


def _frame(hub: Hub, person: Person, kind: str) -> Json:
    return {
        "type": kind,
        "user": user(hub, person),
        "api_app_id": APP_ID,
        "token": hub.tokens.verification,
        "team": {"id": team_id(hub, person), "domain": _domain(hub, person)},
        "enterprise": None,
        "is_enterprise_install": False,
    }


def _trigger(hub: Hub, person: Person, view: str = "") -> Json:
    return {"trigger_id": hub.triggers.new(person.id, view=view)}


def response_url(hub: Hub, person: Person, channel: Channel, message: Message | None = None) -> str:
    """A response_url for what a person just did."""
    thread_ts = message.thread_ts if message and message.is_reply else None
    key = hub.hooks.new(
        person.id, channel.id, ts=message.ts if message else "", thread_ts=thread_ts
    )
    return f"{hub.root_url}actions/{hub.world.team.id}/{key}"


def slash(hub: Hub, person: Person, channel: Channel, *, command: str, text: str) -> Json:
    """A slash command. All values are strings, as they travel in a form."""
    return {
        "token": hub.tokens.verification,
        "team_id": team_id(hub, person),
        "team_domain": _domain(hub, person),
        "channel_id": channel.id,
        "channel_name": channel.payload_name,
        "user_id": person.id,
        "user_name": person.name,
        "command": command,
        "text": text,
        "api_app_id": APP_ID,
        "is_enterprise_install": "false",
        "response_url": response_url(hub, person, channel),
        **_trigger(hub, person),
    }


def _channel(channel: Channel) -> Json:
    return {"id": channel.id, "name": channel.payload_name}


def _in_message(hub: Hub, message: Message, attachment: int | None) -> Json:
    """Where in a message something stands; `attachment` counts from 1, None is the message."""
    container = without_nothing(
        {
            "type": "message" if attachment is None else "message_attachment",
            "message_ts": message.ts,
            "attachment_id": attachment,
            "channel_id": message.channel,
            "is_ephemeral": message.only_for is not None,
            "is_app_unfurl": None if attachment is None else False,
            "thread_ts": message.thread_ts if message.is_reply else None,
        }
    )
    channel = hub.world.channels[message.channel]
    seen = {} if message.only_for else {"message": shown.message(hub, message)}
    return {"container": container, "channel": _channel(channel), **seen}


def _in_view(hub: Hub, view: View) -> Json:
    wire = view.wire(hub.world.team.id)
    return {"container": {"type": "view", "view_id": view.id}, "view": wire}


def message_action(
    hub: Hub, person: Person, message: Message, action: Json, *, attachment: int | None = None
) -> Json:
    """block_actions of an element in a message; ephemeral ones come without the message."""
    channel = hub.world.channels[message.channel]
    blocks = [*message.blocks, *(b for a in message.attachments for b in a.get("blocks") or ())]
    return {
        **_frame(hub, person, "block_actions"),
        **_trigger(hub, person),
        **_in_message(hub, message, attachment),
        "state": {"values": state_values(blocks, message.state)},
        "response_url": response_url(hub, person, channel, message),
        "actions": [action],
    }


def view_action(hub: Hub, person: Person, view: View, action: Json) -> Json:
    """block_actions of an element in a modal or in App Home: no channel, no response_url."""
    is_modal = view.payload["type"] == "modal"
    return {
        **_frame(hub, person, "block_actions"),
        **_trigger(hub, person, view.id if is_modal else ""),
        **_in_view(hub, view),
        "actions": [action],
    }


def suggestion(
    hub: Hub,
    person: Person,
    place: Message | View,
    *,
    block: Json,
    element: Json,
    query: str,
    attachment: int | None = None,
) -> Json:
    """block_suggestion: what a person typed into a menu whose options the app knows."""
    where = _in_view(hub, place) if isinstance(place, View) else None
    return {
        **_frame(hub, person, "block_suggestion"),
        "action_id": element["action_id"],
        "block_id": block["block_id"],
        "value": query,
        **(where or _in_message(hub, place, attachment)),  # type: ignore[arg-type]  # no View then
    }


def view_submission(hub: Hub, person: Person, view: View) -> Json:
    """A form that was sent. It names no channel."""
    return {
        **_frame(hub, person, "view_submission"),
        **_trigger(hub, person, view.id),
        "view": view.wire(hub.world.team.id),
        "response_urls": [],
    }


def view_closed(hub: Hub, person: Person, view: View, *, is_cleared: bool) -> Json:
    """A form that was closed, for apps that asked for it."""
    return {
        **_frame(hub, person, "view_closed"),
        "view": view.wire(hub.world.team.id),
        "is_cleared": is_cleared,
    }


def shortcut(hub: Hub, person: Person, callback_id: str) -> Json:
    """A global shortcut: it comes from nowhere, so it names no channel and has no response_url."""
    return {
        **_frame(hub, person, "shortcut"),
        **_trigger(hub, person),
        "callback_id": callback_id,
        "action_ts": hub.world.new_ts(),
    }


def message_shortcut(hub: Hub, person: Person, message: Message, callback_id: str) -> Json:
    """A shortcut from the menu of a message."""
    channel = hub.world.channels[message.channel]
    return {
        **_frame(hub, person, "message_action"),
        **_trigger(hub, person),
        "callback_id": callback_id,
        "action_ts": hub.world.new_ts(),
        "message_ts": message.ts,
        "channel": _channel(channel),
        "message": shown.message(hub, message),
        # It answers beside the message, but does not stand for it: replacing needs chat.update.
        "response_url": response_url(hub, person, channel),
    }


def again(hub: Hub, payload: Json) -> Json:
    """The same payload once more, with permissions as fresh as if the person did it again."""
    fresh = dict(payload)
    user_id = payload.get("user_id") or (payload.get("user") or {}).get("id", "")
    if "trigger_id" in payload:
        view = payload.get("view") or {}
        from_modal = view["id"] if view.get("type") == "modal" else ""
        fresh["trigger_id"] = hub.triggers.new(user_id, view=from_modal)
    if payload.get("response_url"):
        where = payload.get("container") or {}
        channel = payload.get("channel_id") or payload["channel"]["id"]
        key = hub.hooks.new(
            user_id, channel, ts=where.get("message_ts", ""), thread_ts=where.get("thread_ts")
        )
        fresh["response_url"] = f"{hub.root_url}actions/{hub.world.team.id}/{key}"
    return fresh
