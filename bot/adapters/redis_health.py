"""Whether Redis is there right now, for whoever watches the bot."""

import asyncio

from redis.asyncio import Redis
from redis.exceptions import RedisError

_AT_MOST = 1.0
"""Seconds. Whoever watches waits for the answer."""


async def missing(client: Redis) -> str:
    """What is wrong with Redis, in a few words; "" where it answers within a second."""
    try:
        async with asyncio.timeout(_AT_MOST):
            await client.ping()
    except (RedisError, OSError):
        return "does not answer"
    return ""
