"""Going on from what an ended run had: Continue, and running again from a step."""

from bot.cards import history, modals, replies
from bot.cards.catalogue import words
from bot.core.language import language_of_locale
from bot.core.ports.store import StoreUnavailableError
from bot.desk import AlreadyThere, Done, NotYours, Outcome, Past, Started
from bot.listeners.answers import Answer, Open, Private, Replace, Silence, Update
from bot.listeners.decisions import by_form, click_of, said, sent_by
from bot.listeners.front import Front
from bot.listeners.payloads import Pressed, Sent
from graphs.contract import Language


async def go_on(front: Front, pressed: Pressed) -> Answer:
    """Continue, in a private line or in the form that says that there is a run already."""
    click, _ = click_of(pressed)
    if not pressed.view_id:
        outcome = await front.desk.go_on(click)
        return await _told(front, pressed, outcome)
    language = await front.language(pressed.who)
    try:
        view = await _in_form(front, await front.desk.go_on(click), language)
    except StoreUnavailableError:
        # A click in a form has no other way to say so.
        view = modals.error_view(replies.nothing_recorded(language).text, language=language)
    return Update(view, pressed.view_id)


async def open_history(front: Front, pressed: Pressed) -> Answer:
    """Open the list of steps that an ended run can be run again from."""
    click, _ = click_of(pressed)
    outcome = await front.desk.history(click)
    if not isinstance(outcome, Past):
        return await _told(front, pressed, outcome)
    person = await front.person(pressed.who)
    view = history.history_form(
        outcome.snapshot,
        outcome.moments,
        front.workflows.get(outcome.snapshot.run.workflow),
        language=language_of_locale(person.locale),
        timezone=person.timezone,
    )
    return Open(view, pressed.trigger_id)


async def again(front: Front, sent: Sent) -> Answer:
    """A step was chosen: run again from there. The root message of the new version shows it."""
    click, _, _ = sent_by(sent)
    outcome = await front.desk.again(click, history.chosen(sent.state))
    if isinstance(outcome, Started | AlreadyThere):
        return Silence()
    language = await front.language(sent.who)
    if isinstance(outcome, Past):
        return Replace(history.gone_view(language))
    if isinstance(outcome, NotYours):
        line = replies.only_owners(outcome.circle, language).text
        return Replace(modals.closed_view(line, language=language))
    return await by_form(front, sent, outcome)


async def _told(
    front: Front, pressed: Pressed, outcome: Outcome | Started | AlreadyThere
) -> Answer:
    """In a channel: its messages show what goes on; what does not is said in private."""
    language = await front.language(pressed.who)
    match outcome:
        case Started():
            return Silence()
        case AlreadyThere(snapshot, may_go_on):
            about = front.workflows.get(snapshot.run.workflow)
            url = await front.root_url(snapshot)
            return Private(
                replies.report_exists(snapshot, about, language, url=url, may_go_on=may_go_on)
            )
        case NotYours(_, circle):
            return Private(replies.only_owners(circle, language))
        case _:
            return await said(front, pressed, outcome)


async def _in_form(
    front: Front, outcome: Outcome | Started | AlreadyThere, language: Language
) -> modals.View:
    """In place of the form."""
    w = words(language).versions
    match outcome:
        case Started(run):
            line = w.going_on.format(version=run.version)
            return modals.told_view(w.going_on_title, line, language=language)
        case Done():
            return modals.told_view(w.going_on_title, w.retried, language=language)
        case AlreadyThere(snapshot):
            about = front.workflows.get(snapshot.run.workflow)
            url = await front.root_url(snapshot)
            line = replies.exists_line(snapshot, about, language, url=url)
            return modals.error_view(line, language=language)
        case NotYours(_, circle):
            line = replies.only_owners(circle, language).text
        case _:
            reply = await front.refusal(outcome, language)
            line = reply.text if reply else ""
    return modals.error_view(line, language=language)
