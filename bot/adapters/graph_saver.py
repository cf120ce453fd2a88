"""The checkpoint saver: LangGraph's Redis saver, opened on our client and fenced.

A drive writes through a `FencedSaver` of its own. A driver that lost its lease, or was
told to stop, writes nothing more: a woken zombie once rewound a finished run, because
its late checkpoint became the thread's newest.
"""

import asyncio
import copy
from collections.abc import (
    AsyncIterator,
    Collection,
    Coroutine,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.checkpoint.redis.aio import AsyncRedisSaver
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redisvl.exceptions import RedisVLError  # type: ignore[import-untyped]  # it ships no types

from bot.adapters.graph_fence import Fence, store_errors
from bot.adapters.graph_keys import CheckpointName
from bot.adapters.graph_serde import Serializer, is_packed
from bot.core.ports.engine import LeaseGuard
from bot.core.ports.store import ChangedError

CONTROL_CHANNELS = frozenset({"__error__", "__error_source_node__", "__interrupt__", "__resume__"})
"""Writes that say what happened to a task; all others are its output (langgraph 1.2)."""
ERROR_CHANNEL = "__error__"
INPUT_TASK = "00000000-0000-0000-0000-000000000000"
"""The task id under which LangGraph files a step's input."""

T = TypeVar("T")


class SearchMissingError(Exception):
    """This Redis has no JSON and Search: it is neither Redis 8 nor Redis Stack."""


@asynccontextmanager
async def open_saver(client: Redis) -> AsyncIterator[AsyncRedisSaver]:
    """Give the Redis saver on `client`, its search indexes made. The client stays open.

    Works with `decode_responses` on or off. Raises SearchMissingError,
    StoreUnavailableError.
    """
    saver = WholeSaver(redis_client=client)
    with store_errors():
        await _make_indexes(saver)
    yield saver


async def _make_indexes(saver: AsyncRedisSaver, *, tries: int = 3) -> None:
    """Make the indexes. Another process may do the same between the look and the create.

    There are two of them, so that race can be lost twice.
    """
    try:
        await saver.asetup()
    except (RedisError, RedisVLError) as error:
        text = f"{error} {error.__cause__}".lower()
        if "unknown command" in text:
            raise SearchMissingError("Redis has no JSON and Search") from error
        if "already exists" not in text or tries == 1:
            raise
        await _make_indexes(saver, tries=tries - 1)


class WholeSaver(AsyncRedisSaver):
    """The Redis saver, with a serializer that gives values back as they were."""

    def __init__(self, *, redis_client: Redis) -> None:
        super().__init__(redis_client=redis_client)
        self.serde = Serializer()

    def _recursive_deserialize(self, obj: Any) -> Any:  # noqa: ANN401 - the base class' words
        """Make values of the JSON inside a checkpoint; the base class knows its own only."""
        if is_packed(obj):
            return cast("Serializer", self.serde).revived(obj)
        return super()._recursive_deserialize(obj)


class FencedSaver(BaseCheckpointSaver[str]):
    """The shared Redis saver, for one drive: each write asks the fence first.

    `fresh` says whether the thread must be new, or must not; the drive's first read
    raises ChangedError where it differs. LangGraph itself would drop a pending question
    for new input, and run a graph on no input for an answer. `finished` are the tasks
    that had ended by that read. Subgraphs inherit the saver, and so the fence.
    """

    def __init__(
        self, inner: AsyncRedisSaver, lease: LeaseGuard, *, fresh: bool | None = None
    ) -> None:
        super().__init__(serde=inner.serde)
        self._fresh = fresh
        self._began = False
        self._inner: BaseCheckpointSaver[str] = inner
        self._loop = asyncio.get_running_loop()
        self.fence = Fence(lease)
        self.finished: frozenset[str] = frozenset()
        self.superseded: list[CheckpointName] = []
        """Checkpoints that newer ones followed: nobody goes on from what tasks wrote there."""

    @property
    def config_specs(self) -> list[Any]:
        """What the inner saver reads from a config."""
        return self._inner.config_specs

    def get_next_version(self, current: str | None, channel: None) -> str:
        """Give the inner saver's next channel version."""
        return self._inner.get_next_version(current, channel)

    def with_allowlist(
        self, extra_allowlist: Collection[tuple[str, ...]]
    ) -> BaseCheckpointSaver[str]:
        """Allow more types to be read back; the clone shares the fence."""
        clone = copy.copy(self)
        clone._inner = self._inner.with_allowlist(extra_allowlist)  # noqa: SLF001 - our own clone
        clone.serde = clone._inner.serde  # noqa: SLF001 - our own clone
        return clone

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint. The first one is where the drive begins."""
        with self.fence.noted():
            found = await self._inner.aget_tuple(config)
        if not self._began:
            self._began = True
            self._begin(found)
        return found

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: Mapping[str, Any] | None = None,  # noqa: A002 - the base class' name
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """List checkpoints as the inner saver does."""
        wanted = dict(filter) if filter else None
        async for found in self._inner.alist(config, filter=wanted, before=before, limit=limit):
            yield found

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store a checkpoint, if the fence lets it."""
        await self.fence.check()
        # In the modes "values" and "messages" the Redis saver writes once more when
        # it is cancelled; a stopped drive writes nothing.
        quiet: dict[str, Any] = {"stream_mode": "updates"}
        with self.fence.noted():
            stored = await self._inner.aput(config, checkpoint, metadata, new_versions, **quiet)
        place = config["configurable"]
        if parent := place.get("checkpoint_id"):
            name = CheckpointName(place["thread_id"], place.get("checkpoint_ns", ""), parent)
            self.superseded.append(name)
        return stored

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Store what a task wrote, if the fence lets it."""
        await self.fence.check()
        with self.fence.noted():
            await self._inner.aput_writes(config, _retryable(writes), task_id, task_path)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint from a synchronous node's thread."""
        return self._from_thread(self.aget_tuple(config))

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store a checkpoint from a synchronous node's thread."""
        return self._from_thread(self.aput(config, checkpoint, metadata, new_versions))

    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Store what a task wrote from a synchronous node's thread."""
        self._from_thread(self.aput_writes(config, writes, task_id, task_path))

    def _begin(self, found: CheckpointTuple | None) -> None:
        if self._fresh is not None and self._fresh != (found is None):
            raise ChangedError("the thread has no checkpoint, or has one already")
        self.finished = frozenset(_finished(found) if found else ())

    def _from_thread(self, work: Coroutine[Any, Any, T]) -> T:
        """Run on the drive's loop; a node that runs on that loop itself would wait for ever."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result()
        work.close()
        raise RuntimeError("call the graph with ainvoke or astream in an async node")


def _finished(found: CheckpointTuple) -> Iterator[str]:
    """Ids of the tasks that wrote output: LangGraph does not run them again."""
    for task_id, channel, _ in found.pending_writes or ():
        if channel not in CONTROL_CHANNELS and task_id != INPUT_TASK:
            yield task_id


def _retryable(writes: Sequence[tuple[str, Any]]) -> Sequence[tuple[str, Any]]:
    """Drop the output of a task that failed.

    When a conditional edge raises, LangGraph stores the node's output beside the error
    and then takes the task for finished: the next drive would end the graph there, as
    if it were done. Without output the node runs again.
    """
    if all(channel != ERROR_CHANNEL for channel, _ in writes):
        return writes
    return [w for w in writes if w[0] in CONTROL_CHANNELS]
