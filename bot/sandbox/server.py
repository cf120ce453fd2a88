"""The workspace as a server: one port on the loopback interface, all in one event loop."""

import socket
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, Final, Self

from aiohttp import web

from bot.sandbox.control.mischief_api import MischiefApi
from bot.sandbox.control.person_api import PersonApi
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Deliveries
from bot.sandbox.delivery.signed_http import SignedHttp
from bot.sandbox.delivery.sockets import Sockets, Timing
from bot.sandbox.manifest import read_manifest
from bot.sandbox.page import add_page
from bot.sandbox.people.interactions import Interactions
from bot.sandbox.people.mischief import Mischief
from bot.sandbox.routes import add_routes, guard
from bot.sandbox.state import persistence
from bot.sandbox.state.calls import Calls
from bot.sandbox.state.faults import Faults
from bot.sandbox.state.hub import Hub, new_hub
from bot.sandbox.state.sample import BOT_USER, sample_world
from bot.sandbox.state.tokens import new_tokens
from bot.sandbox.state.world import World

HOST: Final = "127.0.0.1"
_PORTS_TRIED: Final = 20
_BODY_MOST: Final = 64 * 1024 * 1024


class Sandbox:
    """A local Slack workspace with one app in it. Use it as an async context manager.

    `manifest` is the app's (an object, a path, or None for every scope and command); `port` 0
    takes a free one, a taken one moves to the next free; `state_file` keeps messages, channels,
    files, people and tokens over a restart; `real_rates` switches Slack's rate limits on.
    `now` is the clock in seconds since the epoch. Raises ManifestError, StateFileError.
    """

    def __init__(
        self,
        manifest: Mapping[str, Any] | Path | str | None = None,
        *,
        port: int = 0,
        state_file: Path | None = None,
        real_rates: bool = False,
        timing: Timing | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        app = read_manifest(manifest)
        kept = persistence.read(state_file) if state_file else None
        tokens = kept.tokens if kept else new_tokens()
        world = sample_world(app.display_name, now=now)
        if kept:
            persistence.restore(kept, world)
        self.hub: Hub = new_hub(world, app, tokens, real_rates=real_rates)
        self._timing = timing or Timing()
        self._sockets = Sockets(self.hub, self._timing)
        self._http = SignedHttp(self.hub, self._timing)
        self._courier = Courier(self.hub, self._sockets, self._http)
        self.interactions = Interactions(self.hub, self._courier)
        self.mischief = Mischief(self.hub)
        self._port = port
        self._keeper = persistence.Keeper(state_file, world, tokens) if state_file else None
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        listening = _listen(self._port)
        self.hub.root_url = f"http://{HOST}:{listening.getsockname()[1]}/"
        app = web.Application(middlewares=[guard(self.hub)], client_max_size=_BODY_MOST)
        add_routes(app, self.hub, self._sockets)
        person_api = PersonApi(self.hub, self.interactions)
        person_api.add_routes(app)
        MischiefApi(self.hub, self.mischief, person_api).add_routes(app)
        add_page(app)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        self._stack.push_async_callback(runner.cleanup)
        await web.SockSite(runner, listening).start()
        self._stack.push_async_callback(self._http.close)
        self._stack.push_async_callback(self._sockets.close)
        self._keep()
        return self

    def _keep(self) -> None:
        if self._keeper is not None:
            self._stack.callback(self._keeper.save)
            self._stack.enter_context(self.world.changes.listening(self._keeper.plan))

    async def __aexit__(self, *exc: object) -> None:
        await self._stack.aclose()

    @property
    def api_url(self) -> str:
        """What slack_sdk takes as `base_url`."""
        return f"{self.hub.root_url}api/"

    @property
    def page_url(self) -> str:
        """The workspace for people, in a browser."""
        return self.hub.root_url

    @property
    def bot_token(self) -> str:
        """The token of the app's bot user (`xoxb-`)."""
        return self.hub.tokens.bot

    @property
    def app_token(self) -> str:
        """The app-level token for Socket Mode (`xapp-`)."""
        return self.hub.tokens.app

    @property
    def user_token(self) -> str:
        """A token of ana (`xoxp-`)."""
        return self.hub.tokens.user

    @property
    def signing_secret(self) -> str:
        """What requests to the app's request URL are signed with."""
        return self.hub.tokens.signing_secret

    @property
    def team_id(self) -> str:
        """The workspace."""
        return self.world.team.id

    @property
    def bot_user_id(self) -> str:
        """The app's bot user."""
        return BOT_USER

    @property
    def world(self) -> World:
        """People, channels, messages, files."""
        return self.hub.world

    @property
    def calls(self) -> Calls:
        """All calls of the Web API since the start."""
        return self.hub.calls

    @property
    def deliveries(self) -> Deliveries:
        """All that was sent to the app since the start."""
        return self._courier.deliveries

    @property
    def faults(self) -> Faults:
        """Faults to come."""
        return self.hub.faults

    @property
    def connections(self) -> int:
        """How many websocket connections the app has."""
        return self._sockets.count

    @property
    def real_rates(self) -> bool:
        """Whether Slack's rate limits are on."""
        return self.hub.rates.enabled

    @real_rates.setter
    def real_rates(self, on: bool) -> None:
        self.hub.rates.enabled = on

    @property
    def request_url(self) -> str | None:
        """Where payloads are posted, signed; None delivers them by Socket Mode."""
        return self._http.url

    @request_url.setter
    def request_url(self, url: str | None) -> None:
        self._http.url = url

    def refuse_blocks(self, *types: str) -> None:
        """Messages with these block types are `invalid_blocks` from now on; none allows all."""
        self.hub.refused_blocks = set(types)

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Ask the app to connect anew: "warning", "refresh_requested" or "link_disabled"."""
        await self._sockets.disconnect(reason)

    async def cut(self) -> None:
        """Close all websocket connections without a word."""
        await self._sockets.cut()

    async def connected(self, count: int = 1, *, within: float = 10) -> bool:
        """Wait until the app has that many connections; False if it does not get there."""
        found = await self.world.changes.until(
            lambda: True if self.connections >= count else None, within=within
        )
        return bool(found)


def _listen(port: int) -> socket.socket:
    """A listening socket on the loopback interface, on the first free port from `port` on."""
    candidates = range(port, port + _PORTS_TRIED) if port else range(1)
    for candidate in candidates:
        with suppress(OSError):
            return socket.create_server((HOST, candidate))
    raise OSError(f"no free port from {port} to {port + _PORTS_TRIED}")
