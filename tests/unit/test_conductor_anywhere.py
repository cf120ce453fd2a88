"""A run whose processes are killed, stopped or told to end anywhere, and people who press on.

The machine does to a run whatever can happen to it, in any order, and holds after each step
what must always hold. In the end it takes the trouble away, and the run has to come to rest.
"""

from collections import Counter
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from structlog.testing import capture_logs

from bot.core.answers import answer
from bot.core.model import (
    Asked,
    FailureKind,
    Gate,
    GateState,
    JSONDict,
    Lease,
    Person,
    Run,
    RunState,
)
from bot.core.ports.engine import LeaseGuard
from bot.core.ports.store import Claimed, GateChange
from bot.core.question import Action, Choice, Decision, offers
from bot.desk import Ask, Click, Done, Started
from bot.lease import TRUST, HeldLease
from bot.slots import pieces
from tests.fakes.engine import FakeEngine, Graph, Node
from tests.fakes.jobs import Job
from tests.fakes.process import PLAN, Fate, Process, VirtualLoop, World, render
from tests.fakes.store import FakeStore
from tests.fakes.store_memory import Record

GRAPHS: tuple[Graph, ...] = (
    ((Node("draft"),), (Node("ask", asks=1),), (Node("publish"),)),
    ((Node("left", asks=1, drifts=True), Node("right", asks=1)), (Node("publish"),)),
    ((Node("flaky"), Node("ask", asks=2)), (Node("publish"),)),
    ((Node("ask", asks=1, drifts=True), Node("flaky"), Node("other", asks=1)), (Node("end"),)),
    ((Node("plan"),), (Node("ask", asks=1, stop=True), Node("flaky")), (Node("end", stop=True),)),
    ((Node("ask", asks=1, calls=True), Node("other", asks=1)), (Node("publish", stop=True),)),
)
RELEASES = ["rename", "roll back", "stop elsewhere", "forget", "garble", "mend", "mend", "lose"]
ENOUGH = 14
"""Rounds of sweeping, a minute each: longer than any back-off."""

Doom = tuple[Fate, int] | None
fates = st.none() | st.tuples(st.sampled_from(Fate), st.integers(0, 90))
users = st.sampled_from(["UANA", "UANA", "UANA", "UBEN"])


class Witness(FakeStore):
    """Remembers what people answered, and how often a question was open.

    No run is given up that its graph could ask again.
    """

    def __init__(self, world: World) -> None:
        super().__init__(clock=world.clock)
        self.engine = world.engine
        self.answers: dict[str, list[JSONDict]] = {}
        self.opened: Counter[str] = Counter()

    async def decide(
        self, run_id: str, gate_key: str, decision: Decision, *, chosen: int | None = None
    ) -> Claimed:
        claimed = await super().decide(run_id, gate_key, decision, chosen=chosen)
        if claimed.won:
            gate = claimed.snapshot.gates[gate_key]
            assert gate.decision is not None
            self.answers.setdefault(gate_key, []).append(answer(gate.question, gate.decision))
        return claimed

    async def commit(
        self, lease: Lease, before: Run, after: Run, *, gates: Sequence[GateChange] = ()
    ) -> int:
        rev = await super().commit(lease, before, after, gates=gates)
        if after.failure and after.failure.kind is FailureKind.STRANDED:
            assert not self.engine.way_back(self.engine.threads[after.run_id])
        self.opened.update(c.gate.key for c in gates if c.state is GateState.OPEN)
        return rev


