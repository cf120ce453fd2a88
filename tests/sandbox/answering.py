"""A web server in place of an app, for the tests of signed HTTP."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from multidict import CIMultiDictProxy

from tests.sandbox.bolt import served

Answer = Callable[[web.Request], web.StreamResponse]


@dataclass
class Seen:
    """What a server was asked, and where it listens."""

    url: str
    asked: list[tuple[str, CIMultiDictProxy[str], bytes]] = field(default_factory=list)

    @property
    def headers(self) -> list[CIMultiDictProxy[str]]:
        return [headers for _, headers, _ in self.asked]

    @property
    def paths(self) -> list[str]:
        return [path for path, _, _ in self.asked]


@asynccontextmanager
async def answering(*answers: Answer | None) -> AsyncIterator[Seen]:
    """A server with one answer after another, the last one for ever; None never answers."""
    asked: list[tuple[str, CIMultiDictProxy[str], bytes]] = []
    left = list(answers)

    async def take(request: web.Request) -> web.StreamResponse:
        asked.append((request.path, request.headers, await request.read()))
        answer = left.pop(0) if len(left) > 1 else left[0]
        if answer is None:
            await asyncio.Event().wait()
        assert answer
        return answer(request)

    app = web.Application()
    app.router.add_post("/{path:.*}", take)
    async with served(app) as url:
        yield Seen(url, asked)


def says(text: str = "", *, status: int = 200, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: web.Response(text=text, status=status, headers=named)


def cut(request: web.Request) -> web.StreamResponse:
    assert request.transport
    request.transport.abort()
    return web.Response()
