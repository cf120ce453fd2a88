"""Graphs that ask in our own vocabulary, and in less usual places. `got` is what came back."""

import json
from typing import Any

from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict


class Case(TypedDict, total=False):
    case: str
    got: str


def _graph(node: Any) -> Any:  # noqa: ANN401 - LangGraph's own types want the node's exact kind
    return StateGraph(Case).add_node("ask", node).add_edge(START, "ask")


def _said(value: object) -> Case:
    return {"got": json.dumps(value, ensure_ascii=False)}


def _agenda(_: Case) -> Case:
    items = [
        {"id": "b", "text": "Budget", "owner": "ann"},
        {"id": "h", "text": "Hiring"},
        {"id": "o", "text": "Office"},
    ]
    question = {"type": "review", "title": "Agenda", "items": items, "round": 2, "max_rounds": 3}
    return _said(interrupt({**question, "actions": ["edit", "skip"]}))


def _survey(_: Case) -> Case:
    teams = [{"value": "eng", "label": "Engineering"}, {"value": "ops", "label": "Operations"}]
    questions = [
        {"id": "name", "label": "Name"},
        {"id": "why", "label": "Why", "kind": "long_text", "required": False},
        {"id": "team", "label": "Team", "kind": "choice", "options": teams},
        {"id": "days", "label": "Days", "kind": "several", "options": ["Mon", "Tue", "Wed"]},
        {"id": "seats", "label": "Seats", "kind": "number", "default": 2},
        {"id": "from", "label": "From", "kind": "date"},
        {"id": "boss", "label": "Boss", "kind": "person"},
    ]
    return _said(interrupt({"type": "survey", "title": "Survey", "questions": questions}))


def _twice(_: Case) -> Case:
    """Two questions in one node, and a third until the answer is a number."""
    said = [interrupt("First?")["action"], interrupt("Second?")["action"]]
    number = interrupt("How many?")["answer"]
    while not isinstance(number, int):
        number = interrupt(f"{number} is no number. How many?")["answer"]
    return _said([*said, number])


_inner = _graph(_twice).compile()


def _calling(state: Case) -> Case:
    """A graph with all these questions, called from a function."""
    found: Case = {"got": _inner.invoke({"case": state.get("case", "")})["got"]}
    return found


agenda, survey, twice, calling = map(_graph, (_agenda, _survey, _twice, _calling))
