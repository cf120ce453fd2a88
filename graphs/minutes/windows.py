"""A transcript in parts that fit into a prompt, a bounded number of them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from graphs.lines import head
from graphs.model import PromptTooLongError

T = TypeVar("T")
U = TypeVar("U")

MOST = 6
"""Parts that are read of one transcript."""
_SMALLEST = 1_000


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """What was made of each part, and how many characters all of them have."""

    made: Sequence[T]
    chars: int


async def read(text: str, size: int, each: Callable[[str, int, int], Awaitable[T]]) -> Read[T]:
    """Make something of each part, in order; `each` gets the part, its number and how many.

    A model that finds a part too long gets halves. What `each` raises goes on.
    """
    size = max(min(size, len(text)), 1)  # half of what was never filled is no shorter
    while True:
        parts = windows(text, size)
        try:
            made = [await each(part, n, len(parts)) for n, part in enumerate(parts, start=1)]
        except PromptTooLongError:
            if size <= _SMALLEST:
                raise
            size = max(size // 2, _SMALLEST)
        else:
            return Read(made, sum(len(part) for part in parts))


def windows(text: str, size: int) -> list[str]:
    """The first parts of at most this many characters, cut at line ends where there are any."""
    parts: list[str] = []
    while text and len(parts) < MOST:
        part = head(text, size)
        parts.append(part)
        text = text[len(part) :]
        if text.startswith("\n"):
            parts[-1] += "\n"
            text = text[1:]
    return parts or [""]


def in_turn(lists: Sequence[Sequence[U]], most: int) -> list[U]:
    """At most so many, in order, and each list gets its share: the later parts count as well."""
    shares = [0] * len(lists)
    left = most
    while left and (open_ := [i for i, x in enumerate(lists) if shares[i] < len(x)]):
        for index in open_[:left]:
            shares[index] += 1
        left -= len(open_[:left])
    return [one for index, listed in enumerate(lists) for one in listed[: shares[index]]]
