"""All methods: name, handler, tokens, scopes, rate tier. What is not here is `unknown_method`."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.sandbox.state.rates import Tier
from bot.sandbox.state.tokens import TokenKind
from bot.sandbox.web_api import (
    assistant,
    auth,
    chat,
    conversations,
    files,
    groups,
    membership,
    oauth,
    people,
    reactions,
    schedule,
    streams,
    views,
)
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Json

Handler: TypeAlias = Callable[[Call], Awaitable[Json]]

_PEOPLES: Final = frozenset({TokenKind.BOT, TokenKind.USER})
_BOTS: Final = frozenset({TokenKind.BOT})
_APPS: Final = frozenset({TokenKind.APP})
_ANY: Final = frozenset(TokenKind)
_NONE: Final[frozenset[TokenKind]] = frozenset()


@dataclass(frozen=True, slots=True)
class Method:
    """How a method may be called. One of `scopes` must be there, if any are named.

    An `anonymous` method needs no token; it looks at none where no kind of token is named.
    """

    handler: Handler
    scopes: tuple[str, ...] = ()
    tier: Tier = Tier.THREE
    tokens: frozenset[TokenKind] = _PEOPLES
    anonymous: bool = False


async def _connections_open(call: Call) -> Json:
    """apps.connections.open: a URL for one websocket connection."""
    url = call.hub.root_url.replace("http", "ws", 1)
    return {"ok": True, "url": f"{url}link/?ticket={call.hub.tickets.new()}"}


def _conversation_scopes(right: str) -> tuple[str, ...]:
    return tuple(f"{kind}:{right}" for kind in ("channels", "groups", "im", "mpim"))


_WRITE: Final = ("chat:write",)
_INVITE: Final = tuple(scope for scopes in membership.INVITE_SCOPES.values() for scope in scopes)
_READ: Final = _conversation_scopes("read")
_HISTORY: Final = _conversation_scopes("history")

METHODS: Final[Mapping[str, Method]] = {
    "api.test": Method(auth.api_test, tier=Tier.FOUR, tokens=_ANY, anonymous=True),
    "auth.test": Method(auth.auth_test, tier=Tier.FOUR),
    "apps.connections.open": Method(
        _connections_open, ("connections:write",), Tier.ONE, tokens=_APPS
    ),
    "assistant.threads.setStatus": Method(
        assistant.set_status, ("chat:write", "assistant:write"), Tier.NONE, tokens=_BOTS
    ),
    "bots.info": Method(people.bot_info, ("users:read",)),
    "chat.appendStream": Method(streams.append, _WRITE, Tier.FOUR, tokens=_BOTS),
    "chat.delete": Method(chat.delete, _WRITE),
    "chat.deleteScheduledMessage": Method(schedule.delete, _WRITE),
    "chat.getPermalink": Method(chat.get_permalink, tier=Tier.NONE),
    "chat.postEphemeral": Method(chat.post_ephemeral, _WRITE, Tier.FOUR),
    "chat.postMessage": Method(chat.post_message, _WRITE, Tier.POSTING),
    "chat.scheduleMessage": Method(schedule.schedule, _WRITE),
    "chat.scheduledMessages.list": Method(schedule.list_),
    "chat.startStream": Method(streams.start, _WRITE, Tier.TWO, tokens=_BOTS),
    "chat.stopStream": Method(streams.stop, _WRITE, Tier.TWO, tokens=_BOTS),
    "chat.update": Method(chat.update, _WRITE),
    "conversations.history": Method(conversations.history, _HISTORY),
    "conversations.info": Method(conversations.info, _READ),
    "conversations.invite": Method(membership.invite, _INVITE),
    "conversations.join": Method(membership.join, ("channels:join",)),
    "conversations.list": Method(conversations.list_, _READ, Tier.TWO),
    "conversations.members": Method(conversations.members, _READ, Tier.FOUR),
    "conversations.open": Method(membership.open_, ("im:write", "mpim:write")),
    "conversations.replies": Method(conversations.replies, _HISTORY),
    "files.completeUploadExternal": Method(files.complete_upload, ("files:write",), Tier.FOUR),
    "files.getUploadURLExternal": Method(files.get_upload_url, ("files:write",), Tier.FOUR),
    "files.info": Method(files.info, ("files:read",), Tier.FOUR),
    "oauth.v2.access": Method(oauth.access, tier=Tier.NONE, tokens=_NONE, anonymous=True),
    "reactions.add": Method(reactions.add, ("reactions:write",)),
    "reactions.get": Method(reactions.get, ("reactions:read",)),
    "reactions.remove": Method(reactions.remove, ("reactions:write",), Tier.TWO),
    "team.info": Method(people.team_info, ("team:read",)),
    "usergroups.list": Method(groups.list_, ("usergroups:read",), Tier.TWO),
    "usergroups.users.list": Method(groups.users, ("usergroups:read",), Tier.TWO),
    "users.info": Method(people.info, ("users:read",), Tier.FOUR),
    "users.list": Method(people.list_, ("users:read",), Tier.TWO),
    "users.lookupByEmail": Method(people.lookup_by_email, ("users:read.email",)),
    "views.open": Method(views.open_, tier=Tier.FOUR, tokens=_BOTS),
    "views.publish": Method(views.publish, tier=Tier.FOUR, tokens=_BOTS),
    "views.push": Method(views.push, tier=Tier.FOUR, tokens=_BOTS),
    "views.update": Method(views.update, tier=Tier.FOUR, tokens=_BOTS),
}
