"""Whatever `build` gives is driven on our saver, and closed at the end."""

import asyncio
import typing
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage
from langchain_core.runnables import RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import entrypoint, task
from langgraph.graph import MessagesState, StateGraph
from langgraph.types import interrupt
from redis.asyncio import Redis
from typing_extensions import TypedDict

from bot.adapters.graph_engine import open_engine
from bot.adapters.graph_open import Built, NotAGraphError, UnopenedError, opened
from bot.adapters.graph_saver import open_saver
from bot.core.model import RunState
from tests.contract.driven import alive, flow
from tests.contract.engine_graphs import Builder, Notes, chain

Made = Any
"""What somebody's `build` gives."""


async def ask(state: Notes) -> dict[str, Any]:
    return {"report": f"{state['notes']} {interrupt({'title': '?'})['action']}"}


def builder() -> Builder:
    return chain(ask=ask)


async def made_async() -> Made:
    await asyncio.sleep(0)
    return builder().compile()


@asynccontextmanager
async def made_in_a_context() -> AsyncIterator[Made]:
    yield builder().compile(checkpointer=InMemorySaver())


async def made_of_a_context() -> Made:
    return made_in_a_context()


@entrypoint()
async def functional(given: dict[str, str]) -> str:
    """A functional graph: no nodes, no edges, no state."""
    return f"{given['notes']} {interrupt({'title': '?'})['action']}"


@pytest.mark.parametrize(
    "make",
    [
        builder,
        lambda: builder().compile(),
        lambda: builder().compile(checkpointer=InMemorySaver()),
        made_async,
        made_in_a_context,
        made_of_a_context,
        lambda: functional,
    ],
    ids=["StateGraph", "compiled", "own saver", "async", "context", "async context", "functional"],
)
async def test_whatever_build_gives_runs_to_its_gate_and_on(
    redis: Redis, make: Callable[[], Made]
) -> None:
    workflow = replace(flow(None, result=""), build=lambda **_: make())
    async with alive(redis, workflow, notes="x") as it:
        await it.drive()
        done = await it.decide()
    assert done.run.state is RunState.DONE
    assert "x approve" in (done.run.result or "")


async def built(redis: Redis, made: Made) -> Built:
    async with open_saver(redis) as saver, opened(flow(made), saver, model=None, sources={}) as it:
        return it


async def test_a_graph_compiled_with_its_own_saver_says_so_and_gets_ours(redis: Redis) -> None:
    own = InMemorySaver()
    it = await built(redis, builder().compile(checkpointer=own))
    assert it.own_checkpointer
    assert it.graph.checkpointer is not own
    assert not (await built(redis, builder().compile())).own_checkpointer


def called(inner: Made) -> Made:
    async def call(state: Notes) -> dict[str, Any]:
        return dict(await inner.ainvoke(state))

    return call


@pytest.mark.parametrize(
    "put",
    [
        lambda inner: inner,
        called,
        lambda inner: RunnableLambda(lambda state: state) | inner,
        lambda inner: RunnableLambda(inner.invoke),
        lambda inner: chain(deeper=inner).compile(),
    ],
    ids=["as a node", "called", "in a sequence", "in a lambda", "two levels down"],
)
async def test_a_nested_graph_with_its_own_saver_says_so_and_gets_ours(
    redis: Redis, put: Callable[[Made], Made]
) -> None:
    inner = builder().compile(checkpointer=InMemorySaver())
    it = await built(redis, chain(outer=put(inner)))
    assert it.own_checkpointer
    assert inner.checkpointer is None


async def test_a_context_is_entered_once_and_left_at_the_end(redis: Redis) -> None:
    steps: list[str] = []

    @asynccontextmanager
    async def made() -> AsyncIterator[Made]:
        steps.append("opened")
        yield builder()
        steps.append("closed")

    workflow = replace(flow(None), build=lambda **_: made())
    async with open_saver(redis) as saver, open_engine(saver, {"demo": workflow}, model=None):
        assert steps == ["opened"]
    assert steps == ["opened", "closed"]


async def test_a_context_whose_graph_is_none_is_left_as_well(redis: Redis) -> None:
    steps: list[str] = []

    @asynccontextmanager
    async def made() -> AsyncIterator[Made]:
        try:
            yield "not a graph"
        finally:
            steps.append("closed")

    with pytest.raises(NotAGraphError, match='"demo" is no graph: it gives a str'):
        await built(redis, made())
    assert steps == ["closed"]


@pytest.mark.parametrize(
    ("made", "what"),
    [(None, "NoneType"), (7, "int"), (builder, "function"), ([], "list"), (StateGraph, "type")],
)
async def test_what_is_no_graph_is_refused_in_one_sentence(
    redis: Redis, made: Made, what: str
) -> None:
    with pytest.raises(NotAGraphError) as refused:
        await built(redis, made)
    assert str(refused.value) == f'"demo" is no graph: it gives a {what}.'


