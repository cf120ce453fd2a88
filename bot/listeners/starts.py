"""Starting runs: by command, by form, as a new version."""

from collections.abc import Mapping, Sequence

from bot.cards import forms, modals, replies, start_forms
from bot.cards.fields import SPOKEN
from bot.cards.replies import Reply, is_direct
from bot.core import assignments, entries
from bot.core.assignments import Words
from bot.core.entries import shown
from bot.core.fields import Field
from bot.core.inputs import form_fields, start_fields, unfilled
from bot.core.language import language_of_locale
from bot.core.problems import Fault, Problem
from bot.core.typed import value_of
from bot.desk import AlreadyThere, Ask
from bot.listeners.answers import Answer, Open, Private, Replace, Silence, Wrong
from bot.listeners.front import Front
from bot.listeners.payloads import Marked, Pressed, Sent, Typed, Who
from bot.listeners.uploads import read_form
from graphs.contract import Language, Workflow

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
    return await _form(front, pressed, workflow, Words())


async def new_version(front: Front, pressed: Pressed) -> Answer:
    """Open the form again, with what was typed last, else with the older run's text."""
    drafted = await front.desk.draft(pressed.value, pressed.who.user)
    workflow = front.workflows.get(drafted.workflow) if drafted else None
    if drafted is None or workflow is None:
        return Private(replies.outdated_card(await front.language(pressed.who)))
    return await _form(
        front, pressed, workflow, Words(values=dict(drafted.inputs)), new_version=True
    )


async def submit(front: Front, sent: Sent) -> Answer:
    """A start form was sent."""
    person = await front.person(sent.who)
    language = language_of_locale(person.locale)
    origin = forms.origin_of(sent.metadata)
    workflow = front.workflows.get(origin.workflow) if origin else None
    if origin is None or workflow is None:
        line = replies.outdated_card(language).text
        typed = forms.joined(sent.state)
        return Replace(modals.closed_view(line, language=language, typed=typed))
    found = await read_form(front, sent, workflow, language)
    if isinstance(found, Wrong):
        return found
    ask = Ask(
        workflow=workflow,
        team=sent.who.team,
        channel=origin.channel,
        person=person,
        inputs=found.values,
        trigger_id=sent.delivery,
        response_url=origin.response_url,
        new_version=origin.new_version,
    )
    outcome = await front.desk.start(ask)
    if isinstance(outcome, AlreadyThere):
        url = await front.root_url(outcome.snapshot)
        line = replies.exists_line(outcome.snapshot, workflow, language, url=url)
        button = replies.way_on(outcome.snapshot, language) if outcome.may_go_on else None
        return Replace(
            start_forms.start_again(
                workflow, line, origin=origin, language=language, state=sent.state, button=button
            )
        )
    return Silence()


async def _start(front: Front, typed: Typed, workflow: Workflow, text: str) -> Answer:
    """Start with what a command says, unless it says what no form has."""
    if not text.strip():
        return await _form(front, typed, workflow, Words())
    language = await front.language(typed.who)
    listed = start_fields(workflow, language)
    said = _understood(listed, text)
    if refused := _refused(workflow, listed, said, text, language):
        return Private(refused)
    return await start_with(front, typed, workflow, said)


async def start_with(
    front: Front, asked: Typed | Marked, workflow: Workflow, said: Words
) -> Answer:
    """Start at once where this is all that is needed, else open the form with it."""
    listed = start_fields(workflow, await front.language(asked.who))
    begun = {f.key: shown(f, said.values.get(f.key, f.default)) for f in listed}
    whole = entries.read(listed, begun)
    values = {**whole.values, **said.values}
    if said.problems or said.rest or whole.problems or unfilled(listed, values):
        return await _form(front, asked, workflow, said)
    if is_direct(asked.who.channel) and not await _may_speak(front, asked.who):
        # Nobody could invite the bot there, so no run should begin. Elsewhere the first
        # message tells, which saves a question.
        language = await front.language(asked.who)
        return Private(replies.invite(language, channel=asked.who.channel))
    return await _begin(front, asked, workflow, values)


def _understood(listed: Sequence[Field], text: str) -> Words:
    """What a command says. A form of one text takes all of it, whatever stands in it."""
    said = assignments.words(listed, text)
    alone = len(listed) == 1 and listed[0].kind in SPOKEN
    if not alone or not (said.rest or _unknown(said)):
        return said
    key, value = listed[0].key, value_of(listed[0], text)
    if isinstance(value, Problem):
        return Words(problems={key: value})
    return Words(values={key: value})


def _refused(
    workflow: Workflow, listed: Sequence[Field], said: Words, text: str, language: Language
) -> Reply | None:
    """Why neither a run nor a form begins with this."""
    unknown = _unknown(said) if listed else [*said.problems, *filter(None, [said.rest])]
    if unknown:
        # A form of one value has a field without a name.
        known = [f.key for f in listed if f.key]
        return replies.unknown_keys(workflow, unknown, known, language)
    long = [p for p in said.problems.values() if p.fault is Fault.TOO_LONG and p.bound]
    return replies.too_long(len(text), int(long[0].bound or 0), language) if long else None


def _unknown(said: Words) -> list[str]:
    return [key for key, problem in said.problems.items() if problem.fault is Fault.UNKNOWN_KEY]


async def _begin(
    front: Front,
    asked: Typed | Pressed | Marked,
    workflow: Workflow,
    inputs: Mapping[str, object],
    *,
    new_version: bool = False,
) -> Answer:
    person = await front.person(asked.who)
    ask = Ask(
        workflow=workflow,
        team=asked.who.team,
        channel=asked.who.channel,
        person=person,
        inputs=inputs,
        trigger_id=asked.trigger_id,
        response_url=asked.response_url,
        new_version=new_version,
    )
    outcome = await front.desk.start(ask)
    if isinstance(outcome, AlreadyThere):
        url = await front.root_url(outcome.snapshot)
        language = language_of_locale(person.locale)
        return Private(
            replies.report_exists(
                outcome.snapshot, workflow, language, url=url, may_go_on=outcome.may_go_on
            )
        )
    return Silence()


async def _form(
    front: Front,
    asked: Typed | Pressed | Marked,
    workflow: Workflow,
    said: Words,
    *,
    new_version: bool = False,
) -> Answer:
    """Open the start form, unless the bot could not show the run in that channel anyway.

    A workflow that asks for nothing starts at once.
    """
    language = await front.language(asked.who)
    if not await _may_speak(front, asked.who):
        return Private(replies.invite(language, channel=asked.who.channel))
    if not form_fields(workflow, language):
        return await _begin(front, asked, workflow, {}, new_version=new_version)
    origin = forms.Origin(
        workflow=workflow.name,
        channel=asked.who.channel,
        response_url=asked.response_url,
        new_version=new_version,
    )
    view = start_forms.start_form(workflow, origin=origin, language=language, said=said)
    return Open(view, asked.trigger_id)


async def _may_speak(front: Front, who: Who) -> bool:
    return await front.directory.can_speak(who.channel)
