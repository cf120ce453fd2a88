"""The weekly report as a graph: highlights -> risks -> review -> report.

One step makes, the next asks: the review shows what the state holds, and what it
showed is what the report is made from. A revision goes back through an edge.
"""

from collections.abc import Mapping
from typing import Any

import structlog
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from graphs.contract import status
from graphs.events import tell
from graphs.model import Model, ModelError
from graphs.weekly_report import offline, prompts, review, writing
from graphs.weekly_report.checks import LEAST
from graphs.weekly_report.drafting import Draft, Highlights, L, Material, Risks, Step, draft
from graphs.weekly_report.state import MAX_ROUNDS, WeeklyState, language_of, warned
from graphs.weekly_report.trouble import says_none
from graphs.weekly_report.words import TEXTS

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()


def build(*, model: Model, sources: Mapping[str, Any]) -> StateGraph[WeeklyState]:
    """The graph, uncompiled. It reads nothing but its notes, so `sources` stay unused."""
    del sources
    steps = WeeklyReport(model)
    graph = StateGraph(WeeklyState)
    graph.add_node("highlights", steps.highlights)
    graph.add_node("risks", steps.risks)
    graph.add_node("review", ask_people)
    graph.add_node("report", steps.report)
    graph.add_edge(START, "highlights")
    graph.add_edge("highlights", "risks")
    graph.add_edge("risks", "review")
    graph.add_conditional_edges("review", review.leads_to, ["report", "highlights", "review"])
    graph.add_edge("report", END)
    return graph


async def ask_people(state: WeeklyState) -> WeeklyState:
    """Wait for people. Nothing happens before the interrupt, so that it may run twice."""
    return review.decided(state, interrupt(review.question(state)))


class WeeklyReport:
    """The steps that ask a model. A step that fails leaves a marked text, and the run goes on."""

    def __init__(self, model: Model) -> None:
        self._model = model

    async def highlights(self, state: WeeklyState) -> WeeklyState:
        """Three to five lines of what went well; fewer where the notes hold fewer."""
        texts = TEXTS[language_of(state)]
        tell(status(_begun(state)))
        step = Step(
            part="highlights",
            schema=Highlights,
            rules=prompts.PROMPTS[language_of(state)].highlights,
            pick=offline.highlights,
            least=lambda found: min(LEAST, found),
        )
        made = await self._pick(step, state, failed=texts.highlights_failed)
        return {
            "highlights": made.lines or [texts.no_highlight],
            "warnings": warned(state, "highlights", made.warning),
        }

    async def risks(self, state: WeeklyState) -> WeeklyState:
        """Up to five lines of what is in the way, or the fixed sentence."""
        texts = TEXTS[language_of(state)]
        tell(status(texts.looking))
        good = state.get("highlights", [])
        step = Step(
            part="risks",
            schema=Risks,
            rules=prompts.PROMPTS[language_of(state)].risks,
            pick=offline.risks,
            accept=lambda lines: [x for x in lines if not says_none(x) and x not in good],
        )
        made = await self._pick(step, state, failed=texts.risks_failed)
        return {
            "risks": made.lines or [texts.no_risk],
            "warnings": warned(state, "risks", made.warning),
        }

    async def report(self, state: WeeklyState) -> WeeklyState:
        """The report, from what was approved and from nothing else."""
        texts = TEXTS[language_of(state)]
        tell(status(texts.writing))
        parts = writing.Parts(
            highlights=state.get("highlights", []),
            risks=[line for line in state.get("risks", []) if line != texts.no_risk],
            comments=state.get("feedback", []),
            language=language_of(state),
        )
        try:
            return {"report": await writing.write(self._model, parts)}
        except ModelError as error:
            _log_default("report", error)
            return {"report": writing.assembled(parts)}

    async def _pick(self, step: Step[L], state: WeeklyState, *, failed: str) -> Draft:
        earlier = state.get(step.part, [])
        material = Material(
            notes=state.get("points", ""),
            comments=state.get("feedback", []),
            earlier=[line for line in earlier if line != failed],
            language=language_of(state),
        )
        try:
            return await draft(self._model, step, material)
        except ModelError as error:
            _log_default(step.part, error)
            return Draft([failed], TEXTS[material.language].step_failed)


def _begun(state: WeeklyState) -> str:
    texts = TEXTS[language_of(state)]
    if (number := state.get("round", 1)) > 1:
        return texts.revising.format(round=number, of=MAX_ROUNDS)
    return texts.reading.format(count=len(state.get("points", "")))


def _log_default(step: str, error: ModelError) -> None:
    log.warning("step.defaulted", step=step, error=type(error).__name__, reason=str(error))
