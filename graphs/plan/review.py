"""The review of a plan: the question for people, and what their answer means. Pure."""

from collections.abc import Mapping

import regex

from graphs.contract import ActionName, GatePayload, ItemPayload, RetryPayload
from graphs.lines import shortened
from graphs.plan.state import MAX_ROUNDS, MAX_STEPS, PlanState, Step, digest, language_of
from graphs.plan.words import TEXTS

PLAN_AGAIN = "planner"
"""Id of the retry that splits the task once more."""
_MOST_TASK = 300
_LIST_MARK = regex.compile(r"^\s*(?:(?:[-*+–—•·]|\d{1,2}[.)])(?:\s+|$)|\d{1,2}、)+")


def question(state: PlanState) -> GatePayload:
    """The payload of the interrupt: the very steps that will be done."""
    texts, asked = TEXTS[language_of(state)], state.get("round", 1)
    # An edit asks for no further round, so it is there in the last one, too.
    more: list[ActionName] = ["revise"] if asked < MAX_ROUNDS else []
    yes: list[ActionName] = ["approve"] if _runs(state.get("plan", [])) else []
    payload = GatePayload(
        type="plan_review",
        title=texts.review,
        summary=_summary(state),
        items=[ItemPayload(id=step["id"], text=step["text"]) for step in state.get("plan", [])],
        items_label=texts.steps,
        actions=[*yes, *more, "edit"],
        round=asked,
        max_rounds=MAX_ROUNDS,
    )
    if state.get("unsplit"):
        payload["retries"] = [RetryPayload(id=PLAN_AGAIN, label=texts.plan_again)]
    return payload


def _summary(state: PlanState) -> str:
    texts, plan = TEXTS[language_of(state)], state.get("plan", [])
    lines = [
        state.get("notice", ""),
        texts.about.format(task=shortened(" ".join(state.get("task", "").split()), _MOST_TASK)),
        *(f"⚠ {remark}" for remark in state.get("remarks", [])),
        texts.digest.format(digest=digest(plan), count=len(plan)),
    ]
    return "\n".join(line for line in lines if line)


def decided(state: PlanState, answer: object) -> PlanState:
    """What an answer changes. One that cannot be used changes nothing and is asked again."""
    said = answer if isinstance(answer, Mapping) else {}
    heard = _heard(state, said.get("comment"))
    match said:
        case {"action": "approve"} if _runs(state.get("plan", [])):
            return {**_approved(state, state.get("plan", [])), **heard}
        case {"action": "approve"}:
            return {**_again(TEXTS[language_of(state)].over_edited.format(most=MAX_STEPS)), **heard}
        case {"action": "edit", "items": list() as items}:
            return {**_edited(state, items), **heard}
        case {"action": "revise"}:
            return {**heard, **_sent_back(state)}
        case {"action": "retry", "retry": asked} if asked == PLAN_AGAIN and state.get("unsplit"):
            return {"approved": False, "notice": ""}
        case _:
            return _again(TEXTS[language_of(state)].not_understood)


def _runs(plan: list[Step]) -> bool:
    """Whether a plan can run as it is: an edit may have made it too long."""
    return len(plan) <= MAX_STEPS


def _approved(state: PlanState, plan: list[Step]) -> PlanState:
    signed = digest(plan)
    shown = TEXTS[language_of(state)].agreed.format(digest=signed, count=len(plan))
    return {"shown": shown, "approved": True, "notice": "", "plan": plan, "digest": signed}


def _sent_back(state: PlanState) -> PlanState:
    """One more round, or never an approval: the person wanted something else."""
    following = state.get("round", 1) + 1
    if following > MAX_ROUNDS:
        return _again(TEXTS[language_of(state)].no_round_left)
    return {"round": following, "approved": False, "notice": ""}


def _again(notice: str) -> PlanState:
    return {"approved": False, "notice": notice}


def _heard(state: PlanState, comment: object) -> PlanState:
    if not isinstance(comment, str) or not comment.strip():
        return {}
    return {"comments": [*state.get("comments", []), comment.strip()]}


def _edited(state: PlanState, items: list[object]) -> PlanState:
    """The steps that people wrote, as they wrote them. Too many are kept, and asked about."""
    texts = TEXTS[language_of(state)]
    plan = _written(items)
    if not plan:
        return _again(texts.no_step)
    if not _runs(plan):
        kept: PlanState = {"plan": plan, "remarks": [], "unsplit": False}
        return {**kept, **_again(texts.over_edited.format(most=MAX_STEPS))}
    return _approved(state, plan)


def _written(items: list[object]) -> list[Step]:
    """Entries with a text of their own words, each with an id of its own.

    A mark of a list in front of one is no part of it: steps are numbered anyway.
    """
    entries = [entry for entry in items if isinstance(entry, Mapping)]
    texts = [e["text"] if isinstance(e.get("text"), str) else "" for e in entries]
    unmarked = [_LIST_MARK.sub("", text).strip() for text in texts]
    written = [(e.get("id"), text) for e, text in zip(entries, unmarked, strict=True) if text]
    plan: list[Step] = []
    for n, (id_, text) in enumerate(written, 1):
        own = isinstance(id_, str) and id_ and all(id_ != step["id"] for step in plan)
        plan.append(Step(id=str(id_) if own else f"edited-{n}", text=text))
    return plan
