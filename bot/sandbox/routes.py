"""The addresses beside the Web API: uploads, downloads, response_urls; and who may come in."""

import json
from dataclasses import replace
from http import HTTPStatus
from urllib.parse import parse_qs

from aiohttp import BodyPartReader, web
from aiohttp.typedefs import Handler, Middleware

from bot.sandbox.delivery.sockets import Sockets
from bot.sandbox.errors import SlackError
from bot.sandbox.people.responses import respond
from bot.sandbox.state.hub import Hub
from bot.sandbox.web_api.arguments import token_of
from bot.sandbox.web_api.endpoint import HttpApi
from bot.sandbox.wire import dumps


def guard(hub: Hub) -> Middleware:
    """Lets in only who asked for this very address.

    Another site open in the same browser could reach a loopback port by a rebound name, or post
    to it: both show in the headers Host and Origin.
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
        return await handler(request)

    return check


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

    async def download(self, request: web.Request) -> web.Response:
        """A file, for a token with files:read (the page has an address of its own)."""
        file = self._hub.world.files.get(request.match_info["file"].rpartition("-")[2])
        try:
            principal = self._hub.gate.admit(token_of(request, request.query))
        except SlackError:
            return web.Response(status=HTTPStatus.FORBIDDEN)
        if file is None or file.content is None:
            return web.Response(status=HTTPStatus.NOT_FOUND)
        if "files:read" not in principal.scopes:
            return web.Response(status=HTTPStatus.FORBIDDEN)
        return web.Response(body=file.content, content_type="text/plain", charset="utf-8")

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
    body = await request.read()
    try:
        if request.content_type == "application/x-www-form-urlencoded" and body[:1] != b"{":
            (body,) = parse_qs(body)[b"payload"]
        parsed = json.loads(body)
        dumps(parsed).encode()
    except (ValueError, KeyError, RecursionError):
        return None
    return parsed


async def _uploaded(request: web.Request) -> bytes:
    if request.content_type != "multipart/form-data":
        return await request.read()
    async for part in await request.multipart():
        if isinstance(part, BodyPartReader):
            return bytes(await part.read())
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
            web.get("/files-pri/{file}/{name}", routes.download),
            web.get("/files-pri/{file}/download/{name}", routes.download),
            web.post("/actions/{team}/{key:.+}", routes.response_url),
        ]
    )
