"""Tokens, and what each may do."""

import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import digits
from bot.sandbox.manifest import App
from bot.sandbox.state.sample import ANA, BOT_USER

CODE_SECONDS: Final = 10 * 60.0
"""How long the code of an installation can be exchanged for its tokens."""


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
    client_id: str = field(default_factory=lambda: f"{digits(12)}.{digits(13)}", repr=False)
    client_secret: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)


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
    """Tells tokens apart. One that was revoked, or whose app is gone, is known and refused."""

    def __init__(self, tokens: Tokens, app: App) -> None:
        self.tokens = tokens
        self.installed = True
        self._app = app
        self._revoked: frozenset[TokenKind] = frozenset()

    @property
    def revoked(self) -> frozenset[TokenKind]:
        """The kinds of tokens that were revoked."""
        return self._revoked

    def revoke(self, kind: TokenKind) -> None:
        """From now on this token is answered with `token_revoked`."""
        self._revoked |= {kind}

    def uninstall(self) -> None:
        """The app is taken out of the workspace. Its app-level token belongs to it, and stays."""
        self.installed = False

    def install(self) -> None:
        """The app is in the workspace, and its tokens work (again)."""
        self.resume(installed=True, revoked=())

    def resume(self, *, installed: bool, revoked: Collection[TokenKind]) -> None:
        """Go on where an earlier process ended."""
        self.installed, self._revoked = installed, frozenset(revoked)

    def admit(self, token: str) -> Principal:
        """Who this token is.

        Raises SlackError: `not_authed`, `invalid_auth`, `token_revoked`, `account_inactive`.
        """
        if not token:
            raise SlackError("not_authed")
        self._check_alive(token)
        known = {
            self.tokens.bot: Principal(TokenKind.BOT, BOT_USER, self._app.bot_scopes),
            self.tokens.user: Principal(TokenKind.USER, ANA, self._app.user_scopes),
            self.tokens.app: Principal(TokenKind.APP, "", frozenset({"connections:write"})),
        }
        if token not in known:
            raise SlackError("invalid_auth")
        return known[token]

    def _check_alive(self, token: str) -> None:
        """The bot of an app that was removed is a deactivated user (bolt-python#1029)."""
        kind = self.kind_of(token)
        if kind == TokenKind.BOT and not self.installed:
            raise SlackError("account_inactive")
        if kind in self._revoked or (kind == TokenKind.USER and not self.installed):
            raise SlackError("token_revoked")

    def kind_of(self, token: str) -> str:
        """The kind of a token, revoked ones too; "" for one that was never given."""
        kinds = {
            self.tokens.bot: TokenKind.BOT,
            self.tokens.user: TokenKind.USER,
            self.tokens.app: TokenKind.APP,
        }
        return str(kinds.get(token, ""))


class Codes:
    """The codes that an installation hands to the app, each for one exchange in ten minutes."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._open: dict[str, tuple[float, str]] = {}

    def new(self, *, redirect_uri: str = "") -> str:
        """A code, as it comes back to the app's redirect address."""
        code = f"{digits(12)}.{digits(13)}.{secrets.token_hex(32)}"
        now = self._now()
        self._open = {c: v for c, v in self._open.items() if now - v[0] <= CODE_SECONDS}
        self._open[code] = (now, redirect_uri)
        return code

    def use(self, code: str, *, redirect_uri: str = "") -> None:
        """Exchange it. Raises SlackError: `invalid_code`, `bad_redirect_uri`."""
        known = self._open.pop(code, None)
        if known is None or self._now() - known[0] > CODE_SECONDS:
            raise SlackError("invalid_code")
        if redirect_uri != known[1]:
            raise SlackError("bad_redirect_uri")
