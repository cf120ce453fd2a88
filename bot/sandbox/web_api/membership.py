"""conversations.join, invite, open: how people and apps come into conversations."""

from collections.abc import Sequence
from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.messages import shown_channels
from bot.sandbox.state.direct import open_im, open_mpim
from bot.sandbox.state.records import Channel, ChannelKind
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Json

INVITE_SCOPES: Final = {
    ChannelKind.PUBLIC: ("channels:manage", "channels:write.invites", "channels:write"),
    ChannelKind.PRIVATE: ("groups:write", "groups:write.invites"),
}
"""The scopes of which an app needs one to invite people, for each kind of channel."""

_INVITED_MOST: Final = 1000
_OTHERS_MOST: Final = 8
"""People in a group direct message, besides the one who opens it."""


async def join(call: Call) -> Json:
    """conversations.join: public channels only."""
    channel = call.channel()
    if channel.kind is not ChannelKind.PUBLIC:
        raise SlackError("method_not_supported_for_channel_type")
    if channel.archived:
        raise SlackError("is_archived")
    already = call.user in channel.members
    joined = channel if already else call.hub.world.join(channel.id, call.user)
    wire = shown_channels.channel(call.hub, joined, viewer=call.user)
    answer: Json = {"ok": True, "channel": wire}
    if already:
        answer["warning"] = "already_in_channel"
        answer["response_metadata"] = {"warnings": ["already_in_channel"]}
    return answer


def _listed(call: Call) -> list[str]:
    """The user ids of `users`, each once, in their order; commas between or a list."""
    given = call.args.data("users")
    names = given if isinstance(given, list) else str(given or "").split(",")
    return list(dict.fromkeys(name.strip() for name in map(str, names) if name.strip()))


async def invite(call: Call) -> Json:
    """conversations.invite: members bring others in; with `force` those who can be invited."""
    channel = call.channel()
    if channel.kind not in INVITE_SCOPES:
        raise SlackError("method_not_supported_for_channel_type")
    call.need(*INVITE_SCOPES[channel.kind])
    if channel.archived:
        raise SlackError("is_archived")
    if call.user not in channel.members:
        raise SlackError("not_in_channel")
    users = _listed(call)
    if not users:
        raise SlackError("no_user")
    if len(users) > _INVITED_MOST:
        raise SlackError("too_many_users")
    for user in _welcome(call, channel, users):
        channel = call.hub.world.join(channel.id, user)
    return {"ok": True, "channel": shown_channels.channel(call.hub, channel, viewer=call.user)}


def _welcome(call: Call, channel: Channel, users: Sequence[str]) -> list[str]:
    """Those who can be invited. Raises SlackError with what is wrong with each of the others."""
    refused = {user: code for user in users if (code := _refusal(call, channel, user))}
    welcome = [user for user in users if user not in refused]
    if refused and not (welcome and call.args.flag("force")):
        errors = [{"user": user, "ok": False, "error": code} for user, code in refused.items()]
        raise SlackError(next(iter(refused.values())), errors=errors)
    return welcome


def _refusal(call: Call, channel: Channel, user: str) -> str:
    person = call.hub.world.people.get(user)
    if person is None:
        return "user_not_found"
    if user == call.user:
        return "cant_invite_self"
    if user in channel.members:
        return "already_in_channel"
    return "no_external_invite_permission" if person.team and not channel.shared else ""


async def open_(call: Call) -> Json:
    """conversations.open: the direct message with one person, or the group one with several."""
    if call.args.has("channel"):
        known: Channel | None = call.channel()
    else:
        known = call.hub.world.direct(*_wanted(call))
    if known and known.kind not in {ChannelKind.IM, ChannelKind.MPIM}:
        raise SlackError("method_not_supported_for_channel_type")
    channel = known or _opened(call)
    answer: Json = {"ok": True, "channel": {"id": channel.id}}
    if known:
        answer |= {"no_op": True, "already_open": True}
    if call.args.flag("return_im"):
        answer["channel"] = shown_channels.channel(call.hub, channel, viewer=call.user)
    return answer


def _opened(call: Call) -> Channel:
    if call.args.flag("prevent_creation"):
        raise SlackError("channel_not_found")
    kind, members = _wanted(call)
    opens = open_im if kind is ChannelKind.IM else open_mpim
    return opens(call.hub.world, members)


def _wanted(call: Call) -> tuple[ChannelKind, frozenset[str]]:
    """The kind of conversation that `users` asks for, and who is in it."""
    others = [user for user in _listed(call) if user != call.user]
    if call.user == BOT_USER and not others and _listed(call):
        raise SlackError("cannot_dm_bot")
    if not others:
        raise SlackError("users_list_not_supplied")
    if len(others) > _OTHERS_MOST:
        raise SlackError("too_many_users")
    kind = ChannelKind.IM if len(others) == 1 else ChannelKind.MPIM
    call.need(f"{kind}:write")
    members = frozenset({call.user, *others})
    _check_acquainted(call, members)
    return kind, members


def _check_acquainted(call: Call, members: frozenset[str]) -> None:
    """People of another workspace are written to only where there is a channel together."""
    world = call.hub.world
    if not members <= world.people.keys():
        raise SlackError("user_not_found")
    strangers = {member for member in members if world.people[member].team}
    together = (members <= channel.members for channel in world.channels.values())
    if strangers and not any(together):
        raise SlackError("invalid_user_combination")
