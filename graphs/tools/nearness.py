"""Which of the hits of a search are about something, and what they say of it. Pure.

A search gives whatever has a word in common. Here a document has to have most of the words,
and what few documents have counts for more than what all of them have.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import regex

from graphs.sources import Found
from graphs.sources.terms import of_query, of_text

_OF_WORDS, _OF_PAIRS = 0.6, 0.3
"""How many of the words of a subject are enough. Chinese has pairs of characters for words, many
of which are none."""
_LEAST = 2
_HAN = regex.compile(r"\p{Han}")
_PARAGRAPH = regex.compile(r"\n\s*\n")
_HEADING = regex.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", regex.MULTILINE)
_SENTENCE = regex.compile(r"(?<=[.!?])\s+|(?<=[。！？；])")


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit, and all that there is to read of it."""

    found: Found
    text: str

    @property
    def terms(self) -> frozenset[str]:
        """The terms of its title and its text."""
        return frozenset(of_text(f"{self.found.title}\n{self.text}"))


def headless(found: Found, text: str) -> Found:
    """The hit with a passage that does not begin with the heading above it."""
    for heading in _HEADING.findall(text):
        if found.snippet.startswith(begun := f"{' '.join(heading.split())}:"):
            return replace(found, snippet=found.snippet.removeprefix(begun).strip())
    return found


def nearest(hits: Sequence[Hit], subject: str) -> list[Found]:
    """The hits with enough of a subject's words, the best first, each with what it says of it."""
    wanted = frozenset(of_query(subject))
    there = [(hit, hit.terms & wanted) for hit in hits]
    known = Counter(term for _, shared in there for term in shared)
    weights = {term: 1 / count for term, count in known.items()}
    enough = [(hit, shared) for hit, shared in there if len(shared) >= _needed(wanted)]
    ranked = sorted(enough, key=lambda pair: -sum(weights[term] for term in pair[1]))
    return [replace(hit.found, snippet=_passage(hit.text, weights)) for hit, _ in ranked]


def _needed(wanted: frozenset[str]) -> int:
    pairs = sum(bool(_HAN.search(term)) for term in wanted)
    share = _OF_WORDS * (len(wanted) - pairs) + _OF_PAIRS * pairs
    return min(max(math.ceil(share), _LEAST), max(len(wanted), 1))


def _passage(text: str, weights: Mapping[str, float]) -> str:
    """The nearest paragraph from its nearest sentence on; the first one of equal ones."""

    def nearness(part: str) -> float:
        return sum(weights.get(term, 0) for term in frozenset(of_text(part)))

    prose = (" ".join(p.split()) for p in _PARAGRAPH.split(_HEADING.sub("", text)))
    best = max((p for p in prose if p), key=nearness, default="")
    sentences = [s for s in _SENTENCE.split(best) if s]
    first = max(range(len(sentences)), key=lambda n: nearness(sentences[n]), default=0)
    gap = "" if _HAN.search(best) else " "
    return gap.join(sentences[first:])
