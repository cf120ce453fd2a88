"""Copies a thread at one checkpoint to where another version of the run begins.

What Redis holds is copied as it is: no value is made of it, so none can come out different,
and the checkpoint keeps its id, on which the ids of its tasks and of what they wrote rest.
All of it is written in one transaction: there is a whole copy or none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast, runtime_checkable

from langgraph.checkpoint.redis.aio import AsyncRedisSaver
from langgraph.checkpoint.redis.key_registry import CheckpointKeyRegistry
from langgraph.checkpoint.redis.util import from_storage_safe_str
from langgraph.types import StateSnapshot
from redis.asyncio import Redis

from bot.adapters.graph_keys import OF_A_TASK, ROOT, members, pages
from bot.adapters.graph_saver import CONTROL_CHANNELS
from bot.core.model import JSONDict, Origin
from bot.core.ports.engine import LeaseGuard
from bot.core.ports.store import ChangedError


@runtime_checkable
class CopiesTexts(Protocol):
    """The long texts that lie beside the checkpoints of runs."""

    async def copy(self, source: str, target: str) -> None:
        """Give a run all texts of another one. Doing it again changes nothing."""
        ...


@dataclass(frozen=True, slots=True)
class _Part:
    """A checkpoint by its key, and what finished tasks wrote there, in order."""

    key: str
    checkpoint: JSONDict
    writes: Sequence[tuple[str, JSONDict]] = field(default=())


async def is_there(saver: AsyncRedisSaver, origin: Origin) -> bool:
    """Whether the checkpoint to go on from is still there."""
    return await _Source(saver, origin).head() is not None


async def behind(saver: AsyncRedisSaver, copied: StateSnapshot) -> frozenset[str]:
    """The nodes that a copy has behind it: they ran, and do not come next once more.

    The older version may have been stopped before anybody noted that.
    """
    found = await saver.aget_tuple(copied.config)
    ran = set(found.checkpoint["versions_seen"]) if found else set()
    left = {task.name for task in copied.tasks if task.result is None}
    return frozenset((ran | {task.name for task in copied.tasks}) - left)


async def copy(
    saver: AsyncRedisSaver,
    origin: Origin,
    run_id: str,
    *,
    lease: LeaseGuard,
    texts: CopiesTexts | None = None,
) -> None:
    """Begin a run's thread with the copy. ChangedError where nothing is to be copied; FencedError.

    Made once more it changes nothing.
    """
    parts = await _Source(saver, origin).parts()
    if not parts:
        raise ChangedError("the checkpoint to go on from is gone")
    if texts is not None:
        await texts.copy(origin.run_id, run_id)
    await lease.check()
    await _write(saver, parts, source=origin.run_id, target=run_id)


class _Source:
    """The older thread."""

    def __init__(self, saver: AsyncRedisSaver, origin: Origin) -> None:
        self._saver = saver
        self._client = _client_of(saver)
        self._thread = origin.run_id
        self._anew = bool(origin.nodes)
        self._chosen = origin.checkpoint if self._anew else None

    async def head(self) -> _Part | None:
        """The checkpoint to go on from, without what was written there."""
        if self._chosen:
            return await self._at(self._chosen)
        # The saver's own naming; a copy of it here would go stale unseen.
        pointer = self._saver._make_redis_checkpoint_latest_key(self._thread, "")  # noqa: SLF001
        newest = await self._client.get(pointer)
        return await self._read(_text(newest)) if newest else None

    async def parts(self) -> list[_Part]:
        """All that makes the copy."""
        head = await self.head()
        if head is None:
            return []
        chain = [head, *await self._above(head), *await self._inside(head)]
        return chain if self._anew else [await self._with_writes(part) for part in chain]

    async def _above(self, head: _Part) -> list[_Part]:
        """The checkpoint before the one that the graph wrote, and what people edited since.

        From the two of them it is told which nodes ran last.
        """
        found: list[_Part] = []
        part, goes_on = head, True
        while goes_on:
            goes_on = part.checkpoint.get("source") == "update"
            before = await self._at(str(part.checkpoint.get("parent_checkpoint_id") or ""))
            if before is None:
                break
            found.append(before)
            part = before
        return found

    async def _inside(self, head: _Part) -> list[_Part]:
        """The newest checkpoints of subgraphs, as far as they are of that place.

        A subgraph that a due task runs goes on where it stood, or begins anew with its task.
        One with a memory of its own has it as it was before the step.
        """
        at = str(head.checkpoint["checkpoint_id"])
        newest: dict[str, str] = {}
        async for page in pages(self._saver, self._thread):
            for one in page:
                inner, later = str(one["checkpoint_ns"]), str(one["checkpoint_id"]) > at
                of_task = OF_A_TASK in inner
                keeps = not (of_task or later) if self._anew else later or not of_task
                if inner != ROOT and keeps:
                    newest[inner] = str(one["id"])
        found = [await self._read(key) for key in newest.values()]
        return [part for part in found if part is not None]

    async def _with_writes(self, part: _Part) -> _Part:
        """Add what tasks wrote that finished. What was asked, answered or raised stays behind."""
        of = part.checkpoint
        registry = CheckpointKeyRegistry.make_write_keys_zset_key(
            self._thread, str(of["checkpoint_ns"]), str(of["checkpoint_id"])
        )
        keys = await members(self._client, [registry])
        written = [(key, await self._get(key)) for key in keys]
        kept = tuple((k, w) for k, w in written if w and w["channel"] not in CONTROL_CHANNELS)
        return _Part(part.key, of, kept)

    async def _at(self, checkpoint: str) -> _Part | None:
        if not checkpoint:
            return None
        key = self._saver._make_redis_checkpoint_key(self._thread, "", checkpoint)  # noqa: SLF001 - as above
        return await self._read(key)

    async def _read(self, key: str) -> _Part | None:
        found = await self._get(key)
        return _Part(key, {**found, "has_writes": False}) if found else None

    async def _get(self, key: str) -> JSONDict | None:
        return cast("JSONDict | None", await self._client.json().get(key))


async def _write(
    saver: AsyncRedisSaver, parts: Sequence[_Part], *, source: str, target: str
) -> None:
    """Write the copy. Which checkpoint is the newest is only noted where none is noted yet.

    A driver that was late must not turn back a thread that went on. The head comes first.
    """

    def named(key: str) -> str:
        return key.replace(f":{source}:", f":{target}:", 1)

    pipe = _client_of(saver).pipeline(transaction=True)
    for part in parts:
        of = part.checkpoint
        inner = from_storage_safe_str(str(of["checkpoint_ns"]))
        pipe.json().set(
            named(part.key), "$", {**of, "thread_id": target, "has_writes": bool(part.writes)}
        )
        pointer = saver._make_redis_checkpoint_latest_key(target, inner)  # noqa: SLF001 - as above
        pipe.set(pointer, named(part.key), nx=True)
        registry = CheckpointKeyRegistry.make_write_keys_zset_key(
            target, str(of["checkpoint_ns"]), str(of["checkpoint_id"])
        )
        for place, (key, written) in enumerate(part.writes):
            pipe.json().set(named(key), "$", {**written, "thread_id": target})
            pipe.zadd(registry, {named(key): place})
    await pipe.execute()


def _client_of(saver: AsyncRedisSaver) -> Redis:
    return cast("Redis", saver._redis)  # noqa: SLF001 - a cluster client pipes alike


def _text(value: Any) -> str:  # noqa: ANN401 - the client decodes, or does not
    return value.decode() if isinstance(value, bytes) else str(value)
