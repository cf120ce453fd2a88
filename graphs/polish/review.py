"""The choice of what to fix: what people see, and what their answer changes. Pure."""

from collections.abc import Mapping

from graphs.contract import (
    ActionName,
    GatePayload,
    OptionPayload,
    QuestionPayload,
    RetryPayload,
    SectionPayload,
)
from graphs.lines import shortened
from graphs.polish.state import MAX_ROUNDS, Decision, PolishState, Problem, language_of
from graphs.polish.words import TEXTS, Texts

FIELD = "problems"
"""The question's id."""
_LABEL = 70
_NEXT = {"fix": "polish", "leave": "result", "again": "problems"}


def question(state: PolishState) -> GatePayload:
    """The payload of the interrupt: each problem with its passage, all of them chosen."""
    said, asked = TEXTS[language_of(state)], state.get("round", 1)
    problems = state.get("problems", [])
    more: list[ActionName] = ["revise"] if asked < MAX_ROUNDS else []
    payload = GatePayload(
        type="polish_choice",
        title=said.choose,
        summary=_summary(state),
        sections=[_tone(state, said), *(_section(p, said) for p in problems)],
        questions=[_question(problems, said)],
        actions=["answer", "approve", *more, "skip"],
        labels={"answer": said.fix_chosen, "approve": said.fix_all, "skip": said.leave},
        round=asked,
        max_rounds=MAX_ROUNDS,
    )
    if again := _retries(state, said):
        payload["retries"] = again
    return payload


def leads_to(state: PolishState) -> str:
    """Where the choice leads: on, back to a step, to the end, or to the same question."""
    decision = state.get("decision", "")
    return state.get("retry", "") if decision == "retry" else _NEXT.get(decision, "choose")


def decided(state: PolishState, answer: object) -> PolishState:
    """What an answer changes. One that cannot be used changes nothing and is asked again."""
    said = TEXTS[language_of(state)]
    heard = _heard(state, answer.get("comment")) if isinstance(answer, Mapping) else {}
    match answer:
        case {"action": "approve"}:
            chosen = [p["id"] for p in state.get("problems", [])]
            return {**_picked(state, chosen), **heard}
        case {"action": "answer", "answers": Mapping() as answers}:
            return _chosen(state, answers.get(FIELD), heard)
        case {"action": "skip"}:
            return {"picked": said.leave, **heard, "chosen": [], **_goes("leave")}
        case {"action": "retry", "retry": str(step)} if step in state.get("warnings", {}):
            return {**_goes("retry"), "retry": step}
        case {"action": "revise"}:
            return {**heard, **_revised(state)}
        case _:
            return _again(said.not_understood)


def _revised(state: PolishState) -> PolishState:
    following = state.get("round", 1) + 1
    if following > MAX_ROUNDS:
        return _again(TEXTS[language_of(state)].no_round_left)
    return {"round": following, **_goes("again")}


def _goes(decision: Decision) -> PolishState:
    return {"decision": decision, "retry": "", "notice": ""}


def _again(notice: str) -> PolishState:
    return {"decision": "", "retry": "", "notice": notice}


def _chosen(state: PolishState, given: object, heard: PolishState) -> PolishState:
    said = TEXTS[language_of(state)]
    if not isinstance(given, list):
        return _again(said.not_understood)
    chosen = [p["id"] for p in state.get("problems", []) if p["id"] in given]
    if not chosen:
        return _again(said.not_understood if given else said.none_chosen)
    return {**_picked(state, chosen), **heard}


def _picked(state: PolishState, chosen: list[str]) -> PolishState:
    said, count = TEXTS[language_of(state)], len(state.get("problems", []))
    picked = said.picked.format(chosen=len(chosen), count=count)
    return {"picked": picked, "chosen": chosen, **_goes("fix")}


def _heard(state: PolishState, comment: object) -> PolishState:
    if not isinstance(comment, str) or not comment.strip():
        return {}
    return {"feedback": [*state.get("feedback", []), comment.strip()]}


def _summary(state: PolishState) -> str:
    lines = (state.get("notice", ""), state.get("found", ""), state.get("notes", ""))
    return "\n".join(line for line in lines if line)


def _tone(state: PolishState, said: Texts) -> SectionPayload:
    both = (state.get("tone", ""), state.get("purpose", ""))
    text = "\n".join(line for line in both if line)
    section = SectionPayload(key="tone", label=said.tone_label, value=text)
    if warning := state.get("warnings", {}).get("tone"):
        section["warning"] = warning
    return section


def _section(problem: Problem, said: Texts) -> SectionPayload:
    quote = said.quote.format(text=" ".join(problem["passage"].split()))
    return SectionPayload(
        key=f"problem-{problem['id']}",
        label=said.problem_label.format(number=problem["id"]),
        value=f"{quote}\n{problem['why']}\n→ {problem['direction']}",
    )


def _question(problems: list[Problem], said: Texts) -> QuestionPayload:
    return QuestionPayload(
        id=FIELD,
        label=said.pick,
        kind="several",
        hint=said.pick_hint,
        options=[OptionPayload(value=p["id"], label=_label(p)) for p in problems],
        default=[p["id"] for p in problems],
    )


def _label(problem: Problem) -> str:
    return shortened(f"{problem['id']}. {' '.join(problem['passage'].split())}", _LABEL)


def _retries(state: PolishState, said: Texts) -> list[RetryPayload]:
    words = {"tone": said.retry_tone, "problems": said.retry_problems}
    return [
        RetryPayload(id=step, label=words[step])
        for step in state.get("warnings", {})
        if step in words
    ]
