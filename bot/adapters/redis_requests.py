"""Which signed requests came already: one short-lived key each."""

from datetime import timedelta
from hashlib import sha256

from redis.asyncio import Redis

from bot.adapters.redis_store.keys import request_key
from bot.adapters.redis_store.lua import reachable


class SeenRequests:
    """Remembers signatures for `keep`; kept in Redis, since each process takes some."""

    def __init__(self, client: Redis, *, keep: timedelta) -> None:
        self._client = client
        self._keep = keep

    async def first_time(self, signature: str) -> bool:
        """Whether this one is new; from now on it is not. StoreUnavailableError."""
        key = request_key(sha256(signature.encode()).hexdigest())
        with reachable():
            return bool(await self._client.set(key, 1, nx=True, px=self._keep))
