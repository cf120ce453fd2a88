"""The code of somebody's graph, made for a test."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

HEAD = """
import asyncio
import contextlib
import operator
from functools import partial
from typing import Annotated
from langgraph.errors import GraphInterrupt
from langgraph.func import task
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send, interrupt
from langgraph.types import interrupt as pause
from typing_extensions import TypedDict

requests = None

class State(TypedDict, total=False):
    text: str
    log: Annotated[list[str], operator.add]

async def ask_model(text): return text

@task
async def kept(text): return text

def one(node):
    return StateGraph(State).add_node("node", node).add_edge(START, "node").compile()
"""
LINES = HEAD.count("\n")


def graph(folder: Path, text: str, name: str = "graph") -> Any:  # noqa: ANN401 - any graph
    file = folder / "agent.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("agent_of_a_test", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[spec.name]
    return getattr(module, name)
