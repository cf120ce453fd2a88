"""Graph -> store: one driver, for as long as it holds a run's lease.

It looks at record and checkpoint, does what `core.steps` says, and looks again,
until there is nothing to do and nobody wrote meanwhile.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic

import structlog

from bot.core import moves, progress, steps
from bot.core.answers import answer
from bot.core.entries import nested
from bot.core.model import (
    Failure,
    FailureKind,
    Gate,
    GateState,
    NodeProgress,
    Run,
    RunState,
    Seen,
    Snapshot,
)
from bot.core.ports.engine import (
    Command,
    ContinueGraph,
    Engine,
    ForkGraph,
    InvalidAnswerError,
    PassBreakpoint,
    ReaskGraph,
    ResumeGraph,
    StartGraph,
    StepFailedError,
    UnknownWorkflowError,
)
from bot.core.ports.store import ChangedError, GateChange, Store, StoreUnavailableError
from bot.core.question import Shape
from bot.lease import HeldLease
from bot.notes import noting

NOTHING_SEEN = Seen(exists=False)

log = structlog.get_logger(__name__)


class UnrootedError(Exception):
    """The run has no root message yet, so its graph must not start."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What drivers need: the outside, and fresh time and references."""

    store: Store
    engine: Engine
    show_soon: Callable[[str], object]
    now: Callable[[], int]
    """Milliseconds since the epoch."""
    new_ref: Callable[[], str]
    """A short reference that a card and the log share."""
    steps_of: Callable[[str], tuple[str, ...]]
    """The nodes of a workflow that people see, in order."""
    clock: Callable[[], float] = monotonic
    """Seconds of a clock that goes on while a process is stopped."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """How a drive ended: progress and usage as of then, and what went wrong.

    `recorded` is the run as the driver last wrote it, with older progress.
    """

    run: Run
    recorded: Run
    failed: StepFailedError | None = None
    refused: InvalidAnswerError | None = None


class Driver:
    """Drives one run under one lease. `driving` while a drive has begun and not ended."""

    def __init__(self, around: Surroundings, held: HeldLease) -> None:
        self._around = around
        self._store = around.store
        self._held = held
        self._lease = held.lease
        self._run_id = held.lease.run_id
        self._memory = moves.Memory()
        self._seen: Seen | None = None
        self._cause: Exception | None = None
        self.driving = False

    async def until_idle(self) -> None:
        """Drive until there is nothing to do; then give the lease back."""
        while True:
            snapshot = await self._store.load(self._run_id)
            step = await self._next(snapshot)
            if isinstance(step, moves.Nothing):
                if await self._store.release(self._lease, rev=snapshot.run.rev):
                    return
                continue
            with suppress(ChangedError):
                await self._do(step, snapshot, self._seen or NOTHING_SEEN)
            self.driving = False

    async def _next(self, snapshot: Snapshot) -> moves.Step:
        """What to do. The checkpoint is looked at anew only after a drive: nobody else moves it."""
        run = snapshot.run
        if run.state.final:
            return moves.Nothing()
        try:
            self._seen = self._seen or await self._around.engine.inspect(run)
        except StoreUnavailableError:
            raise
        except UnknownWorkflowError as error:
            return self._blind(run, FailureKind.UNKNOWN_WORKFLOW, error)
        except Exception as error:  # noqa: BLE001 - whatever LangGraph says of a state it cannot read
            return self._blind(run, FailureKind.GAVE_UP, error)
        now = self._around.now()
        return steps.next_step(snapshot, self._seen, now=now, memory=self._memory)

    def _blind(self, run: Run, kind: FailureKind, cause: Exception) -> moves.Step:
        """Stop where nobody can see what is due. Another release may: a retry looks again."""
        if run.failure is not None and run.retry_by is None:
            return moves.Nothing()
        self._cause = cause
        return moves.Stop(kind)

    async def _do(self, step: moves.Step, snapshot: Snapshot, seen: Seen) -> None:
        run = snapshot.run
        match step:
            case moves.Record(after, gates):
                await self._store.commit(self._lease, run, after, gates=gates)
            case moves.Finish(result, links):
                log.info("run.done", run_id=run.run_id, tokens=run.usage.output_tokens)
                over = replace(run, state=RunState.DONE, ended_at=self._around.now())
                done = replace(over, result=result, links=links)
                await self._store.commit(self._lease, run, done)
            case moves.Stop():
                await self._stop(run, step, seen)
            case moves.Start() | moves.Fork() | moves.Resume() | moves.Continue() | moves.Reask():
                if isinstance(step, moves.Start | moves.Fork) and snapshot.root is None:
                    raise UnrootedError
                ended = await self._drive(run, step, seen)
                self._memory = moves.remember(
                    self._memory,
                    step,
                    seen,
                    failed=ended.failed is not None,
                    refused=ended.refused is not None,
                )

    async def _stop(self, run: Run, stop: moves.Stop, seen: Seen) -> None:
        ref = self._around.new_ref()
        now = self._around.now()
        cause, self._cause = self._cause, None
        log.error(
            "run.stopped",
            run_id=run.run_id,
            ref=ref,
            why=stop.kind,
            nodes=stop.nodes,
            exc_info=cause,
        )
        after = steps.stopped(run, stop, seen, ref=ref, at=now)
        await self._store.commit(self._lease, run, progress.stopped(after), gates=stop.gates)

    async def _drive(self, run: Run, step: moves.Drive, seen: Seen) -> _Ended:
        """Drive once. A drive that never ends (a kill) stays counted in `starts`."""
        command, lines = self._command(run, step)
        begun = replace(steps.begun(run, step, seen), progress=lines)
        gates = step.gates if isinstance(step, moves.Reask) else ()
        rev = await self._store.commit(self._lease, run, begun, gates=gates)
        log.info(
            "run.drive", run_id=run.run_id, command=type(command).__name__, starts=begun.starts
        )
        self.driving = True
        self._seen = None
        self._around.show_soon(self._run_id)
        ended = await self._follow(replace(begun, rev=rev), command)
        handed = step.gates if isinstance(step, moves.Resume) else ()
        # A copy was made by the graph that drove the original, not by the one that is here now.
        driven = begun if isinstance(step, moves.Fork) else seen
        await self._end(ended, handed, code=seen.code, fingerprint=driven.fingerprint)
        return ended

    def _command(self, run: Run, step: moves.Drive) -> tuple[Command, tuple[NodeProgress, ...]]:
        """What to tell the graph, and the progress to begin with, of the steps that it has now."""
        nodes = self._around.steps_of(run.workflow)
        lines = progress.following(run.progress, nodes)
        match step:
            case moves.Start():
                return StartGraph(run.inputs), progress.initial(nodes)
            case moves.Fork(origin):
                return ForkGraph(origin), lines
            case moves.Resume(gates):
                return _answers(gates), lines
            case moves.Continue():
                return ContinueGraph(), lines
            case moves.Reask(back):
                return ReaskGraph(back), lines

    async def _follow(self, run: Run, command: Command) -> _Ended:
        taking = noting(run, store=self._store, lease=self._lease, now=self._around.now)
        async with taking as note:
            try:
                async for event in self._around.engine.drive(run, command, lease=self._held):
                    note(event)
            except StepFailedError as error:
                return _Ended(note.run, note.recorded, failed=error)
            except InvalidAnswerError as error:
                return _Ended(note.run, note.recorded, refused=error)
            return _Ended(note.run, note.recorded)

    async def _end(
        self, ended: _Ended, gates: tuple[Gate, ...], *, code: str, fingerprint: str
    ) -> None:
        """Write how the drive ended, over whatever people wrote meanwhile."""
        asked_by = ended.recorded.code if ended.failed or ended.refused else code
        # Of several answers nobody knows which one was refused: they are handed over one by one.
        alone = ended.refused if len(gates) == 1 else None
        changes = tuple(_refused(g, alone) for g in gates if alone)
        failure = self._failure(ended)
        run = ended.recorded  # unless somebody wrote meanwhile
        while True:
            after = replace(
                run,
                starts=0,
                retry_by=None,
                failure=failure,
                fingerprint=fingerprint,
                code=asked_by,
                progress=progress.stopped(ended.run).progress,
                usage=ended.run.usage,
            )
            try:
                await self._store.commit(self._lease, run, after, gates=changes)
            except ChangedError:
                run = (await self._store.load(self._run_id)).run
                continue
            return

    def _failure(self, ended: _Ended) -> Failure | None:
        if ended.failed is None:
            return None
        ref = self._around.new_ref()
        log.error(
            "run.step_failed",
            run_id=self._run_id,
            ref=ref,
            nodes=ended.failed.nodes,
            exc_info=ended.failed.__cause__,
        )
        detail = ended.failed.unstorable
        stop = moves.Stop(FailureKind.STEP, ended.failed.nodes, detail=detail)
        return steps.failure(stop, ref=ref, at=self._around.now())


def _answers(gates: tuple[Gate, ...]) -> Command:
    """What to hand over. A breakpoint stands alone: nothing else of its step has begun."""
    decided = {g.interrupt_id: (g.question, g.decision) for g in gates if g.decision}
    if len(decided) < len(gates):
        raise ChangedError
    for question, decision in decided.values():
        if question.shape is Shape.BREAKPOINT:
            return PassBreakpoint(nested(decision.values))
    return ResumeGraph({id_: answer(*asked) for id_, asked in decided.items()})


def _refused(gate: Gate, error: InvalidAnswerError) -> GateChange:
    return GateChange(
        gate=gate, expected=GateState.DECIDED, state=GateState.OPEN, problem=error.message
    )
