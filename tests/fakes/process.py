"""A process of the bot that can be killed, stopped and told to end, at any operation.

Everything a process does outside of itself passes `Process.pass_by`: store, graph, Slack and
jobs are real fakes that outlive it, and what it holds in memory is lost when it is killed.
Time is virtual: where all wait, the clock jumps to the next timer.
"""

import asyncio
import itertools
import selectors
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from typing import Any, cast

from bot.conductor import Conductor
from bot.core.model import GateState, Run, Seen, Snapshot
from bot.core.ports.engine import Command, DriveEvent, Engine, LeaseGuard, UnknownWorkflowError
from bot.core.ports.jobs import Jobs
from bot.core.ports.messenger import Message, Messenger
from bot.core.ports.store import Store
from bot.desk import Desk
from bot.driver import Surroundings
from bot.show import Show
from graphs.contract import Workflow
from tests.fakes.clock import FakeClock
from tests.fakes.engine import FakeEngine
from tests.fakes.jobs import FakeJobs
from tests.fakes.messenger import FakeMessenger
from tests.fakes.store import FakeStore

WORDS = {"en": "Plan", "zh": "计划"}
PLAN = Workflow(
    name="plan",
    command="/plan",
    title=WORDS,  # type: ignore[arg-type]  # a literal dict
    description=WORDS,  # type: ignore[arg-type]  # a literal dict
    form=(),
    steps={},
    result="report",
    build=lambda: None,
)


class KilledError(BaseException):
    """The process is no more. Not an Exception: nothing may handle it."""


class Fate(Enum):
    """What happens to a process at an operation."""

    KILL = "kill"
    FREEZE = "freeze"
    """SIGSTOP: it goes on when it is thawed, and does not know how long it was."""
    HAND_OVER = "hand over"
    """SIGTERM."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop on a clock that jumps."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(_Jumping(clock))
        self._fake_clock = clock

    def time(self) -> float:
        return self._fake_clock() / 1000


class _Jumping(selectors.DefaultSelector):
    def __init__(self, clock: FakeClock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> Any:  # noqa: ANN401 - as the base class
        assert timeout is not None, "everything waits, for nothing"
        if timeout > 0:
            self._clock.advance(int(timeout * 1000) + 1)
        return super().select(0)


def render(snapshot: Snapshot) -> tuple[Message, ...]:
    """Cards in one line each. As the real ones they say the same for the same record."""
    run = snapshot.run
    failed = run.failure.kind if run.failure and not run.retry_by else ""
    waits = bool(snapshot.gates_in(GateState.OPEN))
    lines = [
        ("root", f"{run.state} {failed} {waits}"),
        ("progress", " ".join(f"{n.node}:{n.state}" for n in run.progress)),
        *((f"gate:{g.key}", f"{g.question.title} {g.state}") for g in snapshot.gates.values()),
    ]
    if failed:
        lines.append(("failure", f"{run.failure}"))
    if run.result is not None:
        lines.append(("result", run.result))
    return tuple(Message(slot, text, ({"text": text},)) for slot, text in lines)


@dataclass
class World:
    """What outlives every process."""

    clock: FakeClock = field(default_factory=FakeClock)
    engine: FakeEngine = field(default_factory=FakeEngine)
    messenger: FakeMessenger = field(default_factory=FakeMessenger)
    jobs: FakeJobs = field(default_factory=FakeJobs)
    speechless: list[str] = field(default_factory=list)
    knows: bool = True
    """Whether processes that start now have the workflow."""
    ids: "itertools.count[int]" = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.store = FakeStore(clock=self.clock)

    def new_id(self) -> str:
        return f"id{next(self.ids)}"


class Process:
    """One process on a world. `fate` befalls it at the operation after `left` others."""

    def __init__(self, world: World, *, fate: Fate = Fate.KILL, left: int | None = None) -> None:
        self.world = world
        self.knows = world.knows
        self.dead = False
        self.frozen = False
        self.stopped = asyncio.Event()
        self._thawed = asyncio.Event()
        self._fate, self._left = fate, left
        store = cast("Store", _Through(self, world.store))
        messenger = cast("Messenger", _Through(self, world.messenger))
        jobs = cast("Jobs", _Through(self, world.jobs))
        self.show = Show(
            store,
            messenger,
            render,
            new_nonce=world.new_id,
            clock=lambda: world.clock() / 1000,
        )
        self.around = Surroundings(
            store=store,
            engine=cast("Engine", _ThroughEngine(self, world.engine)),
            show_soon=self.show.soon,
            now=world.clock,
            new_ref=world.new_id,
            steps_of=lambda _name: tuple(n.name for step in world.engine.graph for n in step),
            clock=lambda: world.clock() / 1000,
        )
        self.conductor = Conductor(
            self.around,
            show=self.show,
            jobs=jobs,
            speechless=self._mute,
            finished_ttl=timedelta(days=30),
            new_id=world.new_id,
        )
        self.desk = Desk(
            store,
            jobs,
            {"plan": PLAN},
            members=_members,
            histories=self.around.engine,
            offline=False,
        )
        self._own_store = store

    async def _mute(self, snapshot: Snapshot, code: str) -> None:
        self.world.speechless.append(code)
        until = self.world.clock() + 600_000
        await self._own_store.mute(snapshot.run.run_id, until=until, told=True)

    async def pass_by(self) -> None:
        """Every operation comes by here, before it happens and after it."""
        if self._left == 0:
            self._meet()
        if self._left is not None:
            self._left -= 1
        while self.frozen:
            await self._thawed.wait()
        if self.dead:
            raise KilledError

    def _meet(self) -> None:
        if self._fate is Fate.HAND_OVER:
            self.conductor.stop()
            return
        self.dead = self._fate is Fate.KILL
        self.frozen = self._fate is Fate.FREEZE
        self.stopped.set()

    def thaw(self) -> None:
        """SIGCONT."""
        self.frozen = False
        self._thawed.set()

    async def run(self, doing: Awaitable[object]) -> bool:
        """Do something until it ends, or the process does; say whether it ended by itself."""
        task = asyncio.ensure_future(doing)
        stop = asyncio.ensure_future(self.stopped.wait())
        await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if not self.frozen:
            await asyncio.wait({task})
        if task.done() and not isinstance(task.exception(), KilledError):
            task.result()
            return True
        return False

    async def close(self) -> None:
        """Let what goes on in the background come to its end."""
        await self.show.aclose()


async def _members(_channel: str) -> frozenset[str]:
    return frozenset({"UANA", "UBEN"})


class _Through:
    """Passes calls through to what outlives the process."""

    def __init__(self, process: Process, real: object) -> None:
        self._process = process
        self._real = real

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self._real, name)

        async def call(*args: object, **kwargs: object) -> Any:  # noqa: ANN401 - passed through
            await self._process.pass_by()
            result = await method(*args, **kwargs)
            await self._process.pass_by()
            return result

        return call


class _ThroughEngine(_Through):
    """Passes a drive through event by event. What a process does not know it never drives."""

    async def inspect(self, run: Run) -> Seen:
        await self._process.pass_by()
        if not self._process.knows:
            raise UnknownWorkflowError(run.workflow)
        return await cast("Engine", self._real).inspect(run)

    async def drive(
        self, run: Run, command: Command, *, lease: LeaseGuard
    ) -> AsyncIterator[DriveEvent]:
        await self._process.pass_by()
        async for event in cast("Engine", self._real).drive(run, command, lease=lease):
            await self._process.pass_by()
            yield event
        await self._process.pass_by()
