"""What an action does: its description and its arguments, as they are."""

from collections.abc import Mapping
from dataclasses import replace

from bot.cards import limits, text
from bot.cards.catalogue import words
from bot.cards.parts import Words, whole
from bot.core.plain import readable
from bot.core.question import Action, Choice, Row
from graphs.contract import Language


def said(
    row: Row, choice: Choice | None, language: Language, *, many: bool
) -> tuple[list[Words], bool]:
    """Description and arguments, and whether that is all of both. Of many rows: less of each."""
    limit = limits.ROW_VALUE_OF_MANY if many else limits.ROW_VALUE
    about, now = text.visible(_described(row)).strip("\n"), values(row, choice)
    listed = [Words(about)] if about.strip() else []
    for key, value in now.items():
        listed += _argument(key, value, row, language)
    if not now:
        listed.append(Words(words(language).rows.no_arguments))
    all_said = all(text.size(one.text) <= limit for one in listed)
    comment = choice is None or whole(choice.comment, limits.ROW_COMMENT)
    return [replace(one, text=text.cut(one.text, limit)) for one in listed], all_said and comment


def values(row: Row, choice: Choice | None) -> Mapping[str, object]:
    """The arguments as they were asked for, or as somebody edited them."""
    return choice.values if choice and choice.action is Action.EDIT else row.values


def _described(row: Row) -> str:
    """Without what LangChain puts behind it by itself: tool and arguments once more."""
    return row.description.removesuffix(f"\n\nTool: {row.name}\nArgs: {dict(row.values)}")


def _argument(key: str, value: object, row: Row, language: Language) -> list[Words]:
    edited = key not in row.values or row.values[key] != value
    mark = f" ({words(language).gate.edited})" if edited else ""
    name = f"{text.short(key, limits.ROW_NAME)}{mark}:"
    if isinstance(value, dict | list) and value:
        return [Words(name), Words(text.visible(readable(value)), code=True)]
    shown = text.visible(value if isinstance(value, str) else readable(value)).strip("\n")
    return [Words(f"{name}{_gap(shown)}{shown}")]


def _gap(shown: str) -> str:
    return "\n" if "\n" in shown else " "
