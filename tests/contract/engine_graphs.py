"""Small graphs and a stage to drive them on, for the tests of the engine."""

import asyncio
import operator
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.redis.aio import AsyncRedisSaver
from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import StateSnapshot, interrupt
from redis.asyncio import Redis
from typing_extensions import TypedDict

from bot.adapters.graph_engine import GraphEngine, open_engine
from bot.adapters.graph_saver import open_saver
from bot.core.model import Run, Seen
from bot.core.ports.engine import (
    Command,
    ContinueGraph,
    DriveEvent,
    LeaseGuard,
    ResumeGraph,
    StartGraph,
)
from bot.core.ports.store import FencedError
from graphs.contract import Workflow


class Notes(TypedDict, total=False):
    notes: str
    language: str
    draft: str
    report: str
    log: Annotated[list[str], operator.add]


Node = Any
"""A node's function. LangGraph's overloads want its kind named exactly, which a test need not."""
Builder = StateGraph[Any, Any, Any, Any]
Graph = CompiledStateGraph[Any, Any, Any, Any]
APPROVE = {"action": "approve"}
THREAD: RunnableConfig = {"configurable": {"thread_id": "t"}}


class Held:
    """A lease that stands until it is `lost`; counts how often it was asked."""

    def __init__(self) -> None:
        self.lost = False
        self.asked = 0

    async def check(self) -> None:
        self.asked += 1
        if self.lost:
            raise FencedError("another driver took over")


@dataclass
class Desk:
    """What a test holds on to inside a graph: counters, switches, gates to stand at."""

    calls: list[str] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    cancelled: list[str] = field(default_factory=list)

    def node(self, name: str) -> Node:
        """Make a node that notes its call, and raises while it is in `broken`."""

        async def run(_: Notes) -> dict[str, Any]:
            self.calls.append(name)
            if name in self.broken:
                raise ValueError(f"{name} is broken")
            return {"log": [name]}

        return run

    def gate(self, name: str) -> Node:
        """Make a node that asks, and raises after the answer while it is in `broken`."""

        async def ask(_: Notes) -> dict[str, Any]:
            self.calls.append(name)
            answer = interrupt({"type": "review", "title": f"{name}?"})
            if name in self.broken:
                raise ValueError(f"{name} is broken")
            return {"log": [f"{name}:{answer['action']}"]}

        return ask

    def endless(self, name: str) -> Node:
        """Make a node that waits until it is cancelled."""

        async def wait(_: Notes) -> dict[str, Any]:
            self.calls.append(name)
            self.reached.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled.append(name)
                raise
            return {}

        return wait


def chain(**nodes: Node) -> Builder:
    """Build a graph of nodes one after another."""
    builder: Builder = StateGraph(Notes)
    before = START
    for name, node in nodes.items():
        builder.add_node(name, node)
        builder.add_edge(before, name)
        before = name
    return builder


def beside(**nodes: Node) -> Builder:
    """Build a graph of nodes side by side."""
    builder: Builder = StateGraph(Notes)
    for name, node in nodes.items():
        builder.add_node(name, node)
        builder.add_edge(START, name)
    return builder


def nested(inner: Builder, **others: Node) -> Builder:
    """Build a graph that runs another one as its node `outer`, beside others."""
    return beside(outer=inner.compile(), **others)


def side_by_side(saver: BaseCheckpointSaver[Any] | None = None, **nodes: Node) -> Graph:
    """Compile nodes that run side by side, on a saver in memory unless one is given."""
    return beside(**nodes).compile(checkpointer=saver or InMemorySaver())


def pending(snapshot: StateSnapshot) -> dict[str, object]:
    """Give the questions of a thread by id."""
    return {i.id: i.value for task in snapshot.tasks for i in task.interrupts}


