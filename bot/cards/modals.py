"""The forms: start, revise, edit, and the views that take their place.

Texts are in the person's language. What a form needs to know when it comes back
is in its `private_metadata`: a button's value, or where it was opened.
"""

from collections.abc import Mapping

from bot.cards import blocks, forms, ids, limits, text
from bot.cards.catalogue import pick, words
from bot.core.model import Gate
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
    inputs = [
        block
        for field in about.form
        for block in _field(field, given.get(field.key, ""), about, language)
    ]
    description = text.line(pick(about.description, language), limits.SECTION_TEXT // 2)
    return _view(
        ids.VIEW_START,
        pick(about.title, language),
        [*([blocks.context(description)] if description else []), *inputs],
        language=language,
        submit=words(language).forms.start_submit,
        metadata=forms.pack(origin),
    )


def revise_form(run_id: str, gate: Gate, *, language: Language, comment: str = "") -> View:
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
        [blocks.section(w.revise_line.format(title=_title(gate))), field],
        language=language,
        submit=w.revise_submit,
        metadata=ids.gate_value(run_id, gate.key),
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


def loading_view(language: Language) -> View:
    """Opened at once, since a trigger lives for three seconds; replaced when the form is ready."""
    w = words(language).forms
    return _view("", w.loading_title, [blocks.section(w.loading)], language=language)


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


def _field(field: FormField, value: str, about: Workflow, language: Language) -> list[blocks.Block]:
    """The inputs of one field: as many as its text needs, and room to go on in a long one."""
    w = words(language).forms
    filled = forms.parts(field.key, value)
    long = field.max_chars > limits.INPUT_TEXT
    empty = [(f"{field.key}#{len(filled) + n}", "") for n in range(_MORE_FIELDS if long else 0)]
    label, hint = pick(field.label, language), pick(field.hint, language)
    if long:
        how = w.long_hint.format(field=f"{limits.INPUT_TEXT:,}", command=about.command)
        gap = words(language).units.between_sentences
        hint = f"{hint}{gap if hint else ''}{how}"
    first, *more = [*filled, *empty][: limits.EDIT_INPUTS]
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


def _title(gate: Gate) -> str:
    return text.line(gate.question.title, limits.LABEL_TEXT)
