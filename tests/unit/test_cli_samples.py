"""What the walk types into a start form is taken by the form."""

from typing import Any

import pytest

from bot.cards.fields import inputs
from bot.cli.samples import typed
from bot.core.entries import read
from bot.core.fields import Field, Format, Kind, Option

OPTIONS = (Option(value="a", label="A"), Option(value="b", label="B"))


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"least": 40},
        {"most": 2},
        {"least": 3, "most": 3},
        {"kind": Kind.LONG_TEXT, "least": 500},
        {"kind": Kind.INTEGER},
        {"kind": Kind.INTEGER, "least": 5},
        {"kind": Kind.INTEGER, "most": -3},
        {"kind": Kind.NUMBER, "above": 2},
        {"kind": Kind.NUMBER, "below": -1.5},
        {"kind": Kind.NUMBER, "above": 0, "below": 0.5},
        {"kind": Kind.NUMBER, "least": 0.25, "below": 0.5},
        {"kind": Kind.INTEGER, "least": 3, "most": 3},
        {"kind": Kind.LINES},
        {"kind": Kind.LINES, "least": 3},
        {"kind": Kind.MESSAGE},
        {"kind": Kind.JSON},
        {"kind": Kind.JSON, "format": Format.OBJECT},
        {"kind": Kind.JSON, "format": Format.LIST},
        {"format": Format.EMAIL},
        {"format": Format.URI},
        {"format": Format.UUID},
        {"options": OPTIONS},
    ],
)
def test_what_is_typed_into_a_text_is_taken(given: dict[str, Any]) -> None:
    field = Field(key="x", label="X", **given)
    [block] = inputs([field], "en")
    text = typed({"X": block}, [field])["X"]
    assert read([field], {"x": text}).problems == {}


def test_only_what_has_to_be_filled_and_is_empty_is_filled() -> None:
    fields = [
        Field(key="a", label="A", required=False),
        Field(key="b", label="B", default="there"),
        Field(key="c", label="C", kind=Kind.CHOICE, options=OPTIONS),
        Field(key="d", label="D", kind=Kind.SEVERAL, options=OPTIONS),
        Field(key="e", label="E", kind=Kind.BOOLEAN),
    ]
    blocks = dict(zip("ABCDE", inputs(fields, "en"), strict=True))
    assert typed(blocks, fields) == {"C": "0", "D": ["0"], "E": "true"}


def test_a_text_is_typed_in_place_of_a_file() -> None:
    fields = [
        Field(key="a", label="A", kind=Kind.LONG_TEXT, filled_by="b"),
        Field(key="b", label="B", kind=Kind.FILE, required=False, fills="a"),
    ]
    blocks = dict(zip("AB", inputs(fields, "en"), strict=True))
    assert [*typed(blocks, fields)] == ["A"]
