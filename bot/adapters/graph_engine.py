"""LangGraph behind the engine port: look at a thread, drive it, let it expire."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.redis.aio import AsyncRedisSaver
from langgraph.errors import UnknownInterruptError, is_invalid_resume
from langgraph.types import Command as GraphCommand
from langgraph.types import PregelTask
from pydantic import ValidationError

from bot.adapters import graph_fork
from bot.adapters.graph_breakpoints import asked_at, prepared, way_back
from bot.adapters.graph_events import Narrator
from bot.adapters.graph_fence import store_errors
from bot.adapters.graph_history import history
from bot.adapters.graph_keys import RetiresTexts, expire_thread, forget_writes
from bot.adapters.graph_look import Graph, Look, look, lost_questions, seen, was_cancelled
from bot.adapters.graph_open import Built, kept_open
from bot.adapters.graph_pump import pump
from bot.adapters.graph_saver import ERROR_CHANNEL, FencedSaver
from bot.adapters.graph_serde import UnstorableError, unstorable
from bot.core.inputs import graph_input
from bot.core.model import Run, Seen
from bot.core.ports.engine import (
    Command,
    DriveEvent,
    Engine,
    ForkGraph,
    InvalidAnswerError,
    LeaseGuard,
    Moment,
    ResumeGraph,
    StartGraph,
    StepFailedError,
    UnknownWorkflowError,
)
from bot.core.ports.store import ChangedError, FencedError, StoreUnavailableError
from graphs.contract import Workflow

MAX_STEPS = 100
"""Steps of one drive. LangGraph's own bound is 10,007: an endless loop would be paid for."""
STRICT_RESUME = "__pregel_strict_resume"
"""Config key that makes LangGraph 1.2 refuse an answer to a question that is not pending.

Without it the id of an answered question answers the next one of the same node.
"""


@dataclass(frozen=True, slots=True)
class _Drive:
    """A drive that raised. `running` are the tasks that had begun and not ended."""

    built: Built
    run: Run
    saver: FencedSaver
    running: Collection[str]


@asynccontextmanager
async def open_engine(
    saver: AsyncRedisSaver,
    workflows: Mapping[str, Workflow],
    *,
    model: object,
    sources: Mapping[str, object] | None = None,
    max_steps: int = MAX_STEPS,
) -> AsyncIterator["GraphEngine"]:
    """Open each workflow's graph, and what it was made from, until the end.

    `model` and those of `sources` that a workflow names are handed to its `build`. A graph
    that cannot be opened stops the start: UnopenedError.
    """
    async with AsyncExitStack() as stack:
        built = {
            name: await kept_open(stack, workflow, saver, model=model, sources=sources or {})
            for name, workflow in workflows.items()
        }
        texts = (sources or {}).get("texts")
        yield GraphEngine(saver, built, max_steps=max_steps, texts=texts)


