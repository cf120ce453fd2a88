"""JSON as it travels: the one place where untyped payloads get a name."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]
"""A JSON object, as Slack sends and takes it."""

Blocks: TypeAlias = tuple[Json, ...]
"""A list of Block Kit blocks that passed the validation; never changed in place."""


NESTED_MOST: Final = 100
"""Objects and lists inside one another that are taken; the state file cannot hold twice that."""


def dumps(value: object) -> str:
    """Compact JSON, with people's letters kept as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def copy(value: Json) -> Json:
    """A deep copy, so that nobody changes what is stored."""
    loaded: Json = json.loads(json.dumps(value))
    return loaded


def without_nothing(pairs: Mapping[str, object]) -> Json:
    """The mapping without the keys whose value is None."""
    return {key: value for key, value in pairs.items() if value is not None}


def walk(value: object) -> Iterator[Json]:
    """Every object inside a JSON value, the outer ones first."""
    if isinstance(value, dict):
        yield value
        yield from _walk_all(value.values())
    elif isinstance(value, (list, tuple)):
        yield from _walk_all(value)


def depth(value: object) -> int:
    """How many objects and lists lie inside one another, counted without recursion."""
    deepest, level = 0, [value]
    while level := [inner for outer in level for inner in _inside(outer)]:
        deepest += 1
    return deepest


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _walk_all(values: Iterable[object]) -> Iterator[Json]:
    for value in values:
        yield from walk(value)
