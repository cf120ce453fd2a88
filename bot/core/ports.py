"""What the inner parts need from the outside, as protocols. The adapters implement them."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol

from bot.core.model import (
    Decision,
    Gate,
    GateState,
    Lease,
    Run,
    Seen,
    Snapshot,
    Usage,
)


class StoreUnavailableError(Exception):
    """Redis cannot be reached: nothing was recorded."""


class FencedError(Exception):
    """Somebody else drives the run by now, or it ended. The driver stops silently."""


class ChangedError(Exception):
    """The record moved since it was read: read it again and decide anew."""


class NoRunError(Exception):
    """There is no run of that id (or its record has expired)."""


@dataclass(frozen=True, slots=True)
class Created:
    """A run was recorded, or the same delivery recorded it before (`again`)."""

    run: Run
    again: bool = False


@dataclass(frozen=True, slots=True)
class Exists:
    """A run with this business key is there already: the newest version."""

    run: Run


@dataclass(frozen=True, slots=True)
class Held:
    """Somebody drives the run; look again at `until`."""

    until: int


@dataclass(frozen=True, slots=True)
class Pulse:
    """What a heartbeat saw: whether the lease still stands, and the record's rev."""

    held: bool
    rev: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """Whether a decision, cancel or retry took effect, and the state it found or made."""

    won: bool
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Person:
    """What Slack says of a person. `locale` as `zh-CN`, `timezone` as `Asia/Shanghai`."""

    user: str
    locale: str = "en-US"
    timezone: str = "UTC"


class Store(Protocol):
    """The record of runs in Redis. Each method is one atomic step.

    Every method raises StoreUnavailableError when Redis does not answer, and
    NoRunError where it names a run that is not there.
    """

    async def now(self) -> int:
        """Redis' own time in ms."""
        ...

    async def create(self, run: Run, *, new_version: bool = False) -> Created | Exists:
        """Record a run under its business key (`run.run_id` without version).

        The newest version there wins unless `new_version`; then the run gets the
        next version's id. The same `trigger_id` again gives the run it made.
        """
        ...

    async def discard(self, run_id: str) -> None:
        """Forget a run that never started (nothing was driven, nothing is shown)."""
        ...

    async def load(self, run_id: str) -> Snapshot:
        """Run, gates and slots in one read."""
        ...

    async def decide(self, run_id: str, gate_key: str, decision: Decision) -> Claimed:
        """Claim an open gate. `decision.at` is replaced by Redis' time."""
        ...

    async def cancel(self, run_id: str, *, by: str) -> Claimed:
        """Write the final state, close open gates and raise the fence, in one script."""
        ...

    async def retry(self, run_id: str, *, by: str) -> Claimed:
        """Record that the failed steps may run again (only where the failure allows it)."""
        ...

    async def take_lease(self, run_id: str, *, owner: str, ttl_ms: int) -> Lease | Held:
        """Become the driver, with a new fence. FencedError when the run ended."""
        ...

    async def pulse(self, lease: Lease, *, ttl_ms: int) -> Pulse:
        """Renew the lease."""
        ...

    async def holds(self, lease: Lease) -> bool:
        """Whether the fence is still this one (a cheap read)."""
        ...

    async def release(self, lease: Lease, *, rev: int) -> bool:
        """Give the lease back if nothing was written since `rev`; else False and it stays."""
        ...

    async def abandon(self, lease: Lease, *, uncount: bool) -> None:
        """Give the lease back at once (SIGTERM); `uncount` takes the started drive back."""
        ...

    async def commit(
        self, lease: Lease, before: Run, after: Run, *, gates: Sequence["GateChange"] = ()
    ) -> int:
        """Write what differs, if the fence holds and the rev is still `before.rev`.

        Gives the new rev. Raises FencedError, ChangedError. A final `after.state` starts the TTL
        of all keys of the run.
        """
        ...

    async def note_progress(self, lease: Lease, run: Run) -> int:
        """Write `progress` and `usage` only, whatever the rev. FencedError."""
        ...

    async def claim_slot(
        self, run_id: str, name: str, *, nonce: str, ttl_ms: int
    ) -> "SlotClaim | None":
        """Become the one who posts or updates the slot; None while another does.

        Notes `nonce` as the intent when the slot has no ts and no intent yet.
        """
        ...

    async def fill_slot(
        self, run_id: str, claim: "SlotClaim", *, ts: str | None, digest: str, rev: int
    ) -> None:
        """Note what Slack has now, and let go of the slot. `ts` None forgets the message."""
        ...

    async def drop_slot(self, run_id: str, claim: "SlotClaim") -> None:
        """Let go of the slot without a change (the call failed)."""
        ...

    async def mute(self, run_id: str, *, until: int, told: bool) -> None:
        """Slack refuses to let us speak there: do not try before `until`."""
        ...

    async def due(self, *, limit: int) -> Sequence[str]:
        """Runs that somebody should look at: touched, not yet settled, not driven."""
        ...

    async def settle(self, run_id: str) -> None:
        """Take a run off the due list if it was not touched lately."""
        ...

    async def run_at(self, channel: str, root_ts: str) -> str | None:
        """The run whose root message this is."""
        ...

    async def person(self, team: str, user: str) -> Person | None:
        """A remembered person."""
        ...

    async def remember(self, team: str, person: Person, *, ttl: timedelta) -> None:
        """Remember a person for a while."""
        ...


