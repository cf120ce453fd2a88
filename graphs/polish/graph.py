"""Polishing as a graph: tone -> problems -> choose -> polish -> result.

One step makes, the next asks: the choice shows what the state holds, and only what was
chosen is reworded. A revision goes back through an edge; nothing to fix ends without a choice.
"""

from collections.abc import Mapping
from typing import Any

import structlog
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from graphs.budget import Meter
from graphs.contract import status
from graphs.events import tell
from graphs.model import Model, ModelError
from graphs.polish import finding, prompts, report, review, rewriting
from graphs.polish.finding import Look, Material
from graphs.polish.state import MAX_ROUNDS, MOST, PolishState, language_of, polished, warned
from graphs.polish.units import units
from graphs.polish.words import TEXTS

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()


def build(*, model: Model, sources: Mapping[str, Any]) -> StateGraph[PolishState]:
    """The graph, uncompiled. It reads nothing but its text, so `sources` stay unused."""
    del sources
    steps = Polish(model)
    graph = StateGraph(PolishState)
    graph.add_node("tone", steps.tone)
    graph.add_node("problems", steps.problems)
    graph.add_node("choose", ask_people)
    graph.add_node("polish", steps.polish)
    graph.add_node("result", steps.result)
    graph.add_edge(START, "tone")
    graph.add_conditional_edges("tone", _after_tone, ["problems", "choose"])
    graph.add_conditional_edges("problems", _after_problems, ["choose", "result"])
    choices = ["polish", "result", "problems", "tone", "choose"]
    graph.add_conditional_edges("choose", review.leads_to, choices)
    graph.add_edge("polish", "result")
    graph.add_edge("result", END)
    return graph


def _after_tone(state: PolishState) -> str:
    return "choose" if state.get("retry") else "problems"


def _after_problems(state: PolishState) -> str:
    return "choose" if state.get("problems") else "result"


async def ask_people(state: PolishState) -> PolishState:
    """Wait for people. Nothing happens before the interrupt, so that it may run twice."""
    return review.decided(state, interrupt(review.question(state)))


class Polish:
    """The steps that ask a model."""

    def __init__(self, model: Model) -> None:
        self._model = model

    async def tone(self, state: PolishState) -> PolishState:
        """How the text sounds and what it is for. A failure is marked, and the run goes on."""
        said, text = TEXTS[language_of(state)], state.get("text", "")
        tell(status(said.reading.format(count=len(text))))
        meter = Meter(self._model)
        try:
            judged = await finding.judge(meter, Material(text=text, language=language_of(state)))
        except ModelError as error:
            _log_default("tone", error)
            failed = warned(state, "tone", said.step_failed)
            return {
                "tone": said.tone_failed,
                "purpose": "",
                "warnings": failed,
                **_took("tone", state, meter),
            }
        return {
            "tone": judged.tone.tone,
            "purpose": judged.tone.purpose,
            "warnings": warned(state, "tone", said.other_language if judged.strays else ""),
            **_took("tone", state, meter),
        }

    async def problems(self, state: PolishState) -> PolishState:
        """What could be worded better. Without any problem from before a failure ends the run."""
        tell(status(_begun(state)))
        meter = Meter(self._model)
        try:
            look = await finding.look(meter, _material(state))
        except ModelError as error:
            if not state.get("problems"):
                raise  # there is nothing to choose from: trying again is all that helps
            _log_default("problems", error)
            said = TEXTS[language_of(state)]
            failed = warned(state, "problems", said.step_failed)
            return {
                "notes": said.look_failed,
                "warnings": failed,
                **_took("problems", state, meter),
            }
        return {**_found(state, look, offline=meter.offline), **_took("problems", state, meter)}

    async def polish(self, state: PolishState) -> PolishState:
        """New words for what was chosen, and for nothing else."""
        language, text = language_of(state), state.get("text", "")
        chosen = [p for p in state.get("problems", []) if p["id"] in state.get("chosen", [])]
        tell(status(TEXTS[language].polishing.format(count=len(chosen))))
        meter = Meter(self._model)
        task = rewriting.Task(
            text=text, language=language, about=_about(state), comments=state.get("feedback", [])
        )
        made = await rewriting.reword(meter, task, units(text, chosen))
        fixed = len(chosen) - len(made.refused)
        return {
            "done": report.counted(language, fixed=fixed, chosen=len(chosen)),
            "rewrites": made.rewrites,
            "refused": made.refused,
            "undone": made.undone,
            **_took("polish", state, meter),
        }

    async def result(self, state: PolishState) -> PolishState:
        """What people get: the text, what changed, what was fixed and what was left."""
        if not state.get("problems"):
            return {"result": report.nothing(state)}
        if state.get("decision") != "fix":
            return {"result": report.left(state)}
        rewrites = state.get("rewrites", [])
        if not rewrites:
            return {"result": report.written(state, None)}
        tell(status(TEXTS[language_of(state)].comparing))
        meter = Meter(self._model)
        after = await self._mood(meter, state, polished(state.get("text", ""), rewrites))
        return {"result": report.written(state, after), **_took("result", state, meter)}

    async def _mood(self, model: Model, state: PolishState, text: str) -> report.Mood | None:
        """The tone of the new text; none where the model does not say."""
        try:
            judged = await finding.judge(model, Material(text=text, language=language_of(state)))
        except ModelError as error:
            _log_default("result", error)
            return None
        return report.Mood(judged.tone.tone, judged.tone.purpose)


def _material(state: PolishState) -> Material:
    return Material(
        text=state.get("text", ""),
        language=language_of(state),
        about=_about(state),
        comments=state.get("feedback", []),
        earlier=state.get("problems", []),
    )


def _about(state: PolishState) -> str:
    told = prompts.PROMPTS[language_of(state)]
    return told.about.format(tone=state.get("tone", ""), purpose=state.get("purpose", ""))


def _found(state: PolishState, look: Look, *, offline: bool) -> PolishState:
    """The new problems; those from before where a comment left none, so that nothing is lost."""
    said = TEXTS[language_of(state)]
    kept = state.get("problems", [])
    notes = [said.offline_comment] if offline and state.get("feedback") else []
    notes += [said.nothing_new] if kept and not look.problems else []
    notes += [said.dropped.format(count=look.dropped)] if look.dropped else []
    if look.read < len(state.get("text", "")):
        notes.append(said.only_part.format(read=look.read, all=len(state.get("text", ""))))
    notes += [said.at_most.format(count=MOST)] if len(look.problems) == MOST else []
    notes += [said.other_language] if look.strays else []
    problems = look.problems or kept
    line = said.found_one if len(problems) == 1 else said.found.format(count=len(problems))
    return {
        "found": line if problems else said.nothing_line,
        "problems": problems,
        "notes": "\n".join(notes),
        "warnings": warned(state, "problems", ""),
        "retry": "",
    }


def _begun(state: PolishState) -> str:
    said = TEXTS[language_of(state)]
    if (number := state.get("round", 1)) > 1:
        return said.looking_again.format(round=number, of=MAX_ROUNDS)
    return said.looking


def _took(step: str, state: PolishState, meter: Meter) -> PolishState:
    return {"spent": {f"{step}:{state.get('round', 1)}": meter.spent()}}


def _log_default(step: str, error: ModelError) -> None:
    log.warning("step.defaulted", step=step, error=type(error).__name__, reason=str(error))
