"""conversations.*: what channels there are, who is in them, what was said."""

import base64
import binascii
from collections.abc import Sequence
from typing import Any, Final

from bot.sandbox.errors import SlackError
from bot.sandbox.messages import shown
from bot.sandbox.state.direct import open_im
from bot.sandbox.state.records import Channel, ChannelKind, Message
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.web_api.call import Call, wrong
from bot.sandbox.wire import Json

_PAGE: Final = 100
_MOST: Final = 1000
_TYPES: Final = {
    "public_channel": ChannelKind.PUBLIC,
    "private_channel": ChannelKind.PRIVATE,
    "im": ChannelKind.IM,
}


def _cursor(position: str) -> str:
    return base64.urlsafe_b64encode(f"next_ts:{position}".encode()).decode()


def _position(cursor: str) -> str:
    try:
        name, _, position = base64.urlsafe_b64decode(cursor).decode().partition(":")
    except (binascii.Error, ValueError):
        raise SlackError("invalid_cursor") from None
    if name != "next_ts":
        raise SlackError("invalid_cursor")
    return position


def page(call: Call, items: Sequence[Any]) -> tuple[list[Any], Json]:
    """One page of a list by `limit` and `cursor`, and what says where the next begins."""
    limit = call.args.number("limit", _PAGE, most=_MOST)
    cursor = call.args.optional("cursor")
    position = _position(cursor) if cursor else "0"
    if not position.isdigit():
        raise SlackError("invalid_cursor")
    start = int(position)
    more = len(items) > start + limit
    next_cursor = _cursor(str(start + limit)) if more else ""
    return list(items[start : start + limit]), {"next_cursor": next_cursor}


def _readable(call: Call) -> Channel:
    channel = call.channel()
    call.need(f"{channel.kind}:history")
    if call.user not in channel.members:
        raise SlackError("not_in_channel")
    return channel


def _between(call: Call, messages: Sequence[Message]) -> list[Message]:
    """Those within `oldest` and `latest`; the ends only with `inclusive`."""
    oldest, latest = _moment(call, "oldest"), _moment(call, "latest")
    inclusive = call.args.flag("inclusive")
    kept = []
    for message in messages:
        ts = float(message.ts)
        after = oldest is None or ts > oldest or (inclusive and ts == oldest)
        before = latest is None or ts < latest or (inclusive and ts == latest)
        if after and before:
            kept.append(message)
    return kept


def _moment(call: Call, name: str) -> float | None:
    value = call.args.optional(name)
    if not value:
        return None
    try:
        return float(value)
    except ValueError:
        raise SlackError(f"invalid_ts_{name}") from None


async def history(call: Call) -> Json:
    """conversations.history: what stands in the channel itself, the newest first."""
    channel = _readable(call)
    found = _between(call, call.hub.world.roots(channel.id))[::-1]
    return _messages(call, found)


async def replies(call: Call) -> Json:
    """conversations.replies: a thread with its root, the oldest first."""
    channel = _readable(call)
    message = call.hub.world.message(channel.id, call.args.text("ts"))
    if message is None:
        raise SlackError("thread_not_found")
    root_ts = message.thread_ts if message.is_reply and message.thread_ts else message.ts
    root = call.hub.world.message(channel.id, root_ts)
    below = _between(call, call.hub.world.replies(channel.id, root_ts))
    return _messages(call, [root, *below] if root else below)


def _messages(call: Call, found: Sequence[Message]) -> Json:
    some, metadata = page(call, found)
    with_metadata = call.args.flag("include_all_metadata")
    answer: Json = {
        "ok": True,
        "messages": [shown.message(call.hub, m, with_metadata=with_metadata) for m in some],
        "has_more": bool(metadata["next_cursor"]),
    }
    if metadata["next_cursor"]:
        answer["response_metadata"] = metadata
    return answer


async def info(call: Call) -> Json:
    """conversations.info."""
    channel = call.channel()
    call.need(f"{channel.kind}:read")
    return {"ok": True, "channel": shown.channel(call.hub, channel)}


async def list_(call: Call) -> Json:
    """conversations.list: what the caller can see, public channels unless `types` says more."""
    wanted = (call.args.optional("types") or "public_channel").split(",")
    kinds = {_TYPES[name.strip()] for name in wanted if name.strip() in _TYPES}
    if not kinds and "mpim" not in wanted:
        raise SlackError("invalid_types")
    for kind in kinds:
        call.need(f"{kind}:read")
    found = [
        channel
        for channel in call.hub.world.channels.values()
        if channel.kind in kinds
        and call.sees(channel)
        and not (channel.archived and call.args.flag("exclude_archived"))
    ]
    some, metadata = page(call, found)
    channels = [shown.channel(call.hub, channel) for channel in some]
    return {"ok": True, "channels": channels, "response_metadata": metadata}


async def members(call: Call) -> Json:
    """conversations.members."""
    channel = call.channel()
    call.need(f"{channel.kind}:read")
    some, metadata = page(call, sorted(channel.members))
    return {"ok": True, "members": some, "response_metadata": metadata}


async def join(call: Call) -> Json:
    """conversations.join: public channels only."""
    channel = call.channel()
    if channel.kind is not ChannelKind.PUBLIC:
        raise SlackError("method_not_supported_for_channel_type")
    if channel.archived:
        raise SlackError("is_archived")
    already = call.user in channel.members
    joined = channel if already else call.hub.world.join(channel.id, call.user)
    answer: Json = {"ok": True, "channel": shown.channel(call.hub, joined)}
    if already:
        answer["warning"] = "already_in_channel"
        answer["response_metadata"] = {"warnings": ["already_in_channel"]}
    return answer


async def open_(call: Call) -> Json:
    """conversations.open: the direct message with one person."""
    if call.args.has("channel"):
        channel = call.channel()
        return {"ok": True, "channel": {"id": channel.id}}
    users = [user.strip() for user in call.args.text("users").split(",") if user.strip()]
    if len(users) != 1:
        raise wrong("users", "group messages are not part of this workspace")
    if users[0] not in call.hub.world.people:
        raise SlackError("user_not_found")
    if users[0] == BOT_USER:
        raise SlackError("cannot_dm_bot")
    existed = call.hub.world.im({call.user, users[0]}) is not None
    channel = open_im(call.hub.world, {call.user, users[0]})
    answer: Json = {"ok": True, "channel": {"id": channel.id}}
    if existed:
        answer |= {"no_op": True, "already_open": True}
    if call.args.flag("return_im"):
        answer["channel"] = shown.channel(call.hub, channel)
    return answer
