"""Which sentences are reworded together, and which of them are asked for at once. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphs.polish.sentences import Span, around, neighbours, sentences, united
from graphs.polish.state import Problem


@dataclass(frozen=True, slots=True)
class Unit:
    """Whole sentences that are reworded together, and why."""

    number: int
    span: Span
    text: str
    problems: tuple[Problem, ...]
    before: str
    after: str


def units(text: str, problems: Sequence[Problem]) -> list[Unit]:
    """The sentences that the problems are in, in order; each problem is in one of them."""
    among = sentences(text)
    places = [Span(p["start"], p["start"] + len(p["passage"])) for p in problems]
    found = united(around(place, among) for place in places)
    return [
        Unit(
            number,
            span,
            text[slice(*span)],
            tuple(p for p in problems if span.start <= p["start"] < span.end),
            *neighbours(text, span, among),
        )
        for number, span in enumerate(found, 1)
    ]


def batches(listed: Sequence[Unit], most: int) -> list[list[Unit]]:
    """As many units as fit into so many characters, together; one that does not, alone."""
    made: list[list[Unit]] = []
    for unit in listed:
        if made and sum(len(u.text) for u in made[-1]) + len(unit.text) <= most:
            made[-1].append(unit)
        else:
            made.append([unit])
    return made
