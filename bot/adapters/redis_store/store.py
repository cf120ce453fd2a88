"""The store: all its parts over one Redis client."""

from datetime import timedelta

from redis.asyncio import Redis

from bot.adapters.redis_store.drafts import Drafts
from bot.adapters.redis_store.leases import Leases
from bot.adapters.redis_store.runs import Runs
from bot.adapters.redis_store.slots import Slots

FINISHED_TTL = timedelta(days=30)
GRACE = timedelta(seconds=30)


class RedisStore(Runs, Leases, Slots, Drafts):
    """The record of runs in Redis (see the protocol `Store` for what each method promises).

    `client` must decode responses. Waiting runs are kept for good, finished ones
    for `finished_ttl`. `grace` is how long a touched run cannot be settled.
    """

    def __init__(
        self,
        client: Redis,
        *,
        finished_ttl: timedelta = FINISHED_TTL,
        grace: timedelta = GRACE,
    ) -> None:
        super().__init__(client, finished_ttl=finished_ttl, grace=grace)
