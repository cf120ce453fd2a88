"""The values everything else speaks in: runs, gates, decisions, slots.

All of them are frozen. Times are milliseconds since the epoch, by Redis' clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.core.question import Choice, Decision, Question
from graphs.contract import Language


class RunState(StrEnum):
    """What the store says about a run. All but ACTIVE are final."""

    ACTIVE = "active"
    DONE = "done"
    CANCELLED = "cancelled"
    DEAD = "dead"
    """Cannot go on: its graph changed under it, or its checkpoint is gone."""

    @property
    def final(self) -> bool:
        """Whether nothing can happen to the run any more."""
        return self is not RunState.ACTIVE


class GateState(StrEnum):
    """Where a question stands."""

    OPEN = "open"
    DECIDED = "decided"
    """People answered; the graph has not taken the answer yet."""
    APPLIED = "applied"
    """The graph went on with the answer."""
    SUPERSEDED = "superseded"
    """The graph asks something else by now; an answer would fit another question."""
    CLOSED = "closed"
    """The run ended first: cancelled, or dead."""


class NodeState(StrEnum):
    """Where a step of the graph stands, for the progress message."""

    IDLE = "idle"
    RUNNING = "running"
    DONE = "done"
    WAITING = "waiting"
    FAILED = "failed"


class FailureKind(StrEnum):
    """Why a run stopped."""

    STEP = "step"
    """A node raised. What finished is kept; Retry goes on from there."""
    GAVE_UP = "gave_up"
    """The process died several times at the same place."""
    LOST = "lost"
    """The checkpoint is missing although the run had one, or is not of this run."""
    CHANGED = "changed"
    """The graph no longer has the node that was due. Retry asks again from the step before."""
    STRANDED = "stranded"
    """It does not have the step before either."""
    ORIGIN_GONE = "origin_gone"
    """The checkpoint of an older version that it was to go on from is gone."""
    UNKNOWN_WORKFLOW = "unknown_workflow"
    """No workflow of that name is registered any more."""

    @property
    def can_retry(self) -> bool:
        """Whether asking again can help."""
        return self in {
            FailureKind.STEP,
            FailureKind.GAVE_UP,
            FailureKind.CHANGED,
            FailureKind.UNKNOWN_WORKFLOW,
        }


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a run cannot go on by itself. `ref` finds the cause in the log.

    `detail` is the type's name where a node gave, or asked, what cannot be stored.
    """

    kind: FailureKind
    ref: str
    at: int
    nodes: tuple[str, ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the model was asked for. `cost` is in US dollars, None where prices are unknown."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    def plus(self, other: "Usage") -> "Usage":
        """Add two counts; a known cost plus an unknown one is the known one."""
        costs = [c for c in (self.cost, other.cost) if c is not None]
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=sum(costs) if costs else None,
        )


@dataclass(frozen=True, slots=True)
class Person:
    """Who somebody is to Slack. `locale` as `zh-CN`, `timezone` as `Asia/Shanghai`."""

    user: str
    name: str = ""
    locale: str = "en-US"
    timezone: str = "UTC"


@dataclass(frozen=True, slots=True)
class NodeProgress:
    """One line of the progress message. `note` is the node's last status line or preview.

    `tasks` is how many the node runs at once, of which `tasks_done` are done; 0 where it
    runs one.
    """

    node: str
    state: NodeState = NodeState.IDLE
    started_at: int | None = None
    took_ms: int | None = None
    note: str = ""
    tasks: int = 0
    tasks_done: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """The older version that a run goes on from: its thread is where this one's begins.

    `nodes` are the steps that run again, all of what they do, at `checkpoint`. Without them
    it goes on from wherever that version stood when it ended, and keeps what was finished
    there; `checkpoint` is then the newest that the store saw, None where it saw none.
    """

    run_id: str
    version: int
    checkpoint: str | None
    by: str
    """Who asked for it."""
    nodes: tuple[str, ...] = ()
    fingerprint: str = ""
    """The graph that the older version was driven on; "" where it never was."""


