"""A workflow's graph, opened: whatever its `build` gives, compiled, on our saver."""

import inspect
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

import structlog
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import StateGraph
from langgraph.pregel import Pregel

from bot.adapters.graph_breakpoints import has_breakpoints
from bot.adapters.graph_code import code_of
from bot.adapters.graph_look import Graph
from bot.adapters.graph_nested import call_tools_in_turn, nested, save_with_ours
from bot.core.inputs import LANGUAGE
from graphs.contract import Workflow

LAYERS = 4
"""A factory may give a context manager of a builder; more than this gives nothing."""

logger = structlog.get_logger(__name__)


class NotAGraphError(Exception):
    """What `build` gave cannot be driven. The text is one sentence for its author."""


class UnopenedError(Exception):
    """A graph that is to be served cannot be opened. The text is one sentence; the log has more."""


@dataclass(frozen=True, slots=True)
class Built:
    """A workflow's graph, compiled once, reading through the shared saver."""

    workflow: Workflow
    graph: Graph
    fingerprint: str
    code: str
    takes_language: bool
    """Whether the graph's input has a key for the language of the run."""
    own_checkpointer: bool = False
    """Whether it, or a graph inside it, was compiled with one, which ours has replaced."""


@asynccontextmanager
async def opened(
    workflow: Workflow,
    saver: BaseCheckpointSaver[str],
    *,
    model: object,
    sources: Mapping[str, object],
) -> AsyncIterator[Built]:
    """Open a workflow's graph, and close what it was made from at the end.

    Raises NotAGraphError, and whatever the graph's own code raises.
    """
    if unknown := [name for name in workflow.sources if name not in sources]:
        raise NotAGraphError(
            f'"{workflow.name}" asks for the sources {", ".join(unknown)}: there are only '
            f"{', '.join(sources) or 'none'}."
        )
    made = workflow.build(model=model, sources={name: sources[name] for name in workflow.sources})
    async with AsyncExitStack() as stack:
        made = await _entered(made, stack)
        own = isinstance(getattr(made, "checkpointer", None), BaseCheckpointSaver)
        graph = _checked(_attached(made, saver, workflow.name), workflow.name)
        own = save_with_ours(graph) or own
        call_tools_in_turn(graph)
        takes_language = LANGUAGE in _input_keys(graph)
        yield Built(workflow, graph, fingerprint(graph), code_of(graph), takes_language, own)


async def kept_open(
    stack: AsyncExitStack,
    workflow: Workflow,
    saver: BaseCheckpointSaver[str],
    *,
    model: object,
    sources: Mapping[str, object],
) -> Built:
    """Open a workflow's graph until the stack closes. UnopenedError, whatever its code raises."""
    try:
        return await stack.enter_async_context(
            opened(workflow, saver, model=model, sources=sources)
        )
    except Exception as error:
        logger.exception("graph.unopened", workflow=workflow.name)
        said = f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
        text = f'The graph of "{workflow.name}" cannot be opened: {said.rstrip(".")}.'
        raise UnopenedError(text) from error


async def _entered(made: Any, stack: AsyncExitStack) -> Any:  # noqa: ANN401 - somebody else's
    """Await and enter until there is a graph."""
    for _ in range(LAYERS):
        if inspect.isawaitable(made):
            made = await made
        elif isinstance(made, AbstractAsyncContextManager):
            made = await stack.enter_async_context(made)
        else:
            break
    return made


def _attached(made: object, saver: BaseCheckpointSaver[str], name: str) -> Graph:
    if isinstance(made, StateGraph):
        return made.compile(checkpointer=saver)
    if isinstance(made, Pregel):
        # A functional graph (`@entrypoint`) is a Pregel as well; all that we use is there.
        copy: Any = made.copy({"checkpointer": saver})
        return cast("Graph", copy)
    raise NotAGraphError(f'"{name}" is no graph: it gives a {type(made).__name__}.')


def _checked(graph: Graph, name: str) -> Graph:
    """Refuse breakpoints that nobody would be asked at.

    One inside a subgraph leaves nothing in the thread of the run, and several would be
    passed at once.
    """
    for inner, subgraph in nested(graph):
        if has_breakpoints(subgraph):
            raise NotAGraphError(
                f'"{name}" has breakpoints inside its subgraph "{inner}", where people cannot be '
                "asked: put them on the outer graph, or call interrupt() in a node."
            )
    return graph


def _input_keys(graph: Graph) -> Collection[str]:
    """The keys of the graph's input; none where its types cannot be read."""
    try:
        return tuple(graph.get_input_jsonschema().get("properties", {}))
    except Exception:  # noqa: BLE001 - pydantic's errors, and whatever the types themselves raise
        declared = getattr(getattr(graph, "builder", None), "input_schema", None)
        return tuple(getattr(declared, "__annotations__", {}))


def fingerprint(graph: Graph) -> str:
    """Digest node names, edges and breakpoints, nested ones too.

    A run notes which graph it was made by.
    """
    drawn = graph.get_graph(xray=True)
    edges = (f"{e.source}>{e.target}{'?' if e.conditional else ''}" for e in drawn.edges)
    stops = [f"before {n}" for n in graph.interrupt_before_nodes]
    stops += [f"after {n}" for n in graph.interrupt_after_nodes]
    # Without breakpoints this is the digest that earlier releases noted.
    parts = [*sorted(drawn.nodes), "", *sorted(edges), *sorted(stops)]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]
