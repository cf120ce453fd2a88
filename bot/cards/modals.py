"""The forms: start, revise, edit, and the views that take their place.

Texts are in the person's language. What a form needs to know when it comes back
is in its `private_metadata`: a button's value, or where it was opened.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.cards import blocks, forms, ids, limits, phrases, text
from bot.cards.catalogue import pick, words
from bot.core.model import Gate, Run
from graphs.contract import FormField, Language, Workflow

COMMENT = "comment"
"""The key of the revise form's only field."""
_MORE_FIELDS = 2
"""Inputs to go on in, below one that can take more than Slack's 3,000 characters."""

View = blocks.Block


def start_form(
    about: Workflow,
    *,
    origin: forms.Origin,
    language: Language,
    texts: Mapping[str, str] | None = None,
) -> View:
    """The form that starts a run. `texts` are what its fields begin with, by key."""
    given = texts or {}
    inputs = {field.key: _inputs(field, given.get(field.key, "")) for field in about.form}
    description = text.line(pick(about.description, language), limits.SECTION_TEXT // 2)
    intro = [blocks.context(description)] if description else []
    return _start_view(about, [*intro, *_fields(about, inputs, language)], origin, language)


def start_again(
    about: Workflow, line: str, *, origin: forms.Origin, language: Language, state: object
) -> View:
    """The start form as it was sent, and above it why sending it again makes a new version.

    `line` is markup of `replies`, `state` the submitted view's.
    """
    sent = forms.as_sent(state)
    inputs = {field.key: sent.get(field.key) or _inputs(field, "") for field in about.form}
    w = words(language)
    why = f"{line}{w.units.between_sentences}{w.forms.new_version_line}"
    anew = replace(origin, new_version=True)
    return _start_view(
        about, [blocks.section(why), *_fields(about, inputs, language)], anew, language
    )


def _start_view(
    about: Workflow, inner: list[blocks.Block], origin: forms.Origin, language: Language
) -> View:
    w = words(language).forms
    return _view(
        ids.VIEW_START,
        pick(about.title, language),
        inner,
        language=language,
        submit=w.new_version_submit if origin.new_version else w.start_submit,
        metadata=forms.pack(origin),
    )


def revise_form(
    run: Run, gate: Gate, about: Workflow | None, *, language: Language, comment: str = ""
) -> View:
    """The form that sends a question back."""
    w = words(language).forms
    field = blocks.text_input(
        f"{COMMENT}#0",
        ids.FIELD,
        label=w.revise_label,
        hint=w.revise_hint,
        value=text.cut(text.visible(comment), limits.INPUT_TEXT),
        optional=False,
    )
    return _view(
        ids.VIEW_REVISE,
        w.revise_title,
        [blocks.section(_sent_back(run, gate, about, language)), field],
        language=language,
        submit=w.revise_submit,
        metadata=ids.gate_value(run.run_id, gate.key),
    )


def edit_form(
    run_id: str, gate: Gate, *, language: Language, values: Mapping[str, str] | None = None
) -> View:
    """The form with one field a part, filled with what is there, or with `values`.

    Only for questions of which `forms.can_edit` says that a form can hold them.
    """
    w = words(language).forms
    given = values or {}
    inputs = [
        _input(block_id, part, label=_numbered(w.edit_label, section.label, n), optional=True)
        for section in gate.question.sections
        for n, (block_id, part) in enumerate(
            forms.parts(section.key, given.get(section.key, section.value)), start=1
        )
    ]
    return _view(
        ids.VIEW_EDIT,
        w.edit_title,
        [blocks.context(w.edit_line), *inputs],
        language=language,
        submit=w.edit_submit,
        metadata=ids.gate_value(run_id, gate.key),
    )


def start_values(state: object) -> dict[str, str]:
    """What was typed into a start form, by field key. Never raises."""
    return forms.joined(state)


def edit_values(state: object) -> dict[str, str]:
    """What stands in an edit form, by section key. Never raises."""
    return forms.joined(state)


def revise_comment(state: object) -> str:
    """What should change; empty where nothing was typed. Never raises."""
    return forms.joined(state).get(COMMENT, "")


def start_errors(about: Workflow, values: Mapping[str, str], language: Language) -> dict[str, str]:
    """What is wrong with a start form, by block id, as `response_action: errors` takes it."""
    w = words(language).forms
    errors = {}
    for field in about.form:
        value = values.get(field.key, "")
        if field.required and not value.strip():
            errors[f"{field.key}#0"] = w.empty
        elif len(value) > field.max_chars:
            bound, count = f"{field.max_chars:,}", f"{len(value):,}"
            errors[f"{field.key}#0"] = w.too_long.format(bound=bound, count=count)
    return errors


def revise_errors(comment: str, language: Language) -> dict[str, str]:
    """What is wrong with a revise form, by block id."""
    return {} if comment.strip() else {f"{COMMENT}#0": words(language).forms.empty}


def closed_view(line: str, *, language: Language, typed: Mapping[str, str] | None = None) -> View:
    """In place of a form that came too late: why (markup of `replies`), and what was typed."""
    w = words(language).forms
    kept = [value for value in (typed or {}).values() if value.strip()]
    pieces = text.split(text.visible("\n\n".join(kept)), limits.INPUT_TEXT)
    shown = [blocks.verbatim(piece) for piece in pieces[: limits.EDIT_INPUTS] if piece.strip()]
    intro = [blocks.section(w.kept)] if shown else []
    return _view("", w.closed_title, [blocks.section(line), *intro, *shown], language=language)


def error_view(line: str, *, language: Language) -> View:
    """In place of a form that cannot be shown or sent: why (markup of `replies`)."""
    return _view("", words(language).forms.error_title, [blocks.section(line)], language=language)


def _view(
    callback_id: str,
    title: str,
    inner: list[blocks.Block],
    *,
    language: Language,
    submit: str = "",
    metadata: str = "",
) -> View:
    view: dict[str, object] = {
        "type": "modal",
        "title": blocks.plain(text.short(title, limits.VIEW_TITLE), limits.VIEW_TITLE),
        "close": blocks.plain(words(language).forms.close, limits.VIEW_TITLE),
        "blocks": inner[: limits.VIEW_BLOCKS],
    }
    if submit:
        view["callback_id"] = callback_id
        view["submit"] = blocks.plain(submit, limits.VIEW_TITLE)
        view["private_metadata"] = metadata
    return view


_Inputs = list[tuple[str, str]]
"""Block id and text of each input of a field."""


def _inputs(field: FormField, value: str) -> _Inputs:
    """As many inputs as the text needs, and room to go on in a field that takes a long one."""
    filled = forms.parts(field.key, value)
    more = _MORE_FIELDS if _is_long(field) else 0
    return [*filled, *((f"{field.key}#{len(filled) + n}", "") for n in range(more))]


def _is_long(field: FormField) -> bool:
    return field.max_chars > limits.INPUT_TEXT


def _fields(
    about: Workflow, inputs: Mapping[str, _Inputs], language: Language
) -> list[blocks.Block]:
    return [
        block for field in about.form for block in _field(field, inputs[field.key], about, language)
    ]


def _field(
    field: FormField, inputs: _Inputs, about: Workflow, language: Language
) -> list[blocks.Block]:
    w = words(language).forms
    label, hint = pick(field.label, language), pick(field.hint, language)
    if _is_long(field):
        how = w.long_hint.format(field=f"{limits.INPUT_TEXT:,}", command=about.command)
        gap = words(language).units.between_sentences
        hint = f"{hint}{gap if hint else ''}{how}"
    first, *more = inputs[: limits.EDIT_INPUTS]
    return [
        _input(
            *first,
            label=text.short(label, limits.LABEL_TEXT),
            hint=hint,
            optional=not field.required,
        ),
        *(
            _input(*part, label=_numbered(w.more, label, n), optional=True)
            for n, part in enumerate(more, start=2)
        ),
    ]


def _input(
    block_id: str, value: str, *, label: str, hint: str = "", optional: bool
) -> blocks.Block:
    return blocks.text_input(
        block_id, ids.FIELD, label=label, hint=hint, value=value, optional=optional
    )


def _numbered(pattern: str, label: str, number: int) -> str:
    """The label of a part; the first one has it as it is."""
    shown = text.short(label, limits.LABEL_TEXT)
    return shown if number == 1 else pattern.format(label=shown, number=number)


def _sent_back(run: Run, gate: Gate, about: Workflow | None, language: Language) -> str:
    """Which run it is, and which parts of it go back."""
    w = words(language)
    title = text.escape(phrases.full_title(replace(run, language=language), about))
    labels = w.units.comma.join(part.label for part in gate.question.sections)
    if parts := text.line(labels, limits.LABEL_TEXT):
        return w.forms.revise_parts.format(title=title, parts=parts)
    return w.forms.revise_line.format(title=title)
