"""What every part of the store has: the client, the scripts, and how long things are kept."""

from datetime import timedelta

from redis.asyncio import Redis

from bot.adapters.redis_store.keys import thread_key
from bot.adapters.redis_store.lua import Lua, reachable
from bot.adapters.redis_store.records import read_snapshot
from bot.core.model import Snapshot
from bot.core.ports.store import NoRunError


class Part:
    """One part of the store.

    `finished_ttl` is how long a finished run is kept. `grace` is how long an
    entry of the due list is safe from being settled: longer than any operation
    takes from writing there to writing the record.
    """

    def __init__(self, client: Redis, *, finished_ttl: timedelta, grace: timedelta) -> None:
        self._client = client
        self._lua = Lua(client)
        self._kept_ms = _ms(finished_ttl)
        self._grace_ms = _ms(grace)

    async def _end_thread(self, channel: str, root_ts: str | None, *, ttl_ms: int) -> None:
        """Let the look-up from a thread to its run end, too."""
        if root_ts and ttl_ms > 0:
            with reachable():
                await self._client.pexpire(thread_key(channel, root_ts), ttl_ms)

    @staticmethod
    def _found(run_id: str, record: str) -> Snapshot:
        """Read what a script gives of a run. NoRunError."""
        snapshot = read_snapshot(run_id, record)
        if snapshot is None:
            raise NoRunError(run_id)
        return snapshot


def _ms(span: timedelta) -> int:
    return span // timedelta(milliseconds=1)
