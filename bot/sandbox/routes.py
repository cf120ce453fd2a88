"""The addresses beside the Web API: uploads, downloads, response_urls; and who may come in."""

import json
from dataclasses import replace
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs

from aiohttp import BodyPartReader, web
from aiohttp.typedefs import Handler, Middleware

from bot.sandbox.delivery.sockets import Sockets
from bot.sandbox.errors import SlackError
from bot.sandbox.people.responses import respond
from bot.sandbox.state.hub import Hub
from bot.sandbox.web_api.downloads import Downloads
from bot.sandbox.web_api.endpoint import HttpApi
from bot.sandbox.wire import dumps

_AT_HOME: Final = frozenset({None, "same-origin", "none"})
"""Values of Sec-Fetch-Site: no browser, our page, or a person who typed the address."""


def guard(hub: Hub) -> Middleware:
    """Lets in only who asked for this very address, and answers what cannot be read.

    Another site open in the same browser could reach a loopback port by a rebound name, post to
    it, or read from it: that shows in the headers Host, Origin and Sec-Fetch-Site. A link on
    another site may lead to the page.
    """

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        port = hub.root_url.rstrip("/").rpartition(":")[2]
        own = {f"{host}:{port}" for host in ("127.0.0.1", "localhost")}
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in own:
            return web.Response(status=HTTPStatus.FORBIDDEN, text="unknown host")
        if origin is not None and origin.removeprefix("http://") not in own:
            return web.Response(status=HTTPStatus.FORBIDDEN, text="foreign origin")
        if request.headers.get("Sec-Fetch-Site") not in _AT_HOME and not _is_link(request):
            return web.Response(status=HTTPStatus.FORBIDDEN, text="foreign site")
        try:
            answer = await handler(request)
        except web.RequestPayloadError:
            refusal = {"ok": False, "error": "the body is not what its headers say it is"}
            answer = web.json_response(refusal, status=HTTPStatus.BAD_REQUEST)
        if request.content.exception() is not None:
            # Nobody knows where such a body ends: the connection ends with the answer.
            answer.force_close()
            request.content.feed_eof()
        return answer

    return check


def _is_link(request: web.Request) -> bool:
    """Whether a browser is on its way to the page itself."""
    page = request.path == "/" or request.path.startswith("/archives/")
    return page and request.headers.get("Sec-Fetch-Mode") == "navigate"


class Routes:
    """Handlers that need nothing but the hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def upload(self, request: web.Request) -> web.Response:
        """The bytes of a file, raw or as the one part of a form."""
        ticket = request.match_info["ticket"]
        file = next((f for f in self._hub.world.files.values() if f.ticket == ticket), None)
        if file is None or file.content is not None:
            return web.Response(status=HTTPStatus.NOT_FOUND, text="unknown upload")
        content = await _uploaded(request)
        if len(content) != file.length:
            return web.Response(status=HTTPStatus.BAD_REQUEST, text="length does not match")
        self._hub.world.put_file(replace(file, content=content))
        return web.Response(text=f"OK - {len(content)}")

    async def response_url(self, request: web.Request) -> web.Response:
        """A post to a response_url. Refusals come as 404 (the address) or 400 (the message)."""
        fields = await _fields(request)
        try:
            respond(self._hub, request.match_info["key"], fields)
        except SlackError as refused:
            gone = refused.code in {"invalid_url", "expired_url", "used_url"}
            status = HTTPStatus.NOT_FOUND if gone else HTTPStatus.BAD_REQUEST
            return web.json_response(refused.answer(), status=status)
        return web.json_response({"ok": True})


async def _fields(request: web.Request) -> object:
    """The message: JSON, or a form with JSON in `payload`; None for neither."""
    try:
        body = await request.read()
        if request.content_type == "application/x-www-form-urlencoded" and body[:1] != b"{":
            (body,) = parse_qs(body)[b"payload"]
        parsed = json.loads(body)
        dumps(parsed).encode()
    except (ValueError, KeyError, RecursionError, web.RequestPayloadError):
        return None
    return parsed


async def _uploaded(request: web.Request) -> bytes:
    """The bytes. Raises RequestPayloadError for a form that is none."""
    if request.content_type != "multipart/form-data":
        return await request.read()
    try:
        async for part in await request.multipart():
            if isinstance(part, BodyPartReader):
                return bytes(await part.read())
    except (ValueError, LookupError, AssertionError) as error:
        raise web.RequestPayloadError from error
    return b""


def add_routes(app: web.Application, hub: Hub, sockets: Sockets) -> None:
    """The addresses that an app uses."""
    routes, api = Routes(hub), HttpApi(hub)
    app.add_routes(
        [
            web.get("/api/{method}", api.serve),
            web.post("/api/{method}", api.serve),
            web.get("/link/", sockets.serve),
            web.post("/upload/v1/{ticket}", routes.upload),
            *Downloads(hub).routes(),
            web.post("/actions/{team}/{key:.+}", routes.response_url),
        ]
    )
