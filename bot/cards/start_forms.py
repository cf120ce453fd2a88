"""The form that starts a run, and what was typed into it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.cards import blocks, entered, fields, forms, ids, limits, modals, readable, text
from bot.cards.catalogue import pick, words
from bot.cards.modals import View
from bot.core import entries
from bot.core.assignments import Words
from bot.core.entries import Entered
from bot.core.fields import Field
from bot.core.inputs import form_fields
from bot.core.ports.documents import SentFile
from bot.core.problems import FileFault, Problem
from graphs.contract import Language, Workflow

_ABOVE = 5
"""Blocks that stand above the fields, at most."""


def start_form(
    about: Workflow,
    *,
    origin: forms.Origin,
    language: Language,
    said: Words | None = None,
) -> View:
    """The form that starts a run.

    `said` is what its fields begin with; what of it could not be taken stands above.
    """
    listed = form_fields(about, language)
    begun = _begun(listed, said.values if said else {})
    # A value of an older form, or a text of half a message, can be too much for one form.
    shown = begun if fields.fit(begun) else listed
    description = text.line(pick(about.description, language), limits.SECTION_TEXT // 2)
    intro = [blocks.context(description)] if description else []
    wrong = [blocks.section(line) for line in _wrong(listed, said, language)[: _ABOVE - 1]]
    made = _inputs(shown, about, language)
    return _view(about, [*intro, *wrong, *made], origin, language)


def start_again(
    about: Workflow,
    line: str,
    *,
    origin: forms.Origin,
    language: Language,
    state: object,
    button: blocks.Block | None = None,
) -> View:
    """The start form as it was sent, and above it why sending it again makes a new version.

    `line` is markup of `replies`, with a `button` beside it, `state` the submitted view's. The
    inputs have to be the very same ones: Slack keeps what stands in an input when a view is
    updated.
    """
    listed = form_fields(about, language)
    sent = forms.as_sent(state)
    taken = entries.read(listed, entered.typed(listed, state)).values
    begun = _inputs(_begun(listed, taken), about, language, sent=sent)
    w = words(language)
    why = f"{line}{w.units.between_sentences}{w.forms.new_version_line}"
    return _view(
        about,
        [blocks.section(why, accessory=button), *begun],
        replace(origin, new_version=True),
        language,
    )


def read(about: Workflow, state: object, language: Language) -> Entered:
    """What was typed into a start form. Never raises."""
    listed = form_fields(about, language)
    return entries.read(listed, entered.typed(listed, state))


def errors(about: Workflow, problems: Mapping[str, Problem], language: Language) -> dict[str, str]:
    """What is wrong with a start form, by block id, as `response_action: errors` takes it."""
    return entered.errors(form_fields(about, language), problems, language)


def files(about: Workflow, state: object, language: Language) -> dict[str, SentFile]:
    """The files that were added to a start form, by field key. Never raises."""
    return entered.files(form_fields(about, language), state)


def file_errors(
    about: Workflow, faults: Mapping[str, tuple[FileFault, str]], language: Language
) -> dict[str, str]:
    """What is wrong with files (fault and name, by field key), by block id."""
    return {
        entered.block_of(index): entered.file_sentence(*faults[field.key], language)
        for index, field in enumerate(form_fields(about, language))
        if field.key in faults
    }


def command_of(about: Workflow) -> str:
    """What starts a workflow, not escaped."""
    return about.command or f"/signoff start {about.name}"


def _begun(listed: Sequence[Field], values: Mapping[str, object]) -> tuple[Field, ...]:
    return tuple(replace(f, default=values[f.key]) if f.key in values else f for f in listed)


def _wrong(listed: Sequence[Field], said: Words | None, language: Language) -> list[str]:
    """Sentences (markup) about what a command said and no field could take."""
    if said is None:
        return []
    w = words(language).forms
    named = {field.key: readable.label(field, language) for field in listed}
    found = [
        w.wrong.format(
            label=f"*{text.line(named[field.key], limits.LABEL_TEXT)}*",
            problem=text.escape(entered.said(field, problem, named.get(field.filled_by), language)),
        )
        for field in listed
        if (problem := said.problems.get(field.key))
    ]
    rest = text.line(said.rest, limits.COMMENT_TEXT)
    return [*found, *([w.misplaced.format(text=rest)] if rest else [])]


def _inputs(
    listed: Sequence[Field],
    about: Workflow,
    language: Language,
    *,
    sent: Mapping[str, Sequence[tuple[str, str]]] | None = None,
) -> list[blocks.Block]:
    """The inputs, with room to go on in long texts as far as there is room for all of it."""
    how = words(language).forms.long_hint.format(
        field=f"{limits.INPUT_TEXT:,}", command=command_of(about)
    )
    made = fields.inputs(listed, language, how=how, sent=sent)
    if len(made) <= limits.VIEW_BLOCKS - _ABOVE:
        return made
    return fields.inputs(listed, language, sent=sent)


def _view(
    about: Workflow, inner: Sequence[blocks.Block], origin: forms.Origin, language: Language
) -> View:
    w = words(language).forms
    return modals.form(
        ids.VIEW_START,
        pick(about.title, language),
        inner,
        language=language,
        submit=w.new_version_submit if origin.new_version else w.start_submit,
        metadata=forms.pack(origin),
    )
