"""Somebody's graphs: two questions at once and then a breakpoint, and two tool calls in one."""

import operator
from typing import Annotated

from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict


class Trip(TypedDict, total=False):
    """Where to."""

    city: str
    said: Annotated[list[str], operator.add]
    got: str


def left(state: Trip) -> Trip:
    """Ask one thing."""
    return {"said": [f"left {interrupt({'May left go?': state['city']})['action']}"]}


def right(state: Trip) -> Trip:
    """Ask another one beside it."""
    return {"said": [f"right {interrupt({'May right go?': state['city']})['action']}"]}


def leave(state: Trip) -> Trip:
    """Go, once somebody lets it."""
    return {"got": " and ".join([state["city"], *state["said"]])}


def calls(state: Trip) -> Trip:
    """Ask for two tool calls at once."""
    allowed = ["approve", "reject"]
    names = (f"transfer to {state['city']}", "delete")
    request = {
        "action_requests": [{"name": name, "args": {}, "description": name} for name in names],
        "review_configs": [{"action_name": n, "allowed_decisions": allowed} for n in names],
    }
    decisions = interrupt(request)["decisions"]
    return {"got": " and ".join(decision["type"] for decision in decisions)}


_pair = StateGraph(Trip)
_pair.add_node("left", left)
_pair.add_node("right", right)
_pair.add_node("leave", leave)
_pair.add_edge(START, "left")
_pair.add_edge(START, "right")
_pair.add_edge(["left", "right"], "leave")
pair = _pair.compile(interrupt_before=["leave"])

batch = StateGraph(Trip).add_node("calls", calls).add_edge(START, "calls").compile()
