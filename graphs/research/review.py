"""The plan before it runs: what people are asked, and what their answer changes. Pure."""

from collections.abc import Mapping, Sequence

from graphs.contract import ActionName, GatePayload, ItemPayload, QuestionPayload, RetryPayload
from graphs.lines import bare, shortened
from graphs.research.alike import distinct
from graphs.research.state import (
    LONGEST_QUESTION,
    MAX_ROUNDS,
    MOST_EDITED,
    Question,
    ResearchState,
    digest,
    heard,
    language_of,
    numbered,
    topic_of,
)
from graphs.research.words import TEXTS, Texts

PLAN = "plan"
"""The id of what is tried again, and of the field for a plan of one's own."""
_TOPIC_CHARS = 200


def question(state: ResearchState) -> GatePayload:
    """The payload of the interrupt: the very questions that will be researched."""
    return _plan_review(state) if state.get("plan") else _no_plan(state)


def _plan_review(state: ResearchState) -> GatePayload:
    said, plan, asked = TEXTS[language_of(state)], state.get("plan", []), state.get("round", 1)
    line = said.plan_line.format(digest=digest(plan), count=len(plan))
    # An edit asks for no further round, so it is there in the last one, too.
    more: list[ActionName] = ["revise"] if asked < MAX_ROUNDS else []
    payload = GatePayload(
        type="plan_review",
        title=said.review,
        summary="\n".join(filter(None, (state.get("notice", ""), line))),
        items=[ItemPayload(id=str(q["id"]), text=q["question"]) for q in plan],
        items_label=said.questions,
        actions=["approve", *more, "edit"],
        round=asked,
        max_rounds=MAX_ROUNDS,
    )
    if state.get("notice") == said.kept_plan:
        payload["retries"] = [RetryPayload(id=PLAN, label=said.try_again)]
    return payload


def _no_plan(state: ResearchState) -> GatePayload:
    """There is nothing to edit, so people write the plan themselves or let it be tried again."""
    said = TEXTS[language_of(state)]
    why = said.no_plan_why.format(topic=shortened(topic_of(state), _TOPIC_CHARS))
    own = QuestionPayload(id=PLAN, label=said.own_plan, kind="long_text", hint=said.own_plan_hint)
    return GatePayload(
        type="plan_missing",
        title=said.no_plan,
        summary="\n".join(filter(None, (state.get("notice", ""), why))),
        questions=[own],
        actions=["answer"],
        retries=[RetryPayload(id=PLAN, label=said.try_again)],
    )


def decided(state: ResearchState, answer: object) -> ResearchState:
    """What an answer changes. One that cannot be used changes nothing and is asked again."""
    if not isinstance(answer, Mapping):
        return _again(TEXTS[language_of(state)].not_understood)
    if answer.get("action") == "retry" and answer.get("retry") == PLAN:
        return {"next": "plan", "notice": ""}
    if not state.get("plan"):
        return _own_plan(state, answer)
    comments = heard(state, answer.get("comment"))
    return {**comments, **_reviewed(state, answer, commented=bool(comments))}


def _own_plan(state: ResearchState, answer: Mapping[str, object]) -> ResearchState:
    match answer:
        case {"action": "answer", "answers": {"plan": str(text)}}:
            return _written(state, text.splitlines())
        case _:
            return _again(TEXTS[language_of(state)].not_understood)


def _reviewed(
    state: ResearchState, answer: Mapping[str, object], *, commented: bool
) -> ResearchState:
    said = TEXTS[language_of(state)]
    match answer:
        case {"action": "approve"} if wrong := _wrong(state.get("plan", []), said):
            return _again(wrong)
        case {"action": "approve"}:
            return _approved(state)
        case {"action": "edit", "items": list(items)}:
            return _written(state, [_text(item) for item in items])
        case {"action": "revise"} if commented and state.get("round", 1) < MAX_ROUNDS:
            return {"next": "plan", "notice": ""}
        case {"action": "revise"} if commented:
            # Never an approval: the person wanted something else. The comment is kept.
            return _again(said.no_round_left)
        case _:
            return _again(said.not_understood)


def _again(notice: str) -> ResearchState:
    return {"next": "review", "notice": notice}


def _approved(state: ResearchState, *, merged: int = 0) -> ResearchState:
    said, plan = TEXTS[language_of(state)], state.get("plan", [])
    line = said.approved_line.format(digest=digest(plan), count=len(plan))
    return {
        "said": line + (said.merged.format(count=merged) if merged else ""),
        "plan": plan,
        "approved": digest(plan),
        "pending": [q["id"] for q in plan],
        "next": "research",
        "notice": "",
    }


def _written(state: ResearchState, lines: Sequence[str]) -> ResearchState:
    """The plan that people wrote, in their words and order; what asks the same is merged.

    One that cannot run is shown again as it was written, with what is wrong with it.
    """
    said = TEXTS[language_of(state)]
    written = [text for text in map(bare, lines) if any(c.isalnum() for c in text)]
    plan = numbered(distinct(written, topic=topic_of(state)))
    if not plan:
        return _again(said.emptied)
    if not (wrong := _wrong(plan, said)):
        return _approved({**state, "plan": plan}, merged=len(written) - len(plan))
    shown = numbered([q["question"][: 2 * LONGEST_QUESTION] for q in plan[: 2 * MOST_EDITED]])
    return {"plan": shown, "round": state.get("round", 1), **_again(wrong)}


def _wrong(plan: Sequence[Question], said: Texts) -> str:
    """Why a plan cannot be researched as it is; "" where it can."""
    if len(plan) > MOST_EDITED:
        return said.too_many.format(count=len(plan), most=MOST_EDITED)
    if any(len(q["question"]) > LONGEST_QUESTION for q in plan):
        return said.too_long.format(most=LONGEST_QUESTION)
    return ""


def _text(item: object) -> str:
    text = item.get("text") if isinstance(item, Mapping) else None
    return text if isinstance(text, str) else ""
