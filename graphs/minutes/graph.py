"""Minutes as a graph: listen -> topics -> conclusions -> actions -> review -> minutes.

From the easiest to the hardest, each step knows what the ones before found. One step makes, the
next asks; a revision runs the three again with all comments, a retry runs one and comes back.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import structlog
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from graphs.budget import Limits, Meter
from graphs.contract import status
from graphs.events import tell
from graphs.lines import head
from graphs.minutes import actions, conclusions, entries, review, speech, topics, writing
from graphs.minutes.reading import Found, Material
from graphs.minutes.state import (
    BEGINNING,
    Action,
    Conclusion,
    MinutesState,
    Step,
    counted,
    language_of,
    warned,
    without,
)
from graphs.minutes.words import TEXTS
from graphs.model import Model, ModelError
from graphs.texts import TextGoneError, Texts, this_run

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

T = TypeVar("T")


def build(*, model: Model, sources: Mapping[str, Any]) -> StateGraph[MinutesState]:
    """The graph, uncompiled. `sources` has "texts", for long transcripts, and "limits".

    At these the model is not asked any more, and what there is goes on, marked.
    """
    steps = Minutes(model, sources["texts"], sources["limits"])
    graph = StateGraph(MinutesState)
    graph.add_node("listen", steps.listen)
    graph.add_node("topics", steps.topics)
    graph.add_node("conclusions", steps.conclusions)
    graph.add_node("actions", steps.actions)
    graph.add_node("review", ask_people)
    graph.add_node("minutes", steps.minutes)
    graph.add_edge(START, "listen")
    graph.add_edge("listen", "topics")
    graph.add_conditional_edges("topics", _then("conclusions"), ["conclusions", "review"])
    graph.add_conditional_edges("conclusions", _then("actions"), ["actions", "review"])
    graph.add_edge("actions", "review")
    targets = ["minutes", "topics", "conclusions", "actions", "review"]
    graph.add_conditional_edges("review", review.leads_to, targets)
    graph.add_edge("minutes", END)
    return graph


def _then(following: str) -> Callable[[MinutesState], str]:
    """The next step; the review again after one that was tried again alone."""
    return lambda state: "review" if state.get("again") else following


async def ask_people(state: MinutesState) -> MinutesState:
    """Wait for people. Nothing happens before the interrupt, so that it may run twice."""
    return review.decided(state, interrupt(review.question(state)))


class Minutes:
    """The steps. One whose model call fails leaves a marked part, and the run goes on."""

    def __init__(self, model: Model, texts: Texts, limits: Limits) -> None:
        self._model = model
        self._texts = texts
        self._limits = limits

    async def listen(self, state: MinutesState) -> MinutesState:
        """Who speaks, by plain code; a long transcript is put away."""
        transcript, language = state.get("transcript", ""), language_of(state)
        words = TEXTS[language]
        tell(status(words.listening.format(count=len(transcript))))
        speakers = (await asyncio.to_thread(speech.hear, transcript)).names
        heard = MinutesState(
            gist=words.between.join(speakers) or words.speaking,
            speakers=speakers,
            participants=speakers,
            language=language,
            chars=len(transcript),
            warnings={} if speakers else {"participants": words.no_speaker},
        )
        if len(transcript) <= BEGINNING:
            return heard
        text_id = await self._texts.put(this_run(), transcript)
        return {**heard, "text_id": text_id, "transcript": head(transcript, BEGINNING)}

    async def topics(self, state: MinutesState) -> MinutesState:
        """Participants and topics."""
        material = await self._material(state, earlier=state.get("topics", []))
        speakers = state.get("speakers", [])

        def kept(found: topics.Heard) -> MinutesState:
            texts = TEXTS[material.language]
            gist = texts.between.join(found.topics) or texts.no_topic
            return {"gist": gist, "participants": found.participants, "topics": found.topics}

        return await self._step("topics", state, lambda m: topics.find(m, material, speakers), kept)

    async def conclusions(self, state: MinutesState) -> MinutesState:
        """What was agreed."""
        earlier = [c["text"] for c in state.get("conclusions", [])]
        material = await self._material(state, earlier=earlier)

        def kept(found: list[Conclusion]) -> MinutesState:
            texts = [c["text"] for c in found] or [TEXTS[material.language].no_conclusion]
            return {"gist": texts[0], "conclusions": found}

        return await self._step("conclusions", state, lambda m: conclusions.find(m, material), kept)

    async def actions(self, state: MinutesState) -> MinutesState:
        """Who does what by when."""
        earlier = [entries.entry(action) for action in state.get("actions", [])]
        material = await self._material(state, earlier=earlier)

        def kept(found: list[Action]) -> MinutesState:
            texts = [entries.entry(a) for a in found] or [TEXTS[material.language].no_action]
            return {"gist": texts[0], "actions": found}

        return await self._step("actions", state, lambda m: actions.find(m, material), kept)

    async def minutes(self, state: MinutesState) -> MinutesState:
        """The minutes, from what was approved and from nothing else."""
        parts, meter = writing.Parts.of(state), self._meter(state)
        tell(status(TEXTS[parts.language].writing))
        try:
            prose = await writing.opening(meter, parts)
        except ModelError as error:
            _log_default("minutes", error)
            prose = TEXTS[parts.language].no_prose
        spent = {**counted(state, "minutes", meter.spent())}
        return {"gist": prose, "minutes": writing.document(parts, prose), "spent": spent}

    async def _step(
        self,
        step: Step,
        state: MinutesState,
        find: Callable[[Model], Awaitable[Found[T]]],
        kept: Callable[[T], MinutesState],
    ) -> MinutesState:
        """What a step changes. One that fails leaves the part of an earlier round, and says so."""
        meter, texts = self._meter(state), TEXTS[language_of(state)]
        others = without(state, step)
        try:
            found = await find(meter)
        except ModelError as error:
            _log_default(step, error)
            told = texts.version_before if state.get(step) else texts.step_failed
            changed = MinutesState(
                gist=texts.failed[step], warnings=warned(state, step, told), failed=[*others, step]
            )
        else:
            warnings = warned(state, step, found.warning)
            changed = {
                **kept(found.value),
                "read": found.read,
                "warnings": warnings,
                "failed": others,
            }
        return {**changed, "spent": {**counted(state, step, meter.spent())}}

    def _meter(self, state: MinutesState) -> Meter:
        return Meter(self._model, limits=self._limits, before=state.get("spent", {}))

    async def _material(self, state: MinutesState, *, earlier: list[str]) -> Material:
        return Material(
            transcript=await self._transcript(state),
            language=language_of(state),
            comments=state.get("feedback", []),
            participants=state.get("participants", []),
            topics=state.get("topics", []),
            earlier=earlier,
            round=state.get("round", 1),
        )

    async def _transcript(self, state: MinutesState) -> str:
        """The whole of it; its beginning where the rest has expired, which `read` then shows."""
        if not (text_id := state.get("text_id")):
            return state.get("transcript", "")
        try:
            return await self._texts.get(this_run(), text_id)
        except TextGoneError:
            log.warning("transcript.gone", text=text_id)
            return state.get("transcript", "")


def _log_default(step: str, error: ModelError) -> None:
    log.warning("step.defaulted", step=step, error=type(error).__name__, reason=str(error))
