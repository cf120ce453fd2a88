"""A checkpoint becomes `Seen`: what the next step depends on, from one read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Interrupt, PregelTask, StateSnapshot

from bot.core.gates import gate_key, question, readable
from bot.core.model import Asked, Seen

Graph = CompiledStateGraph[Any, Any, Any, Any]
WRAPPED = {"lc", "type", "id", "kwargs"}
"""Keys of the dict as which the Redis saver gives errors and pydantic models back."""


@dataclass(frozen=True, slots=True)
class Look:
    """A thread as it is. `stuck`: the step's results contradict each other."""

    snapshot: StateSnapshot
    stuck: bool = False

    @property
    def exists(self) -> bool:
        """Whether the thread has a checkpoint."""
        return self.snapshot.created_at is not None

    @property
    def failed(self) -> tuple[PregelTask, ...]:
        """Tasks that carry an error and have not finished. `error` stays when a retry works."""
        tasks = self.snapshot.tasks
        return tasks if self.stuck else tuple(t for t in tasks if _failed(t))


async def look(graph: Graph, saver: BaseCheckpointSaver[str], config: RunnableConfig) -> Look:
    """Read a thread, also one whose finished tasks cannot be put together.

    LangGraph's live view applies what they wrote, and raises for ever where two wrote
    one field without a reducer, or a reducer raises. The same checkpoint by its id is
    shown without that.
    """
    try:
        return Look(await graph.aget_state(config))
    except Exception:
        # Reads again: what was not the reducers' fault is raised here.
        found = await saver.aget_tuple(config)
        if found is None:
            raise
        return Look(await graph.aget_state(found.config), stuck=True)


def seen(it: Look, *, result: str, fingerprint: str) -> Seen:
    """Reduce a look to what `next_step` needs. `result` is the state key of the result."""
    if not it.exists:
        return Seen(exists=False, fingerprint=fingerprint)
    snapshot = it.snapshot
    return Seen(
        exists=True,
        checkpoint=snapshot.config["configurable"]["checkpoint_id"],
        # Nothing is "next" either when all tasks of a step have ended and a kill came before
        # the checkpoint that seals them. Then their results wait to be put together.
        due=len(snapshot.next) or len(snapshot.tasks),
        waiting=sum(1 for t in snapshot.tasks if t.interrupts and not _failed(t)),
        asked=tuple(_asked(snapshot)),
        failed=tuple(t.name for t in it.failed),
        result=_result(snapshot.values, result),
        fingerprint=fingerprint,
    )


def was_cancelled(error: object) -> bool:
    """Whether a stored error only says that the task was stopped, as when a sibling failed."""
    return _kind(error)[-1:] == ["CancelledError"]


def _asked(snapshot: StateSnapshot) -> Iterator[Asked]:
    """Give each question once; a nested one shows at several tasks."""
    pending: dict[str, tuple[Interrupt, PregelTask]] = {}
    for task in snapshot.tasks:
        for one in task.interrupts:
            pending.setdefault(one.id, (one, task))
    for one, task in pending.values():
        yield Asked(
            interrupt_id=one.id,
            key=gate_key(one.id, _unwrapped(one.value)),
            node=task.name,
            question=question(_unwrapped(one.value), node=task.name),
            failed=_failed(task),
        )


def _failed(task: PregelTask) -> bool:
    return task.error is not None and task.result is None and not _refused(task.error)


def _refused(error: object) -> bool:
    """Tell an answer that the response schema refused: LangGraph files it as an error too."""
    marks = error.get("kwargs") if isinstance(error, Mapping) else getattr(error, "__dict__", None)
    return isinstance(marks, Mapping) and marks.get("_langgraph_invalid_resume") is True


def _kind(error: object) -> list[Any]:
    """Give module and class of a stored error. The Redis saver gives errors back as a dict."""
    if isinstance(error, Mapping):
        path = error.get("id")
        return list(path) if isinstance(path, list) else []
    return [type(error).__name__]


def _result(values: object, key: str) -> str | None:
    value = values.get(key) if isinstance(values, Mapping) else None
    if not value:
        return None
    return value if isinstance(value, str) else readable(_unwrapped(value))


def _unwrapped(value: object) -> object:
    """Give the fields of what the Redis saver could not make an object of again."""
    if isinstance(value, dict):
        bare = value["kwargs"] if value.keys() == WRAPPED else value
        return {k: _unwrapped(v) for k, v in bare.items()}
    return [_unwrapped(v) for v in value] if isinstance(value, list) else value
