"""Fields as inputs of a form.

An input's block id is the field's place in the form (`f3#0`), since keys are somebody else's
and may be longer than Slack takes. `bot.cards.entered` reads them back.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from bot.cards import blocks, file_fields, forms, hints, ids, limits, readable, text
from bot.cards.catalogue import words
from bot.cards.options import MOST, in_groups, options_of
from bot.core.entries import gives_back, shown
from bot.core.fields import REST, Field, Kind
from graphs.contract import Language

_FEW = 10
"""Options that radio buttons and checkboxes take."""
_TICKED = 2 * _FEW
"""Options that stand in two groups of checkboxes; all of more than these are hard to see."""
_MORE = 2
"""Inputs to go on in, below one that may take more than Slack's 3,000 characters."""
_EPOCH_SECONDS = range(10**9, 10**10)
"""Slack takes moments with ten digits."""
_LONG = {Kind.LONG_TEXT, Kind.LINES, Kind.JSON, Kind.MESSAGE}
SPOKEN = {Kind.LONG_TEXT, Kind.MESSAGE}
"""Kinds of prose."""
_PICKED = {
    Kind.BOOLEAN: "radio_buttons",
    Kind.DATE: "datepicker",
    Kind.DATETIME: "datetimepicker",
    Kind.PERSON: "users_select",
    Kind.CHANNEL: "conversations_select",
}
_INITIAL = {
    "datepicker": "initial_date",
    "datetimepicker": "initial_date_time",
    "users_select": "initial_user",
    "conversations_select": "initial_conversation",
}


Sent: TypeAlias = Mapping[str, Sequence[tuple[str, str]]]
"""Inputs with text of a form that was sent, as `forms.as_sent` gives them."""


def inputs(
    fields: Sequence[Field], language: Language, *, how: str = "", sent: Sent | None = None
) -> list[blocks.Block]:
    """The inputs of a form, each beginning with its field's default, or as it was `sent`.

    `how` says how to give more than an input takes; with it, long fields have room to go on.
    """
    made: list[blocks.Block] = []
    for index, field in enumerate(fields):
        more = how if is_long(field) else ""
        if field.kind is Kind.FILE:
            made.append(_file(index, field, language))
        elif _kind(field) == "plain_text_input":
            parts = (sent or {}).get(name(index)) or _parts(index, field, room=bool(more))
            made += _texts(field, parts, language, how=more)
        else:
            made += _choice(index, field, language)
    return made


def is_long(field: Field) -> bool:
    """Whether a text may be longer than an input takes."""
    return field.kind in SPOKEN and field.most is not None and field.most > limits.INPUT_TEXT


def too_big(fields: Sequence[Field]) -> str:
    """Why a form of these fields does not fit Slack's, in one sentence; "" where it does."""
    count = len(fields) if len(fields) > limits.EDIT_INPUTS else len(inputs(fields, "en"))
    if count > limits.EDIT_INPUTS:
        cut = any(field.key == REST for field in fields)  # the last stands for all that were left
        many = f"more than {count - 1}" if cut else str(count)
        return (
            f"its input makes a form of {many} fields; {limits.EDIT_INPUTS} fit. Give fields "
            "that nobody types in a default in the graph, or group them in one object."
        )
    if not fit(fields):
        return "its input makes a form that is larger than Slack takes; shorten texts and options."
    return ""


def fit(fields: Sequence[Field]) -> bool:
    """Whether one form can hold all of these fields, with what they begin with."""
    if len(fields) > limits.EDIT_INPUTS or any(len(f.options) > MOST for f in fields):
        return False
    if sum(text.byte_size(text.visible(shown(f, f.default))) for f in fields) > limits.EDIT_BYTES:
        return False
    made = inputs(fields, "en")
    return len(made) <= limits.EDIT_INPUTS and len(json.dumps(made)) <= limits.FORM_BYTES


def seconds_of(field: Field, begun: str) -> int | None:
    """The moment that a picker begins with; None where it cannot."""
    try:
        seconds = int(datetime.fromisoformat(begun).timestamp())
    except (ValueError, OverflowError):
        return None
    return seconds if field.kind is Kind.DATETIME and seconds in _EPOCH_SECONDS else None


def name(index: int) -> str:
    """What the block ids of a field begin with."""
    return f"f{index}"


