"""Fields of a form from a JSON Schema, or from values. Any input gives some: nothing raises.

A schema may say what a text is by `x-signoff` (pydantic: `json_schema_extra`): `person`,
`channel`, `date`, `long_text`; or by `format`. A text is long where one of them says so, or
where it may have more than `LONG` characters.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.core.entries import flat, gives_back, nested, read, shown
from bot.core.fields import REST, Field, Format, Kind, Part, key_of, path_of
from bot.core.schema_kinds import shaped
from bot.core.schema_nodes import Schema, node_of, type_of

MAX_FIELDS = 100
"""Fields of one form. What is beyond goes into one more, as JSON."""
LONG = 120
"""A value with more characters gets a long text's field."""
_MAX_LABEL = 200
_MAX_HINT = 2_000
_REST = Field(key=REST, label="…", kind=Kind.JSON, format=Format.OBJECT)
_VALUE = Field(key="", label="Value", kind=Kind.JSON)


def from_schema(schema: Mapping[str, Any]) -> tuple[Field, ...]:
    """Fields for the values that a schema allows.

    An object gives one field a property, and one for each of a nested object's; what is deeper
    is JSON. Anything else gives one field with the key "", and so does what is no schema.
    """
    try:
        return _form(schema)
    except Exception:  # noqa: BLE001 - somebody else's mapping may raise anything when asked
        return (_VALUE,)


def from_values(values: Mapping[str, Any]) -> tuple[Field, ...]:
    """Fields for editing values, by their types. Their defaults are the values.

    Texts and lists may be emptied, null may be left so; anything else has to be given.
    """
    made = [[_of_value(name, value)] for name, value in values.items()]
    fields = _bounded(made, required=True)
    left = flat(values, fields).get(REST)
    return tuple(replace(f, default=left) if f.key == REST else f for f in fields)


def filled(fields: Iterable[Field], values: Mapping[str, Any]) -> tuple[Field, ...]:
    """The same fields for editing an object that is there already. Nothing of it gets lost.

    Their defaults are its values; what it does not have stays away where nothing is typed. A
    field that could not give its value back becomes one of JSON, and what no field is about
    gets one of `from_values`.
    """
    listed = tuple(fields)
    known = flat(values, listed)
    by_name: dict[str, list[Field]] = {}
    for field in listed:
        by_name.setdefault(path_of(field.key)[0], []).append(_filled(field, known))
    others = {} if REST in known else {n: v for n, v in values.items() if n not in by_name}
    made = (_together(name, parts, values) for name, parts in by_name.items())
    return (*(field for parts in made for field in parts), *from_values(others))


def _together(name: str, parts: list[Field], values: Mapping[str, Any]) -> list[Field]:
    """The fields of an object, or one for it as a whole where they could not give it back."""
    if len(path_of(parts[0].key)) == 1:
        return parts
    if name not in values:
        return [_spare(part, bound=part.required or part.part is Part.BOUND) for part in parts]
    sent = read(parts, {part.key: shown(part, part.default) for part in parts})
    return parts if nested(sent.values) == {name: values[name]} else [_json(name, values[name])]


def _json(name: str, value: object) -> Field:
    plain = Field(key=key_of(name), label=_label({}, name), kind=Kind.JSON, default=value)
    return replace(plain, required=value is not None, nullable=value is None)


def _filled(field: Field, known: Mapping[str, Any]) -> Field:
    if field.key not in known:
        return replace(field, default=None, nullable=False)
    value = known[field.key]
    required = field.required and bool(shown(field, value))
    begun = replace(field, default=value, required=required)
    if gives_back(begun, value):
        return begun
    plain = Field(key=field.key, label=field.label, hint=field.hint, part=field.part)
    needed = value is not None and field.part is Part.ALWAYS
    return replace(plain, kind=Kind.JSON, required=needed, default=value, nullable=value is None)


def _form(schema: Schema) -> tuple[Field, ...]:
    node = node_of(schema, schema)
    if not _has_fields(node.schema):
        return (_field("", node.schema, schema, label="Value", nullable=node.nullable),)
    properties = _properties(node.schema)
    needed = _needed(node.schema)
    made = (
        _property(name, one, schema, required=name in needed) for name, one in properties.items()
    )
    return _bounded(made, required=bool(needed.intersection(properties)))


