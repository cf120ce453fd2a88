"""conversations.*: what channels there are, who is in them, what was said."""

import base64
import binascii
from collections.abc import Sequence
from typing import Any, Final

from bot.sandbox.errors import SlackError
from bot.sandbox.messages import shown, shown_channels
from bot.sandbox.state.records import Channel, ChannelKind, Message
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Json

_PAGE: Final = 100
_MOST: Final = 1000
_TYPES: Final = {
    "public_channel": ChannelKind.PUBLIC,
    "private_channel": ChannelKind.PRIVATE,
    "mpim": ChannelKind.MPIM,
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
    """conversations.info; the number of members only with `include_num_members`."""
    channel = call.channel()
    call.need(f"{channel.kind}:read")
    wire = shown_channels.channel(call.hub, channel, viewer=call.user)
    if not call.args.flag("include_num_members"):
        wire.pop("num_members", None)
    return {"ok": True, "channel": wire}


async def list_(call: Call) -> Json:
    """conversations.list: what the caller can see, public channels unless `types` says more."""
    wanted = (call.args.optional("types") or "public_channel").split(",")
    names = [name.strip() for name in wanted]
    if any(name not in _TYPES for name in names):
        raise SlackError("invalid_types")
    kinds = {_TYPES[name] for name in names}
    for kind in sorted(kinds):
        call.need(f"{kind}:read")
    found = [
        channel
        for channel in call.hub.world.channels.values()
        if channel.kind in kinds
        and call.sees(channel)
        and not (channel.archived and call.args.flag("exclude_archived"))
    ]
    some, metadata = page(call, found)
    channels = [shown_channels.channel(call.hub, channel, viewer=call.user) for channel in some]
    return {"ok": True, "channels": channels, "response_metadata": metadata}


async def members(call: Call) -> Json:
    """conversations.members."""
    channel = call.channel()
    call.need(f"{channel.kind}:read")
    some, metadata = page(call, sorted(channel.members))
    return {"ok": True, "members": some, "response_metadata": metadata}
