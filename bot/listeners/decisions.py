"""Buttons and forms of a card, and the run-wide ones."""

from collections.abc import Callable

from bot.cards import ids, modals, replies
from bot.core.model import Action, Decision, Gate, Run
from bot.desk import Click, Done, NotYours, Outcome, Unknown
from bot.listeners.answers import Answer, Open, Outlived, Private, Replace, Silence, Wrong
from bot.listeners.copies import outlived
from bot.listeners.front import Front
from bot.listeners.payloads import Pressed, Sent
from graphs.contract import Language


async def approve(front: Front, pressed: Pressed) -> Answer:
    """Approve."""
    click, gate_key = _click(pressed)
    decision = Decision(Action.APPROVE, by=click.user, at=0, delivery=pressed.trigger_id)
    return await _said(front, pressed, await front.desk.decide(click, gate_key, decision))


async def open_revise(front: Front, pressed: Pressed) -> Answer:
    """Open the form that sends a question back."""

    def form(run: Run, gate: Gate, language: Language) -> modals.View:
        about = front.workflows.get(run.workflow)
        return modals.revise_form(run, gate, about, language=language)

    return await _open(front, pressed, form)


async def open_edit(front: Front, pressed: Pressed) -> Answer:
    """Open the form with the parts to edit."""

    def form(run: Run, gate: Gate, language: Language) -> modals.View:
        return modals.edit_form(run.run_id, gate, language=language)

    return await _open(front, pressed, form)


async def revise(front: Front, sent: Sent) -> Answer:
    """A revise form was sent."""
    comment = modals.revise_comment(sent.state)
    language = await front.language(sent.who)
    if errors := modals.revise_errors(comment, language):
        return Wrong(errors)
    decision = Decision(
        Action.REVISE, by=sent.who.user, at=0, comment=comment.strip(), delivery=sent.delivery
    )
    return await _decide_by_form(front, sent, decision, {modals.COMMENT: comment})


async def edit(front: Front, sent: Sent) -> Answer:
    """An edit form was sent."""
    values = modals.edit_values(sent.state)
    decision = Decision(Action.EDIT, by=sent.who.user, at=0, values=values, delivery=sent.delivery)
    return await _decide_by_form(front, sent, decision, values)


async def cancel(front: Front, pressed: Pressed) -> Answer:
    """Cancel, on the root message or on a card."""
    click, _ = _click(pressed)
    return await _steered(front, pressed, await front.desk.cancel(click))


async def retry(front: Front, pressed: Pressed) -> Answer:
    """Retry."""
    click, _ = _click(pressed)
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


async def _open(
    front: Front, pressed: Pressed, form: Callable[[Run, Gate, Language], modals.View]
) -> Answer:
    """Open a form for whoever may decide; nobody fills one in for nothing."""
    click, gate_key = _click(pressed)
    outcome = await front.desk.may_decide(click, gate_key)
    if not isinstance(outcome, Done):
        return await _said(front, pressed, outcome)
    run, gate = outcome.snapshot.run, outcome.snapshot.gates[gate_key]
    return Open(form(run, gate, await front.language(pressed.who)), pressed.trigger_id)


def _click(pressed: Pressed) -> tuple[Click, str]:
    run_id, gate_key = ids.parse_value(pressed.value)
    who = pressed.who
    click = Click(run_id=run_id, user=who.user, channel=who.channel, delivery=pressed.trigger_id)
    return click, gate_key


async def _said(front: Front, pressed: Pressed, outcome: Outcome) -> Answer:
    said: Silence | Private = Silence()
    if not isinstance(outcome, Done):
        reply = await front.refusal(outcome, await front.language(pressed.who))
        said = Private(reply) if reply else said
    if isinstance(outcome, Unknown):
        return said
    message = outlived(pressed, outcome.snapshot, front.workflows)
    return Outlived(message, said) if message else said


async def _steered(front: Front, pressed: Pressed, outcome: Outcome) -> Answer:
    if isinstance(outcome, NotYours):
        language = await front.language(pressed.who)
        return Private(replies.only_owners(outcome.circle, language))
    return await _said(front, pressed, outcome)


async def _decide_by_form(
    front: Front, sent: Sent, decision: Decision, typed: dict[str, str]
) -> Answer:
    """Decide; a form that came too late shows why, and keeps what was typed."""
    run_id, gate_key = ids.parse_value(sent.metadata)
    outcome = await front.desk.decide(Click(run_id, sent.who.user), gate_key, decision)
    language = await front.language(sent.who)
    reply = await front.refusal(outcome, language)
    if reply is None:
        return Silence()
    return Replace(modals.closed_view(reply.text, language=language, typed=typed))
