"""Entries of a list as lines of a form, and back: each entry keeps its id."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from bot.cards import text
from bot.core.question import Item

_COMPARED = 400
"""Pairs of texts that are compared to find out which one became which; more are taken in order."""
_LOOKED_AT = 200
"""Characters of a text that count for that."""
_ALIKE = 0.6
"""How much of two texts is the same (0 to 1) where one may have become the other."""


def edited(before: Sequence[Item], texts: Sequence[str]) -> tuple[Item, ...]:
    """The entries after somebody changed, added, removed or moved lines.

    A line that is there already is that entry, wherever it stands; a changed one is the entry
    at its place that it is like. New ones, and those like nothing, get ids of their own: what
    an entry carries is not true of another one that was written over it.
    """
    lines = [text.visible(line) for line in texts]
    shown = [text.visible(item.text) for item in before]
    kept = _same(shown, lines)
    kept |= _changed(shown, lines, kept)
    fresh = _fresh_ids({item.id for item in before})
    return tuple(
        _item(before[kept[place]], line) if place in kept else Item(next(fresh), line)
        for place, line in enumerate(texts)
    )


def _item(item: Item, line: str) -> Item:
    """A form shows control characters as pictures: such a line is the entry as it was."""
    same = text.visible(item.text) == text.visible(line)
    return item if same else Item(item.id, line, item.more)


def _same(shown: Sequence[str], lines: Sequence[str]) -> dict[int, int]:
    """Line -> entry with that very text. Of equal ones, the first is the first."""
    places: dict[str, list[int]] = defaultdict(list)
    for place in reversed(range(len(shown))):
        places[shown[place]].append(place)
    return {n: places[line].pop() for n, line in enumerate(lines) if places.get(line)}


def _changed(shown: Sequence[str], lines: Sequence[str], kept: Mapping[int, int]) -> dict[int, int]:
    """Line -> entry that it took the place of, among those that are not accounted for."""
    taken = set(kept.values())
    made: dict[int, int] = {}
    for kind, *place in SequenceMatcher(None, shown, lines, autojunk=False).get_opcodes():
        if kind == "replace":
            old = [n for n in range(place[0], place[1]) if n not in taken]
            new = [n for n in range(place[2], place[3]) if n not in kept]
            made |= _paired(shown, lines, old, new)
    return made


def _paired(
    shown: Sequence[str], lines: Sequence[str], old: list[int], new: list[int]
) -> dict[int, int]:
    """The most alike first; in order where there are too many to compare."""
    if len(old) * len(new) > _COMPARED:
        compared = list(zip(new, old, strict=False))
    else:
        compared = [(n, o) for n in new for o in old]
    likeness = {pair: _alike(lines[pair[0]], shown[pair[1]]) for pair in compared}
    made: dict[int, int] = {}
    for line, entry in sorted(compared, key=lambda pair: -likeness[pair]):
        if likeness[line, entry] >= _ALIKE and line not in made and entry not in made.values():
            made[line] = entry
    return made


def _alike(one: str, other: str) -> float:
    """From 0 to 1; 1 where one is the other and more."""
    shorter, longer = sorted((one[:_LOOKED_AT].strip(), other[:_LOOKED_AT].strip()), key=len)
    if shorter and shorter in longer:
        return 1.0
    return SequenceMatcher(None, shorter, longer, autojunk=False).ratio()


def _fresh_ids(taken: set[str]) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        if f"new-{number}" not in taken:
            yield f"new-{number}"
