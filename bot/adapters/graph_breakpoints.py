"""Static breakpoints: `interrupt_before` and `interrupt_after` of somebody's graph.

They leave no interrupt behind: a thread that stands at one looks like one whose process died.
Whether it does is worked out from the checkpoint alone, so a crash loses no question, and the
question is named after the checkpoint that the graph stopped at.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.channels import LastValue
from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.pregel import Pregel
from langgraph.types import PregelTask, Send, StateSnapshot, StateUpdate
from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

from bot.adapters.graph_look import Graph, unwrapped
from bot.core.model import Asked
from bot.core.payloads import breakpoints
from bot.core.payloads.breakpoints import When
from bot.core.plain import gate_key, plain
from bot.core.ports.engine import (
    Command,
    ContinueGraph,
    InvalidAnswerError,
    PassBreakpoint,
    ReaskGraph,
)

NO_STEPS = frozenset({"__interrupt__", "__input__"})
"""Where LangGraph notes what it had seen when it went on from a breakpoint, or took an input."""
TASKS = "__pregel_tasks"
"""The channel of what was sent (langgraph 1.2)."""


async def asked_at(
    graph: Graph, saver: BaseCheckpointSaver[str], snapshot: StateSnapshot
) -> Asked | None:
    """The question of the breakpoint that the graph stands at; None where it stands at none.

    Only until a task of the step has begun: from then on somebody said that it may.
    """
    if not has_breakpoints(graph) or not snapshot.tasks or any(map(_begun, snapshot.tasks)):
        return None
    found = await saver.aget_tuple(snapshot.config)
    if found is None:
        return None
    base = await _base(found, saver)
    due = [task.name for task in snapshot.tasks]
    if before := _chosen(due, graph.interrupt_before_nodes):
        return _asked("before", before, base, graph, snapshot)
    after = _chosen(await ran(base, saver), graph.interrupt_after_nodes)
    return _asked("after", after, base, graph, snapshot) if after else None


def has_breakpoints(graph: Pregel[Any, Any, Any, Any]) -> bool:
    """Whether the graph was compiled with any."""
    return bool(graph.interrupt_before_nodes or graph.interrupt_after_nodes)


async def way_back(
    graph: Graph, saver: BaseCheckpointSaver[str], config: RunnableConfig
) -> tuple[str, ...]:
    """The nodes that ran last; none where the graph has not all of them any more."""
    found = await saver.aget_tuple(config)
    names = await ran(await _base(found, saver), saver) if found else []
    return tuple(names) if all(name in graph.nodes for name in names) else ()


async def ran(found: CheckpointTuple, saver: BaseCheckpointSaver[str]) -> list[str]:
    """The nodes whose step ended with this checkpoint.

    Those that a `Send` ran leave no version behind; what was sent is in the checkpoint before.
    """
    parent = await saver.aget_tuple(found.parent_config) if found.parent_config else None
    before: Mapping[str, Any] = parent.checkpoint["versions_seen"] if parent else {}
    sent = parent.checkpoint["channel_values"].get(TASKS, []) if parent else []
    now = found.checkpoint["versions_seen"]
    moved = {n for n in now if n not in NO_STEPS and now[n] != before.get(n)}
    return sorted(moved | {one.node for one in sent if isinstance(one, Send)})


async def prepared(
    graph: Graph, saver: BaseCheckpointSaver[str], thread: RunnableConfig, command: Command
) -> bool:
    """Change the state before the drive, where the command says so. False: do not drive.

    After a kill in between, the question is still found by the checkpoint below the change.
    LangGraph goes on from a breakpoint whenever it is driven: here only if that is meant.
    """
    if isinstance(command, PassBreakpoint):
        return not command.values or await _edit(graph, saver, thread, command.values)
    if isinstance(command, ReaskGraph):
        steps = [StateUpdate(values=None, as_node=node) for node in command.nodes]
        await graph.abulk_update_state(thread, [steps])
    if isinstance(command, ReaskGraph | ContinueGraph) and has_breakpoints(graph):
        return await asked_at(graph, saver, await graph.aget_state(thread)) is None
    return True


async def _edit(
    graph: Graph, saver: BaseCheckpointSaver[str], config: RunnableConfig, values: Mapping[str, Any]
) -> bool:
    """Change the state at the breakpoint that the graph stands at; False where it asks another.

    The step before is what wrote it: with other values, its edges can lead elsewhere. After a
    kill the same edit comes again, over the same checkpoint of the graph's own.
    """
    snapshot = await graph.aget_state(config)
    changes = _changes(graph, snapshot.values, values)
    if not changes:
        return True
    asked = await asked_at(graph, saver, snapshot)
    found = await saver.aget_tuple(config)
    first, *others = await ran(await _base(found, saver), saver) if found else []
    steps = [StateUpdate(changes, first), *(StateUpdate(None, node) for node in others)]
    await graph.abulk_update_state(config, [steps])
    now = await asked_at(graph, saver, await graph.aget_state(config))
    return now is None or asked is None or now.interrupt_id == asked.interrupt_id


def _changes(graph: Graph, now: object, values: Mapping[str, Any]) -> dict[str, Any]:
    """What an edit changes, as values of the state's own types. InvalidAnswerError.

    A form holds JSON: what it shows of a model or a date must not take its place.
    """
    known = now if isinstance(now, Mapping) else {}
    edited = {k: v for k, v in values.items() if plain(unwrapped(known.get(k))) != v}
    return {key: _typed(graph, key, value) for key, value in edited.items()}


def _typed(graph: Graph, key: str, value: object) -> object:
    try:
        of: TypeAdapter[object] = TypeAdapter(getattr(graph.channels.get(key), "typ", Any))
    except (PydanticUserError, PydanticSchemaGenerationError):
        return value
    try:
        return of.validate_python(value)
    except ValidationError as error:
        raise InvalidAnswerError(f"{key}: {error.errors()[0]['msg']}") from error


async def _base(found: CheckpointTuple, saver: BaseCheckpointSaver[str]) -> CheckpointTuple:
    """The checkpoint that the graph itself wrote, below those of people's edits."""
    while found.metadata.get("source") == "update" and found.parent_config:
        parent = await saver.aget_tuple(found.parent_config)
        if parent is None:
            break
        found = parent
    return found


