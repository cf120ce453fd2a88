"""The list of runs that somebody should look at.

An operation writes here *before* it writes the record, so that a crash in
between leaves a look too many and never one too few. An entry goes when a
look found everything in line, unless it was touched within the grace.
"""

from collections.abc import Sequence

from bot.adapters.redis_store.base import Part
from bot.adapters.redis_store.keys import DUE, keys_of
from bot.adapters.redis_store.lua import reachable

_PAGE = 100
_PAGES = 20
"""How far one call looks past runs that are being driven."""


class DueList(Part):
    """Touch, look, settle, postpone."""

    async def now(self) -> int:
        """Redis' own time in ms."""
        with reachable():
            seconds, micros = await self._client.time()
        return seconds * 1000 + micros // 1000

    async def _touch(self, run_id: str) -> int:
        """Put a run on the list, and give the time."""
        return int(await self._lua.run("touch", [DUE], run_id))

    async def due(self, *, limit: int) -> Sequence[str]:
        """Runs that somebody should look at: touched, not yet settled, not driven.

        Longest due first. Entries that lead to no record are taken off in passing.
        """
        found: list[str] = []
        offset = 0
        for _ in range(_PAGES):
            now, page = await self._lua.run("due", [DUE], offset, max(limit, _PAGE))
            gone, idle = await self._look(page, now=int(now))
            found += idle
            if len(found) >= limit or len(page) < max(limit, _PAGE):
                break
            offset += len(page) - gone
        return tuple(found[:limit])

    async def _look(self, page: Sequence[str], *, now: int) -> tuple[int, list[str]]:
        """Give how many entries of a page went, and which runs nobody drives."""
        with reachable():
            pipe = self._client.pipeline(transaction=False)
            for run_id in page:
                pipe.hmget(keys_of(run_id).run, ["state", "until"])
            seen = await pipe.execute()
        looked = list(zip(page, seen, strict=True))
        gone = [await self._unlist(run_id) for run_id, (state, _) in looked if state is None]
        idle = [run_id for run_id, (state, until) in looked if state and int(until or 0) <= now]
        return sum(gone), idle

    async def settle(self, run_id: str) -> None:
        """Take a run off the due list if it was not touched lately.

        Whatever a finished run still has outside its own keys gets its end first, and
        its `response_url` is forgotten.
        """
        keys = keys_of(run_id)
        status, *rest = await self._lua.run("ending", [keys.run, keys.slots])
        if status == "ok":
            channel, root_ts, ttl_ms = rest
            await self._end_thread(channel, root_ts, ttl_ms=ttl_ms)
        await self._unlist(run_id)

    async def _unlist(self, run_id: str) -> int:
        return int(await self._lua.run("settle", [DUE], run_id, self._grace_ms))

    async def postpone(self, run_id: str, *, until: int) -> None:
        """Look at a run not before `until` (ms), if it was not touched lately."""
        await self._lua.run("postpone", [DUE], run_id, self._grace_ms, until)