def _bounded(made: Iterable[list[Field]], *, required: bool) -> tuple[Field, ...]:
    """As many as there may be. `required`: whether what is beyond may be needed."""
    fields: list[Field] = []
    for some in made:
        if len(fields) + len(some) > MAX_FIELDS:
            return (*fields, replace(_REST, required=required))
        fields += some
    return tuple(fields)


def _property(name: str, found: object, root: Schema, *, required: bool) -> list[Field]:
    node = node_of(found, root)
    key, label = key_of(name), _label(found, name)
    alone = _field(key, node.schema, root, label=label, nullable=node.nullable, required=required)
    nested = alone.kind is Kind.JSON and _has_fields(node.schema) and _properties(node.schema)
    # Of an object that has to be there and may be null, empty fields could not say which.
    if not nested or (required and node.nullable) or len(_properties(node.schema)) > MAX_FIELDS:
        return [alone]
    return list(_parts(name, node.schema, root, outer=alone))


def _parts(name: str, schema: Schema, root: Schema, *, outer: Field) -> Iterator[Field]:
    """The fields of a nested object. One that may be left out begins empty."""
    default = schema.get("default")
    begun = default if isinstance(default, Mapping) else {}
    spare = not (outer.required or isinstance(default, Mapping))
    needed = _needed(schema)
    for inner, found in _properties(schema).items():
        node = node_of(found, root)
        own = {**node.schema, "default": begun[inner]} if inner in begun else node.schema
        field = _field(
            key_of(name, inner),
            own,
            root,
            label=f"{outer.label} · {_label(found, inner)}",
            nullable=node.nullable,
            required=inner in needed,
        )
        yield _spare(field, bound=inner in needed) if spare else field


def _spare(field: Field, *, bound: bool) -> Field:
    part = Part.BOUND if bound and not field.nullable else Part.FREE
    return replace(field, required=False, default=None, part=part)


def _field(
    key: str,
    schema: Schema,
    root: Schema,
    *,
    label: str,
    nullable: bool,
    required: bool = True,
) -> Field:
    hint = schema.get("description")
    title = schema.get("title") if not key else None
    plain = Field(
        key=key,
        label=(title.strip() if isinstance(title, str) else "")[:_MAX_LABEL] or label,
        hint=hint.strip()[:_MAX_HINT] if isinstance(hint, str) else "",
        nullable=nullable,
    )
    made = shaped(plain, schema, root)
    made = replace(made, required=required and not made.nullable)
    default = schema.get("default")
    return replace(made, default=default) if gives_back(made, default) else made


def _of_value(name: str, value: object) -> Field:
    plain = Field(key=key_of(name), label=_label({}, name), default=value)
    match value:
        case str():
            long = len(value) > LONG or "\n" in value
            made = replace(plain, kind=Kind.LONG_TEXT if long else Kind.TEXT, required=False)
        case [*entries] if entries and all(isinstance(one, str) for one in entries):
            made = replace(plain, kind=Kind.LINES, required=False)
        case bool() | int() | float():
            made = replace(plain, kind=_KINDS.get(type(value), Kind.JSON))
        case _:
            return _json(name, value)
    return made if gives_back(made, value) else _json(name, value)


_KINDS = {bool: Kind.BOOLEAN, int: Kind.INTEGER, float: Kind.NUMBER}


def _label(schema: object, name: str) -> str:
    """The title beside the property itself; that of a type it refers to is the type's name."""
    title = schema.get("title") if isinstance(schema, Mapping) else None
    if isinstance(title, str) and title.strip():
        return title.strip()[:_MAX_LABEL]
    words = name.replace("_", " ").replace("-", " ").strip()[:_MAX_LABEL]
    return words[:1].upper() + words[1:] or name or "Value"


def _has_fields(schema: Schema) -> bool:
    """Whether it is an object whose properties are known; one that takes any is none."""
    if type_of(schema, schema) != "object" or not isinstance(schema.get("properties"), Mapping):
        return False
    return bool(schema["properties"]) or not schema.get("additionalProperties")


def _properties(schema: Schema) -> Mapping[str, object]:
    found = schema.get("properties")
    return found if isinstance(found, Mapping) else {}


def _needed(schema: Schema) -> set[str]:
    found = schema.get("required")
    return {name for name in found if isinstance(name, str)} if isinstance(found, list) else set()
