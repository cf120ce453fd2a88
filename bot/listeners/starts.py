"""Starting runs: by command, by form, as a new version."""

from collections.abc import Mapping

from bot.cards import forms, modals, replies
from bot.cards.replies import is_direct
from bot.core.language import language_of_locale
from bot.core.model import Person
from bot.desk import AlreadyThere, Ask
from bot.listeners.answers import Answer, Open, Private, Replace, Silence, Wrong
from bot.listeners.front import Front
from bot.listeners.payloads import Pressed, Sent, Typed, Who
from graphs.contract import Workflow

START_WORD = "start"


async def command(front: Front, typed: Typed) -> Answer:
    """A workflow's own command: with text it starts, without it opens the form."""
    named = [w for w in front.workflows.values() if w.command == typed.command]
    return await _start(front, typed, named[0], typed.text)


async def signoff(front: Front, typed: Typed) -> Answer:
    """`/signoff`: the list; `/signoff start <workflow> [text]`: as its own command would."""
    words = typed.text.split(maxsplit=1)
    if words and words[0].lower() == START_WORD:
        words = words[1].split(maxsplit=1) if len(words) > 1 else []
    if not words:
        language = await front.language(typed.who)
        return Private(replies.workflow_list(list(front.workflows.values()), language))
    workflow = front.workflows.get(words[0].lower())
    if workflow is None:
        language = await front.language(typed.who)
        known = list(front.workflows.values())
        return Private(replies.unknown_workflow(words[0], known, language))
    return await _start(front, typed, workflow, words[1] if len(words) > 1 else "")


async def elsewhere(front: Front, typed: Typed) -> Answer:
    """A slash command that Slack sends here, of a workflow that this bot does not have."""
    language = await front.language(typed.who)
    known = list(front.workflows.values())
    return Private(replies.unknown_workflow(typed.command, known, language))


async def open_form(front: Front, pressed: Pressed) -> Answer:
    """A button of the list of workflows: its value is the workflow's name."""
    workflow = front.workflows.get(pressed.value)
    if workflow is None:
        return Private(replies.outdated_card(await front.language(pressed.who)))
    return await _form(front, pressed, workflow, {})


async def new_version(front: Front, pressed: Pressed) -> Answer:
    """Open the form again, with what was typed last, else with the older run's text."""
    drafted = await front.desk.draft(pressed.value, pressed.who.user)
    workflow = front.workflows.get(drafted.workflow) if drafted else None
    if drafted is None or workflow is None:
        return Private(replies.outdated_card(await front.language(pressed.who)))
    return await _form(front, pressed, workflow, drafted.inputs, new_version=True)


async def submit(front: Front, sent: Sent) -> Answer:
    """A start form was sent."""
    person = await front.person(sent.who)
    language = language_of_locale(person.locale)
    origin = forms.origin_of(sent.metadata)
    workflow = front.workflows.get(origin.workflow) if origin else None
    values = modals.start_values(sent.state)
    if origin is None or workflow is None:
        line = replies.outdated_card(language).text
        return Replace(modals.closed_view(line, language=language, typed=values))
    if errors := modals.start_errors(workflow, values, language):
        return Wrong(errors)
    ask = Ask(
        workflow=workflow,
        team=sent.who.team,
        channel=origin.channel,
        person=person,
        inputs=values,
        trigger_id=sent.delivery,
        response_url=origin.response_url,
        new_version=origin.new_version,
    )
    outcome = await front.desk.start(ask)
    if isinstance(outcome, AlreadyThere):
        url = await front.root_url(outcome.snapshot)
        line = replies.exists_line(outcome.snapshot, workflow, language, url=url)
        return Replace(
            modals.start_again(workflow, line, origin=origin, language=language, state=sent.state)
        )
    return Silence()


async def _start(front: Front, typed: Typed, workflow: Workflow, text: str) -> Answer:
    if not text.strip():
        return await _form(front, typed, workflow, {})
    person = await front.person(typed.who)
    language = language_of_locale(person.locale)
    first = workflow.form[0]
    if len(text) > first.max_chars:
        return Private(replies.too_long(len(text), first.max_chars, language))
    if any(field.required for field in workflow.form[1:]):
        return await _form(front, typed, workflow, {first.key: text})
    if is_direct(typed.who.channel) and not await _may_speak(front, typed.who):
        # Nobody could invite the bot there, so no run should begin. Elsewhere the first
        # message tells, which saves a question.
        return Private(replies.invite(language, channel=typed.who.channel))
    outcome = await front.desk.start(_ask(typed, workflow, person, {first.key: text}))
    if isinstance(outcome, AlreadyThere):
        url = await front.root_url(outcome.snapshot)
        return Private(replies.report_exists(outcome.snapshot, workflow, language, url=url))
    return Silence()


def _ask(typed: Typed, workflow: Workflow, person: Person, inputs: Mapping[str, str]) -> Ask:
    return Ask(
        workflow=workflow,
        team=typed.who.team,
        channel=typed.who.channel,
        person=person,
        inputs=inputs,
        trigger_id=typed.trigger_id,
        response_url=typed.response_url,
    )


async def _form(
    front: Front,
    asked: Typed | Pressed,
    workflow: Workflow,
    texts: Mapping[str, str],
    *,
    new_version: bool = False,
) -> Answer:
    """Open the start form, unless the bot could not show the run in that channel anyway."""
    language = await front.language(asked.who)
    if not await _may_speak(front, asked.who):
        return Private(replies.invite(language, channel=asked.who.channel))
    origin = forms.Origin(
        workflow=workflow.name,
        channel=asked.who.channel,
        response_url=asked.response_url,
        new_version=new_version,
    )
    view = modals.start_form(workflow, origin=origin, language=language, texts=texts)
    return Open(view, asked.trigger_id)


async def _may_speak(front: Front, who: Who) -> bool:
    return await front.directory.can_speak(who.channel)
