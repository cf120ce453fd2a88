"""reactions.*: emoji below messages."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.messages import shown
from bot.sandbox.state.records import EMOJI, Channel, Message
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Json

_TS: Final = re.compile(r"\d+\.\d+")
EMOJI_MOST: Final = 50
"""Different emoji on one message, as people see it in Slack; it documents no number."""
BY_ONE_MOST: Final = 23
"""Emoji of one person on one message; the same."""


def _message(call: Call) -> tuple[Channel, Message]:
    """The message that `channel` and `timestamp` name."""
    if not call.args.optional("channel") or not call.args.optional("timestamp"):
        raise SlackError("no_item_specified")
    channel, timestamp = call.channel(), call.args.text("timestamp")
    if not _TS.fullmatch(timestamp):
        raise SlackError("bad_timestamp")
    message = call.hub.world.message(channel.id, timestamp)
    if message is None or message.subtype == "tombstone":
        raise SlackError("message_not_found")
    return channel, message


def _name(call: Call) -> str:
    name = call.args.text("name").strip(":")
    if not EMOJI.fullmatch(name):
        raise SlackError("invalid_name")
    return name


def _reacting(call: Call) -> tuple[Message, dict[str, tuple[str, ...]]]:
    """The message and its reactions, if the caller may change those."""
    channel, message = _message(call)
    if channel.archived:
        raise SlackError("is_archived")
    if call.user not in channel.members:
        raise SlackError("not_in_channel")
    return message, dict(message.reactions)


def _keep(call: Call, message: Message, reactions: Mapping[str, tuple[str, ...]]) -> Json:
    left = tuple((name, users) for name, users in reactions.items() if users)
    call.hub.world.put(replace(message, reactions=left))
    return {"ok": True}


async def add(call: Call) -> Json:
    """reactions.add."""
    name = _name(call)
    message, reactions = _reacting(call)
    users = reactions.get(name, ())
    if call.user in users:
        raise SlackError("already_reacted")
    if not users and len(reactions) >= EMOJI_MOST:
        raise SlackError("too_many_emoji")
    if sum(call.user in others for others in reactions.values()) >= BY_ONE_MOST:
        raise SlackError("too_many_reactions")
    return _keep(call, message, {**reactions, name: (*users, call.user)})


async def remove(call: Call) -> Json:
    """reactions.remove."""
    name = _name(call)
    message, reactions = _reacting(call)
    users = reactions.get(name, ())
    if call.user not in users:
        raise SlackError("no_reaction")
    left = tuple(user for user in users if user != call.user)
    return _keep(call, message, {**reactions, name: left})


async def get(call: Call) -> Json:
    """reactions.get: the message with all reactions to it."""
    channel, message = _message(call)
    wire = shown.message(call.hub, message)
    return {"ok": True, "type": "message", "channel": channel.id, "message": wire}
