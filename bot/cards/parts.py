"""The labelled parts of a question: as much as its card can hold, and the file with all of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.cards import blocks, limits, markup, phrases, text
from bot.cards.blocks import Block
from bot.cards.catalogue import words
from bot.core.model import Action, Gate, Question, Run, Section
from bot.core.ports.messenger import File
from graphs.contract import Language

_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Body:
    """What is to be decided. `file` holds all of it where the blocks cannot."""

    blocks: tuple[Block, ...]
    file: File | None


@dataclass(frozen=True, slots=True)
class _Part:
    """Some text under a heading (markup); `source` is mrkdwn, not escaped yet.

    `whole`: the heading says all it has to.
    """

    heading: str
    source: str
    whole: bool = True


def body(run: Run, gate: Gate, *, advice: str) -> Body:
    """Build the body of a card: the same while it waits and afterwards.

    `advice` stands behind each warning. After an edit the edited texts are shown,
    since those are what was approved.
    """
    question, edited = decided_question(gate)
    shown = question.sections[: limits.CARD_PARTS]
    all_parts = [
        *_summary(question),
        *(_part(section, run.language, advice, edited=section.key in edited) for section in shown),
    ]
    built, all_fit = _built(all_parts, run.language)
    left = len(question.sections) - len(shown)
    if all_fit and not left and _whole(question.title, limits.HEADER_TEXT):
        return Body(built, None)
    return Body(
        (*built, *_more(left, run.language)), _file(run, gate, question, edited=bool(edited))
    )


def decided_question(gate: Gate) -> tuple[Question, frozenset[str]]:
    """The question with the edits that a decision carries, and the keys they changed."""
    decision = gate.decision
    if decision is None or decision.action is not Action.EDIT:
        return gate.question, frozenset()
    sections = tuple(
        replace(section, value=decision.values.get(section.key, section.value))
        for section in gate.question.sections
    )
    pairs = zip(sections, gate.question.sections, strict=True)
    edited = frozenset(now.key for now, before in pairs if _differ(now.value, before.value))
    return replace(gate.question, sections=sections), edited


def _differ(now: str, before: str) -> bool:
    return text.visible(now) != text.visible(before)  # an untouched form has visible texts


def _summary(question: Question) -> list[_Part]:
    source = markup.mrkdwn(question.summary).strip()
    return [_Part("", source)] if source else []


def _part(section: Section, language: Language, advice: str, *, edited: bool) -> _Part:
    w = words(language).gate
    warned = bool(section.warning) and not edited
    label = text.line(section.label, limits.PART_LABEL)
    name = f"*{'⚠ ' if warned else ''}{label}*" if label else ""
    heading = phrases.dotted(name, w.edited if edited else "")
    gap = words(language).units.between_sentences
    said = text.line(section.warning, limits.PART_WARNING)
    warning = f"{said}{gap}{advice}" if warned else ""
    source = markup.mrkdwn(section.value).strip("\n").rstrip() or w.empty_part
    return _Part(
        "\n".join(line for line in (heading, warning.strip()) if line),
        source,
        whole=_whole(section.label, limits.PART_LABEL)
        and _whole(section.warning, limits.PART_WARNING),
    )


def _whole(words: str, limit: int) -> bool:
    """Whether `text.line` shows all of it (or nearly: then the file says it once more)."""
    return text.size(text.visible(words)) <= limit - 2


def _built(parts: Sequence[_Part], language: Language) -> tuple[tuple[Block, ...], bool]:
    """Blocks within the card's share, and whether nothing had to be cut."""
    cut = words(language).gate.cut
    frames = sum(len(part.heading) + len(cut) + len(_FENCE) + 3 for part in parts)
    limits_of = _shares([text.size(part.source) for part in parts], limits.CARD_TEXT - frames)
    made, all_fit = [], all(part.whole for part in parts)
    for part, limit in zip(parts, limits_of, strict=True):
        start, rest = text.split_head(part.source, limit)
        shown = [part.heading, text.escape(_closed(start.rstrip())), cut if rest else ""]
        made.append(blocks.section("\n".join(line for line in shown if line)))
        all_fit = all_fit and not rest
    return tuple(made), all_fit


def _shares(sizes: Sequence[int], total: int) -> list[int]:
    """Divide the room: short parts get what they need, the long ones share the rest evenly."""
    shares = [0] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda index: sizes[index])
    for place, index in enumerate(order):
        even = max(total, 0) // (len(order) - place)
        shares[index] = min(sizes[index], even, limits.PART_TEXT)
        total -= shares[index]
    return shares


def _closed(shown: str) -> str:
    """Close a code block that is cut, so that what follows is no code."""
    return f"{shown}\n{_FENCE}" if shown.count(_FENCE) % 2 else shown


def _more(left: int, language: Language) -> tuple[Block, ...]:
    return (blocks.context(words(language).gate.more_parts.format(count=left)),) if left else ()


def _file(run: Run, gate: Gate, question: Question, *, edited: bool) -> File:
    """Everything as Markdown. The name is the slot's own: files are found by their name."""
    chapters = [f"# {text.visible(question.title)}", text.visible(question.summary)]
    for section in question.sections:
        chapters += [f"## {section.label}", section.warning and f"⚠ {section.warning}"]
        chapters += [section.value]
    name = f"{run.run_id}-{gate.key[:6]}{gate.key[-8:]}{'-edited' if edited else ''}.md"
    return File(
        name=name,
        title=text.short(question.title, limits.HEADER_TEXT),
        content="\n\n".join(text.visible(chapter) for chapter in chapters if chapter) + "\n",
    )
