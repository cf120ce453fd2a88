"""A decision becomes what `interrupt()` returns, in the vocabulary that the payload spoke."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

from bot.core.entries import nested, whole
from bot.core.fields import REST, Field, path_of
from bot.core.model import JSONDict
from bot.core.payloads import anything
from bot.core.question import Action, Choice, Decision, Item, Question, Row, Shape

_TOOL_WORDS = {Action.APPROVE: "approve", Action.EDIT: "edit", Action.REJECT: "reject"}
_INBOX_WORDS = {Action.APPROVE: "accept", Action.SKIP: "ignore"}


def answer(question: Question, decision: Decision) -> Any:  # noqa: ANN401 - any JSON
    """The resume value for a gate. At a breakpoint nothing is handed over: None.

    LangGraph loses empty dicts and ones with numeric keys at the top level
    (langgraph#8693); inside the map by interrupt id, in which ours go, any value arrives.
    """
    return _SPOKEN[question.shape](question, decision)


def edited(
    base: Mapping[str, Any], fields: Iterable[Field], entered: Mapping[str, Any]
) -> JSONDict:
    """The whole object after an edit: what its form does not show stays, what was emptied goes.

    `entered` are values by field key.
    """
    listed = tuple(fields)
    if any(field.key == REST for field in listed):
        return nested(entered)
    kept: JSONDict = deepcopy(dict(base))
    for field in listed:
        _forget(kept, path_of(field.key))
    return _laid_over(kept, nested(entered))


def _forget(values: JSONDict, path: Sequence[str]) -> None:
    *outer, name = path
    place: object = values
    for step in outer:
        place = place.get(step) if isinstance(place, dict) else None
    if isinstance(place, dict):
        place.pop(name, None)


def _laid_over(below: JSONDict, above: Mapping[str, Any]) -> JSONDict:
    for name, value in above.items():
        there = below.get(name)
        both = isinstance(there, dict) and isinstance(value, dict)
        below[name] = _laid_over(there, value) if both and isinstance(there, dict) else value
    return below


def _signed(decision: Decision) -> JSONDict:
    at = datetime.fromtimestamp(decision.at / 1000, tz=UTC).isoformat()
    value: JSONDict = {"action": decision.action.value, "by": {"user": decision.by}, "at": at}
    return {**value, "comment": decision.comment} if decision.comment else value


def _given(question: Question, decision: Decision) -> JSONDict:
    if decision.action is Action.EDIT:
        known = {s.key for s in question.sections}
        values = {k: v for k, v in decision.values.items() if k in known}
        if decision.items is None:
            return {"values": values}
        return {"values": values, "items": [_item(item) for item in decision.items]}
    if decision.action is Action.ANSWER:
        known = {field.key for field in question.fields}
        return {"answers": {k: v for k, v in decision.values.items() if k in known}}
    return {"retry": decision.retry} if decision.action is Action.RETRY else {}


def _item(item: Item) -> JSONDict:
    return {**item.more, "id": item.id, "text": item.text}


def _typed(decision: Decision) -> JSONDict:
    if decision.action is not Action.ANSWER:
        return {}
    return {"answer": decision.values.get(anything.ANSWER)}


def _tool(row: Row, choice: Choice) -> JSONDict:
    match choice.action:
        case Action.EDIT:
            return {
                "type": "edit",
                "edited_action": {"name": row.name, "args": dict(choice.values)},
            }
        case Action.ANSWER:
            return {"type": "respond", "message": choice.comment}
        case Action.REJECT if choice.comment:
            return {"type": "reject", "message": choice.comment}
        case _:
            return {"type": _TOOL_WORDS[choice.action]}


def _inbox(row: Row, choice: Choice) -> JSONDict:
    match choice.action:
        case Action.EDIT:
            return {"type": "edit", "args": {"action": row.name, "args": dict(choice.values)}}
        case Action.ANSWER:
            return {"type": "response", "args": choice.comment}
        case _:
            return {"type": _INBOX_WORDS[choice.action], "args": None}


def _tools(question: Question, decision: Decision) -> JSONDict:
    return {"decisions": [_tool(row, decision.choices[row.key]) for row in question.rows]}


def _one_tool(question: Question, decision: Decision) -> JSONDict:
    return _tool(question.rows[0], decision.choices[question.rows[0].key])


def _inboxes(question: Question, decision: Decision) -> list[JSONDict]:
    return [_inbox(row, decision.choices[row.key]) for row in question.rows]


_SPOKEN: Mapping[Shape, Callable[[Question, Decision], Any]] = {
    Shape.GATE: lambda question, decision: _signed(decision) | _given(question, decision),
    Shape.SCHEMA: lambda _, decision: whole(decision.values),
    Shape.TOOLS: _tools,
    Shape.TOOL: _one_tool,
    Shape.INBOX: _inboxes,
    Shape.BREAKPOINT: lambda *_: None,
    Shape.ANYTHING: lambda _, decision: _signed(decision) | _typed(decision),
}
