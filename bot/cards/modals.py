"""The views that people see, and those with one text: why something goes back.

Texts are in the person's language. What a form needs to know when it comes back
is in its `private_metadata`: a button's value, or where it was opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.cards import blocks, forms, ids, limits, phrases, text, titles
from bot.cards.catalogue import words
from bot.core.model import Gate, Run
from bot.core.question import Row
from graphs.contract import Language, Workflow

COMMENT = "comment"
"""The key of the only field of a form with one text."""

View = blocks.Block


def form(
    callback_id: str,
    title: str,
    inner: Sequence[blocks.Block],
    *,
    language: Language,
    submit: str,
    metadata: str,
) -> View:
    """A view that can be sent."""
    return {
        **_view(title, inner, language),
        "callback_id": callback_id,
        "submit": blocks.plain(submit, limits.VIEW_TITLE),
        "private_metadata": metadata,
    }


def revise_form(
    run: Run, gate: Gate, about: Workflow | None, *, language: Language, comment: str = ""
) -> View:
    """The form that sends a question back."""
    w = words(language).forms
    field = _text(w.revise_label, hint=w.revise_hint, begun=comment, optional=False)
    return form(
        ids.VIEW_REVISE,
        w.revise_title,
        [blocks.section(_sent_back(run, gate, about, language)), field],
        language=language,
        submit=w.revise_submit,
        metadata=ids.gate_value(run.run_id, gate.key),
    )


def reject_form(run: Run, gate: Gate, about: Workflow | None, *, language: Language) -> View:
    """The form that turns a question down; people need not say why."""
    title = text.line(
        titles.title(replace(run, language=language), gate, about), limits.HEADER_TEXT
    )
    value = ids.gate_value(run.run_id, gate.key)
    return _rejecting(ids.VIEW_REJECT, title, value, language)


def row_reject_form(run: Run, gate: Gate, row: Row, *, language: Language) -> View:
    """The same for one action."""
    value = ids.gate_value(run.run_id, gate.key, row.key)
    name = text.escape(titles.name_of(row, language))
    return _rejecting(ids.VIEW_ROW_REJECT, name, value, language)


def respond_form(run: Run, gate: Gate, row: Row, *, language: Language) -> View:
    """The form whose text takes the place of an action's result."""
    w = words(language).forms
    name = text.escape(titles.name_of(row, language))
    return form(
        ids.VIEW_ROW_ANSWER,
        w.respond_title,
        [
            blocks.context(w.respond_line.format(name=name)),
            _text(w.respond_label, hint="", begun="", optional=False),
        ],
        language=language,
        submit=w.respond_submit,
        metadata=ids.gate_value(run.run_id, gate.key, row.key),
    )


def comment(state: object) -> str:
    """What was typed; empty where nothing was. Never raises."""
    return forms.joined(state).get(COMMENT, "")


def comment_errors(said: str, language: Language) -> dict[str, str]:
    """What is wrong with a form that needs some text, by block id."""
    return {} if said.strip() else {f"{COMMENT}#0": words(language).forms.empty}


def closed_view(line: str, *, language: Language, typed: Mapping[str, str] | None = None) -> View:
    """In place of a form that came too late: why (markup of `replies`), and what was typed."""
    w = words(language).forms
    kept = [value for value in (typed or {}).values() if value.strip()]
    pieces = text.split(text.visible("\n\n".join(kept)), limits.INPUT_TEXT)
    shown = [blocks.verbatim(piece) for piece in pieces[: limits.EDIT_INPUTS] if piece.strip()]
    intro = [blocks.section(w.kept)] if shown else []
    return _view(w.closed_title, [blocks.section(line), *intro, *shown], language)


def error_view(line: str, *, language: Language) -> View:
    """In place of a form that cannot be shown or sent: why (markup of `replies`)."""
    return _view(words(language).forms.error_title, [blocks.section(line)], language)


def told_view(title: str, line: str, *, language: Language) -> View:
    """A view that only says something (markup)."""
    return _view(title, [blocks.section(line)], language)


def _view(title: str, inner: Sequence[blocks.Block], language: Language) -> dict[str, object]:
    return {
        "type": "modal",
        "title": blocks.plain(text.short(title, limits.VIEW_TITLE), limits.VIEW_TITLE),
        "close": blocks.plain(words(language).forms.close, limits.VIEW_TITLE),
        "blocks": list(inner[: limits.VIEW_BLOCKS]),
    }


def _rejecting(callback_id: str, title: str, metadata: str, language: Language) -> View:
    w = words(language).forms
    return form(
        callback_id,
        w.reject_title,
        [
            blocks.context(w.reject_line.format(title=title)),
            _text(w.reject_label, hint=w.reject_hint, begun="", optional=True),
        ],
        language=language,
        submit=w.reject_submit,
        metadata=metadata,
    )


def _text(label: str, *, hint: str, begun: str, optional: bool) -> blocks.Block:
    return blocks.text_input(
        f"{COMMENT}#0",
        ids.FIELD,
        label=label,
        hint=hint,
        value=text.cut(text.visible(begun), limits.INPUT_TEXT),
        optional=optional,
    )


def _sent_back(run: Run, gate: Gate, about: Workflow | None, language: Language) -> str:
    """Which run it is, and which parts of it go back."""
    w = words(language)
    title = text.escape(phrases.full_title(replace(run, language=language), about))
    labels = w.units.comma.join(part.label for part in gate.question.sections)
    if parts := text.line(labels, limits.LABEL_TEXT):
        return w.forms.revise_parts.format(title=title, parts=parts)
    return w.forms.revise_line.format(title=title)
