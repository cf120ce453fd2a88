"""From source ids to numbers: [S2.1] becomes [1], and the list of references is built by code."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import quote

import regex

from graphs.research.marks import MARK, marks
from graphs.research.state import SourceRecord
from graphs.research.works import without_tracking, works

_RUN = regex.compile(rf"(?:{MARK.pattern}\s*)+")
_LIBRARY = "library:"
# What would end a link, or a line, of Markdown.
_UNSAFE = regex.compile(r"[\s()<>\[\]|\\\"`]")
_ESCAPED = regex.compile(r"([\\\[\]*`<>])")


@dataclass(frozen=True, slots=True)
class Cited:
    """Texts with numbers, in order, and the references: [n] is the nth, from 1."""

    texts: Sequence[str]
    references: Sequence[SourceRecord]


def numbered(texts: Sequence[str], sources: Iterable[SourceRecord]) -> Cited:
    """Number the marks in the order in which a reader meets them; the same work has one number."""
    by_id = {source["id"]: source for source in sources}
    used = [name for text in texts for name in marks(text) if name in by_id]
    same = works(by_id[name] for name in dict.fromkeys(used))
    numbers = {name: n for n, name in enumerate(dict.fromkeys(same[name] for name in used), 1)}
    places = {name: numbers[same[name]] for name in used}
    return Cited([_put(text, places) for text in texts], [by_id[name] for name in numbers])


def reference(source: SourceRecord) -> str:
    """A source as an entry of the list: a link for the web, a file's name for the library."""
    title, address = literal(source["title"]), source["address"]
    if address.startswith(_LIBRARY):
        name = PurePosixPath(address.removeprefix(_LIBRARY)).name
        return f"{title} ({literal(name)})"
    there = linked(source)
    if not there:
        return title
    # One without a title has its address as such: the one that the link leads to.
    named = literal(there) if _is_web(source["title"]) else title.replace("\\`", "'")
    return f"[{named}]({there})"


def linked(source: SourceRecord) -> str:
    """The web address that a reference leads to, as it stands there; "" where it is no link."""
    address = source["address"]
    return _linkable(without_tracking(address)) if _is_web(address) else ""


def literal(text: str) -> str:
    """A text on one line in which nothing is Markdown."""
    return _ESCAPED.sub(r"\\\1", " ".join(text.split()))


def _put(text: str, places: Mapping[str, int]) -> str:
    """Neighbouring marks in order, each number once."""

    def put(run: regex.Match[str]) -> str:
        found = sorted({places[name] for name in marks(run[0]) if name in places})
        space = " " if run[0][-1:].isspace() else ""
        return "".join(f"[{n}]" for n in found) + space

    return _RUN.sub(put, text)


def _is_web(address: str) -> bool:
    return address.lower().startswith(("http://", "https://"))


def _linkable(address: str) -> str:
    return _UNSAFE.sub(lambda m: quote(m[0]), address)
