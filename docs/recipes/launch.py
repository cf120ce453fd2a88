"""Parallel gates: three teams are asked at once, and answer in any order.

When one of them has answered, the other two nodes run again up to their `interrupt()`. So they only
ask: what they show was made before, by `draft`, and what the answers lead to comes after, in
`publish`. The answers meet in a field with a reducer.
"""

import operator
from typing import Annotated, NotRequired

from langgraph.graph import START, StateGraph
from langgraph.types import Send, interrupt
from typing_extensions import TypedDict

TEAMS = ("engineering", "legal", "support")


class Product(TypedDict):
    """What the start form asks for."""

    product: str


class Launch(Product):
    """What was written for each team, what they said, and the notice."""

    parts: NotRequired[dict[str, str]]
    said: NotRequired[Annotated[list[dict[str, str]], operator.add]]
    notice: NotRequired[str]


class Part(TypedDict):
    """What one team is asked about."""

    team: str
    text: str


def draft(state: Launch) -> dict[str, dict[str, str]]:
    """Write a line for each team to agree to."""
    return {"parts": {team: f"{state['product']} is ready for {team}." for team in TEAMS}}


def to_teams(state: Launch) -> list[Send]:
    """Go to all teams at once."""
    return [Send("ask", {"team": team, "text": text}) for team, text in state["parts"].items()]


def ask(part: Part) -> dict[str, list[dict[str, str]]]:
    """Ask one team."""
    answer = interrupt(
        {
            "type": "review",
            "title": f"{part['team'].capitalize()}: do you agree?",
            "sections": [{"key": "text", "label": "Notice", "value": part["text"]}],
            "actions": ["approve", "edit", "reject"],
        }
    )
    agreed = answer["action"] != "reject"
    text = answer.get("values", {}).get("text", part["text"])
    return {"said": [{"team": part["team"], "text": text if agreed else ""}]}


def publish(state: Launch) -> dict[str, str]:
    """Publish what was agreed to. It runs once, after the last answer."""
    agreed = [one["text"] for one in state["said"] if one["text"]]
    if len(agreed) < len(TEAMS):
        missing = ", ".join(one["team"] for one in state["said"] if not one["text"])
        return {"notice": f"Not launched: {missing} did not agree."}
    return {"notice": "\n\n".join([f"# {state['product']}", *agreed])}


graph = (
    StateGraph(Launch, input_schema=Product)
    .add_node("draft", draft)
    .add_node("ask", ask)
    .add_node("publish", publish)
    .add_edge(START, "draft")
    .add_conditional_edges("draft", to_teams, ["ask"])
    .add_edge("ask", "publish")
)
