"""A colleague's notes, taken apart by plain code into lines and facts."""

from dataclasses import dataclass

import regex

from graphs.lines import bare
from graphs.weekly_report.trouble import in_trouble

_SENTENCE = regex.compile(r"(?<=[.!?])\s+|(?<=[。！？；])\s*")
_HEADING = regex.compile(r"^\s*#+\s|[:：]\s*$")


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
