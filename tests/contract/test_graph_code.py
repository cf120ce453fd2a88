"""A release is another code, a restart is none."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

from bot.adapters.graph_code import code_of

NODE = """
import functools
from langgraph.graph import START, StateGraph


def ask(state, *, words="Good?"):
    return {"said": words}


class Asks:
    def __call__(self, state):
        return {}

    async def later(self, state):
        return {}


WAYS = {"function": ask, "partial": functools.partial(ask, words="x"),
        "object": Asks(), "method": Asks().later}


def graph(way):
    return StateGraph(dict).add_node("ask", WAYS[way]).add_edge(START, "ask").compile()
"""


class Said(TypedDict, total=False):
    said: str


WAYS = ("function", "partial", "object", "method")


def load(file: Path, text: str = NODE) -> ModuleType:
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("way", WAYS)
def test_a_changed_file_is_another_code_and_the_same_file_is_not(tmp_path: Path, way: str) -> None:
    before = code_of(load(tmp_path / "agent.py").graph(way))
    assert code_of(load(tmp_path / "agent.py").graph(way)) == before
    assert code_of(load(tmp_path / "agent.py", NODE + "\n# new\n").graph(way)) != before


def test_a_changed_file_beside_the_node_is_another_code(tmp_path: Path) -> None:
    graph = load(tmp_path / "agent.py").graph("function")
    before = code_of(graph)
    (tmp_path / "words.py").write_text("GOOD = 'Good?'")
    assert code_of(graph) != before


def test_the_nodes_of_subgraphs_count(tmp_path: Path) -> None:
    inner = load(tmp_path / "agent.py").graph("function")
    outer = StateGraph(Said).add_node("inner", inner).add_edge(START, "inner").compile()
    before = code_of(outer)
    (tmp_path / "words.py").write_text("")
    assert code_of(outer) != before


def test_a_node_without_a_file_is_no_trouble() -> None:
    made: dict[str, Any] = {}
    exec("def ask(state): return {}", made)  # noqa: S102 - as a notebook's cell is made
    assert code_of(StateGraph(Said).add_node("a", made["ask"]).add_edge(START, "a").compile())
