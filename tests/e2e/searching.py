"""A SearXNG of a test's own: it counts what is searched for, and finds nothing or what is told."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.test_utils import TestServer

from graphs.library import FOLDER

HERE = "127.0.0.1"
Hold = Callable[[str], asyncio.Event | None]


class Searches:
    """All queries of all processes. The documents themselves come from the library."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.news = asyncio.Condition()
        self.hold: Hold = lambda _: None
        """What the answer to a query waits for."""
        self.found: Mapping[str, str] = {}
        """Words of queries that find something, and its address."""
        self.address = ""

    def let_go(self) -> None:
        """Hold nothing back any more."""
        self.hold = lambda _: None

    @property
    def env(self) -> dict[str, str]:
        """The settings of a bot that searches here and in the library that comes along."""
        return {
            "SIGNOFF_WEB_SEARCH": "searxng",
            "SIGNOFF_SEARXNG_URL": self.address,
            "SIGNOFF_LIBRARY": str(FOLDER),
        }

    async def all_asked(self, queries: Collection[str]) -> None:
        """Wait until each of these was asked."""
        async with self.news:
            await self.news.wait_for(lambda: self.asked.keys() >= set(queries))

    async def take(self, request: web.Request) -> web.Response:
        query = request.query["q"]
        async with self.news:
            self.asked[query] += 1
            self.news.notify_all()
        if held := self.hold(query):
            await held.wait()
        found = [address for word, address in self.found.items() if word in query]
        return web.json_response({"results": [{"url": a, "title": "A page"} for a in found]})


@asynccontextmanager
async def open_searches() -> AsyncIterator[Searches]:
    """Open it on a free port."""
    searches = Searches()
    app = web.Application()
    app.router.add_get("/search", searches.take)
    server = TestServer(app, host=HERE)
    await server.start_server(shutdown_timeout=0.1)
    searches.address = str(server.make_url("")).rstrip("/")
    try:
        yield searches
    finally:
        await server.close()
