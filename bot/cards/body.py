"""What is to be decided, and afterwards what was: the same while a card waits and later."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.cards import blocks, edits, limits, markup, phrases, readable, rows, text
from bot.cards.blocks import Block
from bot.cards.catalogue import words
from bot.cards.parts import Part, Words, built, whole
from bot.core.fields import REST, Field
from bot.core.model import Gate, Run
from bot.core.ports.messenger import File
from bot.core.question import Action, Question, Section, Shape
from graphs.contract import Language

_LITERAL = {Shape.BREAKPOINT, Shape.ANYTHING}


@dataclass(frozen=True, slots=True)
class Body:
    """What is to be decided. `plain` has no rich text, `file` all that the blocks cannot hold."""

    blocks: tuple[Block, ...]
    plain: tuple[Block, ...]
    file: File | None


def body(run: Run, gate: Gate, *, title: str, advice: str, live: bool) -> Body:
    """Build the body of a card.

    `advice` stands behind each warning. `live`: rows have their buttons. After an edit the
    edited texts are shown, since those are what was approved.
    """
    question, edited = edits.decided_question(gate)
    language = run.language
    parts = [
        *_sections(question, language, advice, edited),
        *_entries(question, language, edited=edits.ITEMS in edited),
    ]
    answers = _answers(gate, language)
    few = [*_few(parts), *_few(answers)]
    hidden = len(parts) + len(answers) - len(few)
    shown = [*_summary(question), *few, *rows.parts(run, gate, live=live)]
    made = built(shown, language, room=rows.room(question))
    if made.all_fit and not hidden and not rows.hidden(gate) and whole(title, limits.HEADER_TEXT):
        return Body(made.blocks, made.plain, None)
    chapters = [(question.summary,), *(part.chapter for part in (*parts, *answers))]
    chapters += rows.chapters(gate, language)
    more, file = _more(hidden, gate, language), _file(run, gate, title, chapters)
    return Body((*made.blocks, *more), (*made.plain, *more), file)


def _few(parts: Sequence[Part]) -> Sequence[Part]:
    return parts[: limits.CARD_PARTS]


def _summary(question: Question) -> list[Part]:
    source = markup.mrkdwn(question.summary).strip()
    return [Part("", source, ())] if source else []


def _sections(
    question: Question, language: Language, advice: str, edited: frozenset[str]
) -> list[Part]:
    """Markup is for those of our own contract; any other program's are shown as they are."""
    if question.shape in _LITERAL or _of_anything(question):
        return [_as_it_is(question, s, language, edited=s.key in edited) for s in question.sections]
    return [_section(s, language, advice, edited=s.key in edited) for s in question.sections]


def _of_anything(question: Question) -> bool:
    return question.shape is Shape.SCHEMA and question.kind == "anything"


def _as_it_is(question: Question, section: Section, language: Language, *, edited: bool) -> Part:
    w = words(language)
    name = readable.name_of(section, question)
    shown = text.visible(section.value).strip("\n").rstrip()
    return Part(
        "",
        "",
        (f"## {name}", section.value),
        name=text.short(name, limits.PART_LABEL),
        mark=f" · {w.gate.edited}" if edited else "",
        literal=(
            Words(shown, code=readable.is_json(shown)) if shown else Words(w.gate.empty_part),
        ),
        whole=whole(name, limits.PART_LABEL),
    )


def _section(section: Section, language: Language, advice: str, *, edited: bool) -> Part:
    w = words(language).gate
    warned = bool(section.warning) and not edited
    label = text.line(section.label, limits.PART_LABEL)
    name = f"*{'⚠ ' if warned else ''}{label}*" if label else ""
    heading = phrases.dotted(name, w.edited if edited else "")
    gap = words(language).units.between_sentences
    said = text.line(section.warning, limits.PART_WARNING)
    warning = f"{said}{gap}{advice}" if warned else ""
    source = markup.mrkdwn(section.value).strip("\n").rstrip() or w.empty_part
    return Part(
        "\n".join(line for line in (heading, warning.strip()) if line),
        source,
        (f"## {section.label}", section.warning and f"⚠ {section.warning}", section.value),
        whole=whole(section.label, limits.PART_LABEL)
        and whole(section.warning, limits.PART_WARNING),
    )


def _entries(question: Question, language: Language, *, edited: bool) -> list[Part]:
    """The list, numbered; one that was emptied says so."""
    items = question.items
    if not items and not edited:
        return []
    w = words(language).gate
    label = question.items_label.strip() or w.entries
    name = f"*{text.line(label, limits.PART_LABEL)}*"
    heading = phrases.dotted(name, w.edited if edited else "")
    lines = [f"{n}. {_hanging(item.text) or w.empty_part}" for n, item in enumerate(items, start=1)]
    source = "\n".join(lines) or w.empty_part
    chapter = (f"## {label}", source)
    return [Part(heading, markup.mrkdwn(source), chapter, whole=whole(label, limits.PART_LABEL))]


def _hanging(entry: str) -> str:
    return entry.strip().replace("\n", "\n    ")


def _answers(gate: Gate, language: Language) -> list[Part]:
    """What was answered, field by field."""
    decision = gate.decision
    if decision is None or decision.action is not Action.ANSWER or gate.question.rows:
        return []
    known = {field.key: field for field in gate.question.fields}
    return [
        _answer(known.get(key) or Field(key, label=key.strip(REST)), value, language)
        for key, value in decision.values.items()
    ]


def _answer(field: Field, value: object, language: Language) -> Part:
    name, plain = readable.label(field, language), readable.plainly(field, value, language)
    label, chapter = text.short(name, limits.PART_LABEL), (f"## {name}", plain)
    said_whole = whole(name, limits.PART_LABEL)
    if shown := readable.live(field, value):
        return Part(f"*↳ {text.escape(label)}* {shown}", "", chapter, whole=said_whole)
    said = text.visible(plain).strip("\n").rstrip() or words(language).gate.empty_part
    literal = (Words(said, code=isinstance(value, list | dict) and readable.is_json(said)),)
    return Part("", "", chapter, name=f"↳ {label}", literal=literal, whole=said_whole)


def _more(hidden: int, gate: Gate, language: Language) -> tuple[Block, ...]:
    w, left = words(language), rows.hidden(gate)
    lines = [
        w.gate.more_parts.format(count=hidden) if hidden else "",
        w.rows.more.format(count=left) if left else "",
    ]
    return tuple(blocks.context(line) for line in lines if line)


def _file(run: Run, gate: Gate, title: str, chapters: Sequence[Sequence[str]]) -> File:
    """Everything as Markdown. The name is the slot's own: files are found by their name."""
    texts = [f"# {text.visible(title)}", *(line for chapter in chapters for line in chapter)]
    name = f"{run.run_id}-{gate.key[:6]}{gate.key[-8:]}{_version(gate)}.md"
    return File(
        name=name,
        title=text.short(title, limits.HEADER_TEXT),
        content="\n\n".join(text.visible(line) for line in texts if line) + "\n",
    )


def _version(gate: Gate) -> str:
    """A card that says more after the decision has another file."""
    if gate.decision is None:
        return ""
    if gate.question.rows or gate.decision.action is Action.ANSWER:
        return "-decided"
    return "-edited" if edits.decided_question(gate)[1] else ""
