"""What the driver of a run does. Every write checks owner and fence in the script.

A record that is gone fences its driver as well: there is nothing to drive.
"""

from collections.abc import Iterator, Sequence

from bot.adapters.redis_store.base import Part
from bot.adapters.redis_store.keys import keys_of
from bot.adapters.redis_store.lua import reachable
from bot.adapters.redis_store.records import about_gate, progress_fields, run_fields
from bot.core.model import GateState, Lease, Run
from bot.core.ports.store import (
    ChangedError,
    FencedError,
    GateChange,
    Held,
    NoRunError,
    Pulse,
)


class Leases(Part):
    """The right to drive, and what it allows to write."""

    async def take_lease(self, run_id: str, *, owner: str, ttl_ms: int) -> Lease | Held:
        """Become the driver, with a new fence. FencedError when the run ended.

        The same owner gets it again, also before it expired: name one per drive.
        """
        status, *rest = await self._lua.run("take_lease", [keys_of(run_id).run], owner, ttl_ms)
        match status:
            case "ok":
                return Lease(run_id=run_id, owner=owner, fence=int(rest[0]))
            case "held":
                return Held(until=int(rest[0]))
            case "none":
                raise NoRunError(run_id)
            case _:
                raise FencedError(run_id)

    async def pulse(self, lease: Lease, *, ttl_ms: int) -> Pulse:
        """Renew the lease. A run that its own driver ended is still held, until released."""
        held, rev = await self._lua.run("pulse", *_of(lease), ttl_ms)
        return Pulse(held=bool(held), rev=rev)

    async def holds(self, lease: Lease) -> bool:
        """Whether owner and fence are still these (a cheap read)."""
        with reachable():
            seen = await self._client.hmget(keys_of(lease.run_id).run, ["owner", "fence"])
        return seen == [lease.owner, str(lease.fence)]

    async def release(self, lease: Lease, *, rev: int) -> bool:
        """Give the lease back if nothing was written since `rev`; else False and it stays.

        True also where it was lost before: the caller is not the driver any more.
        """
        return bool(await self._lua.run("release", *_of(lease), rev))

    async def abandon(self, lease: Lease, *, uncount: bool) -> None:
        """Give the lease back at once (SIGTERM); `uncount` takes the started drive back."""
        await self._lua.run("abandon", *_of(lease), int(uncount))

    async def commit(
        self, lease: Lease, before: Run, after: Run, *, gates: Sequence[GateChange] = ()
    ) -> int:
        """Write what differs, if the fence holds and the rev is still `before.rev`.

        Gives the new rev. Raises FencedError, ChangedError (also when a gate is
        not in its expected state). A final `after.state` closes what is open and
        starts the TTL of all keys of the run.
        """
        keys = keys_of(lease.run_id)
        status, *rest = await self._lua.run(
            "commit",
            keys.everything,
            *(lease.owner, lease.fence, before.rev, self._kept_ms),
            *_differences(before, after),
            *_gate_list(gates),
        )
        rev, root_ts = _written(lease, status, rest)
        if after.state.final:
            await self._end_thread(after.channel, root_ts, ttl_ms=self._kept_ms)
        return rev

    async def note_progress(self, lease: Lease, run: Run) -> int:
        """Write `progress` and `usage` only, whatever the rev. FencedError."""
        new = progress_fields(run)
        status, *rest = await self._lua.run(
            "note_progress", *_of(lease), new["progress"], new["usage"]
        )
        return _written(lease, status, [*rest, None])[0]


def _of(lease: Lease) -> tuple[list[str], str, int]:
    """Name the key and the first two arguments of every script that a driver calls."""
    return [keys_of(lease.run_id).run], lease.owner, lease.fence


def _written(lease: Lease, status: str, rest: Sequence[object]) -> tuple[int, str | None]:
    if status == "fenced":
        raise FencedError(lease.run_id)
    if status == "changed":
        raise ChangedError(lease.run_id)
    rev, root_ts = rest
    return int(str(rev)), None if root_ts is None else str(root_ts)


def _differences(before: Run, after: Run) -> Iterator[str | int]:
    """Count and name the fields to set, then those to delete."""
    old, new = run_fields(before), run_fields(after)
    fresh = {name: text for name, text in new.items() if text is not None and text != old[name]}
    gone = [name for name, text in new.items() if text is None and old[name] is not None]
    yield len(fresh)
    for pair in fresh.items():
        yield from pair
    yield len(gone)
    yield from gone


def _gate_list(changes: Sequence[GateChange]) -> Iterator[str | int]:
    yield len(changes)
    for change in changes:
        yield change.gate.key
        yield change.expected.value if change.expected else ""
        yield change.state.value
        yield about_gate(change.gate) if change.state is GateState.OPEN else ""
        yield change.problem
        yield change.gate.checkpoint
