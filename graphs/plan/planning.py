"""From a task to a plan: ask, correct once, repair. Where nothing comes of it, the task is it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from graphs.asking import Checked, fitting, structured, unusable
from graphs.contract import Language
from graphs.language import strays
from graphs.lines import shortened
from graphs.model import Ask, Model, ModelError
from graphs.plan import offline, prompts
from graphs.plan.prompts import PROMPTS, Material
from graphs.plan.replies import Steps
from graphs.plan.state import MAX_STEPS, Step, steps
from graphs.plan.words import TEXTS

_TEMPERATURE = 0.0
_TOKENS = 1_200
_MOST_ONE_STEP = 600
"""Characters of a task that becomes one step; the whole task is in every prompt anyway."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan, and what people should know of it."""

    plan: list[Step]
    remarks: list[str] = field(default_factory=list)
    unsplit: bool = False


async def draft(model: Model, it: Material, *, tools: str) -> Draft:
    """A plan of 1 to `MAX_STEPS` steps. ModelError where the endpoint does not answer."""
    try:
        found = await fitting(
            lambda room: structured(
                model,
                Steps,
                _ask(it, tools=tools, room=room),
                language=it.language,
                faults=lambda reply: _faults(reply.steps, it.language),
            ),
            room=model.input_chars,
        )
    except ModelError as error:
        if not unusable(error):
            raise
        return _unsplit(it)
    by_rules = model.offline and bool(it.comments)
    return _draft(found, it, by_rules=by_rules) if found.value.steps else _unsplit(it)


def _draft(found: Checked[Steps], it: Material, *, by_rules: bool) -> Draft:
    texts, given = TEXTS[it.language], found.value.steps
    remarks = [texts.offline_comment] if by_rules else []
    if len(given) > MAX_STEPS:
        remarks.append(texts.too_many.format(most=MAX_STEPS, count=len(given)))
    if strays("\n".join(given), it.language):
        remarks.append(texts.other_language)
    return Draft(steps(given[:MAX_STEPS]), remarks)


def _unsplit(it: Material) -> Draft:
    task = shortened(it.task.strip(), _MOST_ONE_STEP)
    return Draft(steps([task]), [TEXTS[it.language].unsplit], unsplit=True)


def _faults(given: list[str], language: Language) -> Iterable[str]:
    told = PROMPTS[language]
    if not given:
        yield told.no_steps
    if len(given) > MAX_STEPS:
        yield told.many_steps.format(most=MAX_STEPS)
    if strays("\n".join(given), language):
        yield told.language


def _ask(it: Material, *, tools: str, room: int) -> Ask[Steps]:
    return Ask(
        task="planner",
        system=prompts.planner(it.language),
        user=prompts.to_plan(it, tools=tools, room=room),
        offline=lambda: Steps(steps=offline.split(it.task, it.comments)),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )
