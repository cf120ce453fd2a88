"""What is wrong with a manifest, and the small rules that find it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. `at` is a JSON pointer; `text` says what to do about it."""

    at: str
    text: str


Rule: TypeAlias = Callable[[Any, str], Iterator[Problem]]
"""Finds what is wrong with a value at a JSON pointer."""

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SHOWN_MOST: Final = 60
"""Characters of a value that a sentence repeats."""


def anything(value: Any, at: str) -> Iterator[Problem]:  # noqa: ANN401, ARG001 - it is a Rule
    """What Slack knows and this workspace has no use for."""
    return iter(())


def flag(value: Any, at: str) -> Iterator[Problem]:  # noqa: ANN401 - any value of a manifest
    """True or false."""
    if not isinstance(value, bool):
        yield Problem(at, "must be true or false.")


def text(least: int, most: int, *, form: str = "", wanted: str = "") -> Rule:
    """A text of so many characters, and of a form: a regular expression, named by `wanted`."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(at, "must be a text.")
        elif not least <= len(value) <= most:
            yield Problem(at, f"must have {least} to {most} characters; it has {len(value)}.")
        elif _SURROGATE.search(value):
            yield Problem(at, "has half a character in it: write it anew.")
        elif form and not re.fullmatch(form, value, re.DOTALL):
            yield Problem(at, f"must be {wanted}.")

    return check


def known(names: Iterable[str], what: str) -> Rule:
    """One of these names. Another one is answered with the closest of them."""
    names = frozenset(names)

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(at, "must be a text.")
        elif value not in names:
            said = f"{what} {shown(value)} is not known to Slack"
            yield Problem(at, f"{said}{_meant(value, names)}")

    return check


def items(rule: Rule, most: int) -> Rule:
    """A list of so many at most, each by a rule."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield Problem(at, "must be a list.")
        elif len(value) > most:
            yield Problem(at, f"must have at most {most} entries; it has {len(value)}.")
        else:
            for index, item in enumerate(value):
                yield from rule(item, f"{at}/{index}")

    return check


def unique(rule: Rule, of: Callable[[Any], object], name: str = "") -> Rule:
    """A list by a rule, in which nothing comes twice, as `of` gives it for an entry."""

    def check(value: Any, at: str) -> Iterator[Problem]:  # noqa: ANN401 - any value
        yield from rule(value, at)
        seen: set[object] = set()
        for index, item in enumerate(value if isinstance(value, list) else ()):
            key = of(item)
            if isinstance(key, str) and key in seen:
                yield Problem(f"{at}/{index}{name}", f"{shown(key)} is there twice: remove one.")
            elif isinstance(key, str):
                seen.add(key)

    return check


def shape(fields: Mapping[str, Rule], required: Iterable[str] = ()) -> Rule:
    """An object with these fields and no others."""
    required = tuple(required)

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(at, "must be an object.")
            return
        for name in required:
            if name not in value:
                yield Problem(f"{at}/{name}", "is missing.")
        for name, rule in fields.items():
            if name in value:
                yield from rule(value[name], f"{at}/{name}")
        for name in value:
            if name not in fields:
                said = f"is not a key that Slack knows{_meant(name, fields)}"
                yield Problem(f"{at}/{pointer(name)}", said)

    return check


def pointer(name: object) -> str:
    """A key as a part of a JSON pointer."""
    return shown(name, quoted=False).replace("~", "~0").replace("/", "~1")


def shown(value: object, *, quoted: bool = True) -> str:
    """A value from a manifest in a sentence: short, and in one line."""
    try:
        plain = value if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):
        plain = type(value).__name__  # a number of thousands of digits
    line = plain.encode("unicode_escape").decode() if not plain.isprintable() else plain
    short = line if len(line) <= _SHOWN_MOST else f"{line[:_SHOWN_MOST]}…"
    return f'"{short}"' if quoted else short


def _meant(name: object, names: Iterable[str]) -> str:
    """The end of a sentence: the closest of the names, if one is close."""
    if not isinstance(name, str) or len(name) > _SHOWN_MOST:
        return "."
    close = get_close_matches(name, sorted(names), n=1)
    return f'; do you mean "{close[0]}"?' if close else "."
