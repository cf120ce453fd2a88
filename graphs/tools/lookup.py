"""Search, and read what was found: tools over a source (`graphs.sources`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import regex
from pydantic import BaseModel, Field

from graphs.lines import shortened
from graphs.sources import Found, Source, SourceError
from graphs.tools.nearness import Hit, headless, nearest
from graphs.tools.passages import about
from graphs.tools.toolbox import MOST_CHARS, Here, Told, Tool, ToolError
from graphs.tools.words import NOTHING_FOUND, READ, SEARCH, TEXTS, UNKNOWN_ADDRESS

MOST_HITS = 5
_LOOKED_AT = 15
"""Hits among which those are looked for that are about something."""
_OWN, _SLOW = "library:", ".pdf"
"""What is quick to read in full, and what of it is not."""
_LONGEST = 20_000
"""Characters of a text that is about one thing; a longer one has all words."""
_MOST_ADDRESS = 400  # each is in every checkpoint from then on
_MOST_TITLE = 160
_MOST_SNIPPET = 320
# Up to what no address has in it: Chinese text and punctuation often follow without a space.
_ADDRESS = regex.compile(r"(?:https?://|library:)[^\s<>\"'`\p{Han}，。；：、（）《》“”]+")
_BEHIND = ".,;:!?)]}"


class Query(BaseModel):
    """What to search for. `about`: only what has most of these words, and its part on them."""

    query: str = Field(min_length=1, max_length=300)
    about: str = Field(default="", max_length=300)


class Address(BaseModel):
    """What to read, and about what."""

    address: str = Field(min_length=1, max_length=_MOST_ADDRESS)
    about: str = Field(default="", max_length=300)


@dataclass(frozen=True, slots=True)
class _Lookup:
    source: Source

    async def search(self, arguments: Query, here: Here) -> Told:
        """The best hits, each with its passage, title and address."""
        most = _LOOKED_AT if arguments.about else MOST_HITS
        hits = await self.source.search(arguments.query, most=most)
        read = [await self._read_hit(hit) for hit in hits if len(hit.address) <= _MOST_ADDRESS]
        usable = nearest(read, arguments.about) if arguments.about else [hit.found for hit in read]
        usable = usable[:MOST_HITS]
        if not usable:
            return Told(NOTHING_FOUND[here.language], empty=True)
        found = {hit.address: shortened(hit.title, _MOST_TITLE) for hit in usable}
        return Told("\n".join(map(_line, usable)), found)

    async def _read_hit(self, found: Found) -> Hit:
        """A hit with its whole text, where that is quick to read and not long."""
        if not found.address.startswith(_OWN) or found.address.endswith(_SLOW):
            return Hit(found, found.snippet)
        try:
            page = await self.source.read(found.address)
        except SourceError:
            return Hit(found, found.snippet)
        bare = headless(found, page.text)
        return Hit(bare, page.text if page.chars <= _LONGEST else bare.snippet)

    async def read(self, arguments: Address, here: Here) -> Told:
        """The parts of a page that are about something. Only of an address that is known."""
        address = arguments.address.strip()
        if address not in here.known:
            raise ToolError(UNKNOWN_ADDRESS)
        page = await self.source.read(address)
        title = shortened(page.title, _MOST_TITLE)
        mark = TEXTS[here.language].part_of_page.format(all=page.chars)
        room = MOST_CHARS - len(title) - len(mark) - 2
        text = about(page.text, arguments.about, most=room)
        whole = len(text) >= page.chars
        return Told("\n".join([title, text, *([] if whole else [mark])]), {address: title})


def lookups(source: Source) -> Sequence[Tool[Any]]:
    """Tools that search a source and read from it."""
    tools = _Lookup(source)
    return (
        Tool(name="search", description=SEARCH, arguments=Query, run=tools.search),
        Tool(name="read", description=READ, arguments=Address, run=tools.read),
    )


def addresses(text: str) -> list[str]:
    """The addresses that a text names, in order."""
    found = (match.rstrip(_BEHIND) for match in _ADDRESS.findall(text))
    return list(dict.fromkeys(address for address in found if len(address) <= _MOST_ADDRESS))


def _line(hit: Found) -> str:
    snippet = shortened(" ".join(hit.snippet.split()), _MOST_SNIPPET)
    return f"“{snippet}” — {shortened(hit.title, _MOST_TITLE)} ({hit.address})"
