"""Questions whose research failed: what people are told, and what their answer changes. Pure."""

from collections.abc import Mapping, Sequence

from graphs.contract import GatePayload, RetryPayload, SectionPayload
from graphs.research.dealing import dealt
from graphs.research.state import Finding, ResearchState, language_of
from graphs.research.words import TEXTS

ALL = "all"


def failed(state: ResearchState) -> list[Finding]:
    """The findings of the plan's questions that failed, in order."""
    return [finding for finding in state.get("findings", []) if finding["cause"]]


def standing(state: ResearchState) -> ResearchState:
    """What each question has to be written from, and where the run goes after research.

    The questions that failed decide that.
    """
    return {"findings": dealt(state), **_onward(state)}


def _onward(state: ResearchState) -> ResearchState:
    wrong, plan = failed(state), state.get("plan", [])
    everything = [q["id"] for q in plan]
    if not wrong or state.get("stopped"):
        return {"next": "write", "pending": everything}
    if len(wrong) < len(plan):
        return {"next": "gaps", "notice": ""}
    if all(f["cause"] == "model" for f in wrong) and not state.get("rechecked"):
        return {"next": "recheck", "pending": everything}
    return {"next": "report", "pending": []}


def question(state: ResearchState) -> GatePayload:
    """Which questions failed and why, with a button for each."""
    said, wrong, plan = TEXTS[language_of(state)], failed(state), state.get("plan", [])
    texts = {q["id"]: q["question"] for q in plan}
    return GatePayload(
        type="gaps",
        title=said.gaps.format(failed=len(wrong), all=len(plan)),
        summary="\n".join(filter(None, (state.get("notice", ""), said.gaps_all))),
        sections=[
            SectionPayload(
                key=f"question-{f['id']}", label=f"{f['id']}. {texts[f['id']]}", value=f["error"]
            )
            for f in wrong
        ],
        actions=["skip"],
        labels={"skip": said.go_without},
        retries=_retries(state, wrong),
    )


def _retries(state: ResearchState, wrong: Sequence[Finding]) -> list[RetryPayload]:
    said = TEXTS[language_of(state)]
    if len(wrong) == 1:
        return [RetryPayload(id=str(wrong[0]["id"]), label=said.retry_this)]
    each = [RetryPayload(id=str(f["id"]), label=said.retry_one.format(id=f["id"])) for f in wrong]
    return [*each, RetryPayload(id=ALL, label=said.retry_all)]


def decided(state: ResearchState, answer: object) -> ResearchState:
    """What an answer changes. One that cannot be used changes nothing and is asked again."""
    ids = [f["id"] for f in failed(state)]
    match answer:
        case {"action": "skip" | "approve"}:
            everything = [q["id"] for q in state.get("plan", [])]
            return {"next": "write", "pending": everything, "notice": ""}
        case {"action": "retry", "retry": str(wanted)} if _meant(wanted, ids):
            pending = _meant(wanted, ids)
            tries = state.get("tries", 0) + 1
            return {"next": "research", "pending": pending, "tries": tries, "notice": ""}
        case Mapping() | _:
            return {"next": "gaps", "notice": TEXTS[language_of(state)].not_understood}


def _meant(wanted: str, ids: Sequence[int]) -> list[int]:
    return [number for number in ids if wanted in {ALL, str(number)}]
