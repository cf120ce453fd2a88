"""The minutes themselves: what was approved, set by code, below an opening by the model."""

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from graphs import asking
from graphs.contract import Language
from graphs.ground import Ground
from graphs.language import strays
from graphs.lines import head
from graphs.minutes import entries, evidence, prompts, review
from graphs.minutes.state import (
    PARTS,
    Action,
    Conclusion,
    MinutesState,
    Part,
    Step,
    language_of,
)
from graphs.minutes.words import TEXTS, Texts
from graphs.model import Ask, Model

_TEMPERATURE = 0.7
_TOKENS = 800
_LONGEST_QUOTE = 300
_MARKUP = regex.compile(r"^\s*(?:#{1,6}|[-*+>]|\d{1,2}[.)])\s+|^\s*\|.*$", regex.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What people approved."""

    language: Language
    participants: Sequence[str]
    topics: Sequence[str]
    conclusions: Sequence[Conclusion]
    actions: Sequence[Action]
    comments: Sequence[str]
    failed: Sequence[Step]
    removed: Sequence[Part]
    unread: str

    @classmethod
    def of(cls, state: MinutesState) -> "Parts":
        """From what the state holds after the review."""
        return cls(
            language=language_of(state),
            participants=state.get("participants", []),
            topics=state.get("topics", []),
            conclusions=state.get("conclusions", []),
            actions=state.get("actions", []),
            comments=state.get("feedback", []),
            failed=state.get("failed", []),
            removed=state.get("removed", []),
            unread=review.unread(state),
        )


async def opening(model: Model, parts: Parts) -> str:
    """A few sentences above the lists. ModelError when the model gives nothing.

    One that still has foreign numbers after a correction is left out, and that is said; one in
    another language is kept and marked. Where nothing is left there is nothing to write about.
    """
    texts = TEXTS[parts.language]
    if parts.removed and not any(getattr(parts, part) for part in PARTS):
        return texts.nothing_left
    ask = _ask(parts, head(body(parts), model.input_chars))
    checked = await asking.text(
        model, ask, language=parts.language, faults=lambda said: _faults(said, parts)
    )
    said = _prose(checked.value)
    if not said:
        return texts.no_prose
    if _foreign(said, parts):
        return texts.prose_left_out
    return f"⚠ {texts.other_language}\n\n{said}" if strays(said, parts.language) else said


def document(parts: Parts, prose: str) -> str:
    """The minutes, Markdown under a title."""
    texts = TEXTS[parts.language]
    unheard = not parts.participants and "participants" not in parts.removed
    told = [f"⚠ {texts.no_speaker}"] if unheard else []
    whole = [f"# {texts.title}", *told, parts.unread, prose, body(parts)]
    return "\n\n".join(part for part in whole if part)


def body(parts: Parts) -> str:
    """The approved parts under their headings, by code."""
    texts = TEXTS[parts.language]
    people = _list(parts.participants) or _none(parts, "participants", "")
    blocks = [f"## {texts.participants}", people] if people else []
    blocks += [f"## {texts.topics}", _list(parts.topics) or _none(parts, "topics", texts.no_topic)]
    blocks += [f"## {texts.conclusions}", *_conclusions(parts)]
    blocks += [f"## {texts.actions}", _table(parts)]
    return "\n\n".join(blocks)


def _ask(parts: Parts, approved: str) -> Ask[str]:
    told = [
        prompts.approved(parts.language, approved),
        *prompts.commented(parts.language, parts.comments, earlier=()),
    ]
    return Ask(
        task="minutes",
        system=prompts.PROMPTS[parts.language].minutes,
        user="\n\n".join(told),
        offline=lambda: _plain(parts),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )


def _plain(parts: Parts) -> str:
    """What can be said without a model: who, about what, and how much came of it.

    Nothing of what people removed.
    """
    texts = TEXTS[parts.language]
    about = texts.about.format(
        who=_joined(parts.participants, texts) or texts.nobody,
        topics=_joined(parts.topics, texts) or texts.no_topics_told,
    )
    counts = {"conclusions": len(parts.conclusions), "actions": len(parts.actions)}
    told = [about] if parts.participants or parts.topics else []
    told += [
        counted.format(count=counts[part])
        for part, counted in texts.counted.items()
        if part not in parts.removed
    ]
    return texts.between_sentences.join(told)


def _joined(names: Sequence[str], texts: Texts) -> str:
    """As "Ana, Ben and Chen"."""
    first = texts.between.join(names[:-1])
    return texts.last.join(part for part in (first, *names[-1:]) if part)


def _faults(said: str, parts: Parts) -> list[str]:
    told = prompts.PROMPTS[parts.language]
    wrong = [told.language] if strays(said, parts.language) else []
    if foreign := _foreign(said, parts):
        wrong.append(told.numbers.format(line=", ".join(sorted(foreign))))
    return wrong


def _foreign(said: str, parts: Parts) -> frozenset[str]:
    """Numbers that nobody approved. How many there are of each may be said."""
    listed = (parts.participants, parts.topics, parts.conclusions, parts.actions)
    counts = " ".join(str(len(part)) for part in listed)
    return Ground.of([body(parts), *parts.comments, counts]).foreign_numbers(said)


def _prose(said: str) -> str:
    """Sentences only: what looks like a heading, a list or a table is none here."""
    return _flat_links(_MARKUP.sub("", said)).strip()


def _conclusions(parts: Parts) -> list[str]:
    blocks: list[str] = []
    for topic, lines in entries.grouped(parts.conclusions):
        blocks += [f"**{_flat(topic)}**"] * bool(topic) + [_list(lines)]
    return blocks or [_none(parts, "conclusions", TEXTS[parts.language].no_conclusion)]


def _table(parts: Parts) -> str:
    texts = TEXTS[parts.language]
    if not parts.actions:
        return _none(parts, "actions", texts.no_action)
    rows = [texts.table, ("---",) * len(texts.table), *(_row(a, texts) for a in parts.actions)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(action: Action, texts: Texts) -> tuple[str, ...]:
    said = evidence.quote(action, texts, longest=_LONGEST_QUOTE)
    cells = (action["what"], action["owner"], action["due"], said)
    return tuple(_flat(cell).replace("|", "\\|") or "–" for cell in cells)


def _none(parts: Parts, part: Part, otherwise: str) -> str:
    """What stands for an empty part."""
    texts = TEXTS[parts.language]
    if part in parts.removed:
        return texts.removed
    return next((texts.failed[step] for step in parts.failed if step == part), otherwise)


def _list(lines: Sequence[str]) -> str:
    return "\n".join(f"- {_flat(line)}" for line in lines)


def _flat(text: str) -> str:
    return _flat_links(" ".join(text.split()))


def _flat_links(text: str) -> str:
    """No link that somebody wrote is live: its label can say another address."""
    return text.replace("](", "] (")