def _file(index: int, field: Field, language: Language) -> blocks.Block:
    hint = hints.joined(language, _hint(field, language), file_fields.hint(language))
    return _input(f"{name(index)}#0", field, file_fields.element(), hint=hint, w=language)


def _choice(index: int, field: Field, language: Language) -> list[blocks.Block]:
    """One input, or two of checkboxes: then no single one of them needs a tick."""
    parts = _boxes(field) if _kind(field) == "checkboxes" else [field]
    return [
        _input(
            f"{name(index)}#{place}",
            field if len(parts) == 1 else replace(field, required=False),
            {
                "type": _kind(field),
                "action_id": ids.FIELD,
                **_begun(part, shown(field, field.default), language, first=place * _FEW),
            },
            hint="" if place else _hint(field, language),
            number=place + 1,
            w=language,
        )
        for place, part in enumerate(parts)
    ]


def _boxes(field: Field) -> list[Field]:
    """The field in parts with as many options as one group of checkboxes takes."""
    starts = range(0, max(len(field.options), 1), _FEW)
    return [replace(field, options=field.options[start : start + _FEW]) for start in starts]


def _kind(field: Field) -> str:
    """The element for a field; a text where Slack has no better one, or none for its default."""
    if field.kind is Kind.CHOICE:
        return "radio_buttons" if len(field.options) <= _FEW else "static_select"
    if field.kind is Kind.SEVERAL:
        return "checkboxes" if len(field.options) <= _TICKED else "multi_static_select"
    return _PICKED.get(field.kind, "plain_text_input") if _can_begin(field) else "plain_text_input"


def _can_begin(field: Field) -> bool:
    if field.default is None:
        return True
    if field.kind is Kind.DATETIME and seconds_of(field, shown(field, field.default)) is None:
        return False
    return gives_back(field, field.default)


def _begun(field: Field, begun: str, language: Language, *, first: int = 0) -> dict[str, object]:
    """The options, counted from `first`, and what is picked at first."""
    kind = _kind(field)
    if kind in _INITIAL:
        value: object = seconds_of(field, begun) if field.kind is Kind.DATETIME else begun
        return {_INITIAL[kind]: value} if value else {}
    options = options_of(field, language, first=first)
    chosen = [option for option in options if option["value"] in begun.split(",")]
    listed = in_groups(options)
    if not chosen:
        return listed
    if field.kind is Kind.SEVERAL:
        return {**listed, "initial_options": chosen}
    return {**listed, "initial_option": chosen[0]}


def _parts(index: int, field: Field, *, room: bool) -> Sequence[tuple[str, str]]:
    """Block id and text of as many inputs as the default needs, and of some to go on in."""
    filled = forms.parts(name(index), shown(field, field.default))
    more = _MORE if room else 0
    return [*filled, *((f"{name(index)}#{len(filled) + n}", "") for n in range(more))]


def _texts(
    field: Field, parts: Sequence[tuple[str, str]], language: Language, *, how: str
) -> list[blocks.Block]:
    """A text field, or several for a text that is longer than one takes."""
    hint = hints.joined(language, _hint(field, language), how)
    many = field.kind in _LONG or len(parts) > 1 or "\n" in parts[0][1]
    return [
        _input(
            block_id,
            field if number == 1 else replace(field, required=False),
            _text_input(part, multiline=many),
            hint=hint if number == 1 else "",
            number=number,
            w=language,
        )
        for number, (block_id, part) in enumerate(parts, start=1)
    ]


def _text_input(begun: str, *, multiline: bool) -> blocks.Block:
    made = {"type": "plain_text_input", "action_id": ids.FIELD, "multiline": multiline}
    return {**made, "initial_value": begun} if begun else made


def _input(
    block_id: str,
    field: Field,
    element: Mapping[str, object],
    *,
    hint: str,
    w: Language,
    number: int = 1,
) -> blocks.Block:
    label = text.short(readable.label(field, w), limits.LABEL_TEXT)
    if number > 1:
        label = words(w).forms.more.format(label=label, number=number)
    made: dict[str, object] = {
        "type": "input",
        "block_id": block_id,
        "label": blocks.plain(label, limits.INPUT_LABEL),
        "element": element,
        "optional": not field.required or bool(field.filled_by),
    }
    return {**made, "hint": blocks.plain(hint, limits.INPUT_LABEL)} if hint else made


def _hint(field: Field, language: Language) -> str:
    return hints.hint(field, language, typed=_kind(field) == "plain_text_input")
