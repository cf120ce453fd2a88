"""What plain code can find and fix in a text: rules, each a pattern and what takes its place.

Links, code and mentions are masked first, so no rule sees or touches them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import TypeAlias

import regex

from graphs.contract import Language
from graphs.polish import rules_en, rules_zh
from graphs.polish.literals import MASK, masked
from graphs.polish.sentences import Span, around, sentences

_Match: TypeAlias = "regex.Match[str]"


class Kind(StrEnum):
    """What a rule finds."""

    REPEATED = "repeated"
    SPACES = "spaces"
    PUNCTUATION = "punctuation"
    WIDTH = "width"
    FILLER = "filler"
    WORDY = "wordy"
    PASSIVE = "passive"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Edit:
    """Other characters for a span."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem in one sentence, where it stands, and the edits that fix it."""

    kind: Kind
    span: Span
    edits: tuple[Edit, ...]


_TABLES: Mapping[Language, Mapping[str, Sequence[tuple[str, str | Callable[[_Match], str]]]]] = {
    "en": rules_en.RULES,
    "zh": rules_zh.RULES,
}
_SPLIT: Mapping[Language, Callable[[str, Span], tuple[Span, str] | None]] = {
    "en": rules_en.split,
    "zh": rules_zh.split,
}
_MARKS = "，。；：！？、,;!?\\n"
_CLAUSE = rf"(?:[^{_MARKS}]|(?<=\d),(?=\d)){{0,120}}"
_BESIDE: Mapping[Language, tuple["regex.Pattern[str]", "regex.Pattern[str]"]] = {
    "en": (
        regex.compile(r"(?:[\p{L}\p{N}'’-]+)?[^\p{L}\p{N}\s]*[ \t]*$"),
        regex.compile(r"[ \t]*[^\p{L}\p{N}\s]?(?:[\p{L}\p{N}'’-]+)?"),
    ),
    # Nothing shows where a Chinese word ends, so it is the clause, with the mark that ends it.
    "zh": (
        regex.compile(rf"(?r){_CLAUSE}[{_MARKS}]*[ \t]*$"),
        regex.compile(rf"(?<![{_MARKS}]){_CLAUSE}[^\w\s]?"),
    ),
}
"""What a small thing is shown with: before it, and after it."""
_REST_OF_WORD = regex.compile(r"(?<=[A-Za-z])[A-Za-z'’-]+")
_NEAR = 160
_SMALL = {Kind.SPACES, Kind.PUNCTUATION, Kind.WIDTH}


def findings(text: str, language: Language) -> list[Finding]:
    """Everything that the rules of a language find, in the order of the text."""
    bare = masked(text)
    spans = sentences(bare)
    found = [*_by_pattern(bare, spans, language), *_too_long(bare, spans, language)]
    return sorted(found, key=lambda one: (one.span, one.kind))


def applied(text: str, span: Span, edits: Sequence[Edit]) -> str:
    """The characters of a span after the edits; of two that overlap the first one is made."""
    pieces, at = [], span.start
    for edit in sorted(edits, key=lambda one: one.span):
        if at <= edit.span.start and edit.span.end <= span.end:
            pieces += [text[at : edit.span.start], edit.text]
            at = edit.span.end
    return "".join([*pieces, text[at : span.end]])


def _by_pattern(bare: str, spans: Sequence[Span], language: Language) -> Iterator[Finding]:
    for name, rules in _TABLES[language].items():
        edits = _apart(edit for rule in rules for edit in _edits(bare, *rule))
        for parts in _grouped(edits, spans, Kind(name)):
            yield Finding(Kind(name), _readable(bare, parts, Kind(name), language), parts)


def _grouped(
    edits: Sequence[Edit], spans: Sequence[Span], kind: Kind
) -> Iterator[tuple[Edit, ...]]:
    """What one sentence has of small things is one problem for people."""
    if kind not in _SMALL:
        yield from ((edit,) for edit in edits)
        return
    placed = sorted((around(edit.span, spans), edit.span, edit.text) for edit in edits)
    for _, group in groupby(placed, key=lambda entry: entry[0]):
        yield tuple(Edit(span, text) for _, span, text in group)


def _edits(bare: str, pattern: str, put: str | Callable[[_Match], str]) -> Iterator[Edit]:
    for match in regex.finditer(pattern, bare, regex.MULTILINE):
        text = match.expand(put) if isinstance(put, str) else put(match)
        if MASK not in match[0] and text != match[0]:
            yield Edit(Span(match.start(), match.end()), text)


def _apart(edits: Iterable[Edit]) -> list[Edit]:
    """Without those that overlap an earlier one."""
    made: list[Edit] = []
    for edit in sorted(edits, key=lambda one: one.span):
        if not made or edit.span.start >= made[-1].span.end:
            made.append(edit)
    return made


def _readable(bare: str, edits: Sequence[Edit], kind: Kind, language: Language) -> Span:
    """Whole words; a space or a comma together with what stands beside it."""
    start, end = edits[0].span.start, max(edit.span.end for edit in edits)
    if inside := _REST_OF_WORD.match(bare, end):
        end = inside.end()
    if kind in _SMALL:
        # Only what is near is looked at: this is done for each of many.
        behind, ahead = _BESIDE[language]
        before, after = behind.search(bare[max(start - _NEAR, 0) : start]), ahead.match(bare, end)
        start -= len(before[0]) if before else 0
        end = after.end() if after else end
    piece = bare[start:end]
    return Span(start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip()))


def _too_long(bare: str, spans: Sequence[Span], language: Language) -> Iterator[Finding]:
    for span in spans:
        if cut := _SPLIT[language](bare, span):
            yield Finding(Kind.LONG, span, (Edit(*cut),))
