"""The payloads of slash commands, interactions and events, field by field as Slack sends them."""

from collections.abc import Mapping

from bot.sandbox.ids import record_id
from bot.sandbox.messages import shown
from bot.sandbox.state.forms import state_values
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Channel, ChannelKind, Message, Person
from bot.sandbox.state.sample import APP_ID, BOT_USER
from bot.sandbox.wire import Json, without_nothing


def user(hub: Hub, person: Person) -> Json:
    """The person who did something."""
    return {
        "id": person.id,
        "username": person.name,
        "name": person.name,
        "team_id": hub.world.team.id,
    }


def _frame(hub: Hub, person: Person, *, view: str = "") -> Json:
    team = hub.world.team
    return {
        "user": user(hub, person),
        "api_app_id": APP_ID,
        "token": hub.tokens.verification,
        "team": {"id": team.id, "domain": team.domain},
        "enterprise": None,
        "is_enterprise_install": False,
        "trigger_id": hub.triggers.new(person.id, view=view),
    }


def response_url(hub: Hub, person: Person, channel: Channel, message: Message | None = None) -> str:
    """A response_url for what a person just did."""
    thread_ts = message.thread_ts if message and message.is_reply else None
    key = hub.hooks.new(
        person.id, channel.id, ts=message.ts if message else "", thread_ts=thread_ts
    )
    return f"{hub.root_url}actions/{hub.world.team.id}/{key}"


def slash(hub: Hub, person: Person, channel: Channel, *, command: str, text: str) -> Json:
    """A slash command. All values are strings, as they travel in a form."""
    team = hub.world.team
    return {
        "token": hub.tokens.verification,
        "team_id": team.id,
        "team_domain": team.domain,
        "channel_id": channel.id,
        "channel_name": channel.payload_name,
        "user_id": person.id,
        "user_name": person.name,
        "command": command,
        "text": text,
        "api_app_id": APP_ID,
        "is_enterprise_install": "false",
        "response_url": response_url(hub, person, channel),
        "trigger_id": hub.triggers.new(person.id),
    }


def message_action(hub: Hub, person: Person, message: Message, action: Json) -> Json:
    """block_actions of an element in a message; ephemeral ones come without the message."""
    channel = hub.world.channels[message.channel]
    is_ephemeral = message.only_for is not None
    container = without_nothing(
        {
            "type": "message",
            "message_ts": message.ts,
            "channel_id": channel.id,
            "is_ephemeral": is_ephemeral,
            "thread_ts": message.thread_ts if message.is_reply else None,
        }
    )
    payload = {
        "type": "block_actions",
        **_frame(hub, person),
        "container": container,
        "channel": {"id": channel.id, "name": channel.payload_name},
        "state": {"values": state_values(message.blocks, message.state)},
        "response_url": response_url(hub, person, channel, message),
        "actions": [action],
    }
    if not is_ephemeral:
        payload["message"] = shown.message(hub, message)
    return payload


def view_action(hub: Hub, person: Person, view: View, action: Json) -> Json:
    """block_actions of an element in a modal: no channel, no response_url."""
    return {
        "type": "block_actions",
        **_frame(hub, person, view=view.id),
        "container": {"type": "view", "view_id": view.id},
        "view": view.wire(hub.world.team.id),
        "actions": [action],
    }


def view_submission(hub: Hub, person: Person, view: View) -> Json:
    """A form that was sent. It names no channel."""
    return {
        "type": "view_submission",
        **_frame(hub, person, view=view.id),
        "view": view.wire(hub.world.team.id),
        "response_urls": [],
    }


def view_closed(hub: Hub, person: Person, view: View, *, is_cleared: bool) -> Json:
    """A form that was closed, for apps that asked for it."""
    payload = {
        "type": "view_closed",
        **_frame(hub, person, view=view.id),
        "view": view.wire(hub.world.team.id),
        "is_cleared": is_cleared,
    }
    del payload["trigger_id"]
    return payload


def event(hub: Hub, fields: Mapping[str, object]) -> Json:
    """An event of the Events API."""
    team = hub.world.team.id
    return {
        "token": hub.tokens.verification,
        "team_id": team,
        "context_team_id": team,
        "api_app_id": APP_ID,
        "event": dict(fields),
        "type": "event_callback",
        "event_id": record_id("Ev"),
        "event_time": int(hub.world.now()),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": team,
                "user_id": BOT_USER,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": False,
    }


def channel_type(channel: Channel) -> str:
    """`channel_type` of message events."""
    names = {ChannelKind.PUBLIC: "channel", ChannelKind.PRIVATE: "group"}
    return names.get(channel.kind, "im")
