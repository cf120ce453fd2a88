"""State keys that two branches may write in one step, although none has a reducer.

LangGraph refuses that while the graph runs. What nodes write is read from dictionaries in their
`return`; which nodes share a step, from edges out of one node. More is not visible from outside.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from langgraph.channels import LastValue
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.pregel import Pregel

from bot.projects.remarks import Remark
from bot.projects.sources import Source, dotted, functions_of, own, sources

_FIX = "give the key a reducer, like Annotated[list, operator.add]."


def shared(graph: Pregel[Any, Any, Any, Any]) -> Iterator[Remark]:
    """What two nodes may write at once, in this graph and its subgraphs."""
    for outer, inner in [("", graph), *graph.get_subgraphs(recurse=True)]:
        if isinstance(inner, CompiledStateGraph):
            yield from _shared(inner, outer.replace("|", "."))


def _shared(graph: CompiledStateGraph[Any, Any, Any, Any], outer: str) -> Iterator[Remark]:
    builder = graph.builder
    plain = {key for key, channel in builder.channels.items() if type(channel) is LastValue}
    found = {source.node: source for source in sources(graph) if "." not in source.node}
    writes = {name: _keys(source) & plain for name, source in found.items()}
    prefix = f"{outer}." if outer else ""
    for start, ends in _fans(builder).items():
        for one, other in combinations(ends, 2):
            for key in sorted(writes.get(one, set()) & writes.get(other, set())):
                yield Remark(
                    found[other].place(found[other].tree),
                    f'{prefix}{one} and {prefix}{other} may both write "{key}" in the step after '
                    f"{prefix}{start}: {_FIX}",
                )
    for name in _sent(builder):
        for key in sorted(writes.get(name, set())):
            yield Remark(
                found[name].place(found[name].tree),
                f'{prefix}{name} is sent several times and may write "{key}" each time in one '
                f"step: {_FIX}",
            )


def _fans(builder: StateGraph[Any, Any, Any, Any]) -> Mapping[str, Sequence[str]]:
    """Node -> the nodes that edges without conditions lead to, where there are several."""
    ends: dict[str, list[str]] = {}
    for start, end in sorted(builder.edges):
        ends.setdefault(start, []).append(end)
    return {start: names for start, names in ends.items() if len(names) > 1}


def _sent(builder: StateGraph[Any, Any, Any, Any]) -> Iterator[str]:
    """Nodes that a condition sends work to by `Send("node", ...)`."""
    for start, branches in builder.branches.items():
        for branch in branches.values():
            for source in functions_of(start, branch.path):
                calls = (p for p in ast.walk(source.tree) if isinstance(p, ast.Call))
                for call in calls:
                    name = call.args[0] if call.args else None
                    if dotted(call.func).endswith("Send") and isinstance(name, ast.Constant):
                        yield str(name.value)


def _keys(source: Source) -> set[str]:
    """What the node may write, as far as its `return` says it."""
    tree = source.tree
    if isinstance(tree, ast.Lambda):
        return _literal(tree.body)
    values = [part.value for part in own(tree) if isinstance(part, ast.Return) and part.value]
    return set().union(*map(_literal, values)) if values else set()


def _literal(value: ast.expr) -> set[str]:
    """The keys of a dictionary, also of one in `Command(update=...)`."""
    if isinstance(value, ast.Call):
        updates = [word.value for word in value.keywords if word.arg == "update"]
        return set().union(*map(_literal, updates)) if updates else set()
    if not isinstance(value, ast.Dict):
        return set()
    keys = (key.value for key in value.keys if isinstance(key, ast.Constant))
    return {key for key in keys if isinstance(key, str)}
