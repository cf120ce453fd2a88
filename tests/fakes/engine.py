"""LangGraph in small: threads that behave as the real ones were seen to behave.

- The nodes of a superstep run beside each other; those that finished are kept.
- A question keeps its id when its node runs again; its payload may be another then. The next
  question of the same node has another id.
- An answer is stored together with what its node does next: ask again, raise, or finish. A
  node that raises still shows the question that it has the answer of; given once more, the
  answer goes to the node's next question.
- The error of a task stays when it asks or waits later, and goes when it finishes. A node
  that raises takes the ones that still run beside it along.
- The checkpoint id moves when all nodes of a superstep have finished, and not before. Between
  the last one's end and that checkpoint no node is next, and yet the graph has not ended.
- Nodes that the graph has no more are due no more, and nobody says so. Asked again from the
  step before, the graph as it is now plans the superstep anew.
- Before a superstep with a breakpoint it stops, and leaves nothing behind that says so. Driven
  on with no answer, it goes on, whoever wanted that. An edit of the state moves the checkpoint.
- A copy of a thread has its checkpoint id, and the ids of its tasks: none of them has asked,
  answered or raised anything yet, and those that finished are kept where it goes on as it was.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import timedelta

from bot.core.model import Asked, Origin, Run, Seen
from bot.core.payloads import breakpoints, question
from bot.core.plain import gate_key
from bot.core.ports.engine import (
    Command,
    ContinueGraph,
    DriveEvent,
    Engine,
    ForkGraph,
    InvalidAnswerError,
    LeaseGuard,
    Moment,
    PassBreakpoint,
    ReaskGraph,
    ResumeGraph,
    StartGraph,
    StatusLine,
    StepEnded,
    StepFailedError,
    StepStarted,
)
from bot.core.ports.store import ChangedError

Answer = object


@dataclass(frozen=True)
class Node:
    """A node that asks so many questions, one after the other. `drifts`: never the same twice.

    `calls`: it asks about two tool calls at once. `stop`: there is a breakpoint before it.
    """

    name: str
    asks: int = 0
    drifts: bool = False
    calls: bool = False
    stop: bool = False


Graph = tuple[tuple[Node, ...], ...]
"""Supersteps, one after the other."""

SIMPLE: Graph = ((Node("draft"),), (Node("ask", asks=1),), (Node("publish"),))


@dataclass
class Task:
    """One node of the superstep that is due."""

    id: str
    node: Node
    runs: int = 0
    answers: int = 0
    pending: tuple[str, object] | None = None
    failed: bool = False
    done: bool = False

    def interrupt_id(self) -> str:
        return f"{self.id}-{self.answers}"

    def payload(self) -> object:
        turn = f", draft {self.runs}" if self.node.drifts else ""
        about = f"{self.node.name} {self.answers + 1}{turn}"
        return _calls(about) if self.node.calls else {"title": about}

    @property
    def begun(self) -> bool:
        """Whether anything was stored of it."""
        return bool(self.answers or self.pending or self.failed or self.done)

    def asked(self) -> Asked | None:
        if self.pending is None or self.done:
            return None
        interrupt_id, payload = self.pending
        key = gate_key(interrupt_id, payload)
        about = question(payload, node=self.node.name)
        return Asked(interrupt_id, key, self.node.name, about, self.failed)


def _calls(about: str) -> object:
    return {
        "action_requests": [{"name": about, "args": {"to": to}} for to in ("ana", "ben")],
        "review_configs": [{"action_name": about, "allowed_decisions": ["approve", "reject"]}],
    }


@dataclass
class Thread:
    """What the checkpoints of a run say. `planned`: how often its superstep was; `edits` of it."""

    superstep: int
    tasks: list[Task]
    result: str | None = None
    ran: tuple[str, ...] = ()
    planned: int = 0
    edits: int = 0

    @property
    def base(self) -> str:
        """The checkpoint that the graph itself wrote."""
        return f"c{self.superstep}.{self.planned}"

    @property
    def checkpoint(self) -> str:
        """The newest one."""
        return f"{self.base}.{self.edits}"


@dataclass(frozen=True)
class Taken:
    """An answer that a node took, and the question that stood there."""

    run_id: str
    key: str
    answer: Answer


@dataclass(frozen=True)
class Rerun:
    """A task that had failed, and asks nothing, ran again for this run."""

    node: str
    run: Run


@dataclass(frozen=True)
class Passed:
    """A breakpoint that a run was driven on from, by the key of its question."""

    run_id: str
    key: str


@dataclass
class FakeEngine(Engine):
    """Implements `Engine` on one graph. What it remembers outlives the process that drives it.

    `failing` nodes raise "early" (before their first question) or "late" (after an answer);
    those in `refusing` have a schema that no answer fits. `on_write` is called at
    each write with the driver's lease.
    """

    graph: Graph = SIMPLE
    failing: dict[str, str] = field(default_factory=dict)
    refusing: set[str] = field(default_factory=set)
    threads: dict[str, Thread] = field(default_factory=dict)
    past: dict[str, list[Thread]] = field(default_factory=dict)
    """What each thread was like when a superstep began, oldest first."""
    slow: bool = False
    """Whether the past cannot be read in any time that people would wait."""
    unreadable: Exception | None = None
    """What a look at a thread raises."""
    links: tuple[str, ...] = ()
    """What its graph vouches for."""
    retired: dict[str, timedelta] = field(default_factory=dict)
    taken: list[Taken] = field(default_factory=list)
    reruns: list[Rerun] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)
    edited: list[dict[str, object]] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)
    on_write: Callable[[str, LeaseGuard], None] = lambda _run_id, _lease: None
    on_drop: Callable[[str, Asked], None] = lambda _run_id, _asked: None
    """Called when a thread goes on without a node that asked something: it was renamed."""

    def stop_at(self, *names: str) -> None:
        """Deploy a graph with these breakpoints, and no others."""
        self.graph = tuple(
            tuple(replace(n, stop=n.name in names) for n in step) for step in self.graph
        )

    def rename(self, old: str, new: str) -> None:
        """Deploy a graph in which a node is called otherwise."""
        self.graph = tuple(
            tuple(replace(n, name=new) if n.name == old else n for n in step) for step in self.graph
        )

    async def inspect(self, run: Run) -> Seen:
        if self.unreadable:
            raise self.unreadable
        thread = self.threads.get(run.run_id)
        if thread is None:
            there = run.origin is not None and self._source(run.origin) is not None
            return Seen(exists=False, fingerprint=self._fingerprint(), origin=there)
        due = self._due(thread)
        stop = self._stop(thread)
        asked = tuple(asked for asked in (t.asked() for t in due) if asked)
        return Seen(
            exists=True,
            checkpoint=thread.checkpoint,
            due=len(due) or bool(self._tasks(thread)),
            waiting=len(due) if stop else sum(bool(t.pending) and not t.failed for t in due),
            asked=(stop,) if stop else asked,
            failed=tuple(t.node.name for t in due if t.failed),
            result=thread.result,
            links=self.links,
            fingerprint=self._fingerprint(),
            way_back=self.way_back(thread) if run.fingerprint != self._fingerprint() else (),
            done=self._behind(thread) if run.origin and run.checkpoint is None else frozenset(),
        )

    async def drive(
        self, run: Run, command: Command, *, lease: LeaseGuard
    ) -> AsyncIterator[DriveEvent]:
        if isinstance(command, ForkGraph | StartGraph):
            await self._begin(run, command, lease)
        if isinstance(command, ForkGraph):
            return
        thread = self.threads[run.run_id]
        await self._prepare(run, thread, command, lease)
        answers = self._answers(thread, command)
        goes_on = isinstance(command, ContinueGraph | PassBreakpoint)
        while self._tasks(thread):
            if stop := self._stop(thread):
                if not goes_on:
                    return
                self.passed.append(Passed(run.run_id, stop.key))
            goes_on = False
            drive = _Superstep(self, run, lease, answers)
            for task in self._due(thread):
                async for event in drive.run(task):
                    yield event
            drive.report()
            if self._due(thread):
                return
            await self._write(run, lease)
            self._drop(run, thread)
            thread.ran = tuple(t.node.name for t in thread.tasks)
            thread.superstep, thread.planned = thread.superstep + 1, 0
            self._plan(thread, run.run_id)
            thread.result = "the report" if not thread.tasks else "a draft"
            yield StatusLine("", "stored")

    async def retire(self, run_id: str, *, ttl: timedelta) -> None:
        self.retired[run_id] = ttl

    async def _write(self, run: Run, lease: LeaseGuard) -> None:
        await lease.check()
        self.on_write(run.run_id, lease)

    def _answers(self, thread: Thread, command: Command) -> dict[str, tuple[str, Answer]]:
        """By interrupt id: the key of the question that is pending, and its answer."""
        if not isinstance(command, ResumeGraph):
            return {}
        asked = {a.interrupt_id: a.key for a in (t.asked() for t in self._due(thread)) if a}
        if not asked.keys() >= command.answers.keys():
            raise ChangedError
        return {at: (asked[at], value) for at, value in command.answers.items()}

    async def _prepare(self, run: Run, thread: Thread, command: Command, lease: LeaseGuard) -> None:
        """Change what the checkpoint says before the drive."""
        if isinstance(command, PassBreakpoint) and command.values:
            await self._write(run, lease)
            self.edited.append(dict(command.values))
            thread.edits += 1
        if isinstance(command, ReaskGraph):
            assert command.nodes == self.way_back(thread)
            await self._write(run, lease)
            self._drop(run, thread)
            thread.planned += 1
            self._plan(thread, run.run_id)

    def _source(self, origin: Origin) -> Thread | None:
        """The thread to copy, as it was at the checkpoint."""
        if not origin.nodes:
            return self.threads.get(origin.run_id)
        past = self.past.get(origin.run_id, []) if origin.run_id in self.threads else []
        return next((t for t in past if t.checkpoint == origin.checkpoint), None)

    async def _begin(self, run: Run, command: ForkGraph | StartGraph, lease: LeaseGuard) -> None:
        if isinstance(command, ForkGraph):
            await self._fork(run, command.origin, lease)
            return
        await self._write(run, lease)
        assert run.run_id not in self.threads, "a second input restarts a thread"
        self.threads[run.run_id] = Thread(0, [])
        self._plan(self.threads[run.run_id], run.run_id)

    async def _fork(self, run: Run, origin: Origin, lease: LeaseGuard) -> None:
        source = self._source(origin)
        if source is None:
            raise ChangedError
        await self._write(run, lease)
        if run.run_id in self.threads:
            return
        thread = deepcopy(source)
        for task in thread.tasks:
            task.answers, task.pending, task.failed = 0, None, False
            task.done = task.done and not origin.nodes
        self.threads[run.run_id] = thread
        self.past[run.run_id] = [deepcopy(thread)]

    async def history(self, run: Run, *, limit: int, within: timedelta) -> Sequence[Moment]:
        while self.slow:
            await asyncio.Event().wait()
        past = self.past.get(run.run_id, []) if run.run_id in self.threads else []
        found = []
        for number, thread in enumerate(past):
            nodes = tuple(t.node.name for t in self._tasks(thread))
            ran = frozenset(t.node.name for before in past[:number] for t in before.tasks)
            if nodes:
                found.append(Moment(thread.checkpoint, number, nodes, ran))
        return found[-limit:][::-1]

    def _drop(self, run: Run, thread: Thread) -> None:
        """What still was asked there is asked no more."""
        for asked in (t.asked() for t in thread.tasks):
            if asked:
                self.on_drop(run.run_id, asked)

    def _plan(self, thread: Thread, run_id: str) -> None:
        thread.edits = 0
        nodes = self.graph[thread.superstep] if thread.superstep < len(self.graph) else ()
        thread.tasks = [Task(id=f"{thread.base}-{node.name}", node=node) for node in nodes]
        self.past.setdefault(run_id, []).append(deepcopy(thread))

    def way_back(self, thread: Thread) -> tuple[str, ...]:
        """The superstep before, if the graph has all of it; what takes the input it always has."""
        if not thread.superstep:
            return ("__start__",)
        ran = thread.ran
        return ran if set(ran) <= {n.name for step in self.graph for n in step} else ()

    def _stop(self, thread: Thread) -> Asked | None:
        """The question of the breakpoint that a thread stands at."""
        tasks = self._tasks(thread)
        stops = {node.name for step in self.graph for node in step if node.stop}
        nodes = [t.node.name for t in tasks if t.node.name in stops]
        if not nodes or any(t.begun for t in tasks):
            return None
        about = breakpoints.question(
            nodes, when="before", state={"draft": "a draft"}, editable=["draft"], schema=None
        )
        key = gate_key(thread.base, nodes)
        return Asked(f"before:{','.join(nodes)}:{thread.base}", key, nodes[0], about)

    def _tasks(self, thread: Thread) -> list[Task]:
        names = {node.name for step in self.graph for node in step}
        return [t for t in thread.tasks if t.node.name in names]

    def _due(self, thread: Thread) -> list[Task]:
        return [t for t in self._tasks(thread) if not t.done]

    def _behind(self, thread: Thread) -> frozenset[str]:
        """The nodes that a thread has behind it."""
        over = [node.name for step in self.graph[: thread.superstep] for node in step]
        return frozenset([*over, *(t.node.name for t in thread.tasks if t.done)])

    def _fingerprint(self) -> str:
        names = ("|".join(f"{n.name}{'!' * n.stop}" for n in step) for step in self.graph)
        return ">".join(names)


@dataclass
class _Superstep:
    """The tasks of one superstep, as one drive runs them."""

    engine: FakeEngine
    of: Run
    lease: LeaseGuard
    answers: dict[str, tuple[str, Answer]]
    raised: list[str] = field(default_factory=list)
    refused: bool = False

    async def run(self, task: Task) -> AsyncIterator[DriveEvent]:
        """Run a node, or take it along with one that raised before."""
        if self.raised or self.refused:
            await self._write()
            self._take(task, self._given(task))
            task.failed = True
            return
        if task.failed and task.pending is None:
            self.engine.reruns.append(Rerun(task.node.name, self.of))
        given = self._given(task)
        task.runs += 1
        self.engine.ran.append(task.node.name)
        yield StepStarted(task.node.name)
        if self._fails(task, "early"):
            yield await self._raise(task)
            return
        if given and task.node.name in self.engine.refusing:
            self.refused = True
            yield StepEnded(task.node.name, waits=True)
            return
        if given:
            yield StatusLine(task.node.name, "answered")
        answered = task.answers + len(given)
        if self._fails(task, "late") and (answered or not task.node.asks):
            yield await self._raise(task, given)
            return
        if answered < task.node.asks:
            await self._write()
            self._take(task, given)
            task.pending = (task.interrupt_id(), task.payload())
            yield StepEnded(task.node.name, waits=True)
            return
        await self._write()
        self._take(task, given)
        task.done = True
        yield StepEnded(task.node.name, preview="a few words")

    def report(self) -> None:
        """Raise what LangGraph would raise by now."""
        if self.raised:
            raise StepFailedError(tuple(self.raised)) from ValueError("a node of the fake graph")
        if self.refused:
            raise InvalidAnswerError("the answer does not fit")

    def _fails(self, task: Task, when: str) -> bool:
        return self.engine.failing.get(task.node.name) == when

    async def _raise(self, task: Task, given: Sequence[Taken] = ()) -> DriveEvent:
        await self._write()
        self._take(task, given)
        task.failed = True
        self.raised.append(task.node.name)
        return StepEnded(task.node.name, failed=True)

    def _given(self, task: Task) -> Sequence[Taken]:
        """What this drive brings for a task, and the question that it will answer."""
        if task.pending is None or task.pending[0] not in self.answers:
            return ()
        if task.answers == task.node.asks:
            return ()
        key, answer = self.answers[task.pending[0]]
        asked = task.interrupt_id() == task.pending[0]
        return (Taken(self.of.run_id, key if asked else task.interrupt_id(), answer),)

    def _take(self, task: Task, given: Sequence[Taken]) -> None:
        """Store answers, with what the node does next."""
        task.answers += len(given)
        self.engine.taken.extend(given)

    async def _write(self) -> None:
        await self.engine._write(self.of, self.lease)
