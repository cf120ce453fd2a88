"""The critic: which sections have to be written again, and why."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from graphs import asking
from graphs.contract import Language
from graphs.language import strays
from graphs.lines import head, shortened
from graphs.model import Ask, Model
from graphs.research import offline, prompts
from graphs.research.marks import plain
from graphs.research.state import Claim, Question, Remark, Section

REMARK_CHARS = 300
MOST_REMARKS = 6
_TEMPERATURE = 0.0
_TOKENS = 900


class Said(BaseModel):
    """What is to be changed in one section."""

    section: Annotated[int, Field(ge=0, le=99, description="its number; 0 is the summary")]
    change: Annotated[str, Field(max_length=2 * REMARK_CHARS)]


class Critique(BaseModel):
    """What the critic gives."""

    passed: bool
    remarks: list[Said] = Field(max_length=2 * MOST_REMARKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is looked at."""

    topic: str
    plan: Sequence[Question]
    sections: Sequence[Section]
    claims: Sequence[Claim]
    language: Language


async def critique(model: Model, draft: Draft) -> list[Remark]:
    """What has to be changed, by section; nothing where the draft passed. ModelError."""
    known = {section["id"] for section in draft.sections}
    ask = Ask(
        task="critique",
        system=prompts.system(draft.language, "critique"),
        user=_material(draft, max(model.input_chars // 3, 1_000)),
        offline=lambda: _offline(draft),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )
    made = await asking.structured(
        model,
        Critique,
        ask,
        language=draft.language,
        faults=lambda it: _faults(it, known, draft.language),
    )
    return _remarks(made.value, known)


def _remarks(made: Critique, known: Collection[int]) -> list[Remark]:
    if made.passed:
        return []
    found = ((said.section, plain(said.change)) for said in made.remarks)
    kept = [
        Remark(section=n, text=shortened(t, REMARK_CHARS)) for n, t in found if n in known and t
    ]
    return kept[:MOST_REMARKS]


def _faults(made: Critique, known: Collection[int], language: Language) -> list[str]:
    told, remarks = prompts.PROMPTS[language], _remarks(made, known)
    if not made.passed and not remarks:
        return [told.no_remark]
    said = "\n".join(remark["text"] for remark in remarks)
    return [told.other_language] if strays(said, language) else []


def _offline(draft: Draft) -> Critique:
    told = prompts.PROMPTS[draft.language].uncited
    wrong = [Said(section=number, change=told) for number in offline.lacking(draft.sections)]
    return Critique(passed=not wrong, remarks=wrong)


def _material(draft: Draft, chars: int) -> str:
    """The draft and what it was made from, each within half of the room."""
    asked = {q["id"]: q["question"] for q in draft.plan}
    each = chars // max(len(draft.sections), 1)
    shown = (
        f"{s['id']}. {asked.get(s['id'], '')}\n{head(s['text'], each)}" for s in draft.sections
    )
    report = prompts.PROMPTS[draft.language].sections.format(text="\n\n".join(shown))
    claims = head(prompts.statements(draft.language, draft.claims), chars)
    return "\n\n".join((*prompts.about(draft.language, draft.topic), report, claims))
