"""SearXNG as the search service: an instance of one's own, which gives JSON."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from http import HTTPStatus

import aiohttp

from graphs.sources.protocol import Found, SourceError
from graphs.sources.web import SECONDS, failed, garbled, late, listed, silent

NAME = "SearXNG"
MAX_BYTES = 5 * 1024 * 1024
"""Of an answer."""


@asynccontextmanager
async def open_searxng(url: str, *, seconds: float = SECONDS) -> AsyncIterator["SearXNG"]:
    """Open the instance at this address, which may well be inside one's own network."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as client:
        yield SearXNG(client, url.rstrip("/"), seconds=seconds)


class SearXNG:
    """Asks one instance."""

    name = NAME

    def __init__(self, client: aiohttp.ClientSession, url: str, *, seconds: float) -> None:
        self._client = client
        self._url = f"{url}/search"
        self._seconds = seconds

    async def find(self, query: str, *, most: int) -> Iterable[Found]:  # noqa: ARG002 # it cannot be told
        """The first page of its results. SourceError."""
        params = {"q": query, "format": "json"}
        try:
            async with (
                asyncio.timeout(self._seconds),
                self._client.get(self._url, params=params) as response,
            ):
                data = await _body(response)
        except TimeoutError as error:
            raise late(NAME) from error
        except (aiohttp.ClientError, OSError) as error:
            raise silent(NAME) from error
        return list(listed(NAME, _results(data), text="content"))


async def _body(response: aiohttp.ClientResponse) -> bytes:
    if response.status == HTTPStatus.FORBIDDEN:
        raise SourceError(
            f"The web search ({NAME}) refuses us (403): `json` has to be among its formats.",
            f"网络搜索（{NAME}）拒绝了请求（403）：它的输出格式里要有 `json`。",
        )
    if response.status != HTTPStatus.OK:
        raise failed(NAME, response.status)
    data = bytearray()
    async for chunk in response.content.iter_any():
        data += chunk
        if len(data) > MAX_BYTES:
            raise garbled(NAME)
    return bytes(data)


def _results(data: bytes) -> object:
    try:
        return json.loads(data)["results"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise garbled(NAME) from error
