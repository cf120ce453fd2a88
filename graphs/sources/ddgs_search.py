"""DDGS as the search service: it asks several public search engines, without a key."""

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from graphs.language import detect
from graphs.sources.protocol import Found
from graphs.sources.web import SECONDS, late, listed, silent

NAME = "ddgs"
_ENGINE_SECONDS = 6
_REGIONS = {"zh": "cn-zh", "en": "us-en", None: "us-en"}
_NOTHING = "No results found."


@contextmanager
def open_ddgs(*, engines: str = "auto", seconds: float = SECONDS) -> Iterator["Ddgs"]:
    """Open it for these engines, as ddgs names them. ImportError without ddgs."""
    import ddgs  # noqa: F401, PLC0415 # an extra; it fails here, and not at the first search

    threads = ThreadPoolExecutor(4, "ddgs")
    try:
        yield Ddgs(threads, engines=engines, seconds=seconds)
    finally:
        # Those that wait for an engine end when it does.
        threads.shutdown(wait=False, cancel_futures=True)


class Ddgs:
    """Asks the engines in threads."""

    name = NAME

    def __init__(self, threads: ThreadPoolExecutor, *, engines: str, seconds: float) -> None:
        self._threads = threads
        self._engines = engines
        self._seconds = seconds

    async def find(self, query: str, *, most: int) -> Iterable[Found]:
        """What the engines found, merged by ddgs. SourceError."""
        work = asyncio.get_running_loop().run_in_executor(self._threads, self._ask, query, most)
        try:
            async with asyncio.timeout(self._seconds):
                results = await work
        except TimeoutError as error:
            raise late(NAME) from error
        return list(listed(NAME, results, text="body"))

    def _ask(self, query: str, most: int) -> list[dict[str, Any]]:
        from ddgs import DDGS  # noqa: PLC0415 # an extra
        from ddgs.exceptions import DDGSException, TimeoutException  # noqa: PLC0415 # the same

        try:
            found = DDGS(timeout=_ENGINE_SECONDS).text(
                query, max_results=most, region=_REGIONS[detect(query)], backend=self._engines
            )
        except TimeoutException as error:
            raise late(NAME) from error
        except DDGSException as error:
            if str(error) == _NOTHING:
                return []
            raise silent(NAME) from error
        return [{**one, "url": one.get("href")} for one in found]
