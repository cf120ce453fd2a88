"""Search, read and put away: what the sources have on a question, within bounds."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from graphs.contract import Language
from graphs.lines import shortened
from graphs.research.marks import plain
from graphs.research.state import SourceRecord
from graphs.research.works import canonical, fingerprint
from graphs.sources import Found, Page, Source, SourceError
from graphs.texts import Texts

HITS = 5
"""Hits that a query is asked for."""
PAGES = 4
"""Pages that are read for a question."""
_TRIED = 8
KEPT_CHARS = 60_000
"""Characters of a page that are read; the rest is left, and the report says so."""
_TITLE_CHARS = 150
_ADDRESS_CHARS = 1_000
_WHY_CHARS = 200


class SearchFailedError(Exception):
    """No query was answered. The text says why, for people."""


@dataclass(frozen=True, slots=True)
class Read:
    """A source, and what of its text is read."""

    record: SourceRecord
    text: str


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was read. `why` is what the last page that could not be opened said."""

    found: int
    read: Sequence[Read]
    unread: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Where a question's sources come from and where their texts go."""

    source: Source
    texts: Texts
    run_id: str


async def gather(
    shelf: Shelf, queries: Sequence[str], *, question: int, language: Language
) -> Gathered:
    """Read the best hits of all queries. SearchFailedError when no query was answered.

    A source's id is made of the question's and its place in the order of reading, so those of
    questions side by side never meet.
    """
    hits = await _hits(shelf.source, queries, language)
    pages, unread, why = await _pages(shelf.source, hits[:_TRIED], language)
    return Gathered(
        found=len(hits),
        read=[await _put_away(shelf, page, f"S{question}.{n}") for n, page in enumerate(pages, 1)],
        unread=unread,
        why=why,
    )


async def _hits(source: Source, queries: Sequence[str], language: Language) -> list[Found]:
    """The hits of all queries, the first ones of each first; a page once."""
    asked = (source.search(query, most=HITS) for query in queries)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    good = [answer for answer in answers if not isinstance(answer, BaseException)]
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, SourceError):
            raise answer
        if isinstance(answer, SourceError) and not good:
            raise SearchFailedError(_why(answer, language))
    found = (hit for hit in chain.from_iterable(zip_longest(*good)) if hit is not None)
    once: dict[str, Found] = {}
    for hit in found:
        once.setdefault(canonical(hit.address), hit)
    return list(once.values())


async def _pages(
    source: Source, hits: Sequence[Found], language: Language
) -> tuple[list[Page], int, str]:
    """As many as are wanted; where some cannot be opened, the next ones are tried."""
    pages: list[Page] = []
    left, unread, why = list(hits), 0, ""
    while left and len(pages) < PAGES:
        wanted = PAGES - len(pages)
        batch, left = left[:wanted], left[wanted:]
        answers = await asyncio.gather(*(_opened(source, hit, language) for hit in batch))
        pages += [answer for answer in answers if isinstance(answer, Page)]
        refused = [answer for answer in answers if isinstance(answer, str)]
        unread, why = unread + len(refused), (refused or [why])[-1]
    return pages, unread, why


async def _opened(source: Source, hit: Found, language: Language) -> Page | str:
    """The page, with the title of the hit where it has none; else why it could not be opened."""
    try:
        page = await source.read(hit.address)
    except SourceError as error:
        return _why(error, language)
    if not page.text.strip():
        empty = SourceError(f"{hit.address} has no text.", f"{hit.address} 里没有文字。")
        return _why(empty, language)
    title = page.title.strip() or hit.title
    return Page(address=page.address, title=title, text=page.text, chars=page.chars)


async def _put_away(shelf: Shelf, page: Page, name: str) -> Read:
    text = page.text[:KEPT_CHARS]
    record = SourceRecord(
        id=name,
        address=page.address[:_ADDRESS_CHARS],
        title=shortened(plain(page.title) or page.address, _TITLE_CHARS),
        text=await shelf.texts.put(shelf.run_id, text),
        chars=max(page.chars, len(page.text)),
        kept=len(text),
        # Tens of milliseconds of computing: not where clicks are acknowledged.
        print=await asyncio.to_thread(fingerprint, text),
    )
    return Read(record, text)


def _why(error: SourceError, language: Language) -> str:
    return shortened(" ".join(error.said(language).split()) or type(error).__name__, _WHY_CHARS)
