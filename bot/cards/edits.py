"""What a question's edit form holds, and what comes of what was typed into it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.cards import fields, items, readable, text
from bot.core import plain
from bot.core.entries import flat, nested
from bot.core.fields import REST, Field, Format, Kind, key_of
from bot.core.model import Gate, JSONDict
from bot.core.question import Action, Choice, Item, Question, Row, Section, Shape

ITEMS = readable.ENTRIES


@dataclass(frozen=True, slots=True)
class Edited:
    """What a decision carries. `items` is None where the question has none."""

    values: JSONDict
    items: tuple[Item, ...] | None = None


def fields_of(question: Question) -> tuple[Field, ...]:
    """The fields of the form; none where Slack has no form that holds them."""
    if question.shape is Shape.BREAKPOINT:
        return _fitting(question.fields, nested({f.key: f.default for f in question.fields}))
    sections = (
        Field(
            key=key_of(section.key),
            label=section.label,
            kind=Kind.LONG_TEXT,
            required=False,
            default=section.value,
        )
        for section in question.sections
    )
    entries = Field(
        key=ITEMS,
        label=question.items_label.strip(),
        kind=Kind.LINES,
        required=not question.sections,  # else there is something left to decide without them
        default=[item.text for item in question.items],
    )
    made = (*sections, *((entries,) if question.items else ()))
    return made if fields.fit(made) else ()


def row_fields(row: Row, choice: Choice | None = None) -> tuple[Field, ...]:
    """The fields for a row's arguments; none where Slack has no form that holds them.

    They begin with what somebody edited before, if that is what was chosen.
    """
    if choice is None or choice.action is not Action.EDIT:
        return _fitting(row.fields, row.values)
    there = flat(choice.values, row.fields)
    begun = tuple(replace(f, default=there.get(f.key)) for f in row.fields)
    return _fitting(begun, choice.values)


def taken(question: Question, values: Mapping[str, object]) -> Edited:
    """What the decision carries, of the values that the form gave.

    Of a state, only what changed: writing the rest again could start steps that wait for it.
    """
    if question.shape is Shape.BREAKPOINT:
        begun = {f.key: f.default for f in fields_of(question)}
        return Edited(_differing(nested(values), nested(begun)))
    sections: JSONDict = {s.key: values.get(key_of(s.key), s.value) for s in question.sections}
    if not question.items:
        return Edited(sections)
    lines = values.get(ITEMS)
    texts = [line for line in lines if isinstance(line, str)] if isinstance(lines, list) else []
    return Edited(sections, items.edited(question.items, texts))


def as_it_is(question: Question) -> Edited:
    """What approves a question that only takes edits, and that no form can hold."""
    return Edited(
        {section.key: section.value for section in question.sections}, question.items or None
    )


def decided_question(gate: Gate) -> tuple[Question, frozenset[str]]:
    """The question with the edits that a decision carries, and the keys they changed.

    Entries that changed count under `ITEMS`.
    """
    decision, asked = gate.decision, gate.question
    if decision is None or decision.action is not Action.EDIT or asked.rows:
        return asked, frozenset()
    values = {key: _text(value) for key, value in decision.values.items()}
    sections = [replace(s, value=values.get(s.key, s.value)) for s in asked.sections]
    if asked.shape is Shape.BREAKPOINT:
        known = {s.key for s in sections}
        sections += [Section(key, key, value) for key, value in values.items() if key not in known]
    before = {s.key: text.visible(s.value) for s in asked.sections}
    edited = {s.key for s in sections if text.visible(s.value) != before.get(s.key)}
    entries = asked.items if decision.items is None else decision.items
    if entries != asked.items:
        edited.add(ITEMS)
    return replace(asked, sections=tuple(sections), items=entries), frozenset(edited)


def _differing(now: Mapping[str, object], before: Mapping[str, object]) -> JSONDict:
    return {
        k: v
        for k, v in now.items()
        if k not in before or plain.canonical(v) != plain.canonical(before[k])
    }


def _fitting(made: tuple[Field, ...], whole: Mapping[str, object]) -> tuple[Field, ...]:
    """The fields, or one for the whole object where a form cannot hold them."""
    if made and fields.fit(made):
        return made
    rest = (Field(key=REST, label="", kind=Kind.JSON, format=Format.OBJECT, default=dict(whole)),)
    return rest if fields.fit(rest) else ()


def _text(value: object) -> str:
    return value if isinstance(value, str) else plain.readable(value)
