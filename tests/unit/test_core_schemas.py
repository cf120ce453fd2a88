"""A JSON Schema becomes the fields of a form."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.entries import read, shown
from bot.core.fields import REST, Format, Kind, Option
from bot.core.fields import Field as Shown
from bot.core.schemas import MAX_FIELDS, from_schema


def only(schema: Mapping[str, Any]) -> Shown:
    """The field of an object with this one optional property."""
    (found,) = from_schema({"type": "object", "properties": {"x": schema}})
    return found


def of(kind: Kind, **more: object) -> Shown:
    always: dict[str, Any] = {"key": "x", "label": "X", "kind": kind, "required": False}
    return Shown(**{**always, **more})


STRING = {"type": "string"}
RED = (Option("red", "red"), Option("blue", "blue"))


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (STRING, of(Kind.TEXT)),
        (
            {**STRING, "title": " Name ", "description": "Who"},
            of(Kind.TEXT, label="Name", hint="Who"),
        ),
        ({**STRING, "minLength": 1, "maxLength": 80}, of(Kind.TEXT, least=1, most=80)),
        ({**STRING, "maxLength": 201}, of(Kind.LONG_TEXT, most=201)),
        ({**STRING, "maxLength": True}, of(Kind.TEXT)),
        ({**STRING, "x-signoff": "long_text"}, of(Kind.LONG_TEXT)),
        ({**STRING, "x-signoff": "person"}, of(Kind.PERSON)),
        ({**STRING, "x-signoff": "channel"}, of(Kind.CHANNEL)),
        ({**STRING, "x-signoff": "date", "maxLength": 10}, of(Kind.DATE)),
        ({**STRING, "x-signoff": ["date"]}, of(Kind.TEXT)),
        ({**STRING, "format": "slack-user"}, of(Kind.PERSON)),
        ({**STRING, "format": "slack-channel"}, of(Kind.CHANNEL)),
        ({**STRING, "format": "textarea"}, of(Kind.LONG_TEXT)),
        ({**STRING, "format": "date"}, of(Kind.DATE)),
        ({**STRING, "format": "date-time"}, of(Kind.DATETIME)),
        ({**STRING, "format": "email"}, of(Kind.TEXT, format=Format.EMAIL)),
        (
            {**STRING, "format": "uri", "maxLength": 2083},
            of(Kind.TEXT, format=Format.URI, most=2083),
        ),
        ({**STRING, "format": "uuid"}, of(Kind.TEXT, format=Format.UUID)),
        ({"type": ["string", "null"]}, of(Kind.TEXT, nullable=True)),
        ({"type": "string", "nullable": True}, of(Kind.TEXT, nullable=True)),
        ({"anyOf": [STRING, {"type": "null"}], "default": None}, of(Kind.TEXT, nullable=True)),
        ({"anyOf": [STRING, {"const": None}]}, of(Kind.TEXT, nullable=True)),
        ({"allOf": [STRING], "default": "a"}, of(Kind.TEXT, default="a")),
        ({"allOf": [STRING, STRING]}, of(Kind.JSON)),
        ({"type": "null"}, of(Kind.JSON, nullable=True)),
        ({"anyOf": [{"type": "null"}]}, of(Kind.JSON, nullable=True)),
        ({"type": "integer", "minimum": 1.5, "maximum": 9}, of(Kind.INTEGER, least=2, most=9)),
        (
            {"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 9},
            of(Kind.INTEGER, least=2, most=8),
        ),
        ({"type": "integer", "minimum": 10**400}, of(Kind.INTEGER)),
        (
            {"type": "number", "exclusiveMinimum": 0, "maximum": 1, "exclusiveMaximum": 2},
            of(Kind.NUMBER, above=0, most=1, below=2),
        ),
        ({"type": ["integer", "number"]}, of(Kind.NUMBER)),
        (
            {"anyOf": [{"type": "number", "minimum": 0}, STRING]},
            of(Kind.NUMBER, least=0),
        ),
        ({"anyOf": [{"type": "integer"}, STRING, {"type": "null"}]}, of(Kind.JSON, nullable=True)),
        ({"type": "boolean", "default": False}, of(Kind.BOOLEAN, default=False)),
        ({"enum": [True, False]}, of(Kind.BOOLEAN)),
        ({"enum": ["red", "blue", "red"]}, of(Kind.CHOICE, options=RED)),
        (
            {"enum": ["", 1, True, 0.5, None]},
            of(
                Kind.CHOICE,
                nullable=True,
                options=(
                    Option("", '""'),
                    Option(1, "1"),
                    Option(value=True, label="true"),
                    Option(0.5, "0.5"),
                ),
            ),
        ),
        ({"const": "red"}, of(Kind.CHOICE, options=RED[:1])),
        (
            {"oneOf": [{"const": "red", "title": "Red"}, {"enum": ["blue"]}, {"type": "null"}]},
            of(Kind.CHOICE, options=(Option("red", "Red"), RED[1]), nullable=True),
        ),
        ({"enum": [[1], [2]]}, of(Kind.JSON)),
        ({"enum": [float("nan")]}, of(Kind.JSON)),
        ({"enum": "red"}, of(Kind.JSON)),
        ({"enum": list(range(1001))}, of(Kind.JSON)),
        (
            {"enum": list(range(101))},
            of(Kind.TEXT, options=tuple(Option(n, str(n)) for n in range(101))),
        ),
        (
            {"type": "array", "items": STRING, "minItems": 1, "maxItems": 3},
            of(Kind.LINES, least=1, most=3),
        ),
        ({"type": "array", "items": {"enum": ["red", "blue"]}}, of(Kind.SEVERAL, options=RED)),
        ({"type": "array", "items": {"enum": ["red", None]}}, of(Kind.JSON, format=Format.LIST)),
        ({"type": "array", "items": {"type": "integer"}}, of(Kind.JSON, format=Format.LIST)),
        ({"type": "array", "prefixItems": [STRING]}, of(Kind.JSON, format=Format.LIST)),
        ({"type": "object"}, of(Kind.JSON, format=Format.OBJECT)),
        (
            {"type": "object", "additionalProperties": STRING, "default": {"a": "b"}},
            of(Kind.JSON, format=Format.OBJECT, default={"a": "b"}),
        ),
        ({}, of(Kind.JSON)),
        (True, of(Kind.JSON)),
        ({"$ref": "#/properties/x"}, of(Kind.JSON)),
        ({"$ref": "https://example.com/a"}, of(Kind.JSON)),
        ({"$ref": 5}, of(Kind.JSON)),
    ],
)
def test_a_property_becomes_a_field(schema: Mapping[str, Any], expected: Shown) -> None:
    assert only(schema) == expected


@pytest.mark.parametrize("default", ["five", 100, True, None, [1]])
def test_a_default_that_the_form_could_not_give_is_none(default: object) -> None:
    assert only({"type": "integer", "maximum": 9, "default": default}).default is None


@pytest.mark.parametrize(
    ("name", "label"),
    [("max_rounds", "Max rounds"), ("due-date", "Due date"), ("_", "_"), ("", "Value")],
)
def test_a_label_is_made_from_the_name(name: str, label: str) -> None:
    (found,) = from_schema({"properties": {name: STRING}})
    assert found.label == label


def test_a_type_that_is_referred_to_does_not_name_the_property() -> None:
    (found,) = from_schema(
        {
            "$defs": {"a/b~": {"title": "Colour", "enum": ["red", "blue"]}},
            "properties": {"paint": {"$ref": "#/$defs/a~1b~0"}},
            "required": ["paint", 5],
        }
    )
    assert found == Shown("paint", "Paint", Kind.CHOICE, options=RED)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({**STRING, "title": "Reply"}, Shown("", "Reply")),
        ({"type": "boolean"}, Shown("", "Value", Kind.BOOLEAN)),
        (
            {"enum": ["red", None]},
            Shown("", "Value", Kind.CHOICE, required=False, options=RED[:1], nullable=True),
        ),
        ({"type": "array", "items": STRING}, Shown("", "Value", Kind.LINES)),
        (
            {"type": "object", "properties": {}, "additionalProperties": True},
            Shown("", "Value", Kind.JSON, format=Format.OBJECT),
        ),
        ({"type": 5, "anyOf": 3, "required": 3}, Shown("", "Value", Kind.JSON)),
        ({"$ref": "#"}, Shown("", "Value", Kind.JSON)),
    ],
)
def test_what_is_no_object_is_one_field_without_a_key(
    schema: Mapping[str, Any], expected: Shown
) -> None:
    assert from_schema(schema) == (expected,)


def test_an_object_without_properties_has_no_fields() -> None:
    assert from_schema({"type": "object", "properties": {}}) == ()


class Broken(Mapping[str, Any]):
    """Somebody's mapping that breaks when it is read."""

    def __getitem__(self, key: str) -> object:
        raise OSError(key)

    def __iter__(self) -> Iterator[str]:
        raise OSError

    def __len__(self) -> int:
        return 1


