"""The actions of a question that are decided one by one: what each is, and its buttons."""

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.cards import blocks, calls, edits, ids, limits, phrases, text
from bot.cards.blocks import Block
from bot.cards.catalogue import words
from bot.cards.markup import mention
from bot.cards.parts import Part, Words, whole
from bot.cards.titles import name_of
from bot.core.model import Gate, Run
from bot.core.plain import readable
from bot.core.question import Action, Choice, Question, Row
from graphs.contract import Language

_PER_MENU = 60
"""Characters that the options of a menu and its frame are counted with."""


def parts(run: Run, gate: Gate, *, live: bool) -> list[Part]:
    """The rows that the card shows: those without a choice first, where there are too many."""
    return [_part(run, gate, number, live=live) for number in _shown(gate)]


def hidden(gate: Gate) -> int:
    """How many rows only the file has."""
    return max(len(gate.question.rows) - limits.ROWS, 0)


def room(question: Question) -> int:
    """Characters that all parts of the card share: what menus say counts as well."""
    count = min(len(question.rows), limits.ROWS)
    return limits.CARD_TEXT - (count * _PER_MENU if is_many(question) else 0)


def is_many(question: Question) -> bool:
    """Whether there are too many rows for buttons of their own."""
    return len(question.rows) > limits.ROWS_IN_FULL


def choices(gate: Gate) -> Mapping[str, Choice]:
    """What was chosen by row key; what was sent, once it was."""
    return gate.decision.choices if gate.decision else gate.choices


def allowed(row: Row) -> tuple[Action, ...]:
    """What can be pressed for a row. What only takes edits and fits no form: as it is."""
    usable = tuple(
        action
        for action in ids.OF_ROW
        if action in row.actions and (action is not Action.EDIT or edits.row_fields(row))
    )
    return usable or ((Action.APPROVE,) if Action.EDIT in row.actions else ())


def left(gate: Gate, action: Action) -> tuple[Row, ...]:
    """The rows without a choice that allow this one."""
    rows = (row for row in gate.question.rows if row.key not in gate.choices)
    return tuple(row for row in rows if action in row.actions)


def foot(run: Run, gate: Gate) -> list[Block]:
    """The buttons below all rows; those of an only one stand there, too."""
    question = gate.question
    if len(question.rows) == 1:
        return _buttons(run, gate, 0, allowed(question.rows[0]))
    w, value = words(run.language).buttons, ids.gate_value(run.run_id, gate.key)
    if question.rows and not _open(gate):
        sends = ids.gate_value(run.run_id, gate.key, gate.chosen)
        return [blocks.button(w.submit, ids.SUBMIT, sends, style="primary")]
    if not is_many(question):
        return []
    rest = {
        Action.APPROVE: blocks.button(w.approve_rest, ids.APPROVE_REST, value),
        Action.REJECT: blocks.button(w.reject_rest, ids.REJECT_REST, value),
    }
    return [button for action, button in rest.items() if left(gate, action)]


def remark(gate: Gate, language: Language) -> str:
    """How far the choices are; empty where there is one row or none."""
    w, total = words(language).rows, len(gate.question.rows)
    if total < 2:  # noqa: PLR2004 - one is decided at once
        return ""
    if not all(ids.OF_ROW.keys() & set(row.actions) for row in gate.question.rows):
        return words(language).gate.nothing_offered
    count = _open(gate)
    return w.open.format(count=count, total=total) if count else w.ready


def tally(sent: Mapping[str, Choice], language: Language) -> str:
    """`2 approved, 1 rejected`."""
    w = words(language)
    counts = Counter(choice.action for choice in sent.values())
    return w.units.comma.join(
        w.rows.counted[action].format(count=counts[action]) for action in Action if counts[action]
    )


def chapters(gate: Gate, language: Language) -> list[tuple[str, ...]]:
    """All rows whole, for the file. Choices only once they cannot change any more."""
    sent = gate.decision.choices if gate.decision else {}
    return [
        _chapter(number, row, sent.get(row.key), language)
        for number, row in enumerate(gate.question.rows, start=1)
    ]


def _chapter(number: int, row: Row, sent: Choice | None, language: Language) -> tuple[str, ...]:
    said = (words(language).rows.chosen[sent.action], sent.comment) if sent else ()
    values = calls.values(row, sent)
    return (f"## {number} · {row.name}", *said, row.description, readable(values))


def _open(gate: Gate) -> int:
    return sum(row.key not in gate.choices for row in gate.question.rows)


def _shown(gate: Gate) -> list[int]:
    chosen, rows = choices(gate), gate.question.rows
    if not hidden(gate):
        return list(range(len(rows)))
    order = sorted(range(len(rows)), key=lambda n: (rows[n].key in chosen, n))
    return sorted(order[: limits.ROWS])


def _part(run: Run, gate: Gate, number: int, *, live: bool) -> Part:
    question, w = gate.question, words(run.language)
    row = question.rows[number]
    choice = choices(gate).get(row.key)
    alone, many = len(question.rows) == 1, is_many(question)
    said, all_said = calls.said(row, choice, run.language, many=many)
    actions = allowed(row) if live else ()
    if live and not actions:
        said.append(Words(w.rows.nothing_offered))
    elif live and Action.EDIT in row.actions and Action.EDIT not in actions:
        said.append(Words(w.rows.cannot_edit))
    return Part(
        "" if alone else _heading(number, row, choice, run.language),
        "",
        (),
        literal=tuple(said),
        compact=many,
        whole=all_said and whole(row.name, limits.ROW_NAME),
        accessory=_menu(run, gate, row, actions) if many and actions else None,
        below=(
            ()
            if many or alone or not actions
            else (blocks.actions(_buttons(run, gate, number, actions)),)
        ),
    )


def _heading(number: int, row: Row, choice: Choice | None, language: Language) -> str:
    """`2 · send_email · ✓ Approve · @ana · “why”`."""
    w = words(language)
    name = f"*{number + 1} · {text.escape(name_of(row, language))}*"
    if choice is None:
        return name
    comment = text.line(choice.comment, limits.ROW_COMMENT)
    said = w.units.quoted.format(text=comment) if comment else ""
    return phrases.dotted(name, w.rows.chosen[choice.action], mention(choice.by), said)


def _buttons(run: Run, gate: Gate, number: int, actions: Sequence[Action]) -> list[Block]:
    row = gate.question.rows[number]
    value = ids.gate_value(run.run_id, gate.key, row.key)
    labels, alone = _labels(run.language), len(gate.question.rows) == 1
    return [
        blocks.button(
            labels[action],
            ids.numbered(ids.OF_ROW[action], number),
            value,
            style="primary" if alone and action is Action.APPROVE else None,
        )
        for action in actions
    ]


def _menu(run: Run, gate: Gate, row: Row, actions: tuple[Action, ...]) -> Block:
    labels = _labels(run.language)
    return blocks.overflow(
        ids.menu(ids.gate_value(run.run_id, gate.key, row.key)),
        [(labels[action], ids.OF_ROW[action]) for action in actions],
    )


def _labels(language: Language) -> Mapping[Action, str]:
    w = words(language).buttons
    return {
        Action.APPROVE: w.approve,
        Action.EDIT: w.edit,
        Action.ANSWER: w.respond,
        Action.REJECT: w.reject,
        Action.SKIP: w.ignore,
    }
