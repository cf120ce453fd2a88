"""The web as a source: one of the search services finds addresses, and pages are read from them."""

from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from typing import Protocol

from graphs.sources.addresses import looks_like_web
from graphs.sources.pages import Pages
from graphs.sources.protocol import Found, Page, SourceError

MAX_TITLE_CHARS = 300
MAX_SNIPPET_CHARS = 1_000
MAX_QUERY_CHARS = 400
"""What all of the services take."""
SECONDS = 15.0
"""For one search."""

_REFUSALS = frozenset({401, 403})


class WebSearch(Protocol):
    """A service that finds pages."""

    @property
    def name(self) -> str:
        """What the service is called."""
        ...

    async def find(self, query: str, *, most: int) -> Iterable[Found]:
        """What it found, in its order and not yet looked at. SourceError."""
        ...


class Web:
    """A source on a search service and a reader of pages."""

    def __init__(self, service: WebSearch, pages: Pages) -> None:
        self._service = service
        self._pages = pages

    @property
    def name(self) -> str:
        """The web, by the service that searches it."""
        return f"the web ({self._service.name})"

    def takes(self, address: str) -> bool:
        """Whether an address is one of the web."""
        return looks_like_web(address)

    async def search(self, query: str, *, most: int = 5) -> Sequence[Found]:
        """The pages that the service finds. SourceError."""
        if not (asked := _one_line(query)[:MAX_QUERY_CHARS]):
            return ()
        found = {hit.address: hit for hit in _usable(await self._service.find(asked, most=most))}
        return tuple(found.values())[:most]

    async def read(self, address: str) -> Page:
        """The text of a page. SourceError."""
        return await self._pages.read(address)


def failed(service: str, status: int) -> SourceError:
    """The error for what a service answered instead of a list."""
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return _error(service, "is asked too often", "请求过于频繁")
    if status in _REFUSALS:
        return _error(service, f"refuses us ({status})", f"拒绝了请求（{status}）")
    return _error(service, f"answered with {status}", f"返回了 {status}")


def late(service: str) -> SourceError:
    """The error for a service that takes too long."""
    return _error(service, f"took over {SECONDS:g} seconds", f"超过 {SECONDS:g} 秒没有结果")


def silent(service: str) -> SourceError:
    """The error for a service that cannot be reached."""
    return _error(service, "does not answer", "没有响应")


def garbled(service: str) -> SourceError:
    """The error for a service that answers what nobody understands."""
    return _error(service, "gave something else than a list of pages", "返回的不是网页列表")


def listed(service: str, results: object, *, text: str) -> Iterator[Found]:
    """The pages in a list of objects with `url`, `title` and a snippet, in `text`. SourceError."""
    if not isinstance(results, list):
        raise garbled(service)
    for one in results:
        if isinstance(one, dict):
            address, title, snippet = (str(one.get(key) or "") for key in ("url", "title", text))
            yield Found(address=address, title=title, snippet=snippet)


def _error(service: str, en: str, zh: str) -> SourceError:
    return SourceError(f"The web search ({service}) {en}.", f"网络搜索（{service}）{zh}。")


def _usable(found: Iterable[Found]) -> Iterator[Found]:
    for hit in found:
        if looks_like_web(hit.address) and hit.address.isprintable():
            title = _one_line(hit.title)[:MAX_TITLE_CHARS] or hit.address
            snippet = _one_line(hit.snippet)[:MAX_SNIPPET_CHARS]
            yield Found(address=hit.address, title=title, snippet=snippet)


def _one_line(text: str) -> str:
    return " ".join(text.split())
