"""What comes back from a form is somebody else's data."""

import pytest

from bot.cards import forms, ids


@pytest.mark.parametrize(
    "values",
    [
        {"points#0": {}},
        {"points#0": {ids.FIELD: "no element"}},
        {"points": {ids.FIELD: {"value": "no number"}}},
        {"points#0": "no actions"},
        {7: {ids.FIELD: {"value": "no name"}}},
        "no values",
    ],
)
def test_what_is_not_ours_in_a_form_is_left_out(values: object) -> None:
    assert forms.joined({"values": values}) == {}


def test_an_emptied_field_is_there_and_empty() -> None:
    assert forms.joined({"points#0": {ids.FIELD: {"value": None}}}) == {"points": ""}
