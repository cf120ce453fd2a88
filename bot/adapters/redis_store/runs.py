"""What people ask of a run: start it, answer, cancel, retry. Each is one script on its record."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from uuid import uuid4

from bot.adapters.redis_store.due import DueList
from bot.adapters.redis_store.keys import DUE, base_of, keys_of, version_of, versioned
from bot.adapters.redis_store.lua import Call, reachable, text_or_none
from bot.adapters.redis_store.records import choice_text, decision_text, new_run_fields
from bot.core.model import Run, Snapshot
from bot.core.ports.store import Claimed, Created, Exists, NoRunError
from bot.core.question import Choice, Decision


class Runs(DueList):
    """The operations of people. Every one puts the run on the due list before it writes."""

    async def create(
        self, run: Run, *, new_version: bool = False, after: str | None = None
    ) -> Created | Exists:
        """Record a run under its business key (`run.run_id` without version).

        The newest version there wins unless `new_version`; then the run gets the
        next version's id. With `after`, it does only while that is the newest one.
        The same `trigger_id` again gives the run it made.
        `created_at` becomes Redis' time.
        """
        base, taken = base_of(run.run_id), None
        while True:  # somebody else made a version meanwhile: look again
            latest, mine = await self._index(base, run.trigger_id)
            if mine and (made := await self._find(mine)):
                return Created(made, again=True)
            newest = taken or latest
            wanted = new_version or (after is not None and newest == after)
            if newest and not wanted and (there := await self._find(newest)):
                return Exists(there)
            version = version_of(newest) + 1 if newest else 1
            new = replace(run, run_id=versioned(base, version), version=version, rev=1, fence=0)
            new, outcome = await self._record(new, latest=latest, mine=mine)
            if outcome == "ok":
                return Created(new)
            taken = new.run_id if outcome == "taken" else None

    async def _index(self, base: str, trigger_id: str) -> tuple[str | None, str | None]:
        """Give the newest version's id, and the id that this delivery made before."""
        with reachable():
            latest, mine = await self._client.hmget(
                keys_of(base).index, ["latest", _trigger_field(trigger_id)]
            )
        return text_or_none(latest), text_or_none(mine) if trigger_id else None

    async def _record(self, run: Run, *, latest: str | None, mine: str | None) -> tuple[Run, str]:
        new = replace(run, created_at=await self._touch(run.run_id))
        fields = [(name, text) for name, text in new_run_fields(new).items() if text is not None]
        keys = keys_of(new.run_id)
        (outcome,) = await self._lua.run(
            "create",
            [keys.index, keys.run],
            *(latest or "", new.run_id, _trigger_field(new.trigger_id or new.run_id), mine or ""),
            *chain.from_iterable(fields),
        )
        return new, outcome

    async def _find(self, run_id: str) -> Run | None:
        try:
            return (await self.load(run_id)).run
        except NoRunError:
            return None

    async def discard(self, run_id: str) -> bool:
        """Forget a run that never started; say whether it is gone, also if it was before.

        One that was driven, or ended, stays.
        """
        try:
            snapshot = await self.load(run_id)
        except NoRunError:
            return True
        run = snapshot.run
        before = versioned(base_of(run_id), max(run.version - 1, 1))
        (outcome,) = await self._lua.run(
            "discard",
            [*keys_of(run_id).everything, keys_of(before).run],
            *(run_id, before, _trigger_field(run.trigger_id or run_id), self._kept_ms),
        )
        if outcome == "driven":
            return False
        await self._end_thread(run.channel, snapshot.root, ttl_ms=self._kept_ms)
        await self._unlist(run_id)
        return True

    async def load(self, run_id: str) -> Snapshot:
        """Run, gates and slots in one read."""
        return self._found(run_id, await self._lua.run("load", keys_of(run_id).record))

    async def choose(self, run_id: str, gate_key: str, row: str, choice: Choice) -> Claimed:
        """Note a choice for one row of an open gate. `choice.at` is replaced by Redis' time."""
        keys = keys_of(run_id).record
        return await self._asked(run_id, "choose", keys, gate_key, row, choice_text(choice))

    async def decide(
        self, run_id: str, gate_key: str, decision: Decision, *, chosen: int | None = None
    ) -> Claimed:
        """Claim an open gate. `decision.at` is replaced by Redis' time.

        With `chosen`, only if rows were chosen exactly that often.
        """
        text = decision_text(decision, nonce=uuid4().hex)
        count = "" if chosen is None else chosen
        return await self._asked(run_id, "decide", keys_of(run_id).record, gate_key, text, count)

    async def cancel(self, run_id: str, *, by: str, delivery: str = "") -> Claimed:
        """Write the final state, close open gates and raise the fence, in one script.

        The same `delivery` again has won as well.
        """
        keys = keys_of(run_id).everything
        request = delivery or uuid4().hex
        claimed = await self._asked(run_id, "cancel", keys, by, request, self._kept_ms)
        if claimed.won:
            snapshot = claimed.snapshot
            await self._end_thread(snapshot.run.channel, snapshot.root, ttl_ms=self._kept_ms)
        return claimed

    async def retry(self, run_id: str, *, by: str, delivery: str = "") -> Claimed:
        """Record that the failed steps may run again (only where the failure allows it).

        The same `delivery` as the latest retry has won as well, and asks for nothing more.
        """
        request = delivery or uuid4().hex
        return await self._asked(run_id, "retry", keys_of(run_id).record, by, request)

    async def _asked(
        self, run_id: str, script: str, keys: Sequence[str], *args: str | int
    ) -> Claimed:
        """Put the run on the due list, then run the script on its record."""
        touch = Call("touch", [DUE], (run_id,))
        won, record = await self._lua.run_in_turn(touch, Call(script, keys, args))
        return Claimed(won=bool(won), snapshot=self._found(run_id, record))


def _trigger_field(trigger_id: str) -> str:
    return f"trigger:{trigger_id}"
