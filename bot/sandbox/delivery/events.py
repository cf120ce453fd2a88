"""The payloads of the Events API: the envelope, and each event in it."""

import base64
from collections.abc import Mapping

from bot.sandbox.delivery.payloads import team_id
from bot.sandbox.ids import record_id
from bot.sandbox.messages import shown
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Channel, ChannelKind, Message, Person
from bot.sandbox.state.sample import APP_ID, BOT_USER
from bot.sandbox.wire import Json, dumps


def enveloped(hub: Hub, event: Mapping[str, object], channel: Channel | None = None) -> Json:
    """An event as it is sent; `channel` is where it happened, if it was in one."""
    team, where = hub.world.team.id, channel.id if channel else ""
    context = {"et": event["type"], "tid": team, "aid": APP_ID, "cid": where}
    return {
        "token": hub.tokens.verification,
        "team_id": team,
        "context_team_id": team,
        "context_enterprise_id": None,
        "api_app_id": APP_ID,
        "event": dict(event),
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
        "is_ext_shared_channel": channel is not None and channel.shared,
        "event_context": "4-" + base64.b64encode(dumps(context).encode()).decode(),
    }


def message(hub: Hub, value: Message, channel: Channel) -> Json:
    """A new message, of whomever. Somebody of another workspace comes with their team."""
    author = hub.world.people.get(value.user)
    foreign = author is not None and bool(author.team)
    return {
        **shown.message(hub, value),
        "channel": channel.id,
        "channel_type": channel_type(channel),
        "event_ts": value.ts,
        **({"team": author.team, "source_team": author.team} if author and foreign else {}),
    }


def mention(hub: Hub, value: Message, channel: Channel) -> Json:
    """A message that names the app."""
    fields = message(hub, value, channel) | {"type": "app_mention"}
    del fields["channel_type"]
    return fields


def changed(hub: Hub, before: Message, after: Message, channel: Channel) -> Json:
    """A message that was edited, or made a tombstone."""
    return {
        **_hidden(hub, channel, "message_changed"),
        "message": shown.message(hub, after),
        "previous_message": shown.message(hub, before),
    }


def deleted(hub: Hub, before: Message, channel: Channel) -> Json:
    """A message that is gone."""
    return {
        **_hidden(hub, channel, "message_deleted"),
        "deleted_ts": before.ts,
        "previous_message": shown.message(hub, before),
    }


def _hidden(hub: Hub, channel: Channel, subtype: str) -> Json:
    ts = hub.world.new_ts()
    return {
        "type": "message",
        "subtype": subtype,
        "hidden": True,
        "channel": channel.id,
        "channel_type": channel_type(channel),
        "ts": ts,
        "event_ts": ts,
    }


def reaction(hub: Hub, kind: str, value: Message, *, user: str, name: str) -> Json:
    """`reaction_added` or `reaction_removed`."""
    return {
        "type": kind,
        "user": user,
        "reaction": name,
        "item": {"type": "message", "channel": value.channel, "ts": value.ts},
        "item_user": value.user,
        "event_ts": hub.world.new_ts(),
    }


def membership(hub: Hub, kind: str, user: str, channel: Channel) -> Json:
    """`member_joined_channel` or `member_left_channel`."""
    person = hub.world.people[user]
    return {
        "type": kind,
        "user": user,
        "channel": channel.id,
        "channel_type": "C" if channel.kind is ChannelKind.PUBLIC else "G",
        "team": team_id(hub, person),
        "event_ts": hub.world.new_ts(),
    }


def about_channel(hub: Hub, what: str, channel: Channel, **more: str) -> Json:
    """`channel_archive`, `channel_unarchive` or `channel_left`; `group_…` for private ones."""
    prefix = "channel" if channel.kind is ChannelKind.PUBLIC else "group"
    return {
        "type": f"{prefix}_{what}",
        "channel": channel.id,
        **more,
        "event_ts": hub.world.new_ts(),
    }


def home_opened(hub: Hub, person: Person, channel: Channel, *, tab: str, view: View | None) -> Json:
    """Somebody looks at the app; `view` is what was published for them."""
    shown_view = {"view": view.wire(hub.world.team.id)} if view and tab == "home" else {}
    return {
        "type": "app_home_opened",
        "user": person.id,
        "channel": channel.id,
        "tab": tab,
        "event_ts": hub.world.new_ts(),
        **shown_view,
    }


def file_shared(hub: Hub, file_id: str, value: Message) -> Json:
    """A file that a message brought into a channel."""
    return {
        "type": "file_shared",
        "file_id": file_id,
        "user_id": value.user,
        "file": {"id": file_id},
        "channel_id": value.channel,
        "event_ts": hub.world.new_ts(),
    }


def channel_type(channel: Channel) -> str:
    """`channel_type` of message events."""
    names = {ChannelKind.PUBLIC: "channel", ChannelKind.PRIVATE: "group"}
    return names.get(channel.kind, str(channel.kind))
