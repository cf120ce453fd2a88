"""Values become a form that gives them back."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.entries import nested, read, shown
from bot.core.fields import Field as Shown
from bot.core.fields import Kind
from bot.core.schemas import MAX_FIELDS, filled, from_schema, from_values
from bot.core.strict_json import MAX_STORED
from tests.unit.fields_samples import fields_and_values, json_values, texts

STRING = {"type": "string"}
SIZE = {
    "type": "object",
    "properties": {
        "wide": {"type": "integer", "minimum": 1},
        "deep": {"type": ["integer", "null"]},
        "note": {"type": "string", "default": "none"},
    },
    "required": ["wide", "deep"],
}
WISH = from_schema(
    {
        "properties": {
            "size": SIZE,
            "spare": SIZE,
            "loose": {**SIZE, "default": {"wide": 2}},
            "again": {"type": "object"},
        },
        "required": ["size"],
    }
)


@pytest.mark.parametrize(
    ("held", "kind", "required"),
    [
        ("a", Kind.TEXT, False),
        ("", Kind.TEXT, False),
        ("a\nb", Kind.LONG_TEXT, False),
        ("a" * 121, Kind.LONG_TEXT, False),
        (" ", Kind.JSON, True),
        (True, Kind.BOOLEAN, True),
        (3, Kind.INTEGER, True),
        (2**60, Kind.JSON, True),
        (0.5, Kind.NUMBER, True),
        (["a", "b\nc", ""], Kind.LINES, False),
        ([], Kind.JSON, True),
        (["a", 1], Kind.JSON, True),
        ({"a": 1}, Kind.JSON, True),
        (None, Kind.JSON, False),
    ],
)
def test_a_value_tells_its_field(held: object, kind: Kind, *, required: bool) -> None:
    (found,) = from_values({"the_key": held})
    nullable = held is None
    assert found == Shown(
        "the_key", "The key", kind, required=required, default=held, nullable=nullable
    )


def give_back(fields: tuple[Shown, ...]) -> object:
    """Send the form as it begins."""
    found = read(fields, {f.key: shown(f, f.default) for f in fields})
    assert not found.problems
    return nested(found.values)


@given(st.dictionaries(texts, json_values, max_size=6))
def test_a_form_of_values_gives_them_back(values: dict[str, Any]) -> None:
    assert give_back(from_values(values)) == values


def test_many_values_come_back_too() -> None:
    values = {f"k{n}": n for n in range(MAX_FIELDS + 20)}
    fields = from_values(values)
    assert len(fields) == MAX_FIELDS + 1
    assert give_back(fields) == values


sizes = st.fixed_dictionaries(
    {"wide": st.integers(1, 5) | json_values},
    optional={
        "deep": st.none() | st.integers(-MAX_STORED, MAX_STORED),
        "note": texts,
        "x": json_values,
    },
)


@given(
    st.dictionaries(st.sampled_from(["size", "spare", "x", "again"]), sizes | json_values)
    | st.dictionaries(texts, json_values, max_size=6)
)
def test_a_form_of_a_schema_filled_with_any_values_gives_them_back(values: dict[str, Any]) -> None:
    fields = [replace(f, required=False) for f in filled(WISH, values)]
    found = read(fields, {f.key: shown(f, f.default) for f in fields})
    assert nested(found.values) == values


def test_an_object_that_its_fields_cannot_give_back_is_one_field_of_json() -> None:
    found = {f.key: f for f in filled(WISH, {"size": {"wide": 1, "high": 2}, "loose": None})}
    assert found["size"] == Shown("size", "Size", Kind.JSON, default={"wide": 1, "high": 2})
    assert found["loose"].nullable


def test_values_that_fit_a_schema_keep_its_fields() -> None:
    schema = {
        "properties": {"x": STRING, "n": {"type": "integer", "default": 2}},
        "required": ["x"],
    }
    fields = filled(from_schema(schema), {"x": "", "more": True})
    assert fields == (
        Shown("x", "X", default="", required=False),
        Shown("n", "N", Kind.INTEGER, required=False),
        Shown("more", "More", Kind.BOOLEAN, default=True),
    )
    assert give_back(fields) == {"x": "", "more": True}
    (odd,) = filled(from_schema({"properties": {"x": STRING}}), {"x": {"a": 1}})
    assert (odd.kind, give_back((odd,))) == (Kind.JSON, {"x": {"a": 1}})


@given(fields_and_values())
def test_editing_what_a_field_can_give_keeps_the_field(both: tuple[Shown, object]) -> None:
    given_field, held = both
    assert filled((given_field,), {"key": held}) == (replace(given_field, default=held),)
