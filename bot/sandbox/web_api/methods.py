"""All methods: name, handler, tokens, scopes, rate tier. What is not here is `unknown_method`."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.sandbox.state.rates import Tier
from bot.sandbox.state.tokens import TokenKind
from bot.sandbox.web_api import auth, chat, conversations, files, people, views
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Json

Handler: TypeAlias = Callable[[Call], Awaitable[Json]]

_PEOPLES: Final = frozenset({TokenKind.BOT, TokenKind.USER})
_BOTS: Final = frozenset({TokenKind.BOT})
_APPS: Final = frozenset({TokenKind.APP})


@dataclass(frozen=True, slots=True)
class Method:
    """How a method may be called. One of `scopes` must be there, if any are named."""

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


_READ: Final = _conversation_scopes("read")
_HISTORY: Final = _conversation_scopes("history")

METHODS: Final[Mapping[str, Method]] = {
    "api.test": Method(auth.api_test, tier=Tier.FOUR, anonymous=True),
    "auth.test": Method(auth.auth_test, tier=Tier.FOUR),
    "apps.connections.open": Method(
        _connections_open, ("connections:write",), Tier.ONE, tokens=_APPS
    ),
    "bots.info": Method(people.bot_info, ("users:read",)),
    "chat.delete": Method(chat.delete, ("chat:write",)),
    "chat.getPermalink": Method(chat.get_permalink, tier=Tier.NONE),
    "chat.postEphemeral": Method(chat.post_ephemeral, ("chat:write",), Tier.FOUR),
    "chat.postMessage": Method(chat.post_message, ("chat:write",), Tier.POSTING),
    "chat.update": Method(chat.update, ("chat:write",)),
    "conversations.history": Method(conversations.history, _HISTORY),
    "conversations.info": Method(conversations.info, _READ),
    "conversations.join": Method(conversations.join, ("channels:join",)),
    "conversations.list": Method(conversations.list_, _READ, Tier.TWO),
    "conversations.members": Method(conversations.members, _READ, Tier.FOUR),
    "conversations.open": Method(conversations.open_, ("im:write", "mpim:write")),
    "conversations.replies": Method(conversations.replies, _HISTORY),
    "files.completeUploadExternal": Method(files.complete_upload, ("files:write",), Tier.FOUR),
    "files.getUploadURLExternal": Method(files.get_upload_url, ("files:write",), Tier.FOUR),
    "files.info": Method(files.info, ("files:read",), Tier.FOUR),
    "team.info": Method(people.team_info, ("team:read",)),
    "users.info": Method(people.info, ("users:read",), Tier.FOUR),
    "users.list": Method(people.list_, ("users:read",), Tier.TWO),
    "views.open": Method(views.open_, tier=Tier.FOUR, tokens=_BOTS),
    "views.push": Method(views.push, tier=Tier.FOUR, tokens=_BOTS),
    "views.update": Method(views.update, tier=Tier.FOUR, tokens=_BOTS),
}
