"""What is installed and how it is reached, over HTTP.

- `GET /control/app` answers the app as its manifest declares it (`name`, `display_name`,
  `bot_scopes`, `user_scopes`, `commands` or null where any may be typed, `shortcuts`, `events`,
  `silent_events` (those that this workspace never sends),
  `interactive`, `home_tab`), how it is reached (`transport` "socket" or "http", `connections`,
  `request_url`, `api_url`), `real_rates`, whether its token works (`installed`), `state_file`
  (null for none) with `not_kept` (why its last changes are lost, or ""), and `channels`.
- `GET /control/tokens` answers the secrets of the installation by name. They are worth nothing
  outside this workspace; the guard of the server keeps other sites from reading them.
"""

from dataclasses import asdict
from typing import Protocol

from aiohttp import web

from bot.sandbox.control.requests import answered
from bot.sandbox.errors import SlackError
from bot.sandbox.manifest import silent
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import CHANNELS, Channel, ChannelKind
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.wire import Json


class Reached(Protocol):
    """How the app is reached."""

    @property
    def connections(self) -> int:
        """How many websocket connections it has."""
        ...

    @property
    def request_url(self) -> str | None:
        """Where all payloads are posted; None where the manifest says it."""
        ...


class AppApi:
    """Serves `/control/app` and `/control/tokens`."""

    def __init__(self, hub: Hub, reached: Reached) -> None:
        self._hub = hub
        self._reached = reached

    def add_routes(self, app: web.Application) -> None:
        """The addresses."""
        app.router.add_get("/control/app", answered(self._app))
        app.router.add_get("/control/tokens", answered(self._tokens))

    async def _app(self, _: web.Request) -> Json:
        return {**self._declared(), **self._reachable(), "channels": self._channels()}

    def _declared(self) -> Json:
        app = self._hub.app
        declared = app.commands
        commands = None if declared is None else {n: asdict(c) for n, c in declared.items()}
        return {
            "name": app.name,
            "display_name": app.display_name,
            "bot_scopes": sorted(app.bot_scopes),
            "user_scopes": sorted(app.user_scopes),
            "commands": commands,
            "shortcuts": [asdict(shortcut) for shortcut in app.shortcuts],
            "events": sorted(app.events),
            "silent_events": silent(app.events),
            "interactive": app.interactive,
            "home_tab": app.home_tab,
        }

    def _reachable(self) -> Json:
        app, url = self._hub.app, self._reached.request_url
        by_socket = app.socket_mode and not url
        return {
            "transport": "socket" if by_socket else "http",
            "request_url": None if by_socket else url or app.interactivity_url or app.events_url,
            "connections": self._reached.connections,
            "api_url": f"{self._hub.root_url}api/",
            "real_rates": self._hub.rates.enabled,
            "installed": self._installed(),
            "state_file": self._hub.state_file or None,
            "not_kept": self._hub.not_kept,
        }

    def _installed(self) -> bool:
        try:
            self._hub.gate.admit(self._hub.tokens.bot)
        except SlackError:
            return False
        return True

    def _channels(self) -> list[Json]:
        """The channels that have a name, each with somebody (`as`) who sees it."""
        named = (c for c in self._hub.world.channels.values() if c.kind in CHANNELS)
        return [self._channel(c) for c in named]

    def _channel(self, channel: Channel) -> Json:
        people = self._hub.world.people
        members = sorted(people[m].name for m in channel.members if not people[m].is_bot)
        return {
            "id": channel.id,
            "name": channel.name,
            "private": channel.kind is ChannelKind.PRIVATE,
            "archived": channel.archived,
            "has_bot": BOT_USER in channel.members,
            "as": members[0] if members else "ana",
        }

    async def _tokens(self, _: web.Request) -> Json:
        tokens = self._hub.tokens
        return {
            "bot_token": tokens.bot,
            "app_token": tokens.app,
            "user_token": tokens.user,
            "signing_secret": tokens.signing_secret,
        }
