"""What became of a question that does not wait any more."""

from bot.cards import labels, limits, rows, text
from bot.cards.catalogue import words
from bot.cards.markup import date, mention
from bot.core.model import FailureKind, Gate, GateState, Run, RunState
from bot.core.question import Action, Decision, Question, Shape, retried
from graphs.contract import Language

_ENDED_EARLY = {RunState.CANCELLED, RunState.DEAD}
_MARKS = {
    Action.APPROVE: "✓",
    Action.REVISE: "↩",
    Action.EDIT: "✎",
    Action.ANSWER: "✓",
    Action.SKIP: "⤼",
    Action.REJECT: "✕",
}
_CHANGED = {FailureKind.CHANGED, FailureKind.STRANDED}


def outcome(run: Run, gate: Gate) -> str:
    """What, by whom, when."""
    w = words(run.language).gate
    if gate.state is GateState.SUPERSEDED:
        changed = run.failure is not None and run.failure.kind in _CHANGED
        return w.changed if changed else w.superseded
    if gate.decision is not None:
        return _signed(_decided(gate, gate.decision, run.language), gate.question, gate.decision)
    if run.state is RunState.CANCELLED and run.ended_by is not None:
        at = date(run.ended_at or gate.opened_at)
        return w.closed_cancelled.format(who=mention(run.ended_by), when=at)
    return w.closed_dead if run.state is RunState.DEAD else w.closed_ended


def lines(run: Run, gate: Gate) -> list[str]:
    """The outcome, what was said with it, and why it changed nothing if so."""
    return [outcome(run, gate), *_said(gate, run.language), *_twist(run, gate)]


def _decided(gate: Gate, decision: Decision, language: Language) -> str:
    w = words(language)
    if decision.action is Action.RETRY:
        return w.gate.retried
    if labels.afterwards(gate.question, decision.action):
        return w.gate.labelled
    if len(decision.choices) > 1:
        return w.rows.sent
    if gate.question.shape is Shape.BREAKPOINT and decision.action in w.gate.passed:
        return w.gate.passed[decision.action]
    return w.gate.decided[decision.action]


def _signed(line: str, question: Question, decision: Decision) -> str:
    return line.format(
        mark=_MARKS.get(decision.action, ""),
        label=_label(question, decision),
        who=mention(decision.by),
        when=date(decision.at),
    )


def _label(question: Question, decision: Decision) -> str:
    """What the button said; empty where the words were ours."""
    if again := retried(question, decision):
        return text.line(again.label, limits.LABEL_TEXT)
    return labels.afterwards(question, decision.action)


def _said(gate: Gate, language: Language) -> list[str]:
    """The comment, also that of an only row; of several, how many were decided how."""
    decision = gate.decision
    if decision is None:
        return []
    if len(decision.choices) > 1:
        return [rows.tally(decision.choices, language)]
    comments = (decision.comment, *(choice.comment for choice in decision.choices.values()))
    said = text.line(" ".join(filter(None, comments)), limits.COMMENT_TEXT)
    return [words(language).units.quoted.format(text=said)] if said else []


def _twist(run: Run, gate: Gate) -> list[str]:
    """Why an answer that was given changed nothing."""
    if gate.decision is None:
        return []
    w = words(run.language).gate
    if gate.state is GateState.SUPERSEDED:
        return [w.unused.format(who=mention(gate.decision.by))]
    # Of an answer that was handed over nobody can say so: what came after it may have run.
    came_to_nothing = gate.state is not GateState.APPLIED and gate.key not in run.handed
    return [w.no_effect] if came_to_nothing and run.state in _ENDED_EARLY else []
