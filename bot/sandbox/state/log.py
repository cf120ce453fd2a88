"""A record of the last things that happened, bounded so that a long session stays small."""

from collections import deque
from collections.abc import Iterator
from typing import Final, Generic, Protocol, TypeVar

from bot.sandbox.state.changes import Change, Changes

RECORDS_KEPT: Final = 2_000
"""How many are kept; older ones are forgotten, but counted."""


class Numbered(Protocol):
    """Something with a place in the order of all of them."""

    @property
    def number(self) -> int:
        """It never comes twice."""
        ...


R = TypeVar("R", bound=Numbered)


class Log(Generic[R]):
    """The last records in the order they came; `total` counts the forgotten ones, too."""

    def __init__(self, changes: Changes, kind: str) -> None:
        self._kept: deque[R] = deque(maxlen=RECORDS_KEPT)
        self._changes = changes
        self._kind = kind
        self.total = 0

    def add(self, record: R) -> None:
        """Note a record, and tell those who wait."""
        self._kept.append(record)
        self.total += 1
        self.changed(record)

    def changed(self, record: R) -> None:
        """Tell those who wait that something about a record is new."""
        self._changes.tell(Change(self._kind, ts=str(record.number)))

    def __iter__(self) -> Iterator[R]:
        return iter(tuple(self._kept))

    def __len__(self) -> int:
        return len(self._kept)
