"""A graph for each further shape that a question can have. `got` is what came back, as JSON."""

import json
import operator
from typing import Annotated, Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Send, interrupt
from pydantic import BaseModel, Field, field_validator
from typing_extensions import TypedDict


class Case(TypedDict, total=False):
    case: str
    got: str


def _asking(payload: object, *, response_schema: Any = None) -> Any:  # noqa: ANN401 - a builder
    def ask(_: Case) -> Case:
        answer = interrupt(payload, response_schema=response_schema)
        given = answer.model_dump(mode="json") if isinstance(answer, BaseModel) else answer
        return {"got": json.dumps(given, ensure_ascii=False)}

    node: Any = ask  # LangGraph's own types want the node's exact kind
    return StateGraph(Case).add_node("ask", node).add_edge(START, "ask")


def _human(action: str, args: dict[str, object], **allowed: bool) -> dict[str, object]:
    flags = ("accept", "edit", "respond", "ignore")
    return {
        "action_request": {"action": action, "args": args},
        "config": {f"allow_{flag}": allowed.get(flag, False) for flag in flags},
        "description": f"The agent wants to {action}.",
    }


inbox = _asking(_human("mail", {"to": "ann", "copies": 2}, accept=True, edit=True, ignore=True))
inboxes = _asking(
    [
        _human("mail", {"to": "ann"}, accept=True, edit=True),
        _human("search", {"query": "fares"}, respond=True),
        _human("close", {}, ignore=True),
    ]
)


class Booking(BaseModel):
    """What the answer has to be."""

    seats: int = Field(ge=1, le=9, description="How many seats?")
    name: str

    @field_validator("name")
    @classmethod
    def known(cls, name: str) -> str:
        """A rule that no schema tells."""
        if name != "Ann":
            raise ValueError(f"nobody called {name} may book")
        return name


booking = _asking({"title": "Book a table", "type": "booking"}, response_schema=Booking)


class Mail(TypedDict, total=False):
    to: str
    body: str
    got: str


def write(state: Mail) -> Mail:
    """Write a mail."""
    return {"body": f"Dear {state['to']}"}


def send(state: Mail) -> Mail:
    """Send it."""
    return {"got": json.dumps(f"{state['body']} -> {state['to']}")}


stops = (
    StateGraph(Mail)
    .add_node("write", write)
    .add_node("send", send)
    .add_edge(START, "write")
    .add_edge("write", "send")
    .compile(interrupt_before=["send"])
)


class Inner(TypedDict, total=False):
    name: str
    said: Annotated[list[str], operator.add]


class Outer(TypedDict, total=False):
    case: str
    said: Annotated[list[str], operator.add]


def gate(state: Inner) -> Inner:
    """Ask inside a subgraph."""
    name = state["name"]
    answer = interrupt({"title": f"May {name} go?", "actions": ["approve", "reject"]})
    return {"said": [f"{name}: {answer['action']}"]}


_agent = StateGraph(Inner).add_node("gate", gate).add_edge(START, "gate").compile()


def to_agents(_: Outer) -> list[Send]:
    """Start three agents at once."""
    return [Send("agent", {"name": name}) for name in ("alpha", "beta", "gamma")]


subagents = (
    StateGraph(Outer).add_node("agent", _agent).add_conditional_edges(START, to_agents, ["agent"])
)

own_saver = _asking("Go on?").compile(checkpointer=InMemorySaver())
