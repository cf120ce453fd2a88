"""Buttons and forms of one action among several, and those below all of them."""

from collections.abc import Awaitable, Callable

from bot.cards import edits, entered, gate_forms, ids, limits, modals, rows
from bot.core.model import Gate, Run
from bot.core.question import Action, Choice, Row
from bot.desk import Done, NotOffered
from bot.listeners.answers import Answer, Open, Wrong
from bot.listeners.decisions import by_form, click_of, gate_of, outdated, said, sent_by
from bot.listeners.front import Front
from bot.listeners.payloads import Pressed, Sent
from graphs.contract import Language

Form = Callable[[Run, Gate, Row, Language], modals.View]


async def approve(front: Front, pressed: Pressed) -> Answer:
    """Approve one action; what only takes edits and fits no form, as it is."""
    click, gate_key = click_of(pressed)
    _, _, key = ids.parse_row(pressed.value)
    choice = Choice(Action.APPROVE, by=click.user, at=0)
    outcome = await front.desk.choose(click, gate_key, key, choice)
    row = _row(gate_of(outcome, gate_key), key)
    if isinstance(outcome, NotOffered) and row and Action.EDIT in row.actions:
        same = Choice(Action.EDIT, by=click.user, at=0, values=row.values)
        outcome = await front.desk.choose(click, gate_key, key, same)
    return await said(front, pressed, outcome)


async def ignore(front: Front, pressed: Pressed) -> Answer:
    """Ignore one action."""
    click, gate_key = click_of(pressed)
    _, _, key = ids.parse_row(pressed.value)
    choice = Choice(Action.SKIP, by=click.user, at=0)
    return await said(front, pressed, await front.desk.choose(click, gate_key, key, choice))


async def open_edit(front: Front, pressed: Pressed) -> Answer:
    """Open the form with an action's arguments."""

    def form(run: Run, gate: Gate, row: Row, language: Language) -> modals.View:
        return gate_forms.row_form(run, gate, row, language=language)

    return await _open(front, pressed, Action.EDIT, form)


async def open_reject(front: Front, pressed: Pressed) -> Answer:
    """Open the form that turns an action down."""

    def form(run: Run, gate: Gate, row: Row, language: Language) -> modals.View:
        return modals.row_reject_form(run, gate, row, language=language)

    return await _open(front, pressed, Action.REJECT, form)


async def open_respond(front: Front, pressed: Pressed) -> Answer:
    """Open the form for words in an action's place."""

    def form(run: Run, gate: Gate, row: Row, language: Language) -> modals.View:
        return modals.respond_form(run, gate, row, language=language)

    return await _open(front, pressed, Action.ANSWER, form)


async def edit(front: Front, sent: Sent) -> Answer:
    """An action's arguments were sent."""
    click, gate_key, key = sent_by(sent)
    outcome = await front.desk.may_decide(click, gate_key)
    gate = gate_of(outcome, gate_key)
    row = _row(gate, key)
    if gate is None or row is None:
        return await by_form(front, sent, outcome)
    values, problems = gate_forms.read_row(gate, row, sent.state)
    if problems and isinstance(outcome, Done):
        language = await front.language(sent.who)
        return Wrong(entered.errors(edits.row_fields(row), problems, language))
    choice = Choice(Action.EDIT, by=click.user, at=0, values=values)
    return await by_form(front, sent, await front.desk.choose(click, gate_key, key, choice))


async def reject(front: Front, sent: Sent) -> Answer:
    """An action was turned down, with a reason or without."""
    return await _worded(front, sent, Action.REJECT)


async def respond(front: Front, sent: Sent) -> Answer:
    """Words were sent in an action's place."""
    language = await front.language(sent.who)
    if errors := modals.comment_errors(modals.comment(sent.state), language):
        return Wrong(errors)
    return await _worded(front, sent, Action.ANSWER)


async def submit(front: Front, pressed: Pressed) -> Answer:
    """Send what was chosen for all actions, as the card showed it."""
    click, gate_key = click_of(pressed)
    _, _, chosen = ids.parse_row(pressed.value)
    count = int(chosen) if chosen.isdecimal() else -1
    return await said(front, pressed, await front.desk.submit(click, gate_key, chosen=count))


async def approve_rest(front: Front, pressed: Pressed) -> Answer:
    """Approve all that have no choice yet."""
    return await _rest(front, pressed, Action.APPROVE)


async def reject_rest(front: Front, pressed: Pressed) -> Answer:
    """Reject all that have no choice yet."""
    return await _rest(front, pressed, Action.REJECT)


async def menu(front: Front, pressed: Pressed) -> Answer:
    """Something of a row's menu."""
    return await _IN_MENU.get(pressed.action, outdated)(front, pressed)


async def _worded(front: Front, sent: Sent, action: Action) -> Answer:
    click, gate_key, key = sent_by(sent)
    comment = modals.comment(sent.state).strip()
    choice = Choice(action, by=click.user, at=0, comment=comment)
    return await by_form(front, sent, await front.desk.choose(click, gate_key, key, choice))


async def _open(front: Front, pressed: Pressed, action: Action, form: Form) -> Answer:
    click, gate_key = click_of(pressed)
    outcome = await front.desk.may_decide(click, gate_key)
    if not isinstance(outcome, Done):
        return await said(front, pressed, outcome)
    run, gate = outcome.snapshot.run, outcome.snapshot.gates[gate_key]
    row = _row(gate, ids.parse_row(pressed.value)[2])
    if row is None or action not in rows.allowed(row):
        return await said(front, pressed, NotOffered(outcome.snapshot, gate))
    return Open(form(run, gate, row, await front.language(pressed.who)), pressed.trigger_id)


async def _rest(front: Front, pressed: Pressed, action: Action) -> Answer:
    """Each is a choice like any other, and can be changed like any other."""
    click, gate_key = click_of(pressed)
    choice = Choice(action, by=click.user, at=0)
    outcome = await front.desk.choose_rest(click, gate_key, choice, most=limits.REST)
    return await said(front, pressed, outcome)


def _row(gate: Gate | None, key: str) -> Row | None:
    listed = gate.question.rows if gate else ()
    return next((row for row in listed if row.key == key), None)


_IN_MENU: dict[str, Callable[[Front, Pressed], Awaitable[Answer]]] = {
    ids.ROW_APPROVE: approve,
    ids.ROW_EDIT: open_edit,
    ids.ROW_ANSWER: open_respond,
    ids.ROW_SKIP: ignore,
    ids.ROW_REJECT: open_reject,
}
