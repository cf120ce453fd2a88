"""The forms of a question that are made of fields: edit, answer, edit one action."""

from collections.abc import Mapping, Sequence

from bot.cards import blocks, edits, entered, fields, ids, labels, limits, text, titles
from bot.cards.catalogue import words
from bot.cards.modals import View, form
from bot.core import answers, entries
from bot.core.entries import Entered
from bot.core.fields import REST, Field, Format, Kind
from bot.core.model import Gate, JSONDict, Run
from bot.core.payloads import anything
from bot.core.problems import Problem
from bot.core.question import Action, Question, Row, Shape
from bot.core.strict_json import json_of
from graphs.contract import Language, Workflow


def edit_form(run: Run, gate: Gate, *, language: Language) -> View:
    """The form with what can be edited, filled with what is there.

    Only for questions of which `edits.fields_of` says that a form can hold them.
    """
    w = words(language).forms
    state = gate.question.shape is Shape.BREAKPOINT
    return _form(
        ids.VIEW_EDIT,
        w.state_title if state else w.edit_title,
        w.state_line if state else w.edit_line,
        edits.fields_of(gate.question),
        language=language,
        submit=w.state_submit if state else w.edit_submit,
        metadata=ids.gate_value(run.run_id, gate.key),
    )


def answer_form(run: Run, gate: Gate, about: Workflow | None, *, language: Language) -> View:
    """The form with what a question asks for, and above it why the last answer was refused."""
    w = words(language).forms
    title = text.line(titles.title(run, gate, about), limits.HEADER_TEXT)
    lines = [w.answer_line.format(title=title)]
    if gate.problem:
        problem = text.line(gate.problem, limits.PROBLEM_TEXT)
        lines.append(w.refused.format(problem=problem))
    own = labels.on_form(gate.question, Action.ANSWER)
    return _form(
        ids.VIEW_ANSWER,
        own or w.answer_title,
        "\n".join(lines),
        answer_fields(gate.question),
        language=language,
        submit=own or w.answer_submit,
        metadata=ids.gate_value(run.run_id, gate.key),
    )


def row_form(run: Run, gate: Gate, row: Row, *, language: Language) -> View:
    """The form with one action's arguments; the tool's name is only shown.

    One of several only keeps what was typed: nothing runs before all are submitted.
    """
    w, alone = words(language).forms, len(gate.question.rows) == 1
    line = w.row_line if alone else w.row_line_several
    return _form(
        ids.VIEW_ROW_EDIT,
        w.edit_title,
        line.format(name=text.escape(titles.name_of(row, language))),
        edits.row_fields(row, gate.choices.get(row.key)) or edits.row_fields(row),
        language=language,
        submit=w.edit_submit if alone else w.row_submit_several,
        metadata=ids.gate_value(run.run_id, gate.key, row.key),
    )


def answer_fields(question: Question) -> tuple[Field, ...]:
    """What ANSWER asks for; one field of JSON where a form cannot hold all of them."""
    asked = question.fields
    if not asked or fields.fit(asked):
        return asked
    if any(field.key == "" for field in asked):
        return (Field(key="", label="", kind=Kind.JSON),)
    names = words("en").units.comma.join(field.key for field in asked)
    hint = text.cut(names, limits.LABEL_TEXT)
    return (Field(key=REST, label="", kind=Kind.JSON, hint=hint, format=Format.OBJECT),)


def read_edit(question: Question, state: object) -> Entered:
    """What stands in an edit form. Never raises."""
    listed = edits.fields_of(question)
    return entries.read(listed, entered.typed(listed, state))


def read_answer(question: Question, state: object) -> Entered:
    """What was answered, in the keys that a decision has. Never raises."""
    listed = answer_fields(question)
    found = entries.read(listed, entered.typed(listed, state))
    if question.shape is Shape.ANYTHING:
        return _maybe_json(found)
    if question.shape is Shape.GATE:
        return Entered(_by_id(found.values), found.problems)
    return found


def read_row(gate: Gate, row: Row, state: object) -> tuple[JSONDict, Mapping[str, Problem]]:
    """The arguments as they are after the edit, whole; and what is wrong. Never raises."""
    choice = gate.choices.get(row.key)
    listed = edits.row_fields(row, choice) or edits.row_fields(row)
    found = entries.read(listed, entered.typed(listed, state))
    base = choice.values if choice and choice.action is Action.EDIT else row.values
    return answers.edited(base, listed, found.values), found.problems


def _by_id(values: JSONDict) -> JSONDict:
    whole = values.get(REST)
    return whole if isinstance(whole, dict) else values


def _maybe_json(found: Entered) -> Entered:
    """Read the answer as JSON where somebody wants that."""
    said = found.values.get(anything.ANSWER)
    if not isinstance(said, str):
        return found
    value = json_of(said) if found.values.get(anything.AS_JSON) is True else said
    if isinstance(value, Problem):
        return Entered(problems={**found.problems, anything.ANSWER: value})
    return Entered({anything.ANSWER: value}, found.problems)


def _form(
    callback_id: str,
    title: str,
    line: str,
    listed: Sequence[Field],
    *,
    language: Language,
    submit: str,
    metadata: str,
) -> View:
    w = words(language).forms
    whole = any(field.key == REST and field.label == "" for field in listed)
    above = [blocks.context(line), *([blocks.context(w.as_json)] if whole else [])]
    return form(
        callback_id,
        title,
        [*above, *fields.inputs(listed, language)],
        language=language,
        submit=submit,
        metadata=metadata,
    )