def test_what_cannot_be_read_is_one_field_of_json() -> None:
    assert from_schema(Broken()) == (Shown("", "Value", Kind.JSON),)


def test_what_is_beyond_the_bound_is_one_field_of_json() -> None:
    many = {f"k{n}": STRING for n in range(MAX_FIELDS + 5)}
    found = from_schema({"properties": many})
    assert len(found) == MAX_FIELDS + 1
    assert found[-1].key == REST
    assert not found[-1].required
    assert from_schema({"properties": many, "required": ["k104"]})[-1].required
    (outer,) = from_schema({"properties": {"o": {"properties": many}}})
    assert outer.kind is Kind.JSON


WORDS = [
    *("type", "properties", "items", "anyOf", "oneOf", "allOf", "enum", "const", "$ref", "$defs"),
    *("required", "default", "title", "description", "format", "minimum", "exclusiveMaximum"),
    *("minLength", "maxItems", "additionalProperties", "prefixItems", "nullable", "x-signoff"),
]
NAMES = [
    "object",
    "array",
    "string",
    "integer",
    "number",
    "null",
    "boolean",
    "date",
    "#",
    "#/$defs/x",
]
names = st.sampled_from([*WORDS, "x", "messages"])
parts = st.recursive(
    st.sampled_from(NAMES) | st.none() | st.booleans() | st.floats() | st.integers(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=6),
    max_leaves=30,
)


@given(st.dictionaries(names, parts, max_size=6))
def test_anything_like_a_schema_gives_fields_that_work(schema: dict[str, Any]) -> None:
    fields = from_schema(schema)
    assert len({f.key for f in fields}) == len(fields)
    assert all(f.label for f in fields)
    read(fields, {f.key: shown(f, f.default) for f in fields})
