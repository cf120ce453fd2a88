"""What a model gives for numbered passages, and whether it can be used. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import regex
from pydantic import BaseModel, Field

from graphs.contract import Language
from graphs.lines import shortened
from graphs.polish import prompts
from graphs.polish.kept import Broken, broken
from graphs.polish.state import MOST, Problem
from graphs.polish.units import Unit
from graphs.polish.words import TEXTS

_COPIED = 20
"""Characters of a sentence that cannot be there twice by chance."""
_NEWLINES = regex.compile(r"\s*\n\s*")
_AROUND = {'"': '"', "“": "”", "「": "」"}


class Wording(BaseModel):
    """A passage in new words, whole."""

    number: Annotated[int, Field(ge=0, le=1_000)]
    text: Annotated[str, Field(max_length=4_000)]


class Wordings(BaseModel):
    """The passages in new words."""

    passages: list[Wording] = Field(max_length=2 * MOST)


def texts(answer: Wordings, batch: Sequence[Unit]) -> Mapping[int, str]:
    """The first wording of each unit that has one."""
    found: dict[int, str] = {}
    known = {unit.number: unit for unit in batch}
    for wording in answer.passages:
        unit = known.get(wording.number)
        if unit and wording.number not in found and (text := _clean(wording.text, unit.text)):
            found[wording.number] = text
    return found


def _clean(said: str, old: str) -> str:
    """Without quotation marks around it and without line ends that were not there."""
    text = said.strip()
    if len(text) > 1 and old[:1] != text[0] and _AROUND.get(text[0]) == text[-1]:
        text = text[1:-1].strip()
    return text if "\n" in old else _NEWLINES.sub(" ", text)


def strangers(said: Wordings, batch: Sequence[Unit]) -> list[int]:
    """Numbers that were not asked for."""
    known = {unit.number for unit in batch}
    return [wording.number for wording in said.passages if wording.number not in known]


def faults(said: Wordings, language: Language, batch: Sequence[Unit]) -> Iterable[str]:
    """Everything that is wrong, for the model."""
    told = prompts.PROMPTS[language]
    found = texts(said, batch)
    for number in strangers(said, batch):
        yield told.fault_unknown.format(number=number)
    for unit in batch:
        if unit.number not in found:
            yield told.fault_missing.format(number=unit.number)
        elif wrong := _checked(unit, found[unit.number]):
            yield _fault(unit, wrong, language)
        elif still(unit, found[unit.number]) == list(unit.problems):
            yield told.fault_still.format(number=unit.number)


def reason(unit: Unit, new: str, language: Language) -> str:
    """Why a wording is not taken; empty where it is."""
    why = TEXTS[language]
    if not new:
        return why.why_missing
    if wrong := _checked(unit, new):
        if wrong.language:
            return why.why_language
        if wrong.lost or wrong.added:
            return why.why_facts.format(items=_items(wrong))
        return why.why_turned if wrong.turned else why.why_other
    return why.why_still if still(unit, new) == list(unit.problems) else ""


def still(unit: Unit, said: str) -> list[Problem]:
    """The problems whose passage stands there as often as before.

    At the start of a sentence it stands there all the same, with a capital. Where capitals
    are all that changed, they were the problem.
    """
    only_case = said != unit.text and said.casefold() == unit.text.casefold()
    folded = str if only_case else str.casefold
    new, old = folded(said), folded(unit.text)
    listed = [(problem, folded(problem["passage"])) for problem in unit.problems]
    return [problem for problem, passage in listed if new.count(passage) >= old.count(passage)]


def _checked(unit: Unit, said: str) -> Broken:
    wrong = broken(unit.text, said)
    copied = any(
        len(beside) >= _COPIED and beside in said and beside not in unit.text
        for beside in (unit.before, unit.after)
    )
    return Broken(other=True) if copied else wrong


def _fault(unit: Unit, wrong: Broken, language: Language) -> str:
    told = prompts.PROMPTS[language]
    if wrong.language:
        return told.fault_same_language.format(number=unit.number)
    if wrong.lost or wrong.added:
        return told.fault_facts.format(number=unit.number, items=_items(wrong))
    chosen = told.fault_turned if wrong.turned else told.fault_other
    return chosen.format(number=unit.number)


def _items(wrong: Broken) -> str:
    return ", ".join(shortened(item, 60) for item in (*wrong.lost, *wrong.added)[:5])
