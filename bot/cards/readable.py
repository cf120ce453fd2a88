"""Values of fields as people read them: labels for options, names for people and channels."""

import json

from bot.cards.catalogue import words
from bot.cards.markup import channel, mention
from bot.core.entries import shown
from bot.core.fields import Field, Kind, Option, key_of
from bot.core.payloads import anything, contract
from bot.core.plain import readable
from bot.core.question import Question, Section, Shape
from bot.core.schemas import from_values
from graphs.contract import Language

ENTRIES = r"\entries"
"""The key of the field with the entries of a list; no name has it (`key_of`)."""


def label(field: Field, language: Language) -> str:
    """What people call a field; some of ours have no label of their own."""
    w = words(language)
    ours = {
        contract.ANSWER.key: w.fields.answer,
        anything.AS_JSON: w.fields.as_json,
        ENTRIES: w.gate.entries,
    }
    return field.label or ours.get(field.key, w.fields.unnamed)


def name_of(section: Section, question: Question) -> str:
    """What people call a section: at a breakpoint as in the form that edits the state."""
    if question.shape is not Shape.BREAKPOINT or section.label != section.key:
        return section.label
    known = {field.key: field for field in question.fields}
    field = known.get(key_of(section.key)) or from_values({section.key: ""})[0]
    return field.label


def is_json(shown: str) -> bool:
    """Whether a text is a JSON object or list, whatever it holds."""
    if shown[:1] not in {"{", "["}:
        return False
    try:
        return isinstance(json.loads(shown), dict | list)
    except (ValueError, RecursionError):
        return False


def number(bound: float) -> str:
    """A number as people write it."""
    return f"{int(bound):,}" if bound == int(bound) else f"{bound:,}"


def live(field: Field, value: object) -> str:
    """A person or a channel as markup; empty for any other kind of value."""
    if not isinstance(value, str):
        return ""
    if field.kind is Kind.PERSON:
        return mention(value)
    return channel(value) if field.kind is Kind.CHANNEL else ""


def plainly(field: Field, value: object, language: Language) -> str:
    """Any value as plain text."""
    w = words(language)
    if value is None:
        return ""
    if isinstance(value, list) and field.kind is Kind.SEVERAL:
        return w.units.comma.join(_named(field, one) for one in value)
    if field.options:
        return _named(field, value)
    if isinstance(value, bool):
        return w.fields.yes if value else w.fields.no
    return value if isinstance(value, str) else shown(field, value) or readable(value)


def _named(field: Field, value: object) -> str:
    """The label of an option. Compare as JSON does: there, true is not 1."""
    found = (option.label for option in field.options if _is(option, value))
    return next(found, value if isinstance(value, str) else readable(value))


def _is(option: Option, value: object) -> bool:
    return type(option.value) is type(value) and option.value == value