@dataclass(frozen=True, slots=True)
class SlotClaim:
    """The right to write one slot, as it stood. `intent` left over from a crash has `stale`."""

    name: str
    nonce: str
    ts: str | None
    intent: str
    stale: bool


@dataclass(frozen=True, slots=True)
class GateChange:
    """A new gate (`state` open, `expected` None), or a gate's next state."""

    gate: Gate
    state: GateState
    problem: str = ""
    expected: GateState | None = None


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A node began."""

    node: str


@dataclass(frozen=True, slots=True)
class StepEnded:
    """A node ended, paused (`waits`) or raised (`failed`); `preview` is its first text."""

    node: str
    preview: str = ""
    waits: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A node says what it is doing."""

    node: str
    text: str


@dataclass(frozen=True, slots=True)
class Used:
    """A model call ended."""

    usage: Usage


DriveEvent = StepStarted | StepEnded | StatusLine | Used


@dataclass(frozen=True, slots=True)
class StartGraph:
    """Run the graph from its input."""

    inputs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ResumeGraph:
    """Answer these interrupts: id -> non-empty dict."""

    answers: Mapping[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class ContinueGraph:
    """Drive what is due, without an answer."""


Command = StartGraph | ResumeGraph | ContinueGraph


class InvalidAnswerError(Exception):
    """The graph's response schema refuses the answer; the question stays open."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class StepFailedError(Exception):
    """A node raised. `__cause__` is what it raised."""

    def __init__(self, nodes: tuple[str, ...]) -> None:
        super().__init__(", ".join(nodes))
        self.nodes = nodes


class UnknownWorkflowError(Exception):
    """No workflow of that name is registered."""


class Engine(Protocol):
    """LangGraph: look at a thread, drive it."""

    async def inspect(self, run: Run) -> Seen:
        """What the checkpoint says. UnknownWorkflowError."""
        ...

    def drive(
        self, run: Run, command: Command, *, lease: "LeaseGuard"
    ) -> AsyncIterator[DriveEvent]:
        """Drive until the graph ends or waits. Raises InvalidAnswerError, StepFailedError,
        FencedError.
        """
        ...

    async def retire(self, run_id: str, *, ttl: timedelta) -> None:
        """Give all checkpoint keys of a finished run a TTL."""
        ...


class LeaseGuard(Protocol):
    """Tells a driver, cheaply, whether it still drives."""

    async def check(self) -> None:
        """FencedError when the lease is lost."""
        ...


class Jobs(Protocol):
    """The queue: it says "look at this run", nothing else."""

    async def wake(self, run_id: str, *, key: str, at: int | None = None) -> None:
        """Have some worker look at the run, now or at `at` (ms). One job per key."""
        ...


@dataclass(frozen=True, slots=True)
class File:
    """A text to put beside a message."""

    name: str
    title: str
    content: str


@dataclass(frozen=True, slots=True)
class Message:
    """What a slot should show. `text` is the one-line fallback for notifications.

    `plain` are blocks that every Slack accepts (sections, context, actions), with the same
    buttons; used when `blocks` are refused. `file` goes into the thread under `{slot}:file`.
    """

    slot: str
    text: str
    blocks: tuple[Mapping[str, object], ...]
    plain: tuple[Mapping[str, object], ...] = field(default=())
    file: File | None = None


class MessageGoneError(Exception):
    """The message to update is not there any more."""


class CannotSpeakError(Exception):
    """Slack refuses to let the bot speak there (archived, removed, revoked). `code` is Slack's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class GaveWayError(Exception):
    """A progress update was left out: rates are used up, or the call failed. Try again later."""


class DeliveryError(Exception):
    """Slack did not take the call after all retries. Try again later. `code` is Slack's, or ""."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Messenger(Protocol):
    """Slack, as far as a run speaks through it. All calls are paced and retried inside.

    Raises MessageGoneError (update), CannotSpeakError, GaveWayError (only where `may_drop`),
    DeliveryError.
    """

    async def post(self, run: Run, message: Message, *, thread: str | None, nonce: str) -> str:
        """Post with metadata `{run_id, slot, nonce}`; gives the ts. Joins public channels."""
        ...

    async def update(self, run: Run, message: Message, *, ts: str, may_drop: bool) -> None:
        """Replace what the message shows."""
        ...

    async def upload(self, run: Run, file: File, *, thread: str, slot: str, nonce: str) -> str:
        """Put a file into the thread; gives the ts of its message (or the file id)."""
        ...

    async def find(self, run: Run, slot: str, *, thread: str | None) -> str | None:
        """The ts of a message that was posted for this slot, by its metadata (files: by name).

        None where there is none, or where Slack refuses the look-up.
        """
        ...

    async def tell(self, run: Run, text: str) -> None:
        """A private line to the starter: by `response_url` while it lives, else as a DM."""
        ...
