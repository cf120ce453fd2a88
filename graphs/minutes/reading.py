"""What the three steps that read the transcript share: asking part by part, and what they give."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from graphs import asking
from graphs.contract import Language, status
from graphs.events import tell
from graphs.ground import Ground
from graphs.language import strays
from graphs.minutes import prompts
from graphs.minutes.bounds import LONGEST
from graphs.minutes.state import MAX_ROUNDS, Step
from graphs.minutes.windows import Read, read
from graphs.minutes.words import TEXTS
from graphs.model import Ask, Model

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")

_TEMPERATURE = 0.0  # finding is analysis: the same transcript gives the same minutes
_TOKENS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a step reads: the transcript, the comments, what was found before it."""

    transcript: str
    language: Language
    comments: Sequence[str] = ()
    participants: Sequence[str] = ()
    topics: Sequence[str] = ()
    earlier: Sequence[str] = ()
    round: int = 1

    def ground(self) -> Ground:
        """What may be said."""
        return Ground.of([self.transcript, *self.comments])


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[M]):
    """A step: `offline` does it for a part without a model, `faults` are sentences for the model.

    `lines` gives what must be in the run's language.
    """

    step: Step
    schema: type[M]
    rules: str
    offline: Callable[[str], M]
    faults: Callable[[M], Iterable[str]]
    lines: Callable[[M], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """What a step found, what people should know about it, and how many characters it read."""

    value: T
    warning: str
    read: int


async def ask_in_parts(model: Model, reading: Reading[M], material: Material) -> Read[M]:
    """Ask for each part of the transcript, with one correction each. ModelError."""

    async def each(part: str, number: int, of: int) -> M:
        tell(status(_begun(reading.step, material, number, of)))
        ask = _ask(reading, material, part, number=number, of=of)
        checked = await asking.structured(
            model,
            reading.schema,
            ask,
            language=material.language,
            faults=lambda answer: _faults(reading, material, answer),
        )
        return checked.value

    return await read(material.transcript, model.input_chars, each)


def long(line: str, language: Language) -> list[str]:
    """The fault of a line that is too long."""
    told = prompts.PROMPTS[language].long
    longest = LONGEST[language]
    return [told.format(longest=longest, line=line)] if len(line) > longest else []


def warning(language: Language, lines: Iterable[str], *told: str) -> str:
    """What people should know: what was taken out, and lines in another language."""
    strange = strays("\n".join(lines), language)
    return " ".join([t for t in told if t] + [TEXTS[language].other_language] * strange)


def _faults(reading: Reading[M], material: Material, answer: M) -> list[str]:
    lines = "\n".join(reading.lines(answer))
    wrong = [prompts.PROMPTS[material.language].language] * strays(lines, material.language)
    return [*wrong, *reading.faults(answer)]


def _ask(reading: Reading[M], material: Material, part: str, *, number: int, of: int) -> Ask[M]:
    language = material.language
    told = [
        *prompts.material(language, part, number=number, of=of),
        *prompts.known(language, participants=material.participants, topics=material.topics),
        *prompts.commented(language, material.comments, earlier=material.earlier),
    ]
    return Ask(
        task=reading.step,
        system=prompts.rules(reading.rules, language),
        user="\n\n".join(told),
        offline=lambda: reading.offline(part),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )


def _begun(step: Step, material: Material, number: int, of: int) -> str:
    texts = TEXTS[material.language]
    text = texts.looking[step]
    if material.round > 1:
        text = texts.revising.format(text=text, round=material.round, of=MAX_ROUNDS)
    return texts.part.format(text=text, number=number, of=of) if of > 1 else text
