"""One row of the table, and ratios measured in pairs."""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Literal

PAIRS = 7
"""Pairs behind each ratio. Machines are noisy: the two sides run side by side, in turn."""

Measure = Callable[[], Awaitable[float]]


@dataclass(frozen=True, slots=True)
class Row:
    """A figure and its goal. `bound` says on which side of the goal it should be."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    bound: Literal["most", "least"] = "most"

    @property
    def ok(self) -> bool | None:
        """Whether the goal is met; None without one."""
        if self.goal is None:
            return None
        return self.value <= self.goal if self.bound == "most" else self.value >= self.goal

    def as_json(self) -> str:
        """One line for programs."""
        record = {k: v for k, v in asdict(self).items() if k != "bound"}
        return json.dumps({**record, "ok": self.ok})

    def as_text(self) -> str:
        """One line for people."""
        sign = {"most": "≤", "least": "≥"}[self.bound]
        goal = "" if self.goal is None else f"goal {sign} {self.goal:g}"
        verdict = {True: "ok", False: "MISSED", None: ""}[self.ok]
        return f"{self.name:<28} {self.value:>12,.2f} {self.unit:<10} {goal:<16} {verdict}"


async def ratio(ours: Measure, theirs: Measure, *, pairs: int = PAIRS) -> float:
    """The median of ours ÷ theirs over pairs, after a pair to warm up."""
    found: list[float] = []
    for nth in range(pairs + 1):
        first, second = (ours, theirs) if nth % 2 else (theirs, ours)
        values = {first: await first(), second: await second()}
        if nth:
            found.append(values[ours] / values[theirs])
    return median(found)


def rows_of(found: Row | Sequence[Row]) -> list[Row]:
    """One measurement may give several rows."""
    return [found] if isinstance(found, Row) else list(found)
