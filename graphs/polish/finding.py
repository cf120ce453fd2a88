"""The tone of a text and its problems: asked for, checked against the text, corrected once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from graphs import asking
from graphs.contract import Language
from graphs.language import strays
from graphs.model import Ask, Model
from graphs.polish import offline, passages, prompts
from graphs.polish.literals import MASK, masked
from graphs.polish.sentences import LONGEST, Span
from graphs.polish.state import MOST, Problem

_TEMPERATURE = 0.0  # judging is analysis: the same text gives the same problems
_TONE_TOKENS, _TOKENS = 400, 4_000
_Line = Annotated[str, Field(min_length=1, max_length=300)]


class Tone(BaseModel):
    """How a text sounds and what it is for, a sentence each."""

    tone: _Line
    purpose: _Line


class Remark(BaseModel):
    """One problem of wording."""

    passage: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    why: _Line
    direction: _Line


class Remarks(BaseModel):
    """The problems of a text; empty when there are none."""

    problems: list[Remark] = Field(max_length=MOST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What is read, and what people said to the problems that were found before."""

    text: str
    language: Language
    about: str = ""
    comments: Sequence[str] = ()
    earlier: Sequence[Problem] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A tone, and whether it is in another language than the run's."""

    tone: Tone
    strays: bool


@dataclass(frozen=True, slots=True)
class Look:
    """Problems that stand in the text. `dropped` quoted what does not; `read` in characters."""

    problems: list[Problem]
    dropped: int
    read: int
    strays: bool


async def judge(model: Model, material: Material) -> Judged:
    """Tone and purpose. ModelError when the model gives nothing."""
    told = prompts.PROMPTS[material.language]

    async def ask(text: str) -> asking.Checked[Tone]:
        return await asking.structured(
            model,
            Tone,
            Ask(
                task="tone",
                system=told.tone,
                user=prompts.material(material.language, text, about="", comments=(), earlier=()),
                offline=lambda: Tone(**offline.tone(text, material.language)),
                temperature=_TEMPERATURE,
                max_tokens=_TONE_TOKENS,
            ),
            language=material.language,
            faults=lambda said: _stray((said.tone, said.purpose), material.language),
        )

    checked, _ = await asking.as_far_as_fits(model, material.text, ask)
    return Judged(checked.value, bool(checked.faults))


async def look(model: Model, material: Material) -> Look:
    """Up to twelve problems, each where it stands. ModelError when the model gives nothing."""

    async def ask(text: str) -> asking.Checked[Remarks]:
        return await asking.structured(
            model,
            Remarks,
            _looking(material, text),
            language=material.language,
            faults=lambda said: _faults(said, material),
        )

    checked, read = await asking.as_far_as_fits(model, material.text, ask)
    remarks = checked.value.problems
    found = _placed(material.text, remarks)
    wrong = bool([*_stray(_said(remarks), material.language)])
    return Look(found, dropped=len(remarks) - len(found), read=read, strays=wrong)


def _looking(material: Material, text: str) -> Ask[Remarks]:
    return Ask(
        task="problems",
        system=prompts.rules(material.language),
        user=prompts.material(
            material.language,
            text,
            about=material.about,
            comments=material.comments,
            earlier=[f"- “{p['passage']}”: {p['why']}" for p in material.earlier],
        ),
        offline=lambda: Remarks.model_validate(
            {"problems": offline.remarks(text, material.comments, material.language)}
        ),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )


def _placed(text: str, remarks: Sequence[Remark]) -> list[Problem]:
    """The remarks on what stands in the text and is prose, in its order."""
    prose = masked(text)
    spans = passages.places(text, [remark.passage for remark in remarks])
    found = sorted(
        ((span, n) for n, span in enumerate(spans) if span and _is_prose(prose, span)),
    )
    return [
        Problem(
            id=str(number),
            passage=text[slice(*span)],
            start=span.start,
            why=remarks[n].why.strip(),
            direction=remarks[n].direction.strip(),
        )
        for number, (span, n) in enumerate(found, 1)
    ]


def _is_prose(prose: str, span: Span) -> bool:
    return any(c.isprintable() and not c.isspace() for c in prose[slice(*span)] if c != MASK)


def _faults(said: Remarks, material: Material) -> Iterable[str]:
    told = prompts.PROMPTS[material.language]
    yield from _stray(_said(said.problems), material.language)
    for remark in said.problems:
        if not passages.stands(material.text, remark.passage):
            yield told.fault_passage.format(passage=remark.passage)


def _said(remarks: Sequence[Remark]) -> list[str]:
    return [text for remark in remarks for text in (remark.why, remark.direction)]


def _stray(lines: Sequence[str], language: Language) -> Iterable[str]:
    if strays("\n".join(lines), language):
        yield prompts.PROMPTS[language].fault_language
