"""The source of a graph's nodes, as syntax trees, as far as it can be had."""

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import Runnable, RunnableSequence
from langgraph.pregel import Pregel

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True, slots=True)
class Source:
    """One function of a node. `names` are what its code finds around it."""

    node: str
    file: str
    tree: Function
    names: Mapping[str, Any]

    def place(self, part: ast.AST) -> str:
        """Where a part of it stands, as `file:line`."""
        return f"{self.file}:{getattr(part, 'lineno', 0)}"

    def found(self, name: str) -> Any:  # noqa: ANN401 - somebody else's
        """What a dotted name is around the function; None where it is nothing there."""
        first, *rest = name.split(".")
        found = self.names.get(first)
        for step in rest:
            found = getattr(found, step, None)
        return found


def sources(graph: Pregel[Any, Any, Any, Any], *, outer: str = "") -> Iterator[Source]:
    """The functions of all nodes, those of subgraphs as `outer.inner`."""
    for name, node in graph.nodes.items():
        if name.startswith("__"):
            continue
        yield from functions_of(f"{outer}{name}", node.bound)
        for inner in node.subgraphs or ():
            if isinstance(inner, Pregel):
                yield from sources(inner, outer=f"{outer}{name}.")


def functions_of(node: str, runnable: Runnable[Any, Any]) -> Iterator[Source]:
    """The functions that a node, or the condition behind it, is made of."""
    for function in _functions(runnable):
        source = _source(node, function)
        if source:
            yield source


def own(tree: ast.AST) -> Iterator[ast.AST]:
    """The parts of a function, without those of functions and classes inside it."""
    for part in ast.iter_child_nodes(tree):
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield part
            yield from own(part)


def dotted(expression: ast.AST) -> str:
    """`a.b.c` of a name or attribute; "" of anything else."""
    if isinstance(expression, ast.Name):
        return expression.id
    if isinstance(expression, ast.Attribute):
        before = dotted(expression.value)
        return f"{before}.{expression.attr}" if before else ""
    return ""


def _functions(runnable: Runnable[Any, Any]) -> Iterator[Callable[..., Any]]:
    if isinstance(runnable, Pregel):
        return
    if isinstance(runnable, RunnableSequence) or hasattr(runnable, "steps"):
        for step in runnable.steps:
            yield from _functions(step)
        return
    # Beside a synchronous one stands a wrapper that runs it in a thread.
    function = getattr(runnable, "func", None) or getattr(runnable, "afunc", None)
    if callable(function):
        yield function


def _source(node: str, function: Callable[..., Any]) -> Source | None:
    plain = _plain(function)
    try:
        lines, first = inspect.getsourcelines(plain)
        file = inspect.getsourcefile(plain) or ""
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):  # a lambda in the middle of something, C, exec
        return None
    ast.increment_lineno(tree, first - 1)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    made = next((part for part in ast.walk(tree) if isinstance(part, kinds)), None)
    if made is None or "site-packages" in file:
        return None
    return Source(node, file, made, getattr(plain, "__globals__", {}))


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function that somebody wrote, below what is wrapped around it."""
    while isinstance(function, functools.partial):
        function = function.func
    found = inspect.unwrap(function)
    if inspect.isfunction(found) or inspect.ismethod(found):
        return found
    return type(found).__call__ if callable(found) else found
