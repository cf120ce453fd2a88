"""A run on a real graph and the Redis saver, driven as the bot does, by drivers that can die.

The record is the fake store: what is under test is what becomes of record and checkpoint
together. A driver dies where it would next write to either; what it wrote before stays.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from langgraph.checkpoint.redis.aio import AsyncRedisSaver
from langgraph.types import interrupt
from redis.asyncio import Redis
from structlog.testing import capture_logs

from bot.adapters.graph_engine import GraphEngine, open_engine
from bot.adapters.graph_saver import open_saver
from bot.core.model import Gate, GateState, Lease, Run, Snapshot
from bot.core.ports.store import Claimed, FencedError, GateChange
from bot.core.question import Action, Choice, Decision, offers
from bot.driver import Driver, Surroundings
from bot.lease import HeldLease
from graphs.contract import Workflow
from tests.contract.engine_graphs import Node, Notes, run_of
from tests.contract.samples import made, show
from tests.fakes import FakeStore

NAME = "demo"
NUMBERS = itertools.count(1)


class Breath:
    """Lets so many writes happen. At the next one its driver stands still, and dies."""

    def __init__(self, left: int | None = None) -> None:
        self._left = left
        self.drawn = 0
        self.gone = asyncio.Event()
        self.buried = asyncio.Event()

    async def draw(self) -> None:
        """Called before every write."""
        if self._left is not None and self.drawn >= self._left:
            self.gone.set()
            await self.buried.wait()
            raise FencedError
        self.drawn += 1


class MortalStore(FakeStore):
    """Counts how often each question was opened; its writer may be out of breath."""

    def __init__(self) -> None:
        super().__init__()
        self.breath = Breath()
        self.opened: list[str] = []

    async def commit(
        self, lease: Lease, before: Run, after: Run, *, gates: Sequence[GateChange] = ()
    ) -> int:
        await self.breath.draw()
        rev = await super().commit(lease, before, after, gates=gates)
        self.opened += [c.gate.key for c in gates if c.state is GateState.OPEN]
        return rev


class MortalLease(HeldLease):
    """Is asked before each write of a checkpoint."""

    def __init__(self, store: MortalStore, lease: Lease, breath: Breath) -> None:
        super().__init__(store, lease)
        self._breath = breath

    async def check(self) -> None:
        await self._breath.draw()
        await super().check()


def flow(built: object, *, result: str = "report", **more: Any) -> Workflow:  # noqa: ANN401
    """A workflow whose `build` gives this."""
    words = {"en": NAME, "zh": NAME}
    return Workflow(
        name=NAME,
        command="",
        title=words,  # type: ignore[arg-type]  # a literal dict
        description=words,  # type: ignore[arg-type]  # a literal dict
        form=(),
        steps={},
        result=result,
        build=lambda **_: built,
        **more,
    )


def asks(title: str, key: str = "log") -> Node:
    """A node that asks, and keeps what it was told."""

    async def ask(_: Notes) -> dict[str, Any]:
        answer = interrupt({"type": "r", "title": title})
        told = f"{title}{answer['action']}:{answer.get('comment', '')}"
        return {key: [told] if key == "log" else told}

    return ask


@dataclass
class Life:
    """One run from its start to its end."""

    client: Redis
    workflow: Workflow
    engine: GraphEngine
    saver: AsyncRedisSaver
    run_id: str
    logs: list[Any]
    store: MortalStore = field(default_factory=MortalStore)

    async def drive(self) -> Snapshot:
        """Have the run driven until there is nothing to do."""
        await self._driver(Breath()).until_idle()
        return await self.snapshot()

    async def dies(self, after: int) -> bool:
        """Have it driven by one that dies after so many writes; False if it came to its end."""
        breath = Breath(after)
        work = asyncio.create_task(self._driver(breath).until_idle())
        gone = asyncio.create_task(breath.gone.wait())
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        died = not work.done()
        gone.cancel()
        work.cancel()
        breath.buried.set()
        with suppress(asyncio.CancelledError, FencedError):
            await work
        return died

    def _driver(self, breath: Breath) -> Driver:
        record = self.store.records[self.run_id]
        fence = record.run.fence + 1
        record.owner, record.until = "driver", self.store.tick() + 100_000
        record.run = replace(record.run, fence=fence)
        self.store.breath = breath
        around = Surroundings(
            store=self.store,
            engine=self.engine,
            show_soon=lambda _run_id: None,
            now=self.store.tick,
            new_ref=lambda: "e1",
            steps_of=lambda _name: (),
        )
        return Driver(around, MortalLease(self.store, Lease(self.run_id, "driver", fence), breath))

    async def snapshot(self) -> Snapshot:
        return await self.store.load(self.run_id)

    async def open(self) -> tuple[Gate, ...]:
        """The questions that stand open."""
        return (await self.snapshot()).gates_in(GateState.OPEN)

    async def gate(self) -> Gate:
        """The one question that stands open."""
        (gate,) = await self.open()
        return gate

    async def decide(
        self,
        gate: Gate | None = None,
        action: Action = Action.APPROVE,
        *,
        comment: str = "",
        **values: object,
    ) -> Snapshot:
        """Decide (the only open question, unless one is named), and have the run driven."""
        gate = gate or await self.gate()
        await self.note(gate, action, comment=comment, **values)
        return await self.drive()

    async def note(
        self, gate: Gate, action: Action = Action.APPROVE, *, comment: str = "", **values: object
    ) -> None:
        """Decide, and no more."""
        decision = Decision(action=action, by="UANA", at=0, comment=comment, values=values)
        assert (await self._decided(gate, decision)).won

    async def choose(self, *choices: Choice, gate: Gate | None = None) -> Snapshot:
        """Decide a question with rows: a choice for each of them, in order."""
        gate = gate or await self.gate()
        by_row = {row.key: c for row, c in zip(gate.question.rows, choices, strict=True)}
        decision = Decision(action=Action.ANSWER, by="UANA", at=0, choices=by_row)
        assert (await self._decided(gate, decision)).won
        return await self.drive()

    async def _decided(self, gate: Gate, decision: Decision) -> Claimed:
        assert offers(gate.question, decision)
        return await self.store.decide(self.run_id, gate.key, decision)

    async def retry(self) -> Snapshot:
        """Ask for a retry, and have the run driven."""
        assert (await self.store.retry(self.run_id, by="UANA")).won
        return await self.drive()

    async def pending(self) -> bool:
        """Whether the checkpoint asks something, recorded or not."""
        return bool((await self.engine.inspect((await self.snapshot()).run)).asked)

    async def values(self) -> dict[str, Any]:
        """The state as the newest checkpoint has it."""
        place: Any = {"configurable": {"thread_id": self.run_id, "checkpoint_ns": ""}}
        found = await self.saver.aget_tuple(place)
        return dict(found.checkpoint["channel_values"]) if found else {}

    @asynccontextmanager
    async def released(self, built: object) -> AsyncIterator["Life"]:
        """The same run in a process of the next release, with another graph."""
        async with _opened(self.client, flow(built, result=self.workflow.result)) as opened:
            engine, saver = opened
            yield replace(self, engine=engine, saver=saver)


@asynccontextmanager
async def alive(client: Redis, workflow: Workflow, **inputs: object) -> AsyncIterator[Life]:
    """Record a run of this workflow. Each call makes a run of its own."""
    # A failure's traceback, drawn for a terminal, takes seconds.
    with capture_logs() as logs:
        async with _opened(client, workflow) as (engine, saver):
            life = Life(client, workflow, engine, saver, f"{NAME}-{next(NUMBERS)}", logs)
            yield await _begun(life, inputs)


async def _begun(life: Life, inputs: Mapping[str, Any]) -> Life:
    new = replace(run_of(NAME, run_id=life.run_id), version=1, inputs=inputs)
    await show(life.store, made(await life.store.create(new)))
    return life


@asynccontextmanager
async def _opened(
    client: Redis, workflow: Workflow
) -> AsyncIterator[tuple[GraphEngine, AsyncRedisSaver]]:
    async with (
        open_saver(client) as saver,
        open_engine(saver, {NAME: workflow}, model=None) as engine,
    ):
        yield engine, saver
