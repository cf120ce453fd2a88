"""A local web site that answers what a test tells it to, and names that lead to it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from ipaddress import ip_address

from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.test_utils import TestServer

from graphs.sources.addresses import Rules

HERE = "127.0.0.1"
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """Answers by path. `requests` are all that it got."""

    def __init__(self) -> None:
        self.requests: list[web.Request] = []
        self.port = 0
        self._answers: dict[str, Answer] = {}
        self.ends = asyncio.Event()
        """Set at the end: what hangs until then lets go."""

    def answers(self, path: str, answer: Answer) -> str:
        """Answer so at this path; its address, by the name `site.example`."""
        self._answers[path] = answer
        return f"http://site.example:{self.port}{path}"

    def url(self, path: str = "") -> str:
        """An address by number."""
        return f"http://{HERE}:{self.port}{path}"

    async def take(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(request)
        answer = self._answers.get(request.path)
        return await answer(request) if answer else web.Response(status=404)

    def hangs(self) -> Answer:
        """Never answers."""

        async def hang(_request: web.Request) -> web.StreamResponse:
            await self.ends.wait()
            return web.Response()

        return hang


class Names(AbstractResolver):
    """A name server: each name has its answers, one after the other; the last one stays."""

    def __init__(self, **answers: list[str]) -> None:
        self.asked: list[str] = []
        self._answers: Mapping[str, list[str]] = answers

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        self.asked.append(host)
        left = self._answers.get(host.partition(".")[0])
        if not left:
            raise OSError(f"{host} is not known")
        addresses = (left.pop(0) if len(left) > 1 else left[0]).split()
        return [_result(host, one, port) for one in addresses]

    async def close(self) -> None:
        return


def rules(site: Site) -> Rules:
    """What is public, and this site."""
    return Rules(ports={80, 443, site.port}, extra={ip_address(HERE)})


@asynccontextmanager
async def open_site() -> AsyncIterator[Site]:
    """Open a site on a free port of this machine."""
    site = Site()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", site.take)
    server = TestServer(app, host=HERE)
    await server.start_server(shutdown_timeout=0.1)
    site.port = server.port or 0
    try:
        yield site
    finally:
        site.ends.set()
        await server.close()


def says(
    body: str | bytes,
    kind: str = "text/html",
    *,
    status: int = 200,
    charset: str | None = None,
    **headers: str,
) -> Answer:
    """Answers with this."""
    data = body.encode() if isinstance(body, str) else body
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    given["Content-Type"] = f"{kind}; charset={charset}" if charset else kind

    async def say(_request: web.Request) -> web.StreamResponse:
        return web.Response(body=data, status=status, headers=given)

    return say


def leads(location: str, *, status: int = 302) -> Answer:
    """Redirects there."""
    return says("", status=status, Location=location)


def _result(host: str, address: str, port: int) -> ResolveResult:
    return ResolveResult(
        hostname=host,
        host=address,
        port=port,
        family=socket.AF_INET6 if ":" in address else socket.AF_INET,
        proto=socket.IPPROTO_TCP,
        flags=socket.AI_NUMERICHOST,
    )
