"""A desk in a channel, and a run that waits there, for tests of what people may ask."""

from dataclasses import dataclass, field, replace

from bot.core.model import Gate, GateState, Person
from bot.core.question import Action, Decision
from bot.desk import AlreadyThere, Ask, Click, Desk, Outcome, Started
from graphs.contract import Deciders, Workflow
from tests.contract.samples import GATE, ask
from tests.fakes import FakeStore
from tests.fakes.engine import FakeEngine
from tests.fakes.jobs import FakeJobs
from tests.fakes.process import PLAN

ANA = Person("UANA", locale="zh-CN", timezone="Asia/Shanghai")
APPROVE = Decision(action=Action.APPROVE, by="UANA", at=0)


@dataclass
class Office:
    """A desk in a channel where ana and ben are, and a run that ana started."""

    deciders: Deciders = "starter"
    weekly: bool = False
    store: FakeStore = field(default_factory=FakeStore)
    jobs: FakeJobs = field(default_factory=FakeJobs)
    engine: FakeEngine = field(default_factory=FakeEngine)

    @property
    def workflow(self) -> Workflow:
        return replace(PLAN, deciders=self.deciders, period="week" if self.weekly else "")

    @property
    def desk(self) -> Desk:
        async def members(channel: str) -> frozenset[str]:
            return frozenset({"UANA", "UBEN"} if channel == "C1" else ())

        return Desk(
            self.store,
            self.jobs,
            {"plan": self.workflow},
            members=members,
            histories=self.engine,
            offline=True,
        )

    async def start(self, trigger: str = "t1", **changes: object) -> Started | AlreadyThere:
        wish = Ask(self.workflow, "T1", "C1", ANA, {"notes": "shipped"}, trigger)
        return await self.desk.start(replace(wish, **changes))  # type: ignore[arg-type]  # names of fields

    async def asks(self, gate: Gate = GATE) -> None:
        """A run that waits at a gate. Nobody was told of it yet."""
        started = await self.start()
        assert isinstance(started, Started)
        self.run = started.run
        self.lease = await ask(self.store, self.run, gate)
        self.jobs.waiting.clear()

    def click(self, user: str = "UANA", channel: str = "C1") -> Click:
        return Click(self.run.run_id, user, channel)

    async def decide(self, user: str = "UANA", decision: Decision = APPROVE) -> Outcome:
        return await self.desk.decide(self.click(user), GATE.key, replace(decision, by=user))

    async def state(self) -> GateState:
        return (await self.store.load(self.run.run_id)).gates[GATE.key].state