async def test_a_source_that_there_is_none_of_is_refused_in_one_sentence() -> None:
    asking = replace(flow(builder()), name="demo", sources=("search", "weather"))
    with pytest.raises(NotAGraphError) as refused:
        async with opened(asking, InMemorySaver(), model=None, sources={"search": None}):
            pass
    assert str(refused.value) == '"demo" asks for the sources weather: there are only search.'


async def test_a_factory_of_factories_without_end_is_refused(redis: Redis) -> None:
    @asynccontextmanager
    async def made(deep: int) -> AsyncIterator[Made]:
        yield made(deep - 1) if deep else builder()

    assert (await built(redis, made(3))).fingerprint
    with pytest.raises(NotAGraphError, match='"demo" is no graph'):
        await built(redis, made(9))


async def test_breakpoints_inside_a_subgraph_are_refused_with_the_way_out(redis: Redis) -> None:
    inner = builder().compile(interrupt_before=["ask"])

    async def call(state: Notes) -> dict[str, Any]:
        return dict(await inner.ainvoke(state))

    for outer in (chain(outer=inner), chain(call=call)):
        with pytest.raises(NotAGraphError, match="has breakpoints inside its subgraph"):
            await built(redis, outer)


async def test_a_factory_that_raises_says_why_itself(redis: Redis) -> None:
    def broken(**_: object) -> Made:
        raise RuntimeError("no key for the model")

    workflow = replace(flow(None), build=broken)
    says = 'The graph of "demo" cannot be opened: RuntimeError: no key for the model.'
    with pytest.raises(UnopenedError, match=says):
        async with open_saver(redis) as saver, open_engine(saver, {"demo": workflow}, model=None):
            pass


class OldStyle(typing.TypedDict):
    notes: str
    language: str
    report: str


async def test_a_state_whose_types_pydantic_refuses_still_runs(redis: Redis) -> None:
    """`typing.TypedDict` before Python 3.12: PydanticUserError wherever a schema is wanted."""

    async def tell(state: OldStyle) -> dict[str, str]:
        return {"report": f"{state['language']} {state['notes']}"}

    graph: Any = StateGraph(OldStyle)
    graph.add_node("tell", tell)
    graph.set_entry_point("tell")
    compiled = graph.compile(interrupt_before=["tell"])
    async with alive(redis, flow(compiled), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        assert {f.key for f in gate.question.fields} == {"notes", "language"}
        assert (await it.decide(gate)).run.result == "en x"


async def test_a_functional_graph_asks_more_than_once_and_keeps_its_tasks(redis: Redis) -> None:
    made: list[str] = []

    @task
    async def draft(notes: str) -> str:
        made.append(notes)
        return f"draft of {notes}"

    @entrypoint()
    async def flow_of_two(given: dict[str, str]) -> dict[str, str]:
        text = await draft(given["notes"])
        first = interrupt({"title": "First?"})["action"]
        second = interrupt({"title": "Second?"})["action"]
        return {"report": f"{text}: {first}, {second}"}

    async with alive(redis, flow(flow_of_two), notes="x") as it:
        await it.drive()
        await it.decide()
        assert (await it.gate()).question.title == "Second?"
        done = await it.decide()
    assert done.run.result == "draft of x: approve, approve"
    assert made == ["x"]


# What the result is


class Out(TypedDict, total=False):
    title: str
    score: int


def giving(**values: object) -> Made:
    graph: Any = StateGraph(Out)
    graph.add_node("give", lambda _: values)
    graph.set_entry_point("give")
    return graph


def saying(*messages: AnyMessage) -> Made:
    graph: Any = StateGraph(MessagesState)
    graph.add_node("say", lambda _: {"messages": list(messages)})
    graph.set_entry_point("say")
    return graph


@pytest.mark.parametrize(
    ("made", "result", "shown"),
    [
        (saying(AIMessage("Hello"), AIMessage("Bye")), "", "Bye"),
        (saying(AIMessage([{"type": "text", "text": "In parts"}])), "", "In parts"),
        (giving(title="A", score=2), "", '{\n  "title": "A",\n  "score": 2\n}'),
        (giving(title="A", score=2), "title", "A"),
        (giving(title="A", score=2), "score", "2"),
        (giving(title="A"), "nothing", ""),
    ],
    ids=["last message", "in parts", "all", "key", "number", "missing"],
)
async def test_the_result_is_the_key_else_the_last_message_else_all(
    redis: Redis, made: Made, result: str, shown: str
) -> None:
    async with alive(redis, flow(made, result=result)) as it:
        assert (await it.drive()).run.result == shown
