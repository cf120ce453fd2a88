"""Does a source say so? The very words of a quote are looked up in the source's text by code."""

import regex
from rapidfuzz import fuzz

from graphs.ground import Ground, numbers
from graphs.language import detect
from graphs.research.state import QUOTE_CHARS

_ENOUGH = 90.0
"""Out of 100: a comma more or a space less does not matter."""
_SHORTEST = {"en": 12, "zh": 6}
_ALIKE = str.maketrans("‘’‚′“”„″‐‑‒–—−\u00a0", "''''\"\"\"\"------ ")
_PART_OF_WORD = regex.compile(r"(?!\p{Han})[\p{L}\p{N}.,%]")
_ELLIPSIS = regex.compile(r"\s*(?:\.{3}|…|\[…\]|\[\.\.\.\])\s*")


def located(quote: str, text: str) -> str:
    """The words of the text that a quote means, as they stand there; "" where there are none.

    Fuzzy matching alone is no check: 21.4 for 12.4 hardly costs points. What comes back is the
    source's own, so numbers can be compared with that.
    """
    wanted, flat = _flat(quote), " ".join(text.split())
    if len(wanted) < _SHORTEST[detect(wanted) or "en"]:
        return ""
    folded = _folded(flat)
    at = folded.find(_folded(wanted))
    if at >= 0:
        return flat[at : at + len(wanted)][:QUOTE_CHARS]
    found = fuzz.partial_ratio_alignment(
        _folded(wanted), folded, score_cutoff=_ENOUGH, processor=None
    )
    if found is None or len(wanted) > len(flat):
        return ""
    return _whole_words(flat, found.dest_start, found.dest_end)[:QUOTE_CHARS]


def supports(quote: str, claim: str) -> bool:
    """Whether a quote can carry a claim: each number, and where they share a language, a word."""
    ground = Ground.of([quote])
    if not numbers(claim) <= ground.numbers:
        return False
    return detect(claim) != detect(quote) or ground.carries(claim)


def _flat(quote: str) -> str:
    """A quote on one line, without quotation marks; of one with gaps, the longest part."""
    parts = _ELLIPSIS.split(" ".join(quote.split()).strip("\"'“”‘’「」『』《》 "))
    return max(parts, key=len)


def _folded(text: str) -> str:
    """For comparing. As long as the text, so that places in one are places in the other."""
    folded = text.lower()
    if len(folded) != len(text):  # a few letters become two
        folded = "".join(low if len(low := c.lower()) == 1 else c for c in text)
    return folded.translate(_ALIKE)


def _whole_words(text: str, start: int, end: int) -> str:
    while start > 0 and _PART_OF_WORD.match(text[start - 1]) and _PART_OF_WORD.match(text[start]):
        start -= 1
    while end < len(text) and _PART_OF_WORD.match(text[end - 1]) and _PART_OF_WORD.match(text[end]):
        end += 1
    return text[start:end].strip()
