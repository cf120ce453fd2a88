"""A text taken apart into sentences, and the sentences that passages are in. Pure."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

import regex

LONGEST = 600
"""Characters of one sentence; a longer one counts as several."""

_ABBREVIATION = (
    r"(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|No|Nr|Inc|Ltd|Co|Corp|approx|e\.g|i\.e|cf|al|Fig|[A-Z]))"
)
_END = regex.compile(
    rf"""(?:{_ABBREVIATION}\.|[!?…]|\.{{2,}})+["'”’)\]]*(?=\s)|[。！？；]+[”’」』）"]*|\n+"""
)
_BREAK = regex.compile(r"[，,;；、\s]")


class Span(NamedTuple):
    """Characters of a text, from `start` up to `end`."""

    start: int
    end: int


def sentences(text: str) -> list[Span]:
    """Every sentence without the space around it, in order. A line end also ends one."""
    ends = [match.end() for match in _END.finditer(text)]
    whole = [Span(a, b) for a, b in zip([0, *ends], [*ends, len(text)], strict=True)]
    return [part for span in whole for part in _pieces(text, _bare(text, span)) if part]


def around(passage: Span, among: Sequence[Span]) -> Span:
    """The whole sentences that a passage is in; the passage itself where it is in none."""
    # They are in order, and many passages are looked up among many sentences.
    first = bisect_right(among, passage.start, key=lambda sentence: sentence.end)
    touched = list(takewhile(lambda s: s.start < passage.end, among[first:]))
    starts = [passage.start, *(s.start for s in touched)]
    return Span(min(starts), max([passage.end, *(s.end for s in touched)]))


def united(spans: Iterable[Span]) -> list[Span]:
    """The same characters with spans that overlap made one, in order."""
    made: list[Span] = []
    for span in sorted(spans):
        if made and span.start < made[-1].end:
            made[-1] = Span(made[-1].start, max(made[-1].end, span.end))
        else:
            made.append(span)
    return made


def neighbours(text: str, unit: Span, among: Sequence[Span]) -> tuple[str, str]:
    """The sentences before and after; empty where there is none."""
    before = [s for s in among if s.end <= unit.start]
    after = next((s for s in among if s.start >= unit.end), None)
    return (
        text[slice(*before[-1])] if before else "",
        text[slice(*after)] if after else "",
    )


def _bare(text: str, span: Span) -> Span:
    piece = text[slice(*span)]
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, max(start, span.end - (len(piece) - len(piece.rstrip()))))


def _pieces(text: str, span: Span) -> Iterable[Span | None]:
    """A sentence that nobody would call one is cut where a word or a clause ends."""
    start, end = span
    while end - start > LONGEST:
        breaks = [m.end() for m in _BREAK.finditer(text, start + 1, start + LONGEST)]
        cut = breaks[-1] if breaks else start + LONGEST
        yield _filled(_bare(text, Span(start, cut)))
        start = cut
    yield _filled(_bare(text, Span(start, end)))


def _filled(span: Span) -> Span | None:
    return span if span.end > span.start else None
