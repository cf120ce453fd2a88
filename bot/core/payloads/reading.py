"""What the vocabularies share: reading text, counts and names out of plain JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.core.entries import flat
from bot.core.fields import REST, Field, path_of
from bot.core.plain import readable
from bot.core.question import Section
from bot.core.schemas import from_schema, from_values

MAX_SECTIONS = 40
"""A card has 50 blocks; what is beyond goes into the last section."""
MAX_COUNT = 1_000_000
"""A round beyond this is no round."""


def text(value: object) -> str:
    """The value where it is a text, else nothing."""
    return value if isinstance(value, str) else ""


def shown(value: object) -> str:
    """Any value for people: texts as they are, the rest as readable JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else readable(value)


def count(value: object, *, default: int) -> int:
    """A number from 1, or the default."""
    counts = isinstance(value, int) and not isinstance(value, bool) and 0 < value < MAX_COUNT
    return value if counts and isinstance(value, int) else default


def people(said: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Narrow the deciders. A key that is there but malformed refuses everybody: fail closed."""
    if "approvers" not in said:
        return None
    listed = said["approvers"]
    return tuple(p for p in listed if isinstance(p, str)) if isinstance(listed, list) else ()


def few(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Sections that a card has room for, each with a key of its own."""
    kept = list(sections)
    if len(kept) > MAX_SECTIONS:
        kept, rest = kept[: MAX_SECTIONS - 1], kept[MAX_SECTIONS - 1 :]
        kept.append(_joined(rest))
    return tuple(_keyed_apart(kept))


def _joined(rest: Sequence[Section]) -> Section:
    """Put sections that a card has no room for into one, warnings included."""
    parts = ("\n".join(filter(None, (s.label, s.warning, s.value))) for s in rest)
    return Section(key="rest", label="…", value="\n\n".join(parts))


def _keyed_apart(sections: Sequence[Section]) -> list[Section]:
    """Give each section a key of its own: edits come back by key, one a section."""
    keys = apart([section.key for section in sections])
    return [
        Section(key=key, label=section.label, value=section.value, warning=section.warning)
        for key, section in zip(keys, sections, strict=True)
    ]


def apart(keys: Sequence[str]) -> list[str]:
    """The same keys, a later double with a number behind it."""
    taken: dict[str, None] = {}
    for wanted in keys:
        key, number = wanted, 2
        while key in taken:
            key, number = f"{wanted}-{number}", number + 1
        taken[key] = None
    return list(taken)


def editable(values: Mapping[str, Any], schema: Mapping[str, Any] | None) -> tuple[Field, ...]:
    """The form that edits an object: by its schema, and by the values where that says nothing."""
    fields = from_schema(schema) if schema else ()
    if any(field.key in {"", REST} for field in fields):
        fields = ()
    known = {path_of(field.key)[0] for field in fields}
    there = flat(values, fields)
    begun = (replace(field, default=there.get(field.key)) for field in fields)
    rest = {key: value for key, value in values.items() if key not in known}
    return (*begun, *from_values(rest))
