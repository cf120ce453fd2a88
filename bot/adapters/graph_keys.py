"""The keys that a thread's checkpoints leave in Redis, and their end.

The saver can give keys a TTL only when it writes them. A run that waits for people must
never expire, so it writes without one, and a finished thread gets its TTL here.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple, Protocol, runtime_checkable

from langgraph.checkpoint.redis.aio import AsyncRedisSaver
from langgraph.checkpoint.redis.key_registry import CheckpointKeyRegistry
from langgraph.checkpoint.redis.util import from_storage_safe_str, to_storage_safe_str
from redis.asyncio import Redis
from redisvl.query import FilterQuery  # type: ignore[import-untyped]  # it ships no types
from redisvl.query.filter import Tag  # type: ignore[import-untyped]  # it ships no types

PAGE = 500
"""Checkpoints read from the search index at a time."""
ROOT = to_storage_safe_str("")
"""The namespace of a graph that is no subgraph, as it is stored."""
OF_A_TASK = ":"
"""In the namespace of a subgraph, before the id of the task that runs it. One that remembers,
across tasks, has none in its namespace."""


async def expire_thread(saver: AsyncRedisSaver, thread_id: str, *, ttl: timedelta) -> None:
    """Give every key of the thread this TTL: checkpoints, pointers, writes, registries.

    Doing it again only sets the same TTL anew.
    """
    client: Redis = saver._redis  # type: ignore[assignment]  # noqa: SLF001 - a cluster client pipes alike
    async for checkpoints in pages(saver, thread_id):
        await _expire(client, await _keys(saver, client, thread_id, checkpoints), ttl)


@runtime_checkable
class RetiresTexts(Protocol):
    """The long texts of runs, which end with the checkpoints beside them."""

    async def retire(self, run_id: str, *, ttl: timedelta) -> None:
        """Give all texts of a run a TTL. StoreUnavailableError."""
        ...


class CheckpointName(NamedTuple):
    """What tells one checkpoint from all others."""

    thread: str
    namespace: str
    checkpoint: str


async def forget_writes(saver: AsyncRedisSaver, names: Sequence[CheckpointName]) -> None:
    """Delete what tasks wrote at these checkpoints: half of what a waiting run would keep.

    A checkpoint holds what the writes before it came to. They are read again only for the
    newest one, to go on from.
    """
    client: Redis = saver._redis  # type: ignore[assignment]  # noqa: SLF001 - as above
    registries = [
        CheckpointKeyRegistry.make_write_keys_zset_key(
            name.thread, to_storage_safe_str(name.namespace), name.checkpoint
        )
        for name in names
    ]
    if registries:
        await client.delete(*registries, *await members(client, registries))


async def pages(
    saver: AsyncRedisSaver, thread_id: str
) -> AsyncIterator[Sequence[Mapping[str, Any]]]:
    """Find all checkpoints, oldest first: `id` is the key, beside namespace and checkpoint id.

    Sorted, since unsorted pages of a search can repeat and miss some.
    """
    query = FilterQuery(
        filter_expression=Tag("thread_id") == thread_id,
        return_fields=["checkpoint_ns", "checkpoint_id"],
        sort_by=("checkpoint_id", "ASC"),
    )
    async for page in saver.checkpoints_index.paginate(query, page_size=PAGE):
        yield page


async def _keys(
    saver: AsyncRedisSaver,
    client: Redis,
    thread_id: str,
    checkpoints: Sequence[Mapping[str, Any]],
) -> list[str]:
    registries = [
        CheckpointKeyRegistry.make_write_keys_zset_key(
            thread_id, one["checkpoint_ns"], one["checkpoint_id"]
        )
        for one in checkpoints
    ]
    # The saver's own naming; a copy of it here would go stale unseen.
    pointers = {
        saver._make_redis_checkpoint_latest_key(thread_id, from_storage_safe_str(ns))  # noqa: SLF001
        for ns in {one["checkpoint_ns"] for one in checkpoints}
    }
    writes = await members(client, registries)
    return [*(one["id"] for one in checkpoints), *pointers, *registries, *writes]


async def members(client: Redis, registries: Sequence[str]) -> list[str]:
    """Give the keys of the writes: each checkpoint keeps a registry of its own."""
    pipe = client.pipeline(transaction=False)
    for key in registries:
        pipe.zrange(key, 0, -1)
    found = await pipe.execute()
    return [k.decode() if isinstance(k, bytes) else k for keys in found for k in keys]


async def _expire(client: Redis, keys: Sequence[str], ttl: timedelta) -> None:
    pipe = client.pipeline(transaction=False)
    for key in keys:
        pipe.expire(key, ttl)
    await pipe.execute()