class Anywhere(RuleBasedStateMachine):
    """One run, and all that can happen to it."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.store = self.world.store = Witness(self.world)
        self.world.engine.on_write = self._writes
        self.world.engine.on_drop = self._drops
        self.loop = VirtualLoop(self.world.clock)
        self.loop.set_exception_handler(lambda _loop, _context: None)
        self.logs = capture_logs()
        self.logs.__enter__()
        self.zombies: list[tuple[Process, Awaitable[object]]] = []
        self.ever_frozen = False
        self.ended: tuple[RunState, str | None] | None = None
        self.starts = 0

    # What is looked at from inside

    def _writes(self, run_id: str, lease: LeaseGuard) -> None:
        """At most one driver writes; only a cancelled one has a moment to notice."""
        run = self.store.records[run_id].run
        fence = cast("HeldLease", lease).lease.fence
        if fence != run.fence:
            assert run.state is RunState.CANCELLED
            assert run.ended_at is not None
            assert self.world.clock() - run.ended_at <= TRUST.total_seconds() * 1000

    def _drops(self, run_id: str, asked: Asked) -> None:
        """Nothing goes on without an answer to a question that people were asked."""
        gate = self.store.records[run_id].gates.get(asked.key)
        assert gate is None or gate.state not in {GateState.OPEN, GateState.DECIDED}

    # How things are done

    def do(self, fate: Doom, of: str, *args: object, **named: object) -> object:
        """Have a process do one thing, which may be its last. Gives what came back."""
        process = (
            Process(self.world) if fate is None else Process(self.world, fate=fate[0], left=fate[1])
        )
        self.ever_frozen |= fate is not None and fate[0] is Fate.FREEZE
        result: list[object] = []

        async def doing() -> None:
            part, _, method = of.partition(".")
            result.append(await getattr(getattr(process, part), method)(*args, **named))

        async def until_it_ends() -> None:
            ended = self.loop.create_task(doing())
            if not await process.run(ended) and process.frozen:
                self.zombies.append((process, ended))
            else:
                await process.close()

        self.loop.run_until_complete(until_it_ends())
        return result[0] if result else None

    @property
    def record(self) -> Record:
        return self.store.records[self.run_id]

    @property
    def run(self) -> Run:
        return self.record.run

    def click(self, user: str) -> Click:
        return Click(self.run_id, user, "C1")

    def ask(self, trigger: str, *, new_version: bool = False) -> Ask:
        person = Person("UANA")
        return Ask(PLAN, "T1", "C1", person, {}, trigger, new_version=new_version)

    # What happens

    @initialize(graph=st.sampled_from(GRAPHS), fate=fates)
    def start(self, graph: Graph, fate: Doom) -> None:
        self.graph = self.engine.graph = graph
        self._start()
        self._wake(fate)

    def _start(self) -> None:
        self.starts += 1
        started = self.do(None, "desk.start", self.ask(f"t{self.starts}"))
        assert isinstance(started, Started)
        self.run_id, self.ended = started.run.run_id, None

    def _wake(self, fate: Doom) -> None:
        """Look, be it for a job, once more than needed, or out of turn.

        The job is lost with its process, unless nothing else would bring the run back.
        """
        late = self.run_id not in self.store.listed
        self.world.jobs.take(self.world.clock())
        self.do(fate, "conductor.wake", self.run_id)
        if late and fate:
            self.world.jobs.waiting["redelivered"] = Job(self.run_id, None)

    @precondition(lambda self: self.run.state.final)
    @rule(fate=fates)
    def start_another(self, fate: Doom) -> None:
        self._start()
        self._wake(fate)

    @precondition(lambda self: self.run.state.final)
    @rule(fate=fates, then=fates, user=users, nth=st.integers(0, 4))
    def go_on(self, fate: Doom, then: Doom, user: str, nth: int) -> None:
        """Press Continue, or have one of the steps of its history run again.

        Slack brings the click once more where the process died that took it.
        """
        self.starts += 1
        click = replace(self.click(user), delivery=f"t{self.starts}")
        past = self.engine.past.get(self.run_id, [])
        step = past[-nth].checkpoint if 0 < nth <= len(past) else None
        asked = ("desk.again", click, step) if step else ("desk.go_on", click)
        before = set(self.store.records)
        outcome = self.do(fate, *asked) or self.do(None, *asked)
        made = self.store.records.keys() - before
        assert made == ({outcome.run.run_id} if isinstance(outcome, Started) else set())
        if isinstance(outcome, Started):
            assert user == "UANA"
            self.run_id, self.ended = outcome.run.run_id, None
        self._wake(then)

    @rule(fate=fates)
    def wake(self, fate: Doom) -> None:
        self._wake(fate)

    @precondition(lambda self: self.record.gates)
    @rule(
        fate=fates,
        then=fates,
        nth=st.sampled_from([0, 0, 0, 1, 1, 2, 3]),
        user=users,
        action=st.sampled_from([Action.APPROVE, Action.REVISE, Action.EDIT, Action.SKIP]),
    )
    def decide(self, fate: Doom, then: Doom, nth: int, user: str, action: Action) -> None:
        """Press a button of any card, also of an old one."""
        gates = sorted(self.record.gates.values(), key=_newest_first)
        key = gates[nth % len(gates)].key
        before = self.record.gates[key].state
        values = {"draft": "better"} if action is Action.EDIT else {}
        decision = Decision(action=action, by=user, at=0, values=values)
        offered = offers(self.record.gates[key].question, decision)
        outcome = self.do(fate, "desk.decide", self.click(user), key, decision)
        may = user == "UANA" and before is GateState.OPEN and offered
        assert outcome is None or isinstance(outcome, Done) == may
        self._wake(then)

    @precondition(lambda self: self.rows)
    @rule(
        fate=fates,
        nth=st.integers(0, 3),
        user=users,
        action=st.sampled_from([Action.APPROVE, Action.REJECT, Action.EDIT]),
    )
    def choose(self, fate: Doom, nth: int, user: str, action: Action) -> None:
        """Choose for one tool call of a card."""
        gate = self.rows[nth // 2 % len(self.rows)]
        choice = Choice(action, by=user, at=0)
        outcome = self.do(fate, "desk.choose", self.click(user), gate.key, str(nth % 2), choice)
        may = user == "UANA" and gate.state is GateState.OPEN and action is not Action.EDIT
        assert outcome is None or isinstance(outcome, Done) == may
        assert not may or fate or self.record.gates[gate.key].choices[str(nth % 2)].action is action

    @precondition(lambda self: self.rows)
    @rule(fate=fates, then=fates, user=users, late=st.sampled_from([0, 0, 0, 1]))
    def submit(self, fate: Doom, then: Doom, user: str, late: int) -> None:
        """Send what was chosen, as the card showed it by then, or before the latest choice."""
        gate = self.rows[0]
        ask = partial(self.do, fate, "desk.submit", self.click(user), gate.key)
        outcome = ask(chosen=gate.chosen - late)
        whole = len(gate.choices) == len(gate.question.rows) and not late
        may = user == "UANA" and gate.state is GateState.OPEN and whole
        assert outcome is None or isinstance(outcome, Done) == may
        self._wake(then)

    @property
    def rows(self) -> list[Gate]:
        """Cards about several tool calls, newest first."""
        gates = sorted(self.record.gates.values(), key=_newest_first)
        return [gate for gate in gates if gate.question.rows]

    @precondition(lambda self: self.run.failure)
    @rule(fate=fates, then=fates, user=users)
    def retry(self, fate: Doom, then: Doom, user: str) -> None:
        outcome = self.do(fate, "desk.retry", self.click(user))
        assert user == "UANA" or not isinstance(outcome, Done)
        self._wake(then)

    @precondition(lambda self: not self.run.state.final)
    @rule(fate=fates, user=users, sure=st.integers(0, 3))
    def cancel(self, fate: Doom, user: str, sure: int) -> None:
        if sure == 3:
            self.do(fate, "desk.cancel", self.click(user))

    @rule(ms=st.sampled_from([500, 3_000, 11_000, 60_000]), fate=fates)
    def let_time_pass(self, ms: int, fate: Doom) -> None:
        self.world.clock.advance(ms)
        self.do(fate, "conductor.sweep")

    @precondition(lambda self: self.zombies)
    @rule()
    def thaw(self) -> None:
        """A stopped process goes on, and believes that no time has passed."""
        process, doing = self.zombies.pop(0)
        process.thaw()
        self.loop.run_until_complete(process.run(doing))
        self.loop.run_until_complete(process.close())

    @precondition(lambda self: self.zombies)
    @rule(fate=fates)
    def succeed(self, fate: Doom) -> None:
        """A stopped process wakes up when another one has long taken its place."""
        self.world.clock.advance(11_000)
        self._wake(fate)
        self.thaw()

    @rule(data=st.data(), luck=st.sampled_from(["early", "late", "refuses", ""]))
    def change_luck(self, data: st.DataObject, luck: str) -> None:
        """Let a node raise from now on, or refuse every answer, or do neither any more."""
        name = data.draw(st.sampled_from(self.nodes))
        self.engine.failing.pop(name, None)
        self.engine.refusing.discard(name)
        if luck == "refuses":
            self.engine.refusing.add(name)
        elif luck:
            self.engine.failing[name] = luck

    @rule(data=st.data(), what=st.sampled_from(RELEASES))
    def maintain(self, data: st.DataObject, what: str) -> None:
        """A release changes the graph, or lacks it; checkpoints get unreadable or lost."""
        if what == "rename":
            name = data.draw(st.sampled_from(self.nodes))
            self.engine.rename(name, f"{name}-2")
        elif what == "roll back":
            self.engine.graph = self.graph
        elif what == "stop elsewhere":
            self.engine.stop_at(data.draw(st.sampled_from(self.nodes)))
        elif what == "lose" and data.draw(st.integers(0, 3)) == 3:
            origin = self.run.origin
            of_both = [self.run_id, origin.run_id if origin else self.run_id]
            self.engine.threads.pop(data.draw(st.sampled_from(of_both)), None)
        else:
            self.world.knows = what != "forget"
            self.engine.unreadable = ValueError("not a checkpoint") if what == "garble" else None

    @rule(
        slot=st.sampled_from(["root", "progress", "gate", "result", "failure"]),
        how=st.sampled_from(["fails", "loses answers", "works", "is deleted", "is archived"]),
    )
    def trouble_in_slack(self, slot: str, how: str) -> None:
        messenger = self.world.messenger
        messenger.muted = "is_archived" if how == "is archived" else ""
        for name in (n for n in self.record.slots if n.partition(":")[0] == slot):
            messenger.failing.discard(name)
            messenger.lossy.discard(name)
            if how == "is deleted":
                messenger.delete(name)
            elif how in {"fails", "loses answers"}:
                (messenger.failing if how == "fails" else messenger.lossy).add(name)

    @property
    def nodes(self) -> list[str]:
        return [node.name for step in self.engine.graph for node in step]

    # What always holds

    @invariant()
    def every_answer_was_given_to_exactly_its_question(self) -> None:
        for taken in self.engine.taken:
            assert taken.answer in self.store.answers.get(taken.key, [])
        times = Counter(taken.key for taken in self.engine.taken)
        assert all(n <= len(self.store.answers[key]) for key, n in times.items())

    @invariant()
    def no_breakpoint_was_passed_that_nobody_decided(self) -> None:
        assert all(passed.key in self.store.answers for passed in self.engine.passed)

    @invariant()
    def a_failed_node_ran_again_only_on_request(self) -> None:
        assert all(rerun.run.retry_by for rerun in self.engine.reruns)

    @invariant()
    def a_question_is_decided_at_most_once(self) -> None:
        for key, answers in self.store.answers.items():
            assert len(answers) <= self.store.opened[key]

    @invariant()
    def an_end_is_final(self) -> None:
        if not hasattr(self, "run_id") or not self.run.state.final:
            return
        now = (self.run.state, self.run.result)
        self.ended = self.ended or now
        assert now == self.ended
        if self.run.state is RunState.DONE:
            assert self.run.result == "the report"

    @invariant()
    def each_message_is_there_once(self) -> None:
        """A process that was stopped between its last look and its call may say it twice."""
        if not self.ever_frozen:
            sent = Counter((m.run_id, m.slot) for m in self.world.messenger.sent.values())
            assert all(n == 1 for n in sent.values())

    @property
    def engine(self) -> FakeEngine:
        return self.world.engine

    # And in the end

    def teardown(self) -> None:
        try:
            if hasattr(self, "run_id"):
                self._calm_down()
                self._comes_to_rest()
                self._can_be_brought_to_an_end()
        finally:
            self._close()

    def _calm_down(self) -> None:
        while self.zombies:
            self.zombies[0][0].dead = len(self.zombies) % 2 == 1
            self.thaw()
        self.world.messenger.failing.clear()
        self.world.messenger.lossy.clear()
        self.world.messenger.muted = ""
        self.world.knows = True
        self.engine.unreadable = None

    def _comes_to_rest(self) -> None:
        for _ in range(ENOUGH):
            self.do(None, "conductor.sweep")
            for run_id in self.world.jobs.take(self.world.clock()):
                self.do(None, "conductor.wake", run_id)
            if not (self.store.listed or self.world.jobs.waiting):
                break
            self.world.clock.advance(61_000)
        assert not self.store.listed
        blocked = self.run.failure is not None and self.run.retry_by is None
        if not self.run.state.final:
            states = {gate.state for gate in self.record.gates.values()}
            assert blocked or GateState.OPEN in states
            assert blocked or GateState.DECIDED not in states
            assert self.run.failure is None or self.run.failure.kind.can_retry
        self._is_shown()

    def _is_shown(self) -> None:
        snapshot = self.record.snapshot(self.world.clock())
        for piece in (p for m in render(snapshot) for p in pieces(m)):
            slot = snapshot.slots.get(piece.slot)
            if slot is None or slot.digest != piece.digest:
                assert piece.slot == "progress"
                assert self.run.state.final

    def _can_be_brought_to_an_end(self) -> None:
        self.engine.failing.clear()
        self.engine.refusing.clear()
        for _ in range(ENOUGH):
            if self.run.state.final:
                return
            self.do(None, "desk.retry", self.click("UANA"))
            for gate in self.rows:
                for row in gate.question.rows:
                    choice = Choice(Action.APPROVE, by="UANA", at=0)
                    self.do(None, "desk.choose", self.click("UANA"), gate.key, row.key, choice)
                chosen = self.record.gates[gate.key].chosen
                self.do(None, "desk.submit", self.click("UANA"), gate.key, chosen=chosen)
            for key in list(self.record.gates):
                approved = Decision(action=Action.APPROVE, by="UANA", at=0)
                self.do(None, "desk.decide", self.click("UANA"), key, approved)
            self._comes_to_rest()
        assert self.run.state.final

    def _close(self) -> None:
        self.logs.__exit__(None, None, None)
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()


def _newest_first(gate: Gate) -> tuple[int, str]:
    return (-gate.opened_at, gate.key)


TestAnywhere = Anywhere.TestCase
TestAnywhere.settings = settings(
    max_examples=12,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
