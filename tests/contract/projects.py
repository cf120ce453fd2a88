"""Projects of other people, made for a test, and loaded."""

import json
import textwrap
from collections.abc import Mapping
from pathlib import Path

from bot.projects import loading
from bot.projects.loading import Loaded

AGENT = """
from contextlib import asynccontextmanager
from typing import Literal

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import entrypoint
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict


class Trip(TypedDict, total=False):
    '''Plans a trip.'''

    city: str
    pace: Literal["slow", "fast"]
    plan: str


def ask(state: Trip) -> Trip:
    return {"plan": str(interrupt({"city": state["city"]}))}


builder = StateGraph(Trip).add_node("askPerson", ask).add_edge(START, "askPerson")
graph = builder.compile()
own = builder.compile(checkpointer=InMemorySaver())
inner = StateGraph(Trip).add_node("stop", builder.compile(interrupt_before=["askPerson"]))
stops = inner.add_edge(START, "stop")


class Held:
    graph = graph


def sync():
    return builder


def configured(config):
    return graph if config["configurable"] == {} else None


async def awaited(config=None):
    return graph


@asynccontextmanager
async def managed(config):
    yield builder


once = managed({})


class Waits:
    def __await__(self):
        yield


waits = Waits()


@entrypoint()
def functional(city: str) -> str:
    return str(interrupt(city))


def two(config, runtime):
    return graph


def exits():
    raise SystemExit(3)


@asynccontextmanager
async def breaks(config):
    yield builder
    raise RuntimeError("at the end")


def nothing():
    return None


number = 5
"""


def project(folder: Path, graphs: Mapping[str, object], **files: str) -> Path:
    """A project with these files (`a/b` is `a/b.py`); its langgraph.json."""
    for name, text in files.items():
        file = folder / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
    made = folder / "langgraph.json"
    made.write_text(json.dumps({"dependencies": ["."], "graphs": graphs}), encoding="utf-8")
    return made


async def loaded(folder: Path, graphs: Mapping[str, object], **files: str) -> Loaded:
    return await loading.load([project(folder, graphs, **files)])
