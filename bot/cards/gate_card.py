"""The card of a question: one body, with buttons while it waits and with the outcome afterwards."""

from bot.cards import (
    blocks,
    edits,
    ids,
    labels,
    limits,
    outcomes,
    phrases,
    retries,
    rows,
    text,
    titles,
)
from bot.cards.body import Body, body
from bot.cards.catalogue import words
from bot.cards.markup import mention
from bot.cards.run_cards import cancel_button
from bot.core.model import Gate, GateState, Run, Snapshot
from bot.core.policy import Circle, deciders, owners
from bot.core.ports.messenger import Message
from bot.core.question import Action, Question
from bot.core.standing import Standing, standing
from graphs.contract import Language, Workflow

_MAIN = {Action.APPROVE, Action.ANSWER, Action.EDIT}


def gate_card(snapshot: Snapshot, gate: Gate, about: Workflow | None) -> Message:
    """The message of one gate, in whatever state it is."""
    if gate.state is GateState.OPEN and not snapshot.run.state.final:
        return _waiting(snapshot, gate, about)
    return _closed(snapshot.run, gate, about)


def offered(question: Question, circle: Circle) -> tuple[Action, ...]:
    """The answers that have a button. Nobody can use one where nobody may decide."""
    if circle.nobody or question.rows:
        return ()
    editable = Action.EDIT in question.actions and bool(edits.fields_of(question))
    usable = tuple(
        action
        for action in ids.OF_GATE
        if action in question.actions and (action is not Action.EDIT or editable)
    )
    if not usable and Action.EDIT in question.actions:
        return (Action.APPROVE,)  # as it is, which is an edit that changes nothing
    return usable


def _waiting(snapshot: Snapshot, gate: Gate, about: Workflow | None) -> Message:
    run = snapshot.run
    circle = deciders(run, gate.question, about)
    answers, live = offered(gate.question, circle), not circle.nobody
    buttons = [*_buttons(run, gate, answers), *(rows.foot(run, gate) if live else ())]
    foot = (
        *_remarks(run, gate, answers, live=live),
        *_failure(run, standing(snapshot), about),
        *(retries.foot(run, gate) if live else ()),
        blocks.actions([*buttons, cancel_button(run, gate=gate)]),
    )
    title = titles.title(run, gate, about)
    shown = body(
        run, gate, title=title, advice=_advice(gate.question, answers, run.language), live=live
    )
    needs = _needs(circle, run.language)
    return _message(run, gate, shown, title=title, line=needs, lead=needs, foot=foot)


def _closed(run: Run, gate: Gate, about: Workflow | None) -> Message:
    title = titles.title(run, gate, about)
    said = outcomes.lines(run, gate)
    shown = body(run, gate, title=title, advice="", live=False)
    foot = (blocks.section("\n".join(said)),)
    return _message(run, gate, shown, title=title, line=said[0], lead="", foot=foot)


def _message(
    run: Run,
    gate: Gate,
    shown: Body,
    *,
    title: str,
    line: str,
    lead: str,
    foot: tuple[blocks.Block, ...],
) -> Message:
    """One frame for both. `line` is the notification; `lead` begins the line below the title.

    Slack's fallback has neither a header nor rich text.
    """
    short = text.short(title, limits.HEADER_TEXT)
    under = phrases.dotted(lead, _round(gate.question, run), phrases.offline(run))
    above = [blocks.context(under)] if under else []
    return Message(
        slot=f"gate:{gate.key}",
        text=phrases.notice(short, line),
        blocks=(blocks.header(short), *above, *shown.blocks, *foot),
        plain=(blocks.section(f"*{text.escape(short)}*"), *above, *shown.plain, *foot),
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


def _advice(question: Question, answers: tuple[Action, ...], language: Language) -> str:
    """What to do about a part with a warning, by the buttons that there are."""
    w = words(language).gate
    if not answers:
        return ""
    if Action.EDIT in answers:
        line = w.warning_edit_revise if Action.REVISE in answers else w.warning_edit
    else:
        line = w.warning_revise if Action.REVISE in answers else w.warning_approve
    return line.format_map(labels.in_sentences(question, language))


def _remarks(
    run: Run, gate: Gate, answers: tuple[Action, ...], *, live: bool
) -> list[blocks.Block]:
    """What one should know before pressing a button."""
    w, question = words(run.language).gate, gate.question
    lines = []
    if gate.problem:
        problem = text.line(gate.problem, limits.PROBLEM_TEXT)
        lines.append(w.problem.format(problem=problem))
    if live and question.rows:
        lines.append(rows.remark(gate, run.language))
    elif live and not (answers or question.retries):
        lines.append(w.nothing_offered)
    if answers and question.max_rounds and question.round >= question.max_rounds:
        lines.append(_last_round(question, answers, run.language))
    if answers and Action.EDIT in question.actions and Action.EDIT not in answers:
        lines.append(_not_editable(question, answers, run.language))
    return [blocks.context(line) for line in lines if line]


def _not_editable(question: Question, answers: tuple[Action, ...], language: Language) -> str:
    w = words(language).gate
    if not (question.sections or question.items or question.fields):
        return ""
    if Action.REVISE not in answers:
        return w.too_long_to_edit
    return w.too_long_so_revise.format_map(labels.in_sentences(question, language))


def _last_round(question: Question, answers: tuple[Action, ...], language: Language) -> str:
    w = words(language).gate
    if Action.REVISE in answers:
        return w.last_round_revise
    line = w.last_round_edit if Action.EDIT in answers else w.last_round
    return line.format_map(labels.in_sentences(question, language))


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
    value = ids.gate_value(run.run_id, gate.key)
    return [
        blocks.button(
            labels.on_button(gate.question, action, run.language),
            ids.OF_GATE[action],
            value,
            style="primary" if action is _main(answers) else None,
        )
        for action in answers
    ]


def _main(answers: tuple[Action, ...]) -> Action | None:
    """The one that most people press; what sends something back or away is none."""
    return answers[0] if answers[0] in _MAIN else None
