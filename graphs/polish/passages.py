"""Where a quoted passage stands in a text. Pure: found to the letter, or not at all."""

from collections.abc import Iterable, Sequence

import regex

from graphs.polish.sentences import Span

_QUOTES = "\"'“”‘’「」『』"
_LATIN = regex.compile(r"[A-Za-z0-9]")
_MARKS = regex.compile(r"^(?:\.{3}|…)|(?:\.{3}|…)$")


def places(text: str, quoted: Sequence[str]) -> list[Span | None]:
    """Where each passage stands, None where it does not.

    The same passage quoted again is its next occurrence. Space in it may be another than in
    the text; quotation marks or an ellipsis around it are no part of it.
    """
    taken: set[Span] = set()
    found: list[Span | None] = []
    for passage in quoted:
        place = next((s for s in _occurrences(text, passage) if s not in taken), None)
        found.append(place)
        taken.update([place] if place else [])
    return found


def stands(text: str, passage: str) -> bool:
    """Whether the passage is there at all."""
    return next(iter(_occurrences(text, passage)), None) is not None


def _occurrences(text: str, passage: str) -> Iterable[Span]:
    for form in _forms(passage):
        spans = [Span(m.start(), m.end()) for m in _pattern(form).finditer(text)]
        if spans:
            return spans
    return []


def _forms(passage: str) -> Iterable[str]:
    """The passage as it came, then without what models put around quotations."""
    bare = passage.strip()
    unquoted = bare.strip(_QUOTES).strip()
    forms = [bare, unquoted, _MARKS.sub("", unquoted).strip()]
    return dict.fromkeys(form for form in forms if any(c.isalnum() or c > "~" for c in form))


def _pattern(passage: str) -> "regex.Pattern[str]":
    words = r"\s+".join(map(regex.escape, passage.split()))
    # "is" does not stand in "this".
    before = r"(?<![A-Za-z0-9])" if _LATIN.match(passage[0]) else ""
    after = r"(?![A-Za-z0-9])" if _LATIN.match(passage[-1]) else ""
    return regex.compile(before + words + after)
