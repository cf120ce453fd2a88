"""What kind of field a schema needs, with its options and bounds."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from bot.core.fields import Field, Format, Kind, Option, path_of
from bot.core.schema_nodes import Schema, alternatives, amount, node_of, type_of

LONG = 200
"""A text that may have more characters gets a long text's field."""
MAX_PICKED = 100
"""Options that people pick from; where there are more, they type one."""
MAX_OPTIONS = 1_000
_T = TypeVar("_T")
_NOTES = {
    "person": Kind.PERSON,
    "channel": Kind.CHANNEL,
    "date": Kind.DATE,
    "long_text": Kind.LONG_TEXT,
    "slack-user": Kind.PERSON,
    "slack-channel": Kind.CHANNEL,
    "date-time": Kind.DATETIME,
    "textarea": Kind.LONG_TEXT,
    "markdown": Kind.LONG_TEXT,
}
_FORMATS = {"email": Format.EMAIL, "uri": Format.URI, "uuid": Format.UUID}
_MESSAGE = {"content", "type", "response_metadata"}
"""What every message class of LangChain has, and hardly anything else."""


def shaped(field: Field, schema: Schema, root: Schema) -> Field:
    """The field with the kind, options and bounds that the schema asks for."""
    if any(word in schema for word in ("const", "enum")) or _named(schema, root):
        return _picked(field, _choices(schema, root))
    match type_of(schema, root):
        case "boolean":
            return replace(field, kind=Kind.BOOLEAN)
        case "integer" | "number" as name:
            return _number(field, schema, root, whole=name == "integer")
        case "string":
            return _text(field, schema)
        case "array":
            return _list(field, schema, root)
        case name:
            held = Format.OBJECT if name == "object" else Format.ANY
            return replace(field, kind=Kind.JSON, format=held)


def _named(schema: Schema, root: Schema) -> bool:
    """Whether it is a union of values, each with a title of its own or none."""
    members = alternatives(schema, root)
    return bool(members) and all("const" in one or "enum" in one for one in members)


def _choices(schema: Schema, root: Schema) -> list[tuple[object, object]]:
    """Every allowed value and its title."""
    if "const" in schema:
        return [(schema["const"], schema.get("title"))]
    listed = schema.get("enum")
    if isinstance(listed, list):
        return [(value, None) for value in listed]
    members = alternatives(schema, root)
    # A member cannot be a union again: then it would have no value of its own.
    return [choice for one in members for choice in _choices(one, {})]


def _options(choices: Iterable[tuple[object, object]]) -> tuple[Option, ...] | None:
    """The options of values, each once and without null; None where one is no plain value."""
    made: dict[tuple[type, object], Option] = {}
    for value, title in choices:
        if value is None:
            continue
        if not isinstance(value, str | int | float) or not _finite(value):
            return None
        made.setdefault((type(value), value), Option(value=value, label=_label(value, title)))
    return tuple(made.values())


def _finite(value: str | float) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


def _label(value: object, title: object) -> str:
    if isinstance(title, str) and title.strip():
        return title
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return text if text.strip() else f'"{text}"'


def _picked(field: Field, choices: list[tuple[object, object]]) -> Field:
    options = _options(choices)
    field = replace(field, nullable=field.nullable or any(value is None for value, _ in choices))
    if not options or len(options) > MAX_OPTIONS:
        return replace(field, kind=Kind.JSON)
    if {type(o.value) for o in options} == {bool} and len(options) > 1:
        return replace(field, kind=Kind.BOOLEAN)
    kind = Kind.CHOICE if len(options) <= MAX_PICKED else Kind.TEXT
    return replace(field, kind=kind, options=options)


def _number(field: Field, schema: Schema, root: Schema, *, whole: bool) -> Field:
    members = [one for one in alternatives(schema, root) if one.get("type") != "string"]
    bounds = members[0] if len(members) == 1 else schema
    least, most = amount(bounds.get("minimum")), amount(bounds.get("maximum"))
    above, below = amount(bounds.get("exclusiveMinimum")), amount(bounds.get("exclusiveMaximum"))
    if not whole:
        return replace(field, kind=Kind.NUMBER, least=least, most=most, above=above, below=below)
    least = None if least is None else math.ceil(least)
    most = None if most is None else math.floor(most)
    if above is not None:
        least = max(math.floor(above) + 1, -math.inf if least is None else least)
    if below is not None:
        most = min(math.ceil(below) - 1, math.inf if most is None else most)
    return replace(field, kind=Kind.INTEGER, least=least, most=most)


def _text(field: Field, schema: Schema) -> Field:
    note, name = (schema.get(word) for word in ("x-signoff", "format"))
    kind = _looked_up(_NOTES, note) or _looked_up(_NOTES, name)
    least, most = amount(schema.get("minLength")), amount(schema.get("maxLength"))
    found = _looked_up(_FORMATS, name) or Format.ANY
    if kind is None:
        long = most is not None and most > LONG and not found
        kind = Kind.LONG_TEXT if long else Kind.TEXT
    if kind not in {Kind.TEXT, Kind.LONG_TEXT}:
        return replace(field, kind=kind)
    return replace(field, kind=kind, least=least, most=most, format=found)


def _looked_up(table: Mapping[str, _T], name: object) -> _T | None:
    return table.get(name) if isinstance(name, str) else None


def _list(field: Field, schema: Schema, root: Schema) -> Field:
    field = replace(
        field, least=amount(schema.get("minItems")), most=amount(schema.get("maxItems"))
    )
    node = node_of(schema.get("items"), root)
    if _is_message(field, schema, node.schema, root):
        return replace(field, kind=Kind.MESSAGE, least=None, most=None)
    item = shaped(Field(key="", label=""), node.schema, root)
    if not (node.nullable or item.nullable or "prefixItems" in schema):
        if item.kind is Kind.CHOICE:
            return replace(field, kind=Kind.SEVERAL, options=item.options)
        if node.schema.get("type") == "string" and not item.options:
            return replace(field, kind=Kind.LINES)
    return replace(field, kind=Kind.JSON, format=Format.LIST)


def _is_message(field: Field, schema: Schema, item: Schema, root: Schema) -> bool:
    """Whether entries are messages, or may be anything and the list's name says that they are."""
    if not item and "prefixItems" not in schema:
        return path_of(field.key)[-1] == "messages"
    members = alternatives(item, root) or [item]
    held = (one.get("properties") for one in members)
    return any(isinstance(one, Mapping) and one.keys() >= _MESSAGE for one in held)
