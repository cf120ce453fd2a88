"""A loaded graph becomes a workflow that people can start: form, steps and names are derived."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from langgraph.graph import StateGraph
from langgraph.pregel import Pregel

from bot.adapters.graph_look import Graph
from bot.projects import code
from bot.projects.langgraph_json import Entry
from graphs.contract import Words, Workflow

MAX_STEPS_SHOWN = 30
"""Nodes of which the progress message tells; the plan of a bigger graph says nothing to people."""


Build = Callable[..., Any]


def probe(entry: Entry, found: object) -> Workflow:
    """As much of a workflow as it takes to open its graph. `found` is what the entry names."""
    nothing = _same("")
    return Workflow(
        name=name_of(entry.name),
        command="",
        title=nothing,
        description=nothing,
        form=(),
        steps={},
        result="",
        build=_built_by(found),
    )


def workflow(entry: Entry, build: Build, graph: Graph) -> Workflow:
    """Describe a graph that was opened once. `entry.about` goes before what is derived."""
    about = entry.about
    title = about.title or _spaced(entry.name)
    return Workflow(
        name=name_of(entry.name),
        command=about.command or "",
        title=_same(title),
        description=_same(about.description or entry.description or _first_line(graph)),
        form=(),
        input_schema=input_schema(graph),
        steps=_steps(graph, about.labels),
        result=about.result,
        links=about.links,
        build=build,
        own_model=False,  # the project has its own
        deciders=about.policy,
        business_key=about.business_key,
        time_limit_s=about.time_limit_s,
    )


def _built_by(found: object) -> Build:
    def build(*, model: object, sources: Mapping[str, object]) -> object:
        del model, sources  # the project has its own
        return found if isinstance(found, StateGraph | Pregel) else code.call(found)

    return build


def name_of(name: str) -> str:
    """A workflow's name: lower case, a-z, 0-9 and -, 40 at most."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[:40].strip("-")


def input_schema(graph: Graph) -> Mapping[str, Any]:
    """The JSON Schema of the input; an empty one, any JSON, where LangGraph cannot give it.

    It cannot for `typing.TypedDict` before Python 3.12, among others.
    """
    try:
        schema = graph.get_input_jsonschema()
    except Exception:  # noqa: BLE001 - pydantic's errors, and whatever the types themselves raise
        return {}
    named = schema.get("title") == graph.get_name("Input")  # a name for machines
    return {**schema, "title": "Input"} if named else schema


def _steps(graph: Graph, labels: Mapping[str, str]) -> Mapping[str, Words]:
    if labels:
        return {node: _same(label) for node, label in labels.items()}
    nodes = [node for node in graph.nodes if not node.startswith("__")]
    return {node: _same(_spaced(node)) for node in nodes[:MAX_STEPS_SHOWN]}


def _first_line(graph: Graph) -> str:
    """The first line of the docstring of the graph's state, where somebody wrote one."""
    declared = getattr(getattr(graph, "builder", None), "state_schema", None)
    text = (declared.__doc__ or "").strip() if isinstance(declared, type) else ""
    first = text.partition("\n")[0]
    # dataclasses and dictionaries have generated ones.
    return first if first.endswith(".") and not first.startswith("dict(") else ""


def _spaced(name: str) -> str:
    words = re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)).strip()
    return words[:1].upper() + words[1:] if words else name


def _same(text: str) -> Words:
    """Somebody else's words: the same for readers of either language."""
    return {"en": text, "zh": text}
