"""A decision becomes what `interrupt()` returns."""

from datetime import UTC, datetime

from bot.core.model import Action, Decision, JSONDict, Question


def answer(question: Question, decision: Decision) -> JSONDict:
    """The resume value for a gate: never empty, always with an action.

    LangGraph loses empty dicts and ones with numeric keys (langgraph#8693), so
    an answer is always this shape.
    """
    at = datetime.fromtimestamp(decision.at / 1000, tz=UTC).isoformat()
    value: JSONDict = {"action": decision.action.value, "by": {"user": decision.by}, "at": at}
    if decision.comment:
        value["comment"] = decision.comment
    if decision.action is Action.EDIT:
        known = {s.key for s in question.sections}
        value["values"] = {k: v for k, v in decision.values.items() if k in known}
    return value
