"""From a topic to a plan: sub-questions that do not overlap, asked of a model and checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from graphs import asking
from graphs.contract import Language
from graphs.language import strays
from graphs.lines import shortened, tidy
from graphs.model import Ask, Model
from graphs.research import offline, prompts
from graphs.research.alike import distinct
from graphs.research.state import (
    LEAST_QUESTIONS,
    LONGEST_QUESTION,
    MOST_QUESTIONS,
    Question,
    numbered,
)

_TEMPERATURE = 0.0
_TOKENS = 900
# Wider than the checks: what is a little too long or too many is repaired, not refused.
_Text = Annotated[str, Field(max_length=2 * LONGEST_QUESTION)]


class Plan(BaseModel):
    """What the planner gives."""

    questions: list[_Text] = Field(
        max_length=2 * MOST_QUESTIONS, description="independent sub-questions, one sentence each"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What a plan is made from: the topic, all comments, and the plan they are about."""

    topic: str
    comments: Sequence[str]
    earlier: Sequence[Question]
    language: Language


async def plan(model: Model, brief: Brief) -> list[Question]:
    """Up to five questions, none twice; none at all where the topic cannot be split.

    ModelError where the model gives nothing.
    """
    ask = Ask(
        task="plan",
        system=prompts.system(brief.language, "plan"),
        user=prompts.plan_material(
            brief.language, brief.topic, earlier=brief.earlier, comments=brief.comments
        ),
        offline=lambda: Plan(questions=offline.plan(brief.topic, brief.comments, brief.language)),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )
    made = await asking.structured(
        model, Plan, ask, language=brief.language, faults=lambda it: _faults(it, brief)
    )
    return numbered(_tidied(made.value, brief)[:MOST_QUESTIONS])


def _tidied(made: Plan, brief: Brief) -> list[str]:
    lines = (line for line in tidy(made.questions) if any(c.isalnum() for c in line))
    return distinct((shortened(x, LONGEST_QUESTION) for x in lines), topic=brief.topic)


def _faults(made: Plan, brief: Brief) -> list[str]:
    told, lines = prompts.PROMPTS[brief.language], _tidied(made, brief)
    # A reviewer may well want fewer.
    least = 1 if brief.comments else LEAST_QUESTIONS
    wrong = [told.few.format(least=least)] if len(lines) < least else []
    if len(lines) > MOST_QUESTIONS:
        wrong.append(told.many.format(most=MOST_QUESTIONS))
    if len(lines) < len(tidy(made.questions)):
        wrong.append(told.twice)
    if strays("\n".join(lines), brief.language):
        wrong.append(told.other_language)
    return wrong
