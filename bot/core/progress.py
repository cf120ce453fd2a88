"""Events of a drive become the lines of the progress message."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.core.model import NodeProgress, NodeState, Run
from bot.core.ports.engine import (
    DriveEvent,
    Moment,
    StatusLine,
    StepEnded,
    StepStarted,
    TasksCounted,
    Used,
)

MAX_NOTE = 1_000
"""Characters kept of a preview, which an engine keeps shorter; cards cut it further."""


def initial(nodes: Iterable[str]) -> tuple[NodeProgress, ...]:
    """All steps, none begun."""
    return tuple(NodeProgress(node=n) for n in nodes)


def following(lines: Iterable[NodeProgress], nodes: Iterable[str]) -> tuple[NodeProgress, ...]:
    """The lines of the steps that there are now: a release may have taken some, or added some."""
    known = {line.node: line for line in lines}
    return tuple(known.get(node) or NodeProgress(node=node) for node in nodes)


def taken_over(older: Run) -> tuple[NodeProgress, ...]:
    """What a run begins with that goes on where an older one stood: that what was done is done."""
    return tuple(
        line if line.state is NodeState.DONE else NodeProgress(line.node) for line in older.progress
    )


def found_done(lines: Iterable[NodeProgress], done: Collection[str]) -> tuple[NodeProgress, ...]:
    """The lines once these nodes are seen to be done: nobody noted it while they ran."""
    return tuple(
        NodeProgress(line.node, NodeState.DONE)
        if line.node in done and line.state is not NodeState.DONE
        else line
        for line in lines
    )


def taken_back(older: Run, moment: Moment, later: Iterable[Moment]) -> tuple[NodeProgress, ...]:
    """What a run begins with that does the steps of a moment again.

    Done is what had run before, also before the moments that are known: then it did not run
    in one of the `later` ones.
    """
    again = {node for one in (moment, *later) for node in one.nodes}
    done = {line.node for line in older.progress if line.state is NodeState.DONE} - again
    done |= moment.ran - set(moment.nodes)
    return tuple(
        NodeProgress(line.node, NodeState.DONE if line.node in done else NodeState.IDLE)
        for line in older.progress
    )


def after(run: Run, event: DriveEvent, *, now: int) -> Run:
    """The run as it is after one event. Events of nodes without a line change nothing."""
    if isinstance(event, Used):
        return replace(run, usage=run.usage.plus(event.usage))
    return replace(run, progress=tuple(_moved(line, event, now) for line in run.progress))


def _moved(
    line: NodeProgress, event: StepStarted | TasksCounted | StepEnded | StatusLine, now: int
) -> NodeProgress:
    if line.node != event.node:
        return line
    if isinstance(event, StepStarted):
        return NodeProgress(node=line.node, state=NodeState.RUNNING, started_at=now)
    if isinstance(event, TasksCounted):
        return replace(line, tasks=event.total, tasks_done=event.done)
    if isinstance(event, StatusLine):
        return replace(line, note=event.text[:MAX_NOTE])
    return _ended(line, event, now)


def _ended(line: NodeProgress, event: StepEnded, now: int) -> NodeProgress:
    took = now - line.started_at if line.started_at is not None else None
    note = event.preview[:MAX_NOTE] or line.note
    if event.waits:
        return replace(line, state=NodeState.WAITING, note=note, started_at=now)
    state = NodeState.FAILED if event.failed else NodeState.DONE
    return replace(line, state=state, note=note, took_ms=took)


def stopped(run: Run) -> Run:
    """No step runs any more: what was running is idle again, as it will start anew."""
    lines = tuple(
        replace(line, state=NodeState.IDLE) if line.state is NodeState.RUNNING else line
        for line in run.progress
    )
    return replace(run, progress=lines)
