"""The record of runs in Redis, as the inner parts see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from bot.core.model import Gate, GateState, Lease, Run, Snapshot
from bot.core.question import Choice, Decision


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
class SlotClaim:
    """The right to write one slot, as it stood. `intent` left over from a crash has `stale`.

    `digest` and `rev` are those of the content that the slot shows.
    """

    name: str
    nonce: str
    ts: str | None
    intent: str
    stale: bool
    digest: str = ""
    rev: int = 0


@dataclass(frozen=True, slots=True)
class GateChange:
    """A new gate (`state` open, `expected` None), or a gate's next state."""

    gate: Gate
    state: GateState
    problem: str = ""
    expected: GateState | None = None


class Store(Protocol):
    """The record of runs in Redis. Each method is one atomic step.

    Every method raises StoreUnavailableError when Redis does not answer, and
    NoRunError where it names a run that is not there.
    """

    async def now(self) -> int:
        """Redis' own time in ms."""
        ...

    async def create(
        self, run: Run, *, new_version: bool = False, after: str | None = None
    ) -> Created | Exists:
        """Record a run under its business key (`run.run_id` without version).

        The newest version there wins unless `new_version`; then the run gets the
        next version's id. With `after`, it does only while that is the newest one.
        The same `trigger_id` again gives the run it made.
        `created_at` becomes Redis' time.
        """
        ...

    async def discard(self, run_id: str) -> bool:
        """Forget a run that never started; say whether it is gone, also if it was before.

        One that was driven, or ended, stays.
        """
        ...

    async def load(self, run_id: str) -> Snapshot:
        """Run, gates and slots in one read."""
        ...

    async def choose(self, run_id: str, gate_key: str, row: str, choice: Choice) -> Claimed:
        """Note a choice for one row of an open gate; the latest one stands.

        `choice.at` is replaced by Redis' time.
        """
        ...

    async def decide(
        self, run_id: str, gate_key: str, decision: Decision, *, chosen: int | None = None
    ) -> Claimed:
        """Claim an open gate. `decision.at` is replaced by Redis' time.

        With `chosen`, only if rows were chosen exactly that often: what was sent is what
        was seen.
        """
        ...

    async def cancel(self, run_id: str, *, by: str, delivery: str = "") -> Claimed:
        """Write the final state, close open gates and raise the fence, in one script.

        The same `delivery` again has won as well.
        """
        ...

    async def retry(self, run_id: str, *, by: str, delivery: str = "") -> Claimed:
        """Record that the failed steps may run again (only where the failure allows it).

        The same `delivery` as the latest retry has won as well, and asks for nothing more.
        """
        ...

    async def take_lease(self, run_id: str, *, owner: str, ttl_ms: int) -> Lease | Held:
        """Become the driver, with a new fence. FencedError when the run ended.

        The same owner gets it again, also before it expired: name one per drive. To
        the other methods of a lease, a run that is not there counts as lost.
        """
        ...

    async def pulse(self, lease: Lease, *, ttl_ms: int) -> Pulse:
        """Renew the lease. A run that its own driver ended is held until released."""
        ...

    async def holds(self, lease: Lease) -> bool:
        """Whether the fence is still this one (a cheap read)."""
        ...

    async def release(self, lease: Lease, *, rev: int) -> bool:
        """Give the lease back if nothing was written since `rev`; else False and it stays.

        True also where it was lost before: the caller is not the driver any more.
        """
        ...

    async def abandon(self, lease: Lease, *, uncount: bool) -> None:
        """Give the lease back at once (SIGTERM); `uncount` takes the started drive back."""
        ...

    async def commit(
        self, lease: Lease, before: Run, after: Run, *, gates: Sequence[GateChange] = ()
    ) -> int:
        """Write what differs, if the fence holds and the rev is still `before.rev`.

        Gives the new rev. Raises FencedError, ChangedError (also when a gate is not in its
        expected state). A gate that opens is written as given, without a decision. A final
        `after.state` closes what is open and starts the TTL of all keys of the run.
        """
        ...

    async def note_progress(self, lease: Lease, run: Run) -> int:
        """Write `progress` and `usage` only, whatever the rev. FencedError."""
        ...

    async def claim_slot(
        self, run_id: str, name: str, *, nonce: str, ttl_ms: int
    ) -> SlotClaim | None:
        """Become the one who posts or updates the slot; None while another does.

        Notes `nonce` as the intent when the slot has no ts and no intent yet. The
        same nonce again renews the claim, and gives the slot as it stands.
        """
        ...

    async def fill_slot(
        self, run_id: str, claim: SlotClaim, *, ts: str | None, digest: str, rev: int
    ) -> int:
        """Note what Slack has now, and let go of the slot; gives the run's newest rev.

        `ts` None forgets the message (and its intent).
        """
        ...

    async def drop_slot(self, run_id: str, claim: SlotClaim) -> None:
        """Let go of the slot without a change (the call failed)."""
        ...

    async def mute(self, run_id: str, *, until: int, told: bool) -> None:
        """Slack refuses to let us speak there: do not try before `until`."""
        ...

    async def due(self, *, limit: int) -> Sequence[str]:
        """Runs that somebody should look at: touched, not yet settled, not driven."""
        ...

    async def settle(self, run_id: str) -> None:
        """Take a run off the due list if it was not touched lately.

        The `response_url` of a finished one is forgotten: all was shown.
        """
        ...

    async def postpone(self, run_id: str, *, until: int) -> None:
        """Look at a run not before `until` (ms), if it was not touched lately."""
        ...

    async def run_at(self, channel: str, root_ts: str) -> str | None:
        """The run whose root message this is."""
        ...

    async def keep_draft(
        self, run_id: str, *, user: str, inputs: Mapping[str, Any], ttl: timedelta
    ) -> None:
        """Keep what a person typed for a new version of a run, until they ask for it."""
        ...

    async def draft(self, run_id: str, *, user: str) -> Mapping[str, Any] | None:
        """What they typed; None where there is nothing (any more)."""
        ...
