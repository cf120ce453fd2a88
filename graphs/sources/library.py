"""A folder of documents as a source: searched by an index that follows what is in the folder."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import structlog

from graphs.sources.documents import DocumentError, refusal, text_of
from graphs.sources.folder import documents, is_inside
from graphs.sources.index import LAYOUT, Entry, Index
from graphs.sources.passages import title_of
from graphs.sources.protocol import MAX_PAGE_CHARS, Found, Page, SourceError

SCHEME = "library:"
INDEXING_S = 60.0
"""How long one search may look at new documents; the next one goes on with the others."""

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """What a library has: readable documents, and why the others are not, by path."""

    documents: int
    troubles: Mapping[str, str]


@asynccontextmanager
async def open_library(folder: Path, *, index: Path | None = None) -> AsyncIterator["Library"]:
    """Open a library. Its index is in the file `index`, else in memory and made anew.

    A file that cannot be used is one in memory, too.
    """
    with ThreadPoolExecutor(1, "library") as thread:
        opened = await asyncio.get_running_loop().run_in_executor(thread, _index, index)
        library = Library(folder, opened, thread)
        try:
            yield library
        finally:
            await library.aclose()


def index_of(folder: Path, *, caches: Path) -> Path:
    """The file for the index of a folder; another folder, or layout of the index, has another."""
    digest = sha256(f"{LAYOUT}:{folder.resolve()}".encode("utf-8", "surrogateescape")).hexdigest()
    return caches / "library" / f"{digest[:16]}.sqlite3"


class Library:
    """A source on a folder. Its addresses are `library:` and a path in it, with slashes.

    All its work is done in one thread of its own: many searches at once take none of those
    that others need, and the index needs no locks.
    """

    name = "library"

    def __init__(self, folder: Path, index: Index, thread: ThreadPoolExecutor) -> None:
        self._folder = folder
        self._index = index
        self._thread = thread
        self._closing = threading.Event()

    async def aclose(self) -> None:
        """Stop indexing after the document at hand, and close the index."""
        self._closing.set()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._index.close)

    def takes(self, address: str) -> bool:
        """Whether an address is one of a library."""
        return address.startswith(SCHEME)

    async def search(self, query: str, *, most: int = 5) -> Sequence[Found]:
        """The documents that fit best, with the passage that does. SourceError."""
        return await self._done(lambda: self._search(query, most=most))

    async def read(self, address: str) -> Page:
        """The text of a document. SourceError."""
        if not self.takes(address):
            raise SourceError("This is no address in the library.", "这不是资料库里的地址。")
        return await self._done(lambda: self._read(address.removeprefix(SCHEME)))

    async def stock(self) -> Stock:
        """What is there now. SourceError."""
        return await self._done(self._stock)

    async def _done(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except OSError as error:
            log.warning("library.unreadable", error=str(error))
            raise SourceError(
                "The folder of the library cannot be read.", "资料库的文件夹无法读取。"
            ) from error
        except sqlite3.Error as error:
            log.warning("library.index_trouble", error=str(error))
            raise SourceError(
                "The index of the library cannot be used.", "资料库的索引无法使用。"
            ) from error

    def _search(self, query: str, *, most: int) -> Sequence[Found]:
        self._update()
        return [
            Found(address=SCHEME + hit.path, title=hit.title, snippet=hit.passage)
            for hit in self._index.search(query, most=most)
        ]

    def _read(self, path: str) -> Page:
        if not is_inside(self._folder, path):
            raise SourceError("The library has no such document.", "资料库里没有这份文档。")
        try:
            text = _text(self._folder / path)
        except DocumentError as error:
            raise SourceError(
                f"A document of the library cannot be used: it {error}.",
                f"资料库里的一份文档无法使用：{error.said('zh')}。",
            ) from error
        except OSError as error:
            raise SourceError(
                f"A document of the library cannot be opened ({error.strerror}).",
                "资料库里的一份文档无法打开。",
            ) from error
        title = title_of(path, text)
        return Page(address=SCHEME + path, title=title, text=text[:MAX_PAGE_CHARS], chars=len(text))

    def _stock(self) -> Stock:
        self._update()
        troubles = self._index.troubles()
        return Stock(documents=len(self._index.stamps()) - len(troubles), troubles=troubles)

    def _update(self) -> None:
        """Bring the index to what is in the folder now. OSError where the folder is gone."""
        there, known = documents(self._folder), self._index.stamps()
        for path in known.keys() - there.keys():
            self._index.drop(path)
        until = time.monotonic() + INDEXING_S
        for path, stamp in there.items():
            if known.get(path) == stamp:
                continue
            if self._closing.is_set() or time.monotonic() > until:
                return
            entry = _entry(self._folder, path, stamp=stamp)
            if entry.trouble:
                log.warning("library.skipped", document=path, why=entry.trouble)
            self._index.put(entry)


def _index(file: Path | None) -> Index:
    try:
        return Index(file)
    except (OSError, sqlite3.Error) as error:
        log.warning("library.index_in_memory", file=str(file), error=str(error))
        return Index()


def _entry(folder: Path, path: str, *, stamp: str) -> Entry:
    """A document as it is on the disk now."""
    try:
        text = _text(folder / path)
    except DocumentError as error:
        return Entry(path=path, stamp=stamp, trouble=str(error))
    except OSError as error:
        return Entry(path=path, stamp=stamp, trouble=f"cannot be opened ({error.strerror})")
    return Entry(path=path, stamp=stamp, title=title_of(path, text), text=text)


def _text(file: Path) -> str:
    """What is in a file. DocumentError; OSError."""
    if refused := refusal(file.name, file.stat().st_size):
        raise DocumentError(refused)
    return text_of(file.name, file.read_bytes())
