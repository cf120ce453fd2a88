"""From notes to checked lines: ask, check, ask once more, repair.

Whatever the model gives, lines within their bounds come out; and where it gives
nothing at all, its error goes to the step that asked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, Field

from graphs.asking import as_far_as_fits
from graphs.contract import Language
from graphs.ground import Ground
from graphs.lines import tidy
from graphs.model import Ask, Model, ModelError
from graphs.weekly_report import prompts
from graphs.weekly_report.checks import Bounds, Repaired, faults, repaired
from graphs.weekly_report.words import TEXTS

# Wider than the checks: a line that is a little long is repaired, not refused.
_Line = Annotated[str, Field(max_length=200)]
_TEMPERATURE = 0.0  # picking is analysis: the same notes give the same lines
_TOKENS = 800


class Lines(BaseModel):
    """What a step that reads the notes gives."""

    lines: list[_Line] = Field(max_length=8, description="one statement each, without a bullet")


class Highlights(Lines):
    """The highlights of a week."""


class Risks(Lines):
    """The risks and obstacles of a week; empty when there are none."""


L = TypeVar("L", bound=Lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a step reads: the notes, the comments, and the version that was sent back."""

    notes: str
    comments: Sequence[str]
    earlier: Sequence[str]
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Generic[L]):
    """A step that picks lines.

    `pick` does it without a model. `accept` takes out tidy lines that do not belong
    here. `least` is how many there must be, given how many `pick` finds.
    """

    part: Literal["highlights", "risks"]
    schema: type[L]
    rules: str
    pick: Callable[[str, Sequence[str], Language], list[str]]
    accept: Callable[[list[str]], list[str]] = list
    least: Callable[[int], int] = lambda _: 0


@dataclass(frozen=True, slots=True)
class Draft:
    """Checked lines, and what people should know about them."""

    lines: list[str]
    warning: str


async def draft(model: Model, step: Step[L], material: Material) -> Draft:
    """Lines that keep their bounds. ModelError when the model gives nothing."""

    async def ask(notes: str) -> Repaired:
        return await _checked(model, step, replace(material, notes=notes))

    found, read = await as_far_as_fits(model, material.notes, ask)
    return Draft(found.lines, _warning(found, read, material))


async def _checked(model: Model, step: Step[L], material: Material) -> Repaired:
    spare = step.pick(material.notes, material.comments, material.language)
    bounds = Bounds(
        Ground.of([material.notes, *material.comments]),
        material.language,
        least=step.least(len(spare)),
    )
    ask = _ask(step, material, spare)
    lines = step.accept(tidy((reply := await model.structured(step.schema, ask)).lines))
    if wrong := faults(lines, bounds):
        told = prompts.corrections(material.language, wrong, least=bounds.least)
        second = await _second(model, step, ask.again(reply.model_dump_json(), told))
        if second is not None and len(faults(second, bounds)) <= len(wrong):
            lines = second
    done = repaired(lines, bounds, spare=spare)
    # Everything was invented: what the notes say in plain words is better than silence.
    return Repaired(spare, done.dropped) if done.dropped and not done.lines else done


async def _second(model: Model, step: Step[L], ask: Ask[L]) -> list[str] | None:
    try:
        return step.accept(tidy((await model.structured(step.schema, ask)).lines))
    except ModelError:  # the first answer is there, and can be repaired
        return None


def _ask(step: Step[L], material: Material, spare: list[str]) -> Ask[L]:
    return Ask(
        task=step.part,
        system=prompts.rules(step.rules, material.language),
        user=prompts.material(
            material.language,
            material.notes,
            comments=material.comments,
            earlier=material.earlier,
        ),
        offline=lambda: step.schema(lines=spare),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )


def _warning(found: Repaired, read: int, material: Material) -> str:
    texts = TEXTS[material.language]
    told = [texts.dropped.format(count=found.dropped)] if found.dropped else []
    if read < len(material.notes):
        told.append(texts.only_part.format(read=read, all=len(material.notes)))
    return " ".join(told)
