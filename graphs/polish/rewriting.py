"""The chosen passages in new words: asked for, checked against the old ones, corrected once.

The model sees and returns numbered passages, whole sentences each, and never the text: what
was not chosen cannot change. A wording that breaks something is not taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from graphs import asking
from graphs.contract import Language
from graphs.lines import shortened
from graphs.material import fenced
from graphs.model import Ask, Model, ModelError
from graphs.polish import offline, prompts, wordings
from graphs.polish.state import Rewrite
from graphs.polish.units import Unit, batches
from graphs.polish.wordings import Wording, Wordings
from graphs.polish.words import TEXTS

_TEMPERATURE = 0.7
_TOKENS = 4_000
_BATCH = 2_000
"""Characters of passages in one question, so that the answer is not cut off."""
_NEIGHBOUR = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is reworded, and what the model should know with it."""

    text: str
    language: Language
    about: str
    comments: Sequence[str]


@dataclass(frozen=True, slots=True)
class Reworded:
    """What is put into the text; why a problem was not fixed, by id; edits not taken."""

    rewrites: list[Rewrite]
    refused: dict[str, str]
    undone: int

    def __add__(self, other: "Reworded") -> "Reworded":
        """Both."""
        return Reworded(
            self.rewrites + other.rewrites,
            self.refused | other.refused,
            self.undone + other.undone,
        )


async def reword(model: Model, task: Task, listed: Sequence[Unit]) -> Reworded:
    """New words for every unit that gets usable ones. ModelError when the model gives none."""
    made, answered = Reworded([], {}, 0), 0
    failure: ModelError | None = None
    for batch in batches(listed, min(_BATCH, model.input_chars // 2)):
        try:
            made += _taken(task, batch, await _asked(model, task, batch))
            answered += 1
        except ModelError as error:
            failure = error
            made += _failed(task, batch)
    if failure and not answered:
        raise failure
    return made


async def _asked(model: Model, task: Task, batch: Sequence[Unit]) -> Wordings:
    checked = await asking.structured(
        model,
        Wordings,
        _ask(task, batch),
        language=task.language,
        faults=lambda said: wordings.faults(said, task.language, batch),
    )
    return checked.value


def _ask(task: Task, batch: Sequence[Unit]) -> Ask[Wordings]:
    told = prompts.PROMPTS[task.language]
    shown = "\n\n".join(_shown(unit, task.language) for unit in batch)
    parts = [task.about, told.passages.format(passages=shown)]
    return Ask(
        task="polish",
        system=told.polish,
        user="\n\n".join([*parts, *prompts.commented(task.language, task.comments)]),
        offline=lambda: Wordings(
            passages=[
                Wording(
                    number=u.number,
                    text=offline.reworded(task.text, u.span, u.problems, task.language),
                )
                for u in batch
            ]
        ),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )


def _shown(unit: Unit, language: Language) -> str:
    told = prompts.PROMPTS[language]
    return told.passage.format(
        text=fenced("passage", unit.text, number=str(unit.number)),
        before=shortened(unit.before, _NEIGHBOUR) or "-",
        after=shortened(unit.after, _NEIGHBOUR) or "-",
        problems="\n".join(told.problem.format_map(problem) for problem in unit.problems),
    )


def _taken(task: Task, batch: Sequence[Unit], said: Wordings) -> Reworded:
    made = Reworded([], {}, len(wordings.strangers(said, batch)))
    found = wordings.texts(said, batch)
    for unit in batch:
        made += _judged(unit, found.get(unit.number, ""), task.language)
    return made


def _judged(unit: Unit, new: str, language: Language) -> Reworded:
    """One wording: put into the text, or the reason why not for each of its problems."""
    left = wordings.still(unit, new)
    if reason := wordings.reason(unit, new, language):
        elsewhere = new not in {"", unit.text} and left == list(unit.problems)
        return Reworded([], {p["id"]: reason for p in unit.problems}, int(elsewhere))
    rewrite = Rewrite(start=unit.span.start, end=unit.span.end, text=new)
    return Reworded([rewrite], {p["id"]: TEXTS[language].why_still for p in left}, 0)


def _failed(task: Task, batch: Sequence[Unit]) -> Reworded:
    reason = TEXTS[task.language].why_failed
    return Reworded([], {p["id"]: reason for unit in batch for p in unit.problems}, 0)
