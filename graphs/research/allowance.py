"""The budget of a run, asked about before a step would spend more. Pure."""

from graphs import budget
from graphs.budget import Limits
from graphs.contract import GatePayload
from graphs.research.state import ResearchState, language_of
from graphs.research.words import TEXTS


def asks(state: ResearchState, limits: Limits) -> bool:
    """Whether people have to be asked before the next step spends more."""
    if state.get("stopped") or state.get("next") not in {"research", "write", "critique"}:
        return False
    return budget.used_up(state.get("spent", {}), limits, grants=state.get("grants", 0))


def question(state: ResearchState) -> GatePayload:
    """What was spent, and what there is."""
    payload = budget.question(language_of(state), state.get("spent", {}), done=_done(state))
    if notice := state.get("notice"):
        payload["summary"] = f"{notice}\n{payload.get('summary', '')}"
    return payload


def _done(state: ResearchState) -> str:
    said = TEXTS[language_of(state)]
    if state.get("drafts"):
        return said.done_draft if state.get("remarks") else said.done_writing
    good = [f for f in state.get("findings", []) if not f["cause"]]
    return said.done_research.format(count=len(good))


def decided(state: ResearchState, answer: object) -> ResearchState:
    """What an answer changes. One that cannot be used changes nothing and is asked again."""
    if budget.goes_on(answer):
        return {"grants": state.get("grants", 0) + 1, "notice": ""}
    if not budget.delivers(answer):
        return {"notice": TEXTS[language_of(state)].not_understood}
    return {"stopped": True, "notice": "", **_delivered(state)}


def _delivered(state: ResearchState) -> ResearchState:
    """Without a draft the findings are put together by code; a draft is taken as it is."""
    if state.get("drafts"):
        return {"next": "report", "pending": []}
    return {"next": "write", "pending": [q["id"] for q in state.get("plan", [])]}
