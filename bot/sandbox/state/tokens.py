"""Tokens, and what each may do."""

import secrets
from dataclasses import dataclass, field
from enum import StrEnum

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import digits
from bot.sandbox.manifest import App
from bot.sandbox.state.sample import ANA, BOT_USER


class TokenKind(StrEnum):
    """Slack's three kinds of tokens."""

    BOT = "bot"
    USER = "user"
    APP = "app"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The secrets of one installation; they stay the same as long as the state file does."""

    bot: str = field(repr=False)
    user: str = field(repr=False)
    app: str = field(repr=False)
    signing_secret: str = field(repr=False)
    verification: str = field(repr=False)


def new_tokens() -> Tokens:
    """Fresh secrets in Slack's forms."""
    return Tokens(
        bot=f"xoxb-{digits(12)}-{digits(12)}-{secrets.token_hex(12)}",
        user=f"xoxp-{digits(12)}-{digits(12)}-{secrets.token_hex(16)}",
        app=f"xapp-1-{digits(11)}-{secrets.token_hex(32)}",
        signing_secret=secrets.token_hex(16),
        verification=secrets.token_hex(12),
    )


@dataclass(frozen=True, slots=True)
class Principal:
    """Who calls: the kind of token, the user behind it, and its scopes."""

    kind: TokenKind
    user: str
    scopes: frozenset[str]


class Gatekeeper:
    """Tells tokens apart. A revoked token is known, and refused."""

    def __init__(self, tokens: Tokens, app: App) -> None:
        self.tokens = tokens
        self._app = app
        self._revoked: set[str] = set()

    def revoke(self, token: str) -> None:
        """From now on this token is answered with `token_revoked`."""
        self._revoked.add(token)

    def restore(self, token: str) -> None:
        """The token works again, as after a new installation."""
        self._revoked.discard(token)

    def admit(self, token: str) -> Principal:
        """Who this token is. Raises SlackError: `not_authed`, `invalid_auth`, `token_revoked`."""
        if not token:
            raise SlackError("not_authed")
        if token in self._revoked:
            raise SlackError("token_revoked")
        known = {
            self.tokens.bot: Principal(TokenKind.BOT, BOT_USER, self._app.bot_scopes),
            self.tokens.user: Principal(TokenKind.USER, ANA, self._app.user_scopes),
            self.tokens.app: Principal(TokenKind.APP, "", frozenset({"connections:write"})),
        }
        if token not in known:
            raise SlackError("invalid_auth")
        return known[token]
