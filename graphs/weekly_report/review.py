"""The review gate: what people see, and what their answer changes. Pure."""

from collections.abc import Mapping

from graphs.contract import ActionName, GatePayload, SectionPayload
from graphs.lines import bullets, tidy
from graphs.weekly_report.state import MAX_ROUNDS, WeeklyState, language_of, warned
from graphs.weekly_report.words import TEXTS


def question(state: WeeklyState) -> GatePayload:
    """The payload of the interrupt: the very lines that the report is made from."""
    texts = TEXTS[language_of(state)]
    asked = state.get("round", 1)
    # An edit asks for no further round, so it is there in the last one, too.
    more: list[ActionName] = ["revise"] if asked < MAX_ROUNDS else []
    payload = GatePayload(
        type="report_review",
        title=texts.review,
        sections=[
            _section(state, "highlights", texts.highlights, state.get("highlights", [])),
            _section(state, "risks", texts.risks, state.get("risks", [])),
        ],
        actions=["approve", *more, "edit"],
        round=asked,
        max_rounds=MAX_ROUNDS,
    )
    if notice := state.get("notice"):
        payload["summary"] = notice
    return payload


def _section(state: WeeklyState, key: str, label: str, lines: list[str]) -> SectionPayload:
    texts = TEXTS[language_of(state)]
    fixed = lines in ([texts.no_risk], [texts.no_highlight])
    section = SectionPayload(key=key, label=label, value=lines[0] if fixed else bullets(lines))
    if warning := state.get("warnings", {}).get(key):
        section["warning"] = warning
    return section


def leads_to(state: WeeklyState) -> str:
    """Where the review leads: on, back to the drafts, or to the same question."""
    if state.get("approved"):
        return "report"
    return "review" if state.get("notice") else "highlights"


def decided(state: WeeklyState, answer: object) -> WeeklyState:
    """What an answer changes. One that cannot be used changes nothing and is asked again."""
    texts = TEXTS[language_of(state)]
    if not isinstance(answer, Mapping):
        return _again(texts.not_understood)
    heard = _heard(state, answer.get("comment"))
    match answer:
        case {"action": "approve"}:
            return {**heard, "approved": True, "notice": ""}
        case {"action": "edit", "values": Mapping() as values}:
            return {**heard, **_edited(state, values), "approved": True, "notice": ""}
        case {"action": "revise"} if state.get("round", 1) < MAX_ROUNDS:
            following = state.get("round", 1) + 1
            return {**heard, "round": following, "approved": False, "notice": ""}
        case {"action": "revise"}:
            # Never an approval: the person wanted something else. The comment is kept.
            return {**heard, **_again(texts.no_round_left)}
        case _:
            return _again(texts.not_understood)


def _again(notice: str) -> WeeklyState:
    return {"approved": False, "notice": notice}


def _heard(state: WeeklyState, comment: object) -> WeeklyState:
    if not isinstance(comment, str) or not comment.strip():
        return {}
    return {"feedback": [*state.get("feedback", []), comment.strip()]}


def _edited(state: WeeklyState, values: Mapping[str, object]) -> WeeklyState:
    """The lines that people wrote, as they wrote them: only they check these.

    A part that was really changed has no warning any more.
    """
    texts = TEXTS[language_of(state)]
    changed: WeeklyState = {}
    highlights = _written(values.get("highlights"), texts.no_highlight)
    if highlights and highlights != state.get("highlights"):
        changed["highlights"] = highlights
        changed["warnings"] = warned(state, "highlights", "")
    risks = _written(values.get("risks"), texts.no_risk)
    if risks and risks != state.get("risks"):
        changed["risks"] = risks
        changed["warnings"] = warned({**state, **changed}, "risks", "")
    return changed


def _written(text: object, empty: str) -> list[str]:
    """One line each; the fixed sentence for a part that was emptied; nothing for no text."""
    return tidy(text.splitlines()) or [empty] if isinstance(text, str) else []