@dataclass(frozen=True, slots=True)
class Run:
    """One execution of a workflow: one LangGraph thread, bound to a channel.

    `run_id` is the LangGraph `thread_id`. `rev` is raised by every write to the
    record. `starts` counts drives begun at `drive_checkpoint` that have not
    ended; a process that dies leaves it raised. `handed` are the gates whose
    answers a drive was given: the graph may hold them. `checkpoint` is the newest
    checkpoint id the store ever saw, None before the first.
    """

    run_id: str
    workflow: str
    team: str
    channel: str
    starter: str
    language: Language
    timezone: str
    period: str
    """What the run is about in time, as `2026-W48`; empty where the workflow has none."""
    version: int
    inputs: Mapping[str, Any]
    """The start form's values in JSON, by field key."""
    trigger_id: str
    created_at: int
    offline: bool = False
    """Whether the offline model feeds it."""
    response_url: str = ""
    """Where a private line to the starter can go for 30 minutes; "" once its end was shown."""
    origin: Origin | None = None
    """Where it goes on from; None for one that begins with its inputs."""

    state: RunState = RunState.ACTIVE
    ended_at: int | None = None
    ended_by: str | None = None
    """Who cancelled it."""
    failure: Failure | None = None
    retry_by: str | None = None
    """Who asked to drive the failed steps again; None once that was done."""
    result: str | None = None
    links: tuple[str, ...] = ()
    """Addresses that may be links in the result: the graph's own code vouches for them."""

    rev: int = 0
    fence: int = 0
    starts: int = 0
    drive_checkpoint: str | None = None
    handed: tuple[str, ...] = ()
    checkpoint: str | None = None
    fingerprint: str = ""
    code: str = ""
    """Digest of the graph's code when a drive last ended well: what it asks, that code asked."""
    progress: tuple[NodeProgress, ...] = ()
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Gate:
    """One question of a run. Its identity is `key`: interrupt id and digest of the payload.

    `key` is `{interrupt_id}.{first 8 hex of the digest}`; cards carry run id and
    key and nothing else. `problem` is why an earlier answer was refused.
    """

    key: str
    interrupt_id: str
    node: str
    checkpoint: str
    question: Question
    opened_at: int
    state: GateState = GateState.OPEN
    decision: Decision | None = None
    problem: str = ""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    """What was chosen for single rows, before all of them are sent."""
    chosen: int = 0
    """How often somebody chose: a submit counts only for the choices that it was shown with."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place where a run shows something, as far as Slack is known to have it.

    `ts` is None while nobody knows whether the message exists; then `intent` is
    the nonce that the message's metadata would carry. `digest` is of the content
    that Slack has, `rev` the run's rev that it was rendered from.
    """

    name: str
    ts: str | None = None
    intent: str | None = None
    digest: str = ""
    rev: int = 0
    shown_at: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the store knows of a run, read in one go."""

    run: Run
    gates: Mapping[str, Gate] = field(default_factory=dict)
    slots: Mapping[str, Slot] = field(default_factory=dict)
    muted_until: int = 0
    """Slack refused to let us speak there; not before this time again."""
    told: bool = False
    """Whether the starter was told so."""
    read_at: int = field(default=0, compare=False)
    """When it was read (ms, Redis' clock)."""

    @property
    def root(self) -> str | None:
        """The ts of the run's root message, once there is one."""
        slot = self.slots.get("root")
        return slot.ts if slot else None

    def gates_in(self, *states: GateState) -> tuple[Gate, ...]:
        """Gates in one of these states, oldest first."""
        return tuple(
            sorted(
                (g for g in self.gates.values() if g.state in states),
                key=lambda g: (g.opened_at, g.key),
            )
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """An interrupt as the checkpoint has it now. `failed`: its task also carries an error."""

    interrupt_id: str
    key: str
    node: str
    question: Question
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """The checkpoint, as far as the next step depends on it.

    `due` counts the tasks that are next (`len(state.next)`); `failed` names the
    nodes whose task carries an error.
    """

    exists: bool
    checkpoint: str | None = None
    due: int = 0
    waiting: int = 0
    """How many of them wait for people and carry no error."""
    asked: tuple[Asked, ...] = ()
    failed: tuple[str, ...] = ()
    result: str | None = None
    links: tuple[str, ...] = ()
    """Addresses that may be links in the result."""
    fingerprint: str = ""
    code: str = ""
    """Digest of the graph's code as it is now."""
    way_back: tuple[str, ...] = ()
    """Where the graph changed under a run: the nodes that ran last, if it has all of them."""
    lost: tuple[str, ...] = ()
    """Nodes that are due, while what asked inside them is gone from the graph."""
    origin: bool = False
    """Where nothing is yet: whether the checkpoint that the run goes on from is there."""
    done: frozenset[str] = frozenset()
    """In a copy of an older version, before it is driven: the nodes that it has behind it."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to drive a run, until it expires or a newer fence exists."""

    run_id: str
    owner: str
    fence: int


JSONDict = dict[str, Any]
"""A JSON object on its way to or from a library. It ends at the edge."""
