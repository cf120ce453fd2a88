"""The person's side over HTTP, for the page and for scripts in other processes.

Every request is a JSON object with `as` (a name) and what the action needs; the answer is
`{"ok": true, ...}`, or `{"ok": false, "error": sentence}` for what a person could not do. Only
JSON is taken: another site in the same browser cannot send that without being asked first, and
the guard of the server refuses it then.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

from bot.sandbox.control.screen import Screen
from bot.sandbox.errors import NotPossibleError, SlackError
from bot.sandbox.people.interactions import Interactions
from bot.sandbox.people.outcome import Outcome
from bot.sandbox.state import forms
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Channel, Message, Person
from bot.sandbox.wire import Json, dumps

Action = Callable[[Json], Awaitable[Json]]

_MALFORMED: Final = (KeyError, TypeError, ValueError, AttributeError, RecursionError)
"""What taking a badly made request apart can raise; the person is told, nothing is done."""


class PersonApi:
    """Serves `/person/…`."""

    def __init__(self, hub: Hub, interactions: Interactions) -> None:
        self._hub = hub
        self._do = interactions
        self._screen = Screen(hub)
        self._streams: set[asyncio.Task[object]] = set()

    def add_routes(self, app: web.Application) -> None:
        """The addresses: what is on the screen, news of it, and a POST for each action."""
        actions: Mapping[str, Action] = {
            "slash": self._slash,
            "post": self._post,
            "click": self._click,
            "enter": self._enter,
            "press": self._press,
            "submit": self._submit,
            "close": self._close,
        }
        app.on_shutdown.append(self._end_streams)
        app.router.add_get("/person/state", self._state)
        app.router.add_get("/person/events", self._events)
        app.router.add_get("/person/files/{file}", self._file)
        for name, action in actions.items():
            app.router.add_post(f"/person/{name}", served(action))

    def person(self, body: Mapping[str, Any]) -> Person:
        """Who acts: `as` of the request."""
        return self._hub.world.person(str(body.get("as") or "ana"))

    def channel(self, body: Mapping[str, Any], person: Person) -> Channel:
        """The channel that the request names, if the person sees it."""
        channel = self._hub.world.channel(str(body["channel"]))
        if not self._screen.sees(person, channel):
            raise NotPossibleError(f"{person.name} does not see this channel")
        return channel

    def message(self, body: Mapping[str, Any], person: Person) -> Message:
        """The message that the request names."""
        channel, ts = self.channel(body, person), str(body["ts"])
        found = self._hub.world.message(channel.id, ts) or self._hub.world.ephemeral(channel.id, ts)
        if found is None:
            raise NotPossibleError("this message is not there any more")
        return found

    def _view(self, body: Mapping[str, Any], person: Person) -> View:
        view = self._hub.modals.top(person.id)
        if view is None or view.id != body.get("view_id", view.id):
            raise NotPossibleError("this form is not open any more")
        return view

    def _outcome(self, person: Person, outcome: Outcome) -> Json:
        return {
            "ok": True,
            "error_line": outcome.error,
            "notices": [self._screen.message(notice) for notice in outcome.notices],
            "view": self._screen.view(person),
        }

    async def _state(self, request: web.Request) -> web.Response:
        try:
            person = self.person(request.query)
            channel = self.channel({"channel": request.query.get("channel", "general")}, person)
        except (KeyError, NotPossibleError) as error:
            return _refused(error)
        return _json(self._screen.state(person, channel))

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

    async def _slash(self, body: Json) -> Json:
        person = self.person(body)
        outcome = await self._do.slash(
            person,
            self.channel(body, person),
            str(body["command"]),
            str(body.get("text") or ""),
            thread_ts=str(body.get("thread_ts") or ""),
        )
        return self._outcome(person, outcome)

    async def _post(self, body: Json) -> Json:
        person = self.person(body)
        message = await self._do.post(
            person,
            self.channel(body, person),
            str(body["text"]),
            thread_ts=str(body["thread_ts"]) if body.get("thread_ts") else None,
        )
        return {"ok": True, "ts": message.ts}

    async def _click(self, body: Json) -> Json:
        person = self.person(body)
        message = self.message(body, person)
        element = _element(message.blocks, str(body["action_id"]))
        outcome = await self._do.press(person, message, element, body.get("value"))
        return self._outcome(person, outcome)

    async def _enter(self, body: Json) -> Json:
        person = self.person(body)
        self._fill(self._view(body, person), {str(body["block_id"]): body.get("value")})
        return {"ok": True}

    def _fill(self, view: View, values: Mapping[str, object]) -> View:
        for block in view.payload["blocks"]:
            if block["type"] == "input" and block["block_id"] in values:
                view = self._do.forms.enter(view, block, values[block["block_id"]])
        return view

    async def _press(self, body: Json) -> Json:
        person = self.person(body)
        view = self._view(body, person)
        element = _element(view.payload["blocks"], str(body["action_id"]))
        outcome = await self._do.forms.press(person, view, element, body.get("value"))
        return self._outcome(person, outcome)

    async def _submit(self, body: Json) -> Json:
        person = self.person(body)
        view = self._fill(self._view(body, person), dict(body.get("values") or {}))
        return self._outcome(person, await self._do.forms.submit(person, view))

    async def _close(self, body: Json) -> Json:
        person = self.person(body)
        await self._do.forms.close(person, self._view(body, person), all_=bool(body.get("all")))
        return {"ok": True, "view": self._screen.view(person)}


def _element(blocks: Any, action_id: str) -> Json:  # noqa: ANN401 - a list or tuple of blocks
    for _, element in forms.elements(blocks):
        if element["action_id"] == action_id:
            return element
    raise NotPossibleError("this button is not there any more")


def served(action: Action) -> Callable[[web.Request], Awaitable[web.Response]]:
    """A handler that takes JSON and tells what a person could not do."""

    async def serve(request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            return web.Response(status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        try:
            body = json.loads(await request.read())
            return _json(await action(body))
        except (NotPossibleError, SlackError, *_MALFORMED) as error:
            return _refused(error)

    return serve


def _json(body: Json) -> web.Response:
    return web.Response(
        text=json.dumps(body),
        content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def _refused(error: Exception) -> web.Response:
    body = {"ok": False, "error": str(error) or type(error).__name__}
    return web.json_response(body, status=HTTPStatus.BAD_REQUEST)
