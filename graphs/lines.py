"""Lines of text: bare, shortened for people, listed; and the beginning of a long text."""

from collections.abc import Sequence

import regex

_BULLET = regex.compile(
    r"^(?:\s*(?:[-*+–—](?=\s|$)|[•·●▪◦‣☐☑✓✔]|\d{1,2}[.)](?=\s)|\d{1,2}、|[(（]\d{1,2}[)）]))+"
)
_GRAPHEME = regex.compile(r"\X")
# Letters and digits belong together; Han characters stand alone.
_JOINED = regex.compile(r"(?!\p{Han})[\p{L}\p{M}\p{N}.,:%'’_-]")
_LAST_RUN = regex.compile(rf"(?:{_JOINED.pattern})+$")
# What must not stand before an ellipsis: a number (its unit may be cut off), punctuation.
_LOOSE_END = regex.compile(r"[\d\s,，;；:：、.。(（—–-]+$")


def bare(line: str) -> str:
    """A line without bullet or number in front, and with single spaces."""
    return _BULLET.sub("", " ".join(line.split())).strip()


def shortened(text: str, longest: int) -> str:
    """At most this many characters, cut where a word ends and marked with an ellipsis.

    Never inside a number: "1,200" must not become "1". Never inside what people see
    as one character, unless that alone is too long.
    """
    if len(text) <= longest:
        return text
    ends = [end for match in _GRAPHEME.finditer(text) if (end := match.end()) < longest]
    kept = text[: ends[-1] if ends else longest - 1]
    if _JOINED.match(text[len(kept)]):
        whole = _LAST_RUN.sub("", kept)
        # A single endless word is cut all the same.
        kept = whole if whole.strip() else kept
    return _LOOSE_END.sub("", kept) + "…"


def tidy(lines: Sequence[str]) -> list[str]:
    """Without bullets, blank lines and repetitions."""
    return list(dict.fromkeys(text for line in lines if (text := bare(line))))


def bullets(lines: Sequence[str]) -> str:
    """One bullet a line, as people and models read it."""
    return "\n".join(f"• {line}" for line in lines)


def head(text: str, chars: int) -> str:
    """The text up to a bound, whole lines where there are any."""
    if len(text) <= chars:
        return text
    whole, newline, _ = text[: chars + 1].rpartition("\n")
    return whole if newline and len(whole) > chars // 2 else text[:chars]
