"""The workspace as a server: one port on the loopback interface, all in one event loop."""

import errno
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, Self

from aiohttp import web

from bot.sandbox.control.again import Again
from bot.sandbox.control.app_api import AppApi
from bot.sandbox.control.faults_api import FaultsApi
from bot.sandbox.control.log_api import LogApi
from bot.sandbox.control.mischief_api import MischiefApi
from bot.sandbox.control.person_api import PersonApi
from bot.sandbox.control.places import Places
from bot.sandbox.control.posts_api import PostsApi
from bot.sandbox.control.screen_api import ScreenApi
from bot.sandbox.control.uploads_api import UploadsApi
from bot.sandbox.delivery.announcer import Announcer
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Delivery
from bot.sandbox.delivery.timing import Timing
from bot.sandbox.errors import CannotListenError
from bot.sandbox.handle import Handle
from bot.sandbox.manifest import App, read_manifest
from bot.sandbox.page import add_page
from bot.sandbox.people.interactions import Interactions
from bot.sandbox.people.mischief import Mischief
from bot.sandbox.routes import add_routes, guard
from bot.sandbox.state.calls import ApiCall
from bot.sandbox.state.hub import new_hub
from bot.sandbox.state.keeper import Keeper
from bot.sandbox.state.sample import sample_world
from bot.sandbox.state.tokens import new_tokens
from bot.sandbox.wire import Json

HOST: Final = "127.0.0.1"
_PORTS_TRIED: Final = 20
_BODY_MOST: Final = 64 * 1024 * 1024


class Sandbox(Handle):
    """A local Slack workspace with one app in it. Use it as an async context manager.

    `manifest` is the app's (an object, a path, or None for every scope and command); `port` 0
    takes a free one, a taken one moves to the next free; `state_file` keeps messages, channels,
    files, people and tokens over a restart, and is read when the server starts; `real_rates`
    switches Slack's rate limits on. `now` is the clock in seconds since the epoch. Raises
    ManifestError; on entering StateFileError, CannotListenError.
    """

    def __init__(
        self,
        manifest: Mapping[str, Any] | Path | str | App | None = None,
        *,
        port: int = 0,
        state_file: Path | None = None,
        real_rates: bool = False,
        timing: Timing | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        app = read_manifest(manifest)
        world = sample_world(app.display_name, now=now)
        hub = new_hub(world, app, new_tokens(), real_rates=real_rates)
        super().__init__(hub, Courier(hub, timing or Timing()))
        self.interactions = Interactions(hub, self._courier)
        self.mischief = Mischief(hub, self._courier)
        self._again = Again(hub, self._courier)
        self._port = port
        self._keeper = Keeper(state_file, self.hub) if state_file else None
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as opening:
            if self._keeper is not None:
                # First in, last out: what is still under way when the server ends is kept, too.
                await opening.enter_async_context(self._keeper.keeping())
            listening = opening.enter_context(_listen(self._port))
            self.hub.root_url = f"http://{HOST}:{listening.getsockname()[1]}/"
            runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.5)
            await runner.setup()
            opening.push_async_callback(runner.cleanup)
            await web.SockSite(runner, listening).start()
            opening.push_async_callback(self._courier.close)
            opening.enter_context(Announcer(self.hub, self._courier).watching())
            self._courier.start()
            opening.enter_context(self.hub.agenda.running())
            self._stack = opening.pop_all()
        return self

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[guard(self.hub)], client_max_size=_BODY_MOST)
        add_routes(app, self.hub, self._courier.sockets)
        self._add_people(app)
        LogApi(self.hub, self.deliveries, self).add_routes(app)
        FaultsApi(self.hub, self).add_routes(app)
        AppApi(self.hub, self).add_routes(app)
        add_page(app)
        return app

    def _add_people(self, app: web.Application) -> None:
        """The person's side over HTTP."""
        places = Places(self.hub)
        ScreenApi(self.hub, places).add_routes(app)
        PersonApi(self.hub, self.interactions, places).add_routes(app)
        PostsApi(self.interactions.posts, places).add_routes(app)
        UploadsApi(self.hub, self.interactions.uploads, places).add_routes(app)
        MischiefApi(self.mischief, places, self.verify_url).add_routes(app)

    async def __aexit__(self, *exc: object) -> None:
        await self._stack.aclose()

    async def send_again(self, delivery: Delivery) -> Delivery:
        """Deliver a payload once more; see `Again.send_again`."""
        return await self._again.send_again(delivery)

    async def call_again(self, call: ApiCall) -> Json:
        """Make a call of the app once more; see `Again.call_again`."""
        return await self._again.call_again(call)


def _listen(port: int) -> socket.socket:
    """A listening socket on the loopback interface, on the first free port from `port` on.

    Raises CannotListenError.
    """
    last = min(port + _PORTS_TRIED, 1 << 16)
    candidates = range(port, last) if port else range(1)
    for candidate in candidates:
        try:
            return socket.create_server((HOST, candidate))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _forbidden(candidate, error) from error
    raise CannotListenError(f"no free port from {port} to {last - 1}")


def _forbidden(port: int, error: OSError) -> CannotListenError:
    if error.errno == errno.EACCES:
        return CannotListenError(f"port {port} is kept by the system, not for this user")
    # Of the text only the first part: the standard library adds the address in its own words.
    why = (error.strerror or str(error)).partition(" (")[0]
    return CannotListenError(f"port {port} cannot be used: {why}")
