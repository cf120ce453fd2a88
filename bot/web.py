"""The bot over HTTP: what Slack posts, and whether all is well.

Meant for the loopback interface, behind a proxy that speaks TLS. Whatever is not signed by
Slack gets its refusal before a word of it is read.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from secrets import token_hex
from urllib.parse import parse_qs

import structlog
import uvicorn
from slack_bolt.adapter.starlette.async_handler import to_async_bolt_request, to_starlette_response
from slack_bolt.async_app import AsyncApp
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.errors import CannotStartError
from bot.listeners.requests import SignedRequests

EVENTS = "/slack/events"
"""Where Slack posts commands, interactions and events alike."""
HEALTH = "/healthz"
BODY_MOST = 4_000_000
"""Bytes. A form comes with what it held and what was typed, and a character takes up to 16."""
_CHECK_MOST = 2_000
_BODY_SECONDS = 10.0
_LAST_ANSWERS = 5
"""Seconds that requests have to end once the process stops. Slack waits three for an answer."""
_KEEP_ALIVE = 75
"""Seconds. Longer than proxies keep a connection: who closes first meets no request on its way."""

Check = Callable[[], Awaitable[str]]
"""What is wrong with a part of the bot, in a few words; "" where all is well."""

log = structlog.get_logger(__name__)


def listen_at(host: str, port: int) -> socket.socket:
    """Take this address; port 0 is a free one. CannotStartError where that cannot be.

    A taken port is not replaced by another: Slack, or the proxy, points to this one.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise CannotStartError(f"--host {host} is not an address of this machine.") from error
    family, _, _, _, address = found[0]
    try:
        return socket.create_server(address[:2], family=family)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise CannotStartError(
            f"port {port} on {host} cannot be used ({why}): stop what listens there, "
            "or choose with --host and --port."
        ) from error


def address_of(listening: socket.socket) -> str:
    """The address as people write it."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@dataclass(frozen=True, slots=True)
class Web:
    """The two addresses. `parts` are what the bot cannot do without, by name."""

    bolt: AsyncApp
    signed: SignedRequests
    parts: Mapping[str, Check]

    def app(self) -> Starlette:
        """As an ASGI application."""
        app = Starlette(
            routes=[
                Route(EVENTS, self._events, methods=["POST"]),
                Route(HEALTH, self._health, methods=["GET"]),
            ]
        )
        app.router.redirect_slashes = False
        return app

    async def _events(self, request: Request) -> Response:
        body = await _body(request)
        if _only_looks_at_the_certificate(body):
            return Response()
        if why := await self.signed.refusal(request.headers, body):
            log.warning("request.refused", why=why)
            return Response(status_code=HTTPStatus.UNAUTHORIZED)
        return await self._dispatched(request, body)

    async def _dispatched(self, request: Request, body: bytes) -> Response:
        """Bolt's answer. Our handler saw to all failures but those of Bolt's own reading."""
        try:
            answer = await self.bolt.async_dispatch(to_async_bolt_request(request, body))
        except Exception:
            log.exception("request.unreadable", ref=token_hex(4))
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        return to_starlette_response(answer)

    async def _health(self, _request: Request) -> Response:
        states = {name: await check() or "ok" for name, check in self.parts.items()}
        well = set(states.values()) <= {"ok"}
        return JSONResponse(
            {"status": "ok" if well else "failing", **states},
            status_code=HTTPStatus.OK if well else HTTPStatus.SERVICE_UNAVAILABLE,
            headers={"cache-control": "no-store"},
        )


async def _body(request: Request) -> bytes:
    """The body. HTTPException where it is too long, too slow or never whole."""
    if _declared(request) > BODY_MOST:
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    whole = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for chunk in request.stream():
                whole += chunk
                if len(whole) > BODY_MOST:
                    raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    except TimeoutError:
        raise HTTPException(HTTPStatus.REQUEST_TIMEOUT) from None
    except ClientDisconnect:
        raise HTTPException(HTTPStatus.BAD_REQUEST) from None
    return bytes(whole)


def _declared(request: Request) -> int:
    """How long the body says that it is; the server has checked that it is a number."""
    with suppress(ValueError):
        return int(request.headers.get("content-length", "0"))
    return 0


def _only_looks_at_the_certificate(body: bytes) -> bool:
    """Slack's `ssl_check`, which need not be signed: it is answered, and nothing is done."""
    is_short = len(body) <= _CHECK_MOST  # nobody keeps us busy with a long one
    return is_short and b"ssl_check" in body and parse_qs(body).get(b"ssl_check") == [b"1"]


class _Server(uvicorn.Server):
    """A server that says when it listens, and leaves signals to the command."""

    def __init__(self, config: uvicorn.Config, listening: asyncio.Event) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._listening.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve(
    app: Starlette, at: socket.socket, *, stopping: asyncio.Event, listening: asyncio.Event
) -> None:
    """Serve until `stopping`; then take nothing new, and answer what has come."""
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_LAST_ANSWERS,
    )
    server = _Server(config, listening)
    async with asyncio.TaskGroup() as parts:
        parts.create_task(server.serve(sockets=[at]))
        await stopping.wait()
        log.info("web.stopping")
        server.should_exit = True