def workflow_of(
    builder: Builder,
    *,
    steps: Iterable[str],
    time_limit_s: float,
    name: str = "demo",
    links: str = "",
) -> Workflow:
    """Register a builder as a workflow."""
    return Workflow(
        name=name,
        command=f"/{name}",
        title={"en": name, "zh": name},
        description={"en": name, "zh": name},
        form=(),
        steps={node: {"en": node, "zh": node} for node in steps},
        result="report",
        links=links,
        build=lambda **_: builder,
        time_limit_s=time_limit_s,
    )


def run_of(workflow: str, *, run_id: str = "demo-x.2") -> Run:
    """Give a fresh run."""
    return Run(
        run_id=run_id,
        workflow=workflow,
        team="T1",
        channel="C1",
        starter="U1",
        language="en",
        timezone="UTC",
        period="",
        version=1,
        inputs={"notes": "shipped"},
        trigger_id="1.2",
        created_at=0,
    )


class Stage:
    """One run of one graph, driven through the engine."""

    def __init__(
        self, engine: GraphEngine, run: Run, saver: AsyncRedisSaver, client: Redis
    ) -> None:
        self.engine = engine
        self.run = run
        self.saver = saver
        self.client = client
        self.lease = Held()
        self.events: list[DriveEvent] = []

    @property
    def _root(self) -> RunnableConfig:
        return {"configurable": {"thread_id": self.run.run_id, "checkpoint_ns": ""}}

    async def start(self, **inputs: str) -> Seen:
        """Start the run and look at it."""
        return await self.drive(StartGraph(inputs or self.run.inputs))

    async def answer(self, answers: Mapping[str, object]) -> Seen:
        """Answer interrupts by id and look."""
        return await self.drive(ResumeGraph(answers))

    async def go_on(self) -> Seen:
        """Drive what is due and look."""
        return await self.drive(ContinueGraph())

    async def drive(self, command: Command, *, lease: LeaseGuard | None = None) -> Seen:
        """Drive once, keeping its events, and look."""
        self.events = []
        drive = self.engine.drive(self.run, command, lease=lease or self.lease)
        async with aclosing(drive) as events:
            async for event in events:
                self.events.append(event)
        return await self.seen()

    async def seen(self) -> Seen:
        """Look at the run."""
        return await self.engine.inspect(self.run)

    async def values(self) -> dict[str, Any]:
        """Give the state as the newest checkpoint has it."""
        found = await self.saver.aget_tuple(self._root)
        return dict(found.checkpoint["channel_values"]) if found else {}

    async def heads(self) -> dict[str, tuple[str, list[Any]]]:
        """Give the newest checkpoint of each graph in Redis, and the keys of what it was given.

        A write of the step before may still be under way while a node runs; it belongs
        to an older checkpoint.
        """
        heads = {}
        for pointer in await self.client.keys("checkpoint_latest:*"):
            newest = str(await self.client.get(pointer))
            registry = newest.replace("checkpoint:", "write_keys_zset:", 1)
            heads[str(pointer)] = (newest, [*await self.client.zrange(registry, 0, -1)])
        return heads


@asynccontextmanager
async def staged(
    client: Redis,
    builder: Builder,
    *,
    steps: Iterable[str] | None = None,
    time_limit_s: float = 10.0,
    max_steps: int = 100,
    run_id: str | None = None,
    texts: object = None,
    links: str = "",
) -> AsyncIterator[Stage]:
    """Open a stage for a graph on a Redis client. Entered twice, it is another process.

    The same builder is the same run, another one another run.
    """
    shown = builder.nodes if steps is None else steps
    workflow = workflow_of(builder, steps=shown, time_limit_s=time_limit_s, links=links)
    named = {workflow.name: workflow}
    async with (
        open_saver(client) as saver,
        open_engine(
            saver, named, model=None, max_steps=max_steps, sources={"texts": texts}
        ) as engine,
    ):
        run = run_of(workflow.name, run_id=run_id or f"demo-{id(builder):x}.2")
        yield Stage(engine, run, saver, client)
