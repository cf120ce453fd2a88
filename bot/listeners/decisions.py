"""Buttons and forms of a card, and the run-wide ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.cards import edits, entered, forms, gate_forms, ids, modals, replies
from bot.core.entries import Entered
from bot.core.fields import Field
from bot.core.model import Gate, JSONDict, Run
from bot.core.question import Action, Decision, Question
from bot.desk import Click, Done, NotOffered, NotYours, Outcome, Unknown
from bot.listeners.answers import Answer, Open, Outlived, Private, Replace, Silence, Wrong
from bot.listeners.copies import outlived
from bot.listeners.front import Front
from bot.listeners.payloads import Pressed, Sent
from graphs.contract import Language


async def approve(front: Front, pressed: Pressed) -> Answer:
    """Approve; at a breakpoint, Continue."""
    click, gate_key = click_of(pressed)
    outcome = await front.desk.decide(click, gate_key, _decision(click, Action.APPROVE))
    if isinstance(outcome, NotOffered) and Action.EDIT in outcome.gate.question.actions:
        # What is too long for a form can only be approved as it is: an edit of nothing.
        same = edits.as_it_is(outcome.gate.question)
        edit = _decision(click, Action.EDIT, edited=same)
        outcome = await front.desk.decide(click, gate_key, edit)
    return await said(front, pressed, outcome)


async def skip(front: Front, pressed: Pressed) -> Answer:
    """Skip."""
    click, gate_key = click_of(pressed)
    outcome = await front.desk.decide(click, gate_key, _decision(click, Action.SKIP))
    return await said(front, pressed, outcome)


async def open_revise(front: Front, pressed: Pressed) -> Answer:
    """Open the form that sends a question back."""

    def form(run: Run, gate: Gate, language: Language) -> modals.View:
        return modals.revise_form(run, gate, front.workflows.get(run.workflow), language=language)

    return await _open(front, pressed, Action.REVISE, form)


async def open_edit(front: Front, pressed: Pressed) -> Answer:
    """Open the form with what can be edited."""

    def form(run: Run, gate: Gate, language: Language) -> modals.View:
        return gate_forms.edit_form(run, gate, language=language)

    return await _open(front, pressed, Action.EDIT, form)


async def open_answer(front: Front, pressed: Pressed) -> Answer:
    """Open the form with the questions; where nothing is asked for, that is the answer."""
    click, gate_key = click_of(pressed)
    outcome = await front.desk.may_decide(click, gate_key)
    if isinstance(outcome, Done) and not outcome.snapshot.gates[gate_key].question.fields:
        answer = _decision(click, Action.ANSWER)
        return await said(front, pressed, await front.desk.decide(click, gate_key, answer))

    def form(run: Run, gate: Gate, language: Language) -> modals.View:
        about = front.workflows.get(run.workflow)
        return gate_forms.answer_form(run, gate, about, language=language)

    return await _open(front, pressed, Action.ANSWER, form)


async def open_reject(front: Front, pressed: Pressed) -> Answer:
    """Open the form that turns a question down."""

    def form(run: Run, gate: Gate, language: Language) -> modals.View:
        return modals.reject_form(run, gate, front.workflows.get(run.workflow), language=language)

    return await _open(front, pressed, Action.REJECT, form)


async def revise(front: Front, sent: Sent) -> Answer:
    """A revise form was sent."""
    comment = modals.comment(sent.state)
    if errors := modals.comment_errors(comment, await front.language(sent.who)):
        return Wrong(errors)
    click, gate_key, _ = sent_by(sent)
    decision = _decision(click, Action.REVISE, comment=comment)
    return await by_form(front, sent, await front.desk.decide(click, gate_key, decision))


async def reject(front: Front, sent: Sent) -> Answer:
    """A reject form was sent, with a reason or without."""
    click, gate_key, _ = sent_by(sent)
    decision = _decision(click, Action.REJECT, comment=modals.comment(sent.state))
    return await by_form(front, sent, await front.desk.decide(click, gate_key, decision))


async def edit(front: Front, sent: Sent) -> Answer:
    """An edit form was sent."""
    return await _filled_in(front, sent, Action.EDIT, _EDIT)


async def answer(front: Front, sent: Sent) -> Answer:
    """An answer form was sent."""
    return await _filled_in(front, sent, Action.ANSWER, _ANSWER)


async def cancel(front: Front, pressed: Pressed) -> Answer:
    """Cancel, on the root message or on a card."""
    click, _ = click_of(pressed)
    return await _steered(front, pressed, await front.desk.cancel(click))


async def retry(front: Front, pressed: Pressed) -> Answer:
    """Retry; where the graph changed, Ask again."""
    click, _ = click_of(pressed)
    return await _steered(front, pressed, await front.desk.retry(click))


async def nothing(_front: Front, _pressed: Pressed) -> Answer:
    """A link button: the link was all."""
    return Silence()


async def outdated(front: Front, pressed: Pressed) -> Answer:
    """An action that this version does not know."""
    return Private(replies.outdated_card(await front.language(pressed.who)))


async def outdated_form(front: Front, sent: Sent) -> Answer:
    """A view that this version does not know."""
    language = await front.language(sent.who)
    return Replace(modals.error_view(replies.outdated_card(language).text, language=language))


@dataclass(frozen=True, slots=True)
class _Fields:
    """A form of fields: which they are, what was typed, and what a decision carries of it."""

    listed: Callable[[Question], Sequence[Field]]
    read: Callable[[Question, object], Entered]
    taken: Callable[[Question, JSONDict], edits.Edited]


_EDIT = _Fields(edits.fields_of, gate_forms.read_edit, edits.taken)
_ANSWER = _Fields(
    gate_forms.answer_fields, gate_forms.read_answer, lambda _, values: edits.Edited(values)
)


async def _filled_in(front: Front, sent: Sent, action: Action, form: _Fields) -> Answer:
    """Decide by a form of fields, or say what is wrong with them."""
    click, gate_key, _ = sent_by(sent)
    outcome = await front.desk.may_decide(click, gate_key)
    gate = gate_of(outcome, gate_key)
    if gate is None:
        return await by_form(front, sent, outcome)
    asked = gate.question
    found = form.read(asked, sent.state)
    if found.problems and isinstance(outcome, Done):
        language = await front.language(sent.who)
        return Wrong(entered.errors(form.listed(asked), found.problems, language))
    decision = _decision(click, action, edited=form.taken(asked, found.values))
    return await by_form(front, sent, await front.desk.decide(click, gate_key, decision))


def click_of(pressed: Pressed) -> tuple[Click, str]:
    """Who pressed what of which gate; the gate's key is empty on run-wide buttons."""
    run_id, gate_key = ids.parse_value(pressed.value)
    who = pressed.who
    click = Click(run_id=run_id, user=who.user, channel=who.channel, delivery=pressed.trigger_id)
    return click, gate_key


