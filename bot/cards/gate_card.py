"""The card of a question: one body, with buttons while it waits and with the outcome afterwards."""

from bot.cards import blocks, forms, ids, limits, phrases, text
from bot.cards.catalogue import words
from bot.cards.markup import date, mention
from bot.cards.parts import Body, body
from bot.cards.run_cards import cancel_button
from bot.core.model import Action, Gate, GateState, Question, Run, RunState, Snapshot
from bot.core.policy import Circle, deciders, owners
from bot.core.ports.messenger import Message
from bot.core.standing import Standing, standing
from graphs.contract import Language, Workflow

_ENDED_EARLY = {RunState.CANCELLED, RunState.DEAD}


def gate_card(snapshot: Snapshot, gate: Gate, about: Workflow | None) -> Message:
    """The message of one gate, in whatever state it is."""
    if gate.state is GateState.OPEN and not snapshot.run.state.final:
        return _waiting(snapshot, gate, about)
    return _closed(snapshot.run, gate)


def offered(question: Question, circle: Circle) -> tuple[Action, ...]:
    """The answers that have a button. Nobody can use one where nobody may decide."""
    if circle.nobody:
        return ()
    usable: list[Action] = [a for a in (Action.APPROVE, Action.REVISE) if a in question.actions]
    if Action.EDIT in question.actions and forms.can_edit(question):
        usable.append(Action.EDIT)
    return tuple(usable) or (Action.APPROVE,)


def outcome(run: Run, gate: Gate) -> str:
    """What became of a question that does not wait any more: what, by whom, when."""
    w = words(run.language).gate
    if gate.state is GateState.SUPERSEDED:
        return w.superseded
    if gate.decision is not None:
        return _signed(w.decided[gate.decision.action], gate.decision.by, gate.decision.at)
    if run.state is RunState.CANCELLED and run.ended_by is not None:
        return _signed(w.closed_cancelled, run.ended_by, run.ended_at or gate.opened_at)
    return w.closed_dead if run.state is RunState.DEAD else w.closed_ended


def _signed(line: str, who: str, at: int) -> str:
    return line.format(who=mention(who), when=date(at))


def _waiting(snapshot: Snapshot, gate: Gate, about: Workflow | None) -> Message:
    run = snapshot.run
    circle = deciders(run, gate.question, about)
    answers = offered(gate.question, circle)
    foot = (
        *_remarks(run, gate, answers),
        *_failure(run, standing(snapshot), about),
        blocks.actions([*_buttons(run, gate, answers), cancel_button(run, gate=gate)]),
    )
    shown = body(run, gate, advice=_advice(answers, run.language))
    needs = _needs(circle, run.language)
    return _message(run, gate, shown, line=needs, lead=needs, foot=foot)


def _closed(run: Run, gate: Gate) -> Message:
    line = outcome(run, gate)
    lines = [line, *_said(gate, run.language), *_twist(run, gate)]
    foot = (blocks.section("\n".join(lines)),)
    return _message(run, gate, body(run, gate, advice=""), line=line, lead="", foot=foot)


def _message(
    run: Run, gate: Gate, shown: Body, *, line: str, lead: str, foot: tuple[blocks.Block, ...]
) -> Message:
    """One frame for both. `line` is the notification; `lead` begins the line below the title."""
    title = text.short(gate.question.title, limits.HEADER_TEXT)
    under = phrases.dotted(lead, _round(gate.question, run), phrases.offline(run))
    inner = (*([blocks.context(under)] if under else []), *shown.blocks, *foot)
    return Message(
        slot=f"gate:{gate.key}",
        text=phrases.notice(title, line),
        blocks=(blocks.header(title), *inner),
        plain=(blocks.section(f"*{text.escape(title)}*"), *inner),
        file=shown.file,
    )


def _needs(circle: Circle, language: Language) -> str:
    w = words(language).gate
    if circle.nobody:
        return w.needs_nobody
    if circle.anyone:
        return w.needs_anyone
    if len(circle.users) > limits.MENTIONS:
        return w.needs_several.format(count=len(circle.users))
    who = words(language).units.comma.join(map(mention, circle.users))
    return w.needs.format(who=who)


def _round(question: Question, run: Run) -> str:
    units = words(run.language).units
    if question.max_rounds:
        return units.round.format(number=question.round, total=question.max_rounds)
    return units.round_unbounded.format(number=question.round) if question.round > 1 else ""


def _advice(answers: tuple[Action, ...], language: Language) -> str:
    w = words(language).gate
    if Action.EDIT in answers:
        return w.warning_edit_revise if Action.REVISE in answers else w.warning_edit
    return w.warning_revise if Action.REVISE in answers else w.warning_approve


def _remarks(run: Run, gate: Gate, answers: tuple[Action, ...]) -> list[blocks.Block]:
    """What one should know before pressing a button."""
    w, question = words(run.language).gate, gate.question
    lines = []
    if gate.problem:
        problem = text.line(gate.problem, limits.PROBLEM_TEXT)
        lines.append(w.problem.format(problem=problem))
    if answers and question.max_rounds and question.round >= question.max_rounds:
        lines.append(_last_round(answers, run.language))
    if (
        answers
        and Action.EDIT in question.actions
        and question.sections
        and (Action.EDIT not in answers)
    ):
        lines.append(w.too_long_so_revise if Action.REVISE in answers else w.too_long_to_edit)
    return [blocks.context(line) for line in lines]


def _last_round(answers: tuple[Action, ...], language: Language) -> str:
    w = words(language).gate
    if Action.REVISE in answers:
        return w.last_round_revise
    return w.last_round_edit if Action.EDIT in answers else w.last_round


def _failure(run: Run, now: Standing, about: Workflow | None) -> list[blocks.Block]:
    """A run can have failed in one branch while it waits in another."""
    if now.failure is None:
        return []
    w = words(run.language)
    if not now.can_retry:
        return [blocks.context(w.gate.also_failed_for_good)]
    who = phrases.people(owners(run, about), run.language)
    return [blocks.context(w.gate.also_failed.format(who=who))]


def _buttons(run: Run, gate: Gate, answers: tuple[Action, ...]) -> list[blocks.Block]:
    w, value = words(run.language).buttons, ids.gate_value(run.run_id, gate.key)
    buttons = {
        Action.APPROVE: blocks.button(w.approve, ids.APPROVE, value, style="primary"),
        Action.REVISE: blocks.button(w.revise, ids.REVISE, value),
        Action.EDIT: blocks.button(w.edit, ids.EDIT, value),
    }
    return [buttons[action] for action in answers]


def _said(gate: Gate, language: Language) -> list[str]:
    if gate.decision is None or not gate.decision.comment.strip():
        return []
    said = text.line(gate.decision.comment, limits.COMMENT_TEXT)
    return [words(language).units.quoted.format(text=said)]


def _twist(run: Run, gate: Gate) -> list[str]:
    """Why an answer that was given changed nothing."""
    if gate.decision is None:
        return []
    w = words(run.language).gate
    if gate.state is GateState.SUPERSEDED:
        return [w.unused.format(who=mention(gate.decision.by))]
    lost = gate.state is not GateState.APPLIED and run.state in _ENDED_EARLY
    return [w.no_effect] if lost else []
