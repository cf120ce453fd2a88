"""Something to type into each field of a form that has to be filled, by its label."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.fields import Field, Format, Kind
from bot.sandbox.state.sample import ANA, CHANNELS

TEXT = "text"
GENERAL = CHANNELS[0].id
_BY_KIND = {Kind.DATETIME: "2026-11-30T09:00:00Z"}
_BY_FORMAT = {
    Format.EMAIL: "ana@example.com",
    Format.URI: "https://example.com",
    Format.UUID: "00000000-0000-4000-8000-000000000000",
    Format.OBJECT: "{}",
    Format.LIST: "[]",
}
_PICKED = {
    "datepicker": "2026-11-30",
    "timepicker": "09:00",
    "datetimepicker": 1_796_000_000,
    "users_select": ANA,
    "conversations_select": GENERAL,
}


def typed(inputs: Mapping[str, Any], fields: Sequence[Field]) -> dict[str, object]:
    """What to fill into the required inputs that are empty: label -> text, option or id.

    `inputs` are the form's input blocks by label.
    """
    by_label = {field.label: field for field in fields}
    return {
        label: _value(block["element"], by_label.get(label))
        for label, block in inputs.items()
        if (not block.get("optional") or _instead(by_label.get(label)))
        and not _begun(block["element"])
    }


def _instead(field: Field | None) -> bool:
    """Whether it is typed in place of a file."""
    return field is not None and field.required and bool(field.filled_by)


def _begun(element: Mapping[str, Any]) -> bool:
    return any(key.startswith("initial_") for key in element)


def _value(element: Mapping[str, Any], field: Field | None) -> object:
    kind = element["type"]
    if options := element.get("options"):
        values = [option["value"] for option in options]
        many = kind in {"checkboxes", "multi_static_select"}
        return values[: _at_least(field)] if many else values[0]
    if kind in _PICKED:
        return _PICKED[kind]
    return _text(field) if field else TEXT


def _at_least(field: Field | None) -> int:
    """Entries of a list; one is enough for most."""
    return max(1, int(field.least or 1)) if field else 1


def _text(field: Field) -> str:
    """What fits the field's kind and bounds, as far as one can know."""
    if field.kind in {Kind.INTEGER, Kind.NUMBER}:
        return _number(field)
    if field.kind is Kind.JSON and field.format is Format.ANY:
        return "{}"
    if field.kind is Kind.TEXT and field.options:
        return field.options[0].label
    if field.kind is Kind.LINES:
        return "\n".join([TEXT] * _at_least(field))
    made = _BY_KIND.get(field.kind) or _BY_FORMAT.get(field.format) or TEXT
    if field.kind in {Kind.TEXT, Kind.LONG_TEXT} and not field.format:
        least, most = int(field.least or 1), int(field.most or len(made))
        return (made * (least // len(made) + 1))[: max(least, min(most, len(made)))]
    return made


def _number(field: Field) -> str:
    """The lower bound, else the upper one, else 1; between those that must not be reached."""
    low = field.least if field.least is not None else field.above
    high = field.most if field.most is not None else field.below
    if low is None or high is None:
        if field.least is not None or field.most is not None:
            return f"{(low if high is None else high):g}"
        low = low if low is not None else 0 if high is None else high - 2
        high = high if high is not None else low + 2
    middle = (low + high) / 2
    return str(math.floor(middle)) if field.kind is Kind.INTEGER else f"{middle:g}"
