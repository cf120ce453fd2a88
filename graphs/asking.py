"""Ask, check, ask once more; ask shorter where a prompt is too long; which failures go on."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from graphs.contract import Language
from graphs.lines import head
from graphs.markdown import body
from graphs.model import (
    Ask,
    DeclinedError,
    MalformedReplyError,
    Model,
    ModelError,
    PromptTooLongError,
    TruncatedError,
)

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

_SHORTEST = 1_000
"""Characters of material: where a model finds that too long, less of it is no help."""
_CORRECT: Mapping[Language, str] = {
    "en": "This needs correction:\n{faults}\nGive the whole answer again.",
    "zh": "以下地方需要改正：\n{faults}\n请重新给出完整答案。",
}


@dataclass(frozen=True, slots=True)
class Checked(Generic[T]):
    """An answer, and the faults (sentences for the model) that a correction left."""

    value: T
    faults: Sequence[str]


def correction(language: Language, faults: Iterable[str]) -> str:
    """What the model is told about an answer that breaks the rules."""
    return _CORRECT[language].format(faults="\n".join(f"- {fault}" for fault in faults))


async def structured(
    model: Model,
    schema: type[M],
    ask: Ask[M],
    *,
    language: Language,
    faults: Callable[[M], Iterable[str]],
) -> Checked[M]:
    """A typed answer after one correction at most. ModelError when the first call gives none.

    A second answer that is no better, or does not come, leaves the first one.
    """
    first = await model.structured(schema, ask)
    wrong = list(faults(first))
    if not wrong:
        return Checked(first, ())
    try:
        again = ask.again(first.model_dump_json(), correction(language, wrong))
        second = await model.structured(schema, again)
    except ModelError:
        return Checked(first, wrong)
    left = list(faults(second))
    return Checked(second, left) if len(left) <= len(wrong) else Checked(first, wrong)


async def text(
    model: Model,
    ask: Ask[str],
    *,
    language: Language,
    faults: Callable[[str], Iterable[str]],
) -> Checked[str]:
    """The same for Markdown, without a fence and a title of its own. It can be empty."""
    first = body(await model.text(ask))
    wrong = list(faults(first))
    if not wrong:
        return Checked(first, ())
    try:
        second = body(await model.text(ask.again(first, correction(language, wrong))))
    except ModelError:
        return Checked(first, wrong)
    left = list(faults(second))
    return Checked(second, left) if second and len(left) <= len(wrong) else Checked(first, wrong)


async def fitting(ask: Callable[[int], Awaitable[T]], *, room: int) -> T:
    """The answer to a prompt with so many characters of material; half of it where it is too long.

    PromptTooLongError where next to nothing is too long.
    """
    while True:
        try:
            return await ask(room)
        except PromptTooLongError:
            if room <= _SHORTEST:
                raise
            room //= 2


async def as_far_as_fits(
    model: Model, text: str, ask: Callable[[str], Awaitable[T]]
) -> tuple[T, int]:
    """What is answered about as much of the text as the model takes, and how much that is."""
    read = head(text, model.input_chars)
    while True:
        try:
            return await ask(read), len(read)
        except PromptTooLongError:
            if len(read) <= _SHORTEST:
                raise
            read = head(read, len(read) // 2)


def unusable(error: ModelError) -> bool:
    """Whether the model did answer, and its answer is of no use: asking again gives no other.

    Everything else is an endpoint that does not answer. That fails the step, so that people
    can have it done again once the endpoint is back.
    """
    return isinstance(
        error, MalformedReplyError | TruncatedError | DeclinedError | PromptTooLongError
    )
