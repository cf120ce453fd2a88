"""What every source can do: search, and read what was found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from graphs.contract import Language, Words

MAX_PAGE_CHARS = 200_000
"""Of the text of a page that is read. What is longer is cut, and `Page.chars` says so."""


class SourceError(Exception):
    """A source did not answer, or refuses to: one sentence for people, in each language.

    `str()` is the English one, for logs.
    """

    def __init__(self, en: str, zh: str) -> None:
        super().__init__(en, zh)
        self._words: Words = {"en": en, "zh": zh}

    def __str__(self) -> str:
        return self._words["en"]

    def said(self, language: Language) -> str:
        """The sentence in a run's language."""
        return self._words[language]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A hit. `address` is what `read` takes: a web address, or `library:` and a path."""

    address: str
    title: str
    snippet: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A text that was read. `chars` is how long it really is: more than `text` where it was cut.

    `address` is where it was in the end: a page may lead on to another one.
    """

    address: str
    title: str
    text: str
    chars: int


class Source(Protocol):
    """Something that can be searched and read. Both raise SourceError and nothing else."""

    @property
    def name(self) -> str:
        """What people call it, as "library" or "the web (ddgs)"."""
        ...

    async def search(self, query: str, *, most: int = 5) -> Sequence[Found]:
        """The best hits first; none where nothing fits."""
        ...

    async def read(self, address: str) -> Page:
        """The text at an address that a search gave, or that a person did."""
        ...