class GraphEngine(Engine):
    """Drives opened graphs on one Redis saver.

    Close what `drive` gives (`contextlib.aclosing`): leaving it stops the drive.
    """

    def __init__(
        self,
        saver: AsyncRedisSaver,
        built: Mapping[str, Built],
        *,
        max_steps: int = MAX_STEPS,
        texts: object = None,
    ) -> None:
        self._saver = saver
        self._built = built
        self._max_steps = max_steps
        self._texts = texts if isinstance(texts, graph_fork.CopiesTexts) else None
        self._retired = texts if isinstance(texts, RetiresTexts) else None

    async def inspect(self, run: Run) -> Seen:
        """What the checkpoint says. Raises UnknownWorkflowError, StoreUnavailableError."""
        built = self._of(run)
        with store_errors():
            it = await look(built.graph, self._saver, _thread(run.run_id))
            stop = await asked_at(built.graph, self._saver, it.snapshot) if it.exists else None
            back: tuple[str, ...] = ()
            if it.exists and run.fingerprint not in {"", built.fingerprint}:
                it = replace(it, lost=await lost_questions(built.graph, it))
                back = await way_back(built.graph, self._saver, it.snapshot.config)
            origin = None if it.exists else run.origin
            there = origin is not None and await graph_fork.is_there(self._saver, origin)
            copied = it.exists and run.origin is not None and run.checkpoint is None
            done = await graph_fork.behind(self._saver, it.snapshot) if copied else frozenset()
        found = seen(
            it,
            result=built.workflow.result,
            links=built.workflow.links,
            fingerprint=built.fingerprint,
            code=built.code,
            stop=stop,
            way_back=back,
        )
        return replace(found, origin=there, done=done)

    async def history(self, run: Run, *, limit: int, within: timedelta) -> Sequence[Moment]:
        """Where the run can go on from, newest first; nothing once its checkpoints are gone.

        Looks at the newest `limit` checkpoints, or at as many as it can begin to read `within`
        a time. UnknownWorkflowError, StoreUnavailableError.
        """
        graph, thread = self._of(run).graph, run.run_id
        with store_errors():
            return await history(graph, self._saver, thread, limit=limit, within=within)

    async def drive(
        self, run: Run, command: Command, *, lease: LeaseGuard
    ) -> AsyncGenerator[DriveEvent, None]:
        """Drive until the graph ends or waits.

        Raises InvalidAnswerError, StepFailedError, FencedError, StoreUnavailableError,
        UnknownWorkflowError, and ChangedError when an answer's question is not pending, a
        thread to start has a checkpoint, or one to go on with, or to copy, has none.
        """
        built = self._of(run)
        if isinstance(command, ForkGraph):
            with store_errors():
                await graph_fork.copy(
                    self._saver, command.origin, run.run_id, lease=lease, texts=self._texts
                )
            return
        saver = FencedSaver(self._saver, lease, fresh=isinstance(command, StartGraph))
        narrator = Narrator(built.workflow.steps)
        try:
            async with aclosing(self._parts(built, run, command, saver)) as parts:
                async for part in parts:
                    for event in narrator.read(part, finished=saver.finished):
                        yield event
        except Exception as error:  # whatever a node raises is a failed step
            drive = _Drive(built, run, saver, narrator.open_tasks)
            problem = await self._problem(error, drive, lease)
            if isinstance(problem, StepFailedError):
                for event in narrator.abandon():
                    yield event
            raise problem from error
        with store_errors():
            await forget_writes(self._saver, saver.superseded)

    async def retire(self, run_id: str, *, ttl: timedelta) -> None:
        """Give all checkpoint keys and texts of a finished run a TTL. StoreUnavailableError."""
        with store_errors():
            await expire_thread(self._saver, run_id, ttl=ttl)
        if self._retired is not None:
            await self._retired.retire(run_id, ttl=ttl)

    def _of(self, run: Run) -> Built:
        built = self._built.get(run.workflow)
        if built is None:
            raise UnknownWorkflowError(run.workflow)
        return built

    def _parts(
        self, built: Built, run: Run, command: Command, saver: FencedSaver
    ) -> AsyncGenerator[Mapping[str, Any], None]:
        stream = self._stream(built, run, command, saver)
        return pump(stream, limit_s=built.workflow.time_limit_s, close=saver.fence.close)

    async def _stream(
        self, built: Built, run: Run, command: Command, saver: FencedSaver
    ) -> AsyncGenerator[Any, None]:
        if isinstance(command, ResumeGraph) and (kind := unstorable(saver.serde, command.answers)):
            raise InvalidAnswerError(f"it cannot be stored: {kind}")
        graph = built.graph.copy({"checkpointer": saver})
        config = _thread(run.run_id)
        if not await prepared(graph, saver, config, command):
            return
        config["recursion_limit"] = self._max_steps
        config["configurable"][STRICT_RESUME] = True
        async for part in graph.astream(
            _input(command, run, built),
            config,
            stream_mode=["tasks", "custom"],
            version="v2",
            subgraphs=True,
            durability="sync",
        ):
            yield part

    async def _problem(self, error: Exception, drive: _Drive, lease: LeaseGuard) -> Exception:
        """Say what an exception of a drive means for the run."""
        if drive.saver.fence.trouble is not None:
            return drive.saver.fence.trouble
        if isinstance(error, InvalidAnswerError):
            return error
        if is_invalid_resume(error):
            return InvalidAnswerError(_reason(error))
        if isinstance(error, UnknownInterruptError | ChangedError):
            return ChangedError(str(error))
        try:
            it = await self._record_failure(error, drive, lease)
        except (FencedError, StoreUnavailableError) as trouble:
            return trouble
        kind = error.kind if isinstance(error, UnstorableError) else ""
        return StepFailedError(it.failed_nodes, unstorable=kind)

    async def _record_failure(self, error: Exception, drive: _Drive, lease: LeaseGuard) -> Look:
        """Make sure that the checkpoint shows the failure, so that it is not driven unasked.

        LangGraph notes what a node raised, but neither a time limit, its own step limit,
        nor a result that cannot be stored; that it stopped siblings it notes late.
        """
        saver = FencedSaver(self._saver, lease)
        graph: Graph = drive.built.graph.copy({"checkpointer": saver})
        thread = _thread(drive.run.run_id)
        it = await look(graph, saver, thread)
        if not (unmarked := _unmarked(it, drive.running)):
            return it
        stopped = any(not was_cancelled(t.error) for t in it.failed)
        note = asyncio.CancelledError() if stopped else RuntimeError(type(error).__name__)
        for task in unmarked:
            await saver.aput_writes(it.snapshot.config, [(ERROR_CHANNEL, note)], task.id)
        return await look(graph, saver, thread)


def _unmarked(it: Look, running: Collection[str]) -> list[PregelTask]:
    """Find the tasks that a failed drive left undone without an error.

    One that asks is left undone only if it was running: its question was answered then.
    """
    marked = {task.id for task in it.failed}
    left = (t for t in it.snapshot.tasks if t.result is None and t.id not in marked)
    return [t for t in left if t.id in running or not t.interrupts]


def _thread(run_id: str) -> RunnableConfig:
    return {"configurable": {"thread_id": run_id}}


def _input(command: Command, run: Run, built: Built) -> object:
    if isinstance(command, StartGraph):
        language = run.language if built.takes_language else None
        return graph_input(command.inputs, language=language)
    if isinstance(command, ResumeGraph):
        return GraphCommand(resume=dict(command.answers))
    return None


def _reason(error: BaseException) -> str:
    """Say in one line why the graph's schema refuses an answer."""
    if not isinstance(error, ValidationError):
        return str(error)
    parts = ((".".join(str(at) for at in e["loc"]), e["msg"]) for e in error.errors())
    return "; ".join(f"{where}: {what}" if where else what for where, what in parts)
