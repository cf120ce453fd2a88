"""The steps that ask a model. One that fails leaves a marked default, and the run goes on."""

from collections.abc import Sequence

import structlog

from graphs.budget import Meter
from graphs.contract import status
from graphs.events import tell
from graphs.lines import shortened
from graphs.model import (
    DeclinedError,
    MalformedReplyError,
    Model,
    ModelError,
    TruncatedError,
)
from graphs.research import offline, planning, words, writing
from graphs.research.critic import Draft, critique
from graphs.research.gathering import Shelf
from graphs.research.planning import Brief
from graphs.research.researching import Task, research
from graphs.research.state import (
    INTRODUCTION,
    MAX_DRAFTS,
    MAX_ROUNDS,
    Claim,
    Question,
    ResearchState,
    Section,
    language_of,
    topic_of,
)
from graphs.research.tasks import WritingTask
from graphs.research.writing import Order, assembled
from graphs.sources import Source
from graphs.texts import Texts, this_run

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

_PREVIEW = 100
_NO_ANSWER = (MalformedReplyError, TruncatedError, DeclinedError)
"""The model is there and gave no plan: people can write one. Otherwise it is worth a retry."""


class Steps:
    """What the graph's nodes do. Each may run twice after a crash: it writes to the same keys."""

    def __init__(self, model: Model, *, search: Source, texts: Texts) -> None:
        self._model = model
        self._search = search
        self._texts = texts

    async def plan(self, state: ResearchState) -> ResearchState:
        """A plan, or the one from before where a revision failed.

        ModelError where there is none from before and the model is not there at all.
        """
        said, asked = words.TEXTS[language_of(state)], state.get("plans", 0) + 1
        earlier, shown = state.get("plan", []), state.get("round", 0)
        tell(
            status(said.revising.format(round=shown + 1, of=MAX_ROUNDS) if shown else said.planning)
        )
        meter = Meter(self._model)
        brief = Brief(
            topic=topic_of(state),
            comments=state.get("comments", []),
            earlier=earlier,
            language=language_of(state),
        )
        try:
            made = await planning.plan(meter, brief)
        except ModelError as error:
            if not earlier and not isinstance(error, _NO_ANSWER):
                raise
            _log_default("plan", error)
            made = []
        result: ResearchState = {"plans": asked, "spent": {f"plan:{asked}": meter.spent()}}
        if not made:
            return {**result, "notice": said.kept_plan if earlier else ""}
        return {
            "said": shortened(_new(made, earlier), _PREVIEW),
            "plan": made,
            "round": min(shown + 1, MAX_ROUNDS),
            "notice": _by_rules(said, same=made == earlier) if self._model.offline else "",
            **result,
        }

    async def research(self, state: Task) -> ResearchState:
        """The finding of one question. Branches run side by side and know nothing of each other."""
        shelf = Shelf(source=self._search, texts=self._texts, run_id=this_run())
        return await research(self._model, shelf, state)

    async def recheck(self, state: ResearchState) -> ResearchState:
        """Every question failed by the model: is it there again? ModelError where it is not."""
        tell(status(words.TEXTS[language_of(state)].rechecking))
        await self._model.check()
        return {"rechecked": True, "tries": state.get("tries", 0) + 1, "next": "research"}

    async def write(self, state: WritingTask) -> ResearchState:
        """One section."""
        said, number, meter = (
            words.TEXTS[state["language"]],
            state["question"]["id"],
            Meter(self._model),
        )
        tell(status(said.section_begun.format(id=number, draft=state["draft"], of=MAX_DRAFTS)))
        done = status(said.section_done.format(id=number, claims=len(state["claims"])))
        if state["by_code"]:
            tell(done)
            return {"sections": [assembled(number, state["claims"], failed=False)]}
        order = Order(
            id=number,
            topic=state["topic"],
            question=state["question"]["question"],
            claims=state["claims"],
            comments=state["comments"],
            remarks=state["remarks"],
            earlier=state["earlier"],
            language=state["language"],
        )
        made = await writing.section(meter, order)
        tell(done)
        return {"sections": [made], "spent": {f"write:{number}:{state['draft']}": meter.spent()}}

    async def summary(self, state: ResearchState) -> ResearchState:
        """The summary of the sections. With it a draft is finished."""
        draft, claims, meter = state.get("drafts", 0) + 1, _claims(state), Meter(self._model)
        if not claims or (self._model.offline and not offline.leading(claims)):
            return {"drafts": draft, "next": "report"}
        if state.get("stopped"):
            made = assembled(INTRODUCTION, claims, failed=False)
            return {"drafts": draft, "sections": [made], "next": "report"}
        tell(status(words.TEXTS[language_of(state)].summing_up))
        order = Order(
            id=INTRODUCTION,
            topic=topic_of(state),
            question="",
            claims=claims,
            comments=state.get("comments", []),
            remarks=[r for r in state.get("remarks", []) if r["section"] == INTRODUCTION],
            earlier=next((s["text"] for s in state.get("sections", []) if not s["id"]), ""),
            language=language_of(state),
        )
        made = await writing.introduction(meter, order, _sections(state))
        spent = {f"summary:{draft}": meter.spent()}
        return {"drafts": draft, "sections": [made], "next": "critique", "spent": spent}

    async def critique(self, state: ResearchState) -> ResearchState:
        """What has to be written again; on to the report where nothing has, or no draft is left."""
        said, draft, meter = (
            words.TEXTS[language_of(state)],
            state.get("drafts", 1),
            Meter(self._model),
        )
        tell(status(said.criticising.format(round=draft, of=MAX_DRAFTS)))
        look = Draft(
            topic=topic_of(state),
            plan=state.get("plan", []),
            sections=state.get("sections", []),
            claims=_claims(state),
            language=language_of(state),
        )
        try:
            remarks = await critique(meter, look)
        except ModelError as error:
            _log_default("critique", error)
            return {"uncriticised": True, "remarks": [], "next": "report"}
        named = sorted({r["section"] for r in remarks} - {INTRODUCTION})
        return {
            "said": said.remarked.format(count=len(remarks)) if remarks else said.passed,
            "remarks": remarks,
            "pending": named,
            "uncriticised": False,
            "next": "write" if remarks and draft < MAX_DRAFTS else "report",
            "spent": {f"critique:{draft}": meter.spent()},
        }


def _new(made: Sequence[Question], earlier: Sequence[Question]) -> str:
    """The questions that the plan before did not have; all where there are none."""
    known = {question["question"] for question in earlier}
    texts = [question["question"] for question in made]
    return " ".join([text for text in texts if text not in known] or texts)


def _by_rules(said: words.Texts, *, same: bool) -> str:
    """What people should know where no model reads their comments."""
    return f"{said.unchanged}\n{said.by_rules}" if same else said.by_rules


def _claims(state: ResearchState) -> list[Claim]:
    return [claim for finding in state.get("findings", []) for claim in finding["claims"]]


def _sections(state: ResearchState) -> list[Section]:
    return [section for section in state.get("sections", []) if section["id"] != INTRODUCTION]


def _log_default(step: str, error: ModelError) -> None:
    log.warning("step.defaulted", step=step, error=type(error).__name__)
