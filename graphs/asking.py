"""Ask, check, ask once more: what a step gets from a model, and what is still wrong with it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from graphs.contract import Language
from graphs.markdown import body
from graphs.model import Ask, Model, ModelError

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

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