def _begun(task: PregelTask) -> bool:
    return bool(task.interrupts) or task.error is not None or task.result is not None


def _chosen(names: Sequence[str], stops: Sequence[str] | str) -> tuple[str, ...]:
    """Those of the nodes that are stopped at. "*" stops at all but LangGraph's own."""
    if stops == "*":
        return tuple(name for name in names if not name.startswith("__"))
    return tuple(dict.fromkeys(name for name in names if name in stops))


def _asked(
    when: When,
    nodes: tuple[str, ...],
    base: CheckpointTuple,
    graph: Graph,
    snapshot: StateSnapshot,
) -> Asked:
    checkpoint = base.config["configurable"]["checkpoint_id"]
    values = unwrapped(snapshot.values)
    question = breakpoints.question(
        nodes,
        when=when,
        state=values if isinstance(values, dict) else {},
        editable=[key for key, of in graph.channels.items() if type(of) is LastValue],
        schema=_schema(graph),
    )
    interrupt_id = f"{when}:{','.join(nodes)}:{checkpoint}"
    return Asked(
        interrupt_id=interrupt_id,
        key=gate_key(checkpoint, [when, *nodes]),
        node=nodes[0],
        question=question,
    )


def _schema(graph: Graph) -> Mapping[str, Any] | None:
    """The schema of the state; None where pydantic cannot make one of the graph's types."""
    try:
        return graph.get_output_jsonschema()
    except Exception:  # noqa: BLE001 - pydantic's errors, and whatever the types themselves raise
        return None
