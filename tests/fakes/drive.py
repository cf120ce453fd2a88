"""A run on a graph, and ways to have it driven."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

from bot.core.model import Gate, GateState, Lease, NodeState, Run, Snapshot
from bot.core.ports.engine import Command, DriveEvent, LeaseGuard
from bot.core.question import Action, Decision
from bot.driver import Driver
from bot.lease import HeldLease
from tests.contract.samples import show, start
from tests.fakes.engine import SIMPLE, FakeEngine, Graph, Node
from tests.fakes.process import Process, World

BESIDE: Graph = ((Node("left", asks=1), Node("right", asks=1)), (Node("publish"),))
FLAKY: Graph = ((Node("ask", asks=1), Node("flaky")), (Node("publish"),))
STOPS: Graph = ((Node("draft"),), (Node("ship", stop=True), Node("log")))


@dataclass
class SlowEngine(FakeEngine):
    """A graph whose steps take until their progress was written down."""

    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    seen: list[NodeState] = field(default_factory=list)

    async def drive(
        self, run: Run, command: Command, *, lease: LeaseGuard
    ) -> AsyncIterator[DriveEvent]:
        async for event in super().drive(run, command, lease=lease):
            yield event
            await self.go_on.wait()
            self.go_on.clear()


@dataclass
class Drive:
    """A run on a graph, and a way to have it driven."""

    world: World = field(default_factory=World)

    @property
    def engine(self) -> FakeEngine:
        return self.world.engine

    async def begin(self, graph: Graph = SIMPLE, *, rooted: bool = True) -> Run:
        self.engine.graph = graph
        self.run = await start(self.world.store)
        if rooted:
            await show(self.world.store, self.run)
        return self.run

    async def drive(self, *, knows: bool = True) -> Snapshot:
        """Take the lease and drive until there is nothing to do."""
        await self.driver(knows=knows).until_idle()
        return await self.snapshot()

    def driver(self, lease: Lease | None = None, *, knows: bool = True) -> Driver:
        self.world.knows = knows
        around = Process(self.world).around
        record = self.world.store.records[self.run.run_id]
        fence = record.run.fence + 1
        if lease is None:
            record.owner, record.until = "driver", self.world.clock() + 10_000
            record.run = replace(record.run, fence=fence)
            lease = Lease(self.run.run_id, "driver", fence)
        return Driver(around, HeldLease(self.world.store, lease, clock=around.clock))

    async def snapshot(self) -> Snapshot:
        return await self.world.store.load(self.run.run_id)

    async def decide(self, gate: Gate, action: Action = Action.APPROVE, **values: object) -> None:
        decision = Decision(action=action, by="UANA", at=0, values=values)
        assert (await self.world.store.decide(self.run.run_id, gate.key, decision)).won

    async def approve_all(self) -> None:
        for gate in (await self.snapshot()).gates_in(GateState.OPEN):
            await self.decide(gate)

    async def retry(self) -> None:
        assert (await self.world.store.retry(self.run.run_id, by="UANA")).won
