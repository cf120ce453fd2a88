"""After each step: is the task done, are steps missing? Always one of: go on, or a result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphs.asking import fitting, structured
from graphs.language import strays
from graphs.lines import bare
from graphs.markdown import body
from graphs.model import Ask, Model, ModelError
from graphs.plan import offline, prompts
from graphs.plan.prompts import PROMPTS, Material
from graphs.plan.replies import Verdict

_TEMPERATURE: dict[bool, float] = {False: 0.0, True: 0.7}
"""Judging is analysis; after the last step it is the answer that is written."""
_TOKENS = 2_500


@dataclass(frozen=True, slots=True)
class Judged:
    """What comes next: `more` steps at the end of the plan; or the end, with this `answer`.

    An end without an answer: the model wrote none. `wanted_more`: steps that no longer fit.
    """

    ends: bool
    answer: str = ""
    more: list[str] = field(default_factory=list)
    wanted_more: bool = False
    other_language: bool = False


async def judge(model: Model, it: Material, *, may_add: int) -> Judged:
    """Never raises ModelError: an evaluation that does not come lets the plan go on, or end."""
    last = len(it.completed) >= len(it.plan)
    try:
        found = await fitting(
            lambda room: structured(
                model,
                Verdict,
                _ask(it, last=last, may_add=may_add, room=room),
                language=it.language,
                faults=lambda said: _faults(said, it, last=last, may_add=may_add),
            ),
            room=model.input_chars,
        )
    except ModelError:
        return Judged(ends=last)
    return _judged(found.value, it, last=last, may_add=may_add)


def _judged(said: Verdict, it: Material, *, last: bool, may_add: int) -> Judged:
    answer = body(said.result)
    more = _missing(said.more_steps, it)
    if said.done:
        return Judged(ends=True, answer=answer, other_language=strays(answer, it.language))
    if more and may_add:
        return Judged(ends=False, more=more[:may_add])
    if not last:
        return Judged(ends=False)
    # "Continue" with nothing left to do: what it says is the answer, or there is none.
    return Judged(
        ends=True,
        answer=answer,
        wanted_more=bool(more),
        other_language=strays(answer, it.language),
    )


def _missing(wanted: Sequence[str], it: Material) -> list[str]:
    """The steps that are not in the plan already."""
    there = {bare(step["text"]).casefold() for step in it.plan}
    return [text for text in wanted if text.casefold() not in there]


def _faults(said: Verdict, it: Material, *, last: bool, may_add: int) -> Iterable[str]:
    told = PROMPTS[it.language]
    goes_on = may_add and _missing(said.more_steps, it)
    if last and not goes_on and not said.done:
        yield told.no_result
    if said.done and strays(said.result, it.language):
        yield told.language


def _ask(it: Material, *, last: bool, may_add: int, room: int) -> Ask[Verdict]:
    return Ask(
        task="replanner",
        system=PROMPTS[it.language].replanner,
        user=prompts.to_evaluate(it, last=last, may_add=may_add, room=room),
        offline=lambda: offline.judge(it, last=last),
        temperature=_TEMPERATURE[last],
        max_tokens=_TOKENS,
    )
