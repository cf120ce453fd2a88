"""What was really said: whether a quote is in the transcript, and what stands around it."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

import regex

_AROUND = 2
"""Lines before and after a quote in which its due date may be named."""
_MARKS = "\"'“”‘’「」『』«» "
_SHORTEST = 3
_JOINED = regex.compile(r"[\p{Latin}\d]")
_STRAIGHT = str.maketrans("“”‘’", "\"\"''")


@dataclass(frozen=True, slots=True)
class Said:
    """A text in which quotes are looked for. `of` makes it."""

    lines: tuple[str, ...]
    whole: str
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Said":
        """Spaces, line ends, letter case and the shape of quotation marks make no difference."""
        lines = tuple(plain for line in text.splitlines() if (plain := squeezed(line)))
        starts = tuple(accumulate((len(line) + 1 for line in lines), initial=0))[:-1]
        return cls(lines, " ".join(lines), starts)

    def place(self, quote: str) -> int | None:
        """Where a quote is, as the index of its first line; None where it is not."""
        plain = squeezed(bared(quote))
        if sum(c.isalnum() for c in plain) < _SHORTEST or (at := self.whole.find(plain)) < 0:
            return None
        return bisect_right(self.starts, at) - 1

    def names(self, words: str, *, near: int | None = None) -> bool:
        """Whether these words are said: anywhere, or within a few lines of the one at `near`."""
        plain = squeezed(words)
        if near is None:
            return _has(self.whole, plain)
        around = self.lines[max(near - _AROUND, 0) : near + _AROUND + 1]
        return _has(" ".join(around), plain)


def bared(quote: str) -> str:
    """A quote without quotation marks around it, with single spaces."""
    return " ".join(quote.split()).strip(_MARKS)


def squeezed(text: str) -> str:
    """A text as it is compared."""
    return " ".join(text.translate(_STRAIGHT).split()).casefold()


def known(name: str, among: Iterable[str]) -> str:
    """The spelling of a name in a list of names, also of a first name that only one has; or ""."""
    plain, listed = squeezed(name).lstrip("@"), list(among)
    same = [one for one in listed if squeezed(one) == plain]
    part = [one for one in listed if plain in squeezed(one).split()]
    found = same or (part if len(part) == 1 else [])
    return found[0] if found else ""


def _has(text: str, words: str) -> bool:
    """Whole words where they begin or end in Latin letters or digits: "Al" is not in "also"."""
    if not words:
        return False
    before = r"(?<![\p{Latin}\d])" if _JOINED.match(words) else ""
    after = r"(?![\p{Latin}\d])" if _JOINED.match(words[-1]) else ""
    return regex.search(before + regex.escape(words) + after, text) is not None
