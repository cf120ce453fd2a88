"""A graph that asks for whatever is in a file beside it, one thing after the other."""

import operator
import pickle
from pathlib import Path
from typing import Annotated, Any

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict

FILE = Path(__file__).with_name("payloads.pickle")


class Asked(TypedDict, total=False):
    part: int
    given: Annotated[list[Any], operator.add]


def payloads(state: Asked) -> list[Any]:
    """What a run asks for."""
    parts = pickle.loads(FILE.read_bytes())  # noqa: S301 - a test wrote it
    found: list[Any] = parts[state.get("part", 0)]
    return found


def ask(state: Asked) -> Asked:
    """Ask for the next one."""
    return {"given": [interrupt(payloads(state)[len(state.get("given", []))])]}


def left(state: Asked) -> str:
    """Where to go after an answer."""
    return "ask" if len(state["given"]) < len(payloads(state)) else END


graph = (
    StateGraph(Asked)
    .add_node("ask", ask)
    .add_edge(START, "ask")
    .add_conditional_edges("ask", left, ["ask", END])
)
