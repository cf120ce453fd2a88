"""What can be picked in a field of a form."""

from collections.abc import Sequence

from bot.cards import blocks, limits, text
from bot.cards.catalogue import words
from bot.core.fields import Field, Kind
from graphs.contract import Language

_GROUP = 100
"""Options of one menu, or of one group of it."""
MOST = _GROUP * _GROUP
"""Options of a menu with groups."""


def in_groups(options: Sequence[blocks.Block]) -> dict[str, object]:
    """Options, in groups where they are more than a menu takes."""
    if len(options) <= _GROUP:
        return {"options": options}
    groups = [options[start : start + _GROUP] for start in range(0, len(options), _GROUP)]
    return {
        "option_groups": [
            {"label": blocks.plain(_span(number, group), limits.OPTION_TEXT), "options": group}
            for number, group in enumerate(groups)
        ]
    }


def _span(number: int, group: Sequence[blocks.Block]) -> str:
    return f"{number * _GROUP + 1}–{number * _GROUP + len(group)}"


def options_of(field: Field, language: Language, *, first: int = 0) -> list[blocks.Block]:
    """What can be picked. Values are what `entries.read` takes: indexes, or true and false."""
    if field.kind is Kind.BOOLEAN:
        w = words(language).fields
        return [_option(w.yes, "true"), _option(w.no, "false")]
    return [_option(option.label, str(index)) for index, option in enumerate(field.options, first)]


def _option(label: str, value: str) -> blocks.Block:
    short = text.short(label, limits.OPTION_TEXT)
    return {"text": blocks.plain(short, limits.OPTION_TEXT), "value": value}
