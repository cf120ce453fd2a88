"""A web page becomes a text: fetched within bounds, from public addresses only."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from http import HTTPStatus

import aiohttp
import structlog
from aiohttp.abc import AbstractResolver
from yarl import URL

from graphs.sources.addresses import NOT_PUBLIC, Rules
from graphs.sources.connecting import RefusedError, session
from graphs.sources.page_text import KINDS, text_of_page
from graphs.sources.protocol import MAX_PAGE_CHARS, Page, SourceError

MAX_BYTES = 5 * 1024 * 1024
"""Of a page, as it comes and once it is unpacked."""
MAX_REDIRECTS = 5
SECONDS = 15.0
"""For a page in all, from the first name that is resolved to its text."""

_MB = MAX_BYTES // (1024 * 1024)
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PACKED = frozenset({"gzip", "x-gzip", "deflate"})
_ASKS = {
    "User-Agent": "Signoff",
    "Accept": "text/html, text/plain;q=0.9, application/pdf;q=0.8",
    "Accept-Encoding": "gzip, deflate",
}

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()


@asynccontextmanager
async def open_pages(
    rules: Rules | None = None,
    *,
    resolver: AbstractResolver | None = None,
    seconds: float = SECONDS,
) -> AsyncIterator["Pages"]:
    """Open a reader of pages. Without `rules` it reads what is public, and nothing else."""
    rules = rules or Rules()
    threads = ThreadPoolExecutor(2, "pages")
    try:
        async with session(rules, inner=resolver) as client:
            yield Pages(client, rules, threads, seconds=seconds)
    finally:
        # A page that is still being taken apart is nobody's any more.
        threads.shutdown(wait=False, cancel_futures=True)


class Pages:
    """Reads pages. `seconds` is the bound for one, from its name to its text."""

    def __init__(
        self,
        client: aiohttp.ClientSession,
        rules: Rules,
        threads: ThreadPoolExecutor,
        *,
        seconds: float,
    ) -> None:
        self._client = client
        self._rules = rules
        self._threads = threads
        self._seconds = seconds

    async def read(self, address: str) -> Page:
        """The text of a page; its address is where it was after all redirects. SourceError."""
        url = self._rules.checked(address)
        try:
            async with asyncio.timeout(self._seconds):
                return await self._followed(url)
        except TimeoutError:
            raise SourceError(
                f"The page took over {self._seconds:g} seconds.",
                f"网页超过 {self._seconds:g} 秒没有读完。",
            ) from None
        except (aiohttp.ClientError, OSError) as error:
            log.info("page.unread", host=url.host, error=f"{type(error).__name__}: {error}")
            if isinstance(error.__cause__, RefusedError):
                raise SourceError(*NOT_PUBLIC) from error
            raise SourceError(
                f"The site {url.host} does not answer.", f"网站 {url.host} 没有响应。"
            ) from error

    async def _followed(self, url: URL) -> Page:
        for _ in range(1 + MAX_REDIRECTS):
            async with self._client.get(url, allow_redirects=False, headers=_ASKS) as response:
                if response.status not in _REDIRECTS or "Location" not in response.headers:
                    return await self._page(response)
                url = self._rules.next_hop(url, response.headers["Location"])
        raise SourceError("The page leads on and on to others.", "网页不停地跳转。")

    async def _page(self, response: aiohttp.ClientResponse) -> Page:
        host = response.url.host
        if response.status != HTTPStatus.OK:
            raise SourceError(
                f"The site {host} answered with {response.status}.",
                f"网站 {host} 返回了 {response.status}。",
            )
        kind = response.content_type if "Content-Type" in response.headers else ""
        if kind not in KINDS:
            raise SourceError(
                f"The site {host} gave no page, text or PDF.",
                f"网站 {host} 给出的不是网页、文本或 PDF。",
            )
        data = await _body(response)
        title, text, left = await asyncio.get_running_loop().run_in_executor(
            self._threads, text_of_page, kind, response.charset, data
        )
        address = str(response.url)
        return Page(
            address=address,
            title=title or address,
            text=text[:MAX_PAGE_CHARS],
            chars=len(text) + left,
        )


async def _body(response: aiohttp.ClientResponse) -> bytes:
    """What the site sends, unpacked. SourceError for too much, and for what cannot be unpacked."""
    packing = response.headers.get("Content-Encoding", "identity").lower()
    if packing not in _PACKED | {"identity"}:
        raise SourceError("The page came packed in an unknown way.", "网页使用了未知的压缩方式。")
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 32) if packing in _PACKED else None
    data = bytearray()
    received = 0
    async for chunk in response.content.iter_any():
        received += len(chunk)
        try:
            # One byte more than there may be: it tells too much from just enough.
            most = MAX_BYTES + 1 - len(data)
            data += unpack.decompress(chunk, most) if unpack else chunk
        except zlib.error as error:
            raise SourceError("The page came damaged.", "网页内容已损坏。") from error
        if max(received, len(data)) > MAX_BYTES:
            raise SourceError(f"The page is over {_MB} MB.", f"网页超过 {_MB} MB。")
    return bytes(data)
