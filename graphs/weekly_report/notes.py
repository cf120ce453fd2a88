"""A colleague's notes, taken apart by plain code into lines and facts."""

from dataclasses import dataclass

import regex

from graphs.weekly_report.trouble import in_trouble

_BULLET = regex.compile(
    r"^(?:\s*(?:[-*+–—](?=\s|$)|[•·●▪◦‣☐☑✓✔]|\d{1,2}[.)](?=\s)|\d{1,2}、|[(（]\d{1,2}[)）]))+"
)
_SENTENCE = regex.compile(r"(?<=[.!?])\s+|(?<=[。！？；])\s*")
_HEADING = regex.compile(r"^\s*#+\s|[:：]\s*$")
_GRAPHEME = regex.compile(r"\X")
# Letters and digits belong together; Han characters stand alone.
_JOINED = regex.compile(r"(?!\p{Han})[\p{L}\p{M}\p{N}.,:%'’_-]")
_LAST_RUN = regex.compile(rf"(?:{_JOINED.pattern})+$")
# What must not stand before an ellipsis: a number (its unit may be cut off), punctuation.
_LOOSE_END = regex.compile(r"[\d\s,，;；:：、.。(（—–-]+$")


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement of the notes, without its bullet. `trouble`: it tells of something bad."""

    text: str
    trouble: bool


def facts(notes: str) -> tuple[Fact, ...]:
    """The statements, in order: one a line, long lines by sentence.

    A heading that speaks of risks colours what follows, up to the next heading or
    the end of its block.
    """
    found: list[Fact] = []
    under_trouble = False
    fresh = False
    for line in notes.splitlines():
        text = bare(line)
        if _HEADING.search(line):
            under_trouble, fresh = in_trouble(text), True
        elif text:
            fresh = False
            found += [Fact(s, under_trouble or in_trouble(s)) for s in _statements(text)]
        elif not fresh:
            under_trouble = False
    return tuple(dict.fromkeys(found))


def _statements(text: str) -> list[str]:
    parts = (part.strip().rstrip(".。；;").strip() for part in _SENTENCE.split(text))
    return [part for part in parts if any(c.isalnum() for c in part)]


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
