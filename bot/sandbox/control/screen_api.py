"""What a person sees, over HTTP: the screen, news of it, files."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus

from aiohttp import web

from bot.sandbox.control.places import Places
from bot.sandbox.control.requests import answered
from bot.sandbox.state.hub import Hub
from bot.sandbox.wire import Json, dumps


class ScreenApi:
    """Serves the GETs of `/person/…`."""

    def __init__(self, hub: Hub, places: Places) -> None:
        self._hub = hub
        self._places = places
        self._streams: set[asyncio.Task[object]] = set()

    def add_routes(self, app: web.Application) -> None:
        """The addresses."""
        app.on_shutdown.append(self._end_streams)
        app.router.add_get("/person/state", answered(self._state))
        app.router.add_get("/person/events", self._events)
        app.router.add_get("/person/files/{file}", self._file)

    async def _state(self, request: web.Request) -> Json:
        """`as`, `channel`; without one the first on the person's list."""
        query: Mapping[str, str] = request.query
        person = self._places.person(query)
        first = next((c.id for c in self._places.screen.listed(person)), "general")
        return self._places.screen.state(
            person, self._places.channel({"channel": first, **query}, person)
        )

    async def _events(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        await response.prepare(request)
        await response.write(b": hello\n\n")
        task = asyncio.current_task()
        if task:
            self._streams.add(task)
            task.add_done_callback(self._streams.discard)
        with suppress(ConnectionError):
            await self._stream(response)
        return response

    async def _stream(self, response: web.StreamResponse) -> None:
        async for change in self._hub.world.changes.stream():
            news = {"kind": change.kind, "channel": change.channel, "ts": change.ts}
            await response.write(f"data: {dumps(news)}\n\n".encode())

    async def _end_streams(self, _: web.Application) -> None:
        """Open pages would keep the server from closing."""
        for task in tuple(self._streams):
            task.cancel()

    async def _file(self, request: web.Request) -> web.Response:
        file = self._hub.world.files.get(request.match_info["file"])
        if file is None or file.content is None:
            return web.Response(status=HTTPStatus.NOT_FOUND)
        # As text and never as a page: a file could hold a script.
        headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
        return web.Response(
            body=file.content, content_type="text/plain", charset="utf-8", headers=headers
        )
