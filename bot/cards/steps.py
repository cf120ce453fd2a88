"""The steps of a run as people see them: those with a label, in the workflow's order."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.cards import limits, text
from bot.cards.catalogue import pick, words
from bot.cards.edits import decided_question
from bot.core.model import GateState, NodeProgress, NodeState, Run, Snapshot
from bot.core.question import Action
from bot.core.standing import Phase, Standing, standing
from graphs.contract import Workflow

_ANEW = {Action.REVISE, Action.RETRY}
_COUNTED = {NodeState.RUNNING, NodeState.FAILED}


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the progress. `label` is not escaped; `since` is when it began to wait.

    `warned`: it is done, and what it made was shown to people with a warning. `of`: how
    many of how many tasks of a fan-out are done, where that says more than the state.
    """

    label: str
    state: NodeState
    took_ms: int | None = None
    since: int | None = None
    note: str = ""
    warned: bool = False
    of: tuple[int, int] | None = None


def steps(snapshot: Snapshot, about: Workflow | None) -> tuple[Step, ...]:
    """Every labelled node, also those that nothing is known of yet."""
    if about is None:
        return ()
    now = standing(snapshot)
    known = {line.node: line for line in snapshot.run.progress}
    warned = _warned(snapshot)
    return tuple(
        _step(
            known.get(node, NodeProgress(node)),
            label_of(snapshot.run, node, about),
            now,
            warned=node in warned,
        )
        for node in about.steps
    )


def _warned(snapshot: Snapshot) -> frozenset[str]:
    """The steps whose part of the newest question has a warning that nobody edited away.

    A part is a step's where its key is the node's name. Not after it was sent back, or
    something of it is tried again: then the steps make their parts anew.
    """
    gates = snapshot.gates_in(*GateState)
    answer = gates[-1].decision if gates else None
    if not gates or (answer is not None and answer.action in _ANEW):
        return frozenset()
    question, edited = decided_question(gates[-1])
    return frozenset(part.key for part in question.sections if part.warning) - edited


def label_of(run: Run, node: str, about: Workflow | None) -> str:
    """What people call a node, not escaped; empty where it has no label."""
    texts = None if about is None else about.steps.get(node)
    return "" if texts is None else text.short(pick(texts, run.language), limits.STEP_LABEL)


def names_of(run: Run, nodes: Sequence[str], about: Workflow | None) -> str:
    """What people call some nodes, not escaped; a node without a label has only its own name."""
    names = (label_of(run, node, about) or text.short(node, limits.STEP_LABEL) for node in nodes)
    return words(run.language).units.comma.join(dict.fromkeys(names))


def step_of(snapshot: Snapshot, about: Workflow | None) -> str:
    """`step 3 of 4`; empty without labelled steps."""
    all_steps = steps(snapshot, about)
    if not all_steps:
        return ""
    done = sum(step.state is NodeState.DONE for step in all_steps)
    return words(snapshot.run.language).units.step.format(
        number=min(done + 1, len(all_steps)), total=len(all_steps)
    )


def _step(line: NodeProgress, label: str, now: Standing, *, warned: bool) -> Step:
    state = _state(line, now)
    ended = state in {NodeState.DONE, NodeState.FAILED}
    return Step(
        label=label or "…",
        state=state,
        took_ms=line.took_ms if ended else None,
        since=_since(line.node, now),
        note="" if state is NodeState.WAITING else line.note,
        warned=warned and state is NodeState.DONE,
        of=(line.tasks_done, line.tasks) if line.tasks and state in _COUNTED else None,
    )


def _state(line: NodeProgress, now: Standing) -> NodeState:
    """The recorded state, corrected by the store: gates and failures are known there first."""
    if _since(line.node, now) is not None:
        return NodeState.WAITING
    if now.failure is not None and line.node in now.failure.nodes:
        return NodeState.FAILED
    if line.state not in {NodeState.WAITING, NodeState.RUNNING}:
        return line.state
    if now.phase in {Phase.RUNNING, Phase.WAITING}:
        return NodeState.RUNNING
    return NodeState.DONE if now.phase is Phase.DONE else NodeState.IDLE  # nothing spins there


def _since(node: str, now: Standing) -> int | None:
    return next((gate.opened_at for gate in now.waiting if gate.node == node), None)
