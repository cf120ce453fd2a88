"""Are the lines within their bounds and true to the notes? What is wrong, and the repair."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from graphs.contract import Language
from graphs.ground import Ground
from graphs.language import strays
from graphs.lines import shortened, tidy

LONGEST: dict[Language, int] = {"en": 100, "zh": 30}
"""Characters in one line. A Chinese character says as much as three Latin ones."""
MOST = 5
LEAST = 3


class Kind(StrEnum):
    """What can be wrong with lines."""

    FEW = "few"
    MANY = "many"
    LONG = "long"
    FOREIGN = "foreign"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and the line where there is one."""

    kind: Kind
    line: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What lines have to keep. `least` is lower where the notes hold fewer facts."""

    ground: Ground
    language: Language
    least: int = 0

    @property
    def longest(self) -> int:
        """Characters in one line."""
        return LONGEST[self.language]


def faults(lines: Sequence[str], bounds: Bounds) -> list[Fault]:
    """Everything that is wrong with tidy lines."""
    found = [Fault(Kind.LONG, x) for x in lines if len(x) > bounds.longest]
    found += [Fault(Kind.FOREIGN, x) for x in lines if not bounds.ground.carries(x)]
    if len(lines) < bounds.least:
        found.append(Fault(Kind.FEW))
    if len(lines) > MOST:
        found.append(Fault(Kind.MANY))
    if strays("\n".join(lines), bounds.language):
        found.append(Fault(Kind.LANGUAGE))
    return found


@dataclass(frozen=True, slots=True)
class Repaired:
    """Lines within their bounds. `dropped` said what the notes do not say."""

    lines: list[str]
    dropped: int


def repaired(lines: Sequence[str], bounds: Bounds, *, spare: Sequence[str]) -> Repaired:
    """Drop what is foreign, shorten what is long, fill up from the notes themselves.

    Never invents: where there are too few `spare` lines, fewer come out.
    """
    true = [line for line in lines if bounds.ground.carries(line)]
    short = [shortened(line, bounds.longest) for line in true]
    # A cut can take away what tied a line to the notes.
    kept = tidy([line for line in short if bounds.ground.carries(line)])[:MOST]
    for line in spare:
        if len(kept) >= bounds.least:
            break
        if line not in kept:
            kept.append(line)
    return Repaired(kept, dropped=len(lines) - len(true))
