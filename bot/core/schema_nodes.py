"""A JSON Schema without its detours: references followed, null taken out of unions.

Read are draft 2020-12 as pydantic writes it, and what tools are described with. Nothing here
raises for any JSON, and circles end.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

MAX_HOPS = 20
"""Detours in a row that are followed. A schema that only refers to itself has more."""
Schema = Mapping[str, object]
_MAX_BOUND = 2**64


@dataclass(frozen=True, slots=True)
class Node:
    """A schema that says itself what it is. `nullable`: null is allowed besides."""

    schema: Schema
    nullable: bool = False


def node_of(schema: object, root: Schema) -> Node:
    """Follow `$ref`, `allOf` of one, unions with null and type lists. `{}` where it never ends.

    What stands beside a reference counts more than what it refers to.
    """
    found, nullable = _schema(schema), False
    for _ in range(MAX_HOPS):
        target, null = _next(found, root)
        nullable = nullable or null
        if target is None:
            return Node(found, nullable=nullable)
        found = target
    return Node({})


def alternatives(schema: Schema, root: Schema) -> list[Schema]:
    """The members of a union, each without detours; nothing where it is no union."""
    return [node_of(one, root).schema for one in _listed(schema, "anyOf", "oneOf")]


def type_of(schema: Schema, root: Schema) -> str:
    """The one type that a value has, "" where there is none. A mix of numbers is `number`.

    So is a number that may also come as a text: pydantic writes a Decimal so.
    """
    named = schema.get("type")
    if isinstance(named, str):
        return named
    types = {str(name) for name in _listed(schema, "type")}
    types |= {str(one.get("type")) for one in alternatives(schema, root)}
    if types in ({"integer", "number"}, {"number", "string"}):
        return "number"
    return "object" if not types and isinstance(schema.get("properties"), Mapping) else ""


def amount(value: object) -> float | None:
    """A bound; None where it is no number, or further off than any reader of JSON is exact."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) <= _MAX_BOUND else None


def _next(schema: Schema, root: Schema) -> tuple[Schema | None, bool]:
    """One detour less, and whether that took null away; None where there is no detour."""
    if "$ref" in schema:
        return {**_pointed(schema["$ref"], root), **_without(schema, "$ref")}, False
    if len(_listed(schema, "allOf")) == 1:
        return {**_schema(_listed(schema, "allOf")[0]), **_without(schema, "allOf")}, False
    if schema.get("nullable") is True or schema.get("type") == "null":
        return _without(schema, "nullable" if "nullable" in schema else "type"), True
    for word in ("anyOf", "oneOf", "type"):
        if listed := _listed(schema, word):
            return _narrowed(schema, word, listed)
    return None, False


def _narrowed(schema: Schema, word: str, listed: list[object]) -> tuple[Schema | None, bool]:
    """A union without null; itself no union any more where one member is left."""
    kept = [one for one in listed if not _is_null(one)]
    null = len(kept) < len(listed)
    if len(kept) > 1:
        return ({**schema, word: kept} if null else None), null
    left = _without(schema, word)
    if not kept or word != "type":
        return {**_schema(kept[0] if kept else {}), **left}, null
    return {**left, "type": kept[0]}, null


def _is_null(one: object) -> bool:
    if isinstance(one, Mapping):
        return one.get("type") == "null" or ("const" in one and one["const"] is None)
    return one == "null"


def _pointed(ref: object, root: Schema) -> Schema:
    """What a pointer into the same document points to; `{}` where it is another document."""
    if not isinstance(ref, str) or not ref.startswith("#"):
        return {}
    place: object = root
    for step in unquote(ref[1:]).split("/")[1:]:
        place = _schema(place).get(step.replace("~1", "/").replace("~0", "~"))
    return _schema(place)


def _schema(found: object) -> Schema:
    return found if isinstance(found, Mapping) else {}


def _listed(schema: Schema, *words: str) -> list[object]:
    """The first list under one of these words."""
    found = (schema.get(word) for word in words)
    return next((one for one in found if isinstance(one, list)), [])


def _without(schema: Schema, word: str) -> Schema:
    return {key: value for key, value in schema.items() if key != word}
