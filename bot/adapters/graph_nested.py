"""What is inside somebody's graph: other graphs, and tool nodes that would mix up answers."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextvars import ContextVar
from typing import Any

from langchain_core.runnables import RunnableLambda, RunnableSequence
from langgraph._internal._runnable import RunnableCallable, RunnableSeq
from langgraph.prebuilt import ToolNode
from langgraph.pregel import Pregel
from langgraph.pregel._utils import get_function_nonlocals

AnyGraph = Pregel[Any, Any, Any, Any]


class Turns:
    """The tool calls of one step, one after the other. Once one asks or raises, none begins."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.ended: BaseException | None = None


_turns: ContextVar[Turns] = ContextVar("turns")


def nested(graph: AnyGraph, *, known: set[int] | None = None) -> Iterator[tuple[str, AnyGraph]]:
    """The graphs inside a graph, with the node that runs them, each once.

    Also those that a node's function calls, as far as its own code names them. LangGraph's
    own list stops at the first of a node, and leaves out those without a saver.
    """
    known = {id(graph)} if known is None else known
    for name, node in graph.nodes.items():
        for inner in _parts(node.bound, known):
            if isinstance(inner, Pregel):
                yield name, inner
                yield from nested(inner, known=known)


def _parts(of: object, known: set[int]) -> Iterator[object]:
    """A runnable and what it is made of, without looking inside graphs."""
    parts = [of]
    for part in parts:
        if id(part) in known or isinstance(part, str | bytes | int):
            continue
        known.add(id(part))
        yield part
        if isinstance(part, RunnableSequence | RunnableSeq):
            parts.extend(part.steps)
        elif isinstance(part, RunnableLambda):
            parts.extend([*part.deps, *_owner(getattr(part, "func", None))])
        elif isinstance(part, RunnableCallable):
            code = [f for f in (part.func, part.afunc) if f is not None]
            named = (one for f in code for one in get_function_nonlocals(f))
            parts.extend(getattr(one, "__self__", one) for one in named)


def _owner(function: object) -> tuple[object, ...]:
    """What a bound method belongs to: a node may run `graph.invoke` itself."""
    owner = getattr(function, "__self__", None)
    return () if owner is None else (owner,)


def save_with_ours(graph: AnyGraph) -> bool:
    """Have nested graphs kept by the saver of the outer one; say whether that is a change.

    A saver of its own would lose the gates of such a graph in a restart. Without one
    (`checkpointer=False`) they would be asked for ever, and LangGraph 1.2 waits for a write
    that it never began.
    """
    own = [inner for _, inner in nested(graph) if inner.checkpointer not in (None, True)]
    for inner in own:
        inner.checkpointer = None
    return bool(own)


def call_tools_in_turn(graph: AnyGraph) -> None:
    """Have a tool node that was given several calls run them in their order.

    It runs them side by side in one task, whose questions LangGraph tells apart by the order
    in which they are asked: after an answer, a faster tool would get what was meant for
    another one (langgraph#6533). Agents that send each call as a task of its own go on as ever.
    """
    for each in (graph, *(inner for _, inner in nested(graph))):
        for node in each.nodes.values():
            if isinstance(node.bound, ToolNode):
                _in_turn(node.bound)


def _in_turn(node: Any) -> None:  # noqa: ANN401 - its parts are private to LangGraph
    if getattr(node, "in_turn", False):
        return
    node.in_turn = True
    node._arun_one = _one_after_the_other(node._arun_one)  # noqa: SLF001 - no other way in
    node.afunc = _with_turns(node.afunc)


Work = Callable[..., Coroutine[Any, Any, Any]]


def _with_turns(run_all: Work) -> Work:
    async def run(*args: Any, **named: Any) -> Any:  # noqa: ANN401 - passed through
        _turns.set(Turns())
        return await run_all(*args, **named)

    return run


def _one_after_the_other(run_one: Work) -> Work:
    async def run(*args: Any, **named: Any) -> Any:  # noqa: ANN401 - passed through
        turns = _turns.get()
        async with turns.lock:
            if turns.ended:
                raise turns.ended
            try:
                return await run_one(*args, **named)
            except BaseException as error:
                turns.ended = error
                raise

    return run
