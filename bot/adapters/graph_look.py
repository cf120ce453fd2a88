"""A checkpoint becomes `Seen`: what the next step depends on, from one read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Interrupt, PregelTask, StateSnapshot

from bot.core.links import vouched
from bot.core.model import Asked, Seen
from bot.core.payloads import question
from bot.core.plain import gate_key, plain, readable

Graph = CompiledStateGraph[Any, Any, Any, Any]
WRAPPED = {"lc", "type", "id", "kwargs"}
"""Keys of the dict as which the Redis saver gives errors and pydantic models back."""


@dataclass(frozen=True, slots=True)
class Look:
    """A thread as it is. `stuck`: the step's results contradict each other.

    `lost` are ids of interrupts that no node is left to take the answer to.
    """

    snapshot: StateSnapshot
    stuck: bool = False
    lost: frozenset[str] = frozenset()

    @property
    def exists(self) -> bool:
        """Whether the thread has a checkpoint."""
        return self.snapshot.created_at is not None

    @property
    def failed(self) -> tuple[PregelTask, ...]:
        """Tasks that carry an error and have not finished. `error` stays when a retry works."""
        tasks = self.snapshot.tasks
        return tasks if self.stuck else tuple(t for t in tasks if _failed(t))

    @property
    def failed_nodes(self) -> tuple[str, ...]:
        """The failed nodes; those that only were stopped beside them, if there is no other.

        LangGraph's own first node, which takes the input, is nobody's step.
        """
        failed = [t for t in self.failed if not was_cancelled(t.error)] or self.failed
        names = (t.name for t in failed if not t.name.startswith("__"))
        return tuple(dict.fromkeys(names))


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


async def lost_questions(graph: Graph, it: Look) -> frozenset[str]:
    """Interrupts of nested graphs whose own node is gone, for a graph that changed.

    The outer task still shows them. Answered, the inner graph would find nothing to do and
    end, and the outer one would go on, whatever the answer was.
    """
    if it.stuck:
        return frozenset()
    deep = await graph.aget_state(it.snapshot.config, subgraphs=True)
    tasks = [task for task in deep.tasks if isinstance(task.state, StateSnapshot)]
    shown = {one.id for task in tasks for one in task.interrupts}
    return frozenset(shown - {id_ for task in tasks for id_ in _innermost(task)})


def _innermost(task: PregelTask) -> Iterator[str]:
    """Ids of the interrupts of the tasks that no graph is nested in."""
    if not isinstance(task.state, StateSnapshot):
        yield from (one.id for one in task.interrupts)
        return
    for inner in task.state.tasks:
        yield from _innermost(inner)


def seen(
    it: Look,
    *,
    result: str,
    fingerprint: str,
    links: str = "",
    code: str = "",
    stop: Asked | None = None,
    way_back: tuple[str, ...] = (),
) -> Seen:
    """Reduce a look to what `next_step` needs.

    `result` and `links` are state keys of the workflow, `stop` the question of a breakpoint
    that the graph stands at: then all its tasks wait.
    """
    if not it.exists:
        return Seen(exists=False, fingerprint=fingerprint, code=code)
    snapshot = it.snapshot
    # Nothing is "next" either when all tasks of a step have ended and a kill came before
    # the checkpoint that seals them. Then their results wait to be put together.
    due = len(snapshot.next) or len(snapshot.tasks)
    asked = tuple(_asked(snapshot))
    return Seen(
        exists=True,
        checkpoint=snapshot.config["configurable"]["checkpoint_id"],
        due=due,
        waiting=due if stop else _waiting(snapshot),
        asked=(stop,) if stop else tuple(a for a in asked if a.interrupt_id not in it.lost),
        failed=tuple(t.name for t in it.failed),
        result=_result(snapshot.values, result),
        links=_links(snapshot.values, links),
        fingerprint=fingerprint,
        code=code,
        way_back=way_back,
        lost=tuple(dict.fromkeys(a.node for a in asked if a.interrupt_id in it.lost)),
    )


def _waiting(snapshot: StateSnapshot) -> int:
    return sum(1 for t in snapshot.tasks if t.interrupts and not _failed(t))


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
            key=gate_key(one.id, unwrapped(one.value)),
            node=task.name,
            question=question(
                unwrapped(one.value), node=task.name, response_schema=_schema_of(one)
            ),
            failed=_failed(task),
        )


def _schema_of(one: Interrupt) -> Mapping[str, Any] | None:
    return one.response_schema if isinstance(one.response_schema, dict) else None


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
    """What to show as the result: the state's key, else the last message, else all of it."""
    if not isinstance(values, Mapping):
        return readable(unwrapped(values)) if values and not key else None
    value = values.get(key) if key else _last_words(values)
    if not value:
        return None
    return value if isinstance(value, str) else readable(unwrapped(value))


def _links(values: object, key: str) -> tuple[str, ...]:
    return vouched(values.get(key)) if key and isinstance(values, Mapping) else ()


def _last_words(values: Mapping[str, Any]) -> object:
    messages = unwrapped(plain(values.get("messages")))
    for message in reversed(messages if isinstance(messages, list) else []):
        said = _text(message.get("content")) if isinstance(message, Mapping) else ""
        if said.strip():
            return said
    return dict(values)


def _text(content: object) -> str:
    """The text of a message: some models say it in parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    said = (part.get("text") if isinstance(part, Mapping) else part for part in parts)
    return "".join(part for part in said if isinstance(part, str))


def unwrapped(value: object) -> object:
    """Give the fields of what the Redis saver could not make an object of again."""
    if isinstance(value, dict):
        bare = value["kwargs"] if value.keys() == WRAPPED else value
        return {k: unwrapped(v) for k, v in bare.items()}
    return [unwrapped(v) for v in value] if isinstance(value, list) else value