def sent_by(sent: Sent) -> tuple[Click, str, str]:
    """Who sent a form of which gate, and of which row of it."""
    run_id, gate_key, row = ids.parse_row(sent.metadata)
    return Click(run_id=run_id, user=sent.who.user, delivery=sent.delivery), gate_key, row


def gate_of(outcome: Outcome, gate_key: str) -> Gate | None:
    """The gate that an outcome is about."""
    return None if isinstance(outcome, Unknown) else outcome.snapshot.gates.get(gate_key)


async def said(front: Front, pressed: Pressed, outcome: Outcome) -> Answer:
    """What a click is answered with; the card shows the rest."""
    told: Silence | Private = Silence()
    if not isinstance(outcome, Done):
        reply = await front.refusal(outcome, await front.language(pressed.who))
        told = Private(reply) if reply else told
    if isinstance(outcome, Unknown):
        return told
    message = outlived(pressed, outcome.snapshot, front.workflows)
    return Outlived(message, told) if message else told


async def by_form(front: Front, sent: Sent, outcome: Outcome) -> Answer:
    """What a form is answered with: one that came too late shows why, and what was typed."""
    language = await front.language(sent.who)
    reply = await front.refusal(outcome, language)
    if reply is None:
        return Silence()
    typed = forms.joined(sent.state)
    return Replace(modals.closed_view(reply.text, language=language, typed=typed))


def _decision(
    click: Click, action: Action, *, comment: str = "", edited: edits.Edited | None = None
) -> Decision:
    carried = edited or edits.Edited({})
    return Decision(
        action,
        by=click.user,
        at=0,
        comment=comment.strip(),
        values=carried.values,
        items=carried.items,
        delivery=click.delivery,
    )


async def _open(
    front: Front,
    pressed: Pressed,
    action: Action,
    form: Callable[[Run, Gate, Language], modals.View],
) -> Answer:
    """Open a form for whoever may decide; nobody fills one in for nothing."""
    click, gate_key = click_of(pressed)
    outcome = await front.desk.may_decide(click, gate_key)
    if not isinstance(outcome, Done):
        return await said(front, pressed, outcome)
    run, gate = outcome.snapshot.run, outcome.snapshot.gates[gate_key]
    if action not in gate.question.actions:
        return await said(front, pressed, NotOffered(outcome.snapshot, gate))
    return Open(form(run, gate, await front.language(pressed.who)), pressed.trigger_id)


async def _steered(front: Front, pressed: Pressed, outcome: Outcome) -> Answer:
    if isinstance(outcome, NotYours):
        language = await front.language(pressed.who)
        return Private(replies.only_owners(outcome.circle, language))
    return await said(front, pressed, outcome)
