"""Whatever a run holds, Slack takes its messages, and nothing of it is lost or comes alive."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot.cards import edits, forms, gate_card, gate_forms, ids, limits, modals, rows
from bot.cards.modals import closed_view, revise_form
from bot.cards.render import render
from bot.core import answers
from bot.core.model import Gate, GateState, RunState, Snapshot
from bot.core.plain import canonical, readable
from bot.core.policy import Circle
from bot.core.ports.messenger import Message
from bot.core.question import Action, Choice, Decision, Row, Shape, offers
from graphs.contract import LANGUAGES, Language, Workflow
from tests.unit.cards_any import KNOWN, gates, gates_of, records, shaped, workflows
from tests.unit.cards_forms import submitted
from tests.unit.cards_limits_check import (
    buttons,
    check_message,
    check_view,
    mentions,
    menus,
    texts,
)
from tests.unit.cards_samples import ANA, AT, RUN, WEEKLY, snapshot

# A failing example is printed with all of its texts.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Generating overly large repr"),
    pytest.mark.timeout(1_800),
]
# Examples are built of a few samples: shrinking them takes minutes and shows no more.
AGAIN = ids.TRY_AGAIN
UNSHRUNK = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])


def words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z0-9]+|[\u4e00-\u9fff]+", text))


def lost(texts: Iterable[str], said: str) -> set[str]:
    """Words that are not found again, whatever stands around them."""
    missing = set().union(*map(words, texts)) - words(said)
    return {word for word in missing if word not in said}


def shown(message: Message) -> str:
    """All that a message says, with its file. Plain text is not escaped: `&lt;` is said as such."""
    found = "\n".join(texts(message.blocks))
    read = found.replace("&lt;", "<").replace("&amp;", "&")
    return f"{found}\n{read}\n{message.file.content if message.file else ''}"


def edited(gate: Gate) -> bool:
    return gate.decision is not None and gate.decision.action is Action.EDIT


def approved(gate: Gate) -> list[str]:
    """The texts of a question, as its answer left them."""
    asked, _ = edits.decided_question(gate)
    listed = [*(s.value for s in asked.sections), *(item.text for item in asked.items)]
    return [*listed, *(text for row in asked.rows for text in told(row, gate))]


def told(row: Row, gate: Gate) -> list[str]:
    """The texts of an action and its arguments, as they are carried out."""
    choice = gate.decision.choices.get(row.key) if gate.decision else None
    values = choice.values if choice and choice.action is Action.EDIT else row.values
    return [row.name, row.description, *values, *map(as_text, values.values())]


def as_text(value: object) -> str:
    return value if isinstance(value, str) else readable(value)


@UNSHRUNK
@given(records, workflows | st.none())
def test_slack_takes_every_message_and_no_word_is_lost(
    record: Snapshot, about: Workflow | None
) -> None:
    run = record.run
    messages = {message.slot: message for message in render(record, about)}
    for message in messages.values():
        check_message(message, links=run.links if message.slot == "result" else ())
        carried = [ids.parse_value(value) for _, value in buttons(message.blocks)]
        assert all(run_id == run.run_id for run_id, _ in carried)
        assert {key for _, key in carried} <= {"", *record.gates}
        assert mentions(message.blocks) <= KNOWN
    for gate in record.gates.values():
        said = shown(messages[f"gate:{gate.key}"])
        warnings = [] if edited(gate) else [s.warning for s in gate.question.sections]
        named = gate.question.shape is Shape.BREAKPOINT or gate.question.title == gate.node
        title = "" if named else gate.question.title  # then it has the label of its step
        kept = gate.state is GateState.OPEN or not gate.question.rows
        assert not lost([title, *(approved(gate) if kept else []), *warnings], said)
    if run.state is RunState.DONE:
        said = shown(messages["result"])
        assert not lost([run.result or ""], said)
    assert render(record, about) == tuple(messages.values())


@UNSHRUNK
@given(gates, st.sampled_from(LANGUAGES))
def test_slack_takes_every_form_of_a_question(gate: Gate, language: Language) -> None:
    asked = gate.question
    check_view(revise_form(RUN, gate, WEEKLY, language=language, comment=asked.summary))
    check_view(modals.reject_form(RUN, gate, WEEKLY, language=language))
    typed = {section.key: section.value for section in asked.sections}
    check_view(closed_view("Late.", language=language, typed=typed))
    if edits.fields_of(asked):
        check_view(gate_forms.edit_form(RUN, gate, language=language))
    if asked.fields and asked.shape is not Shape.BREAKPOINT:
        check_view(gate_forms.answer_form(RUN, gate, WEEKLY, language=language))
    for row in asked.rows[:2]:
        check_view(modals.respond_form(RUN, gate, row, language=language))
        check_view(modals.row_reject_form(RUN, gate, row, language=language))
        if edits.row_fields(row):
            check_view(gate_forms.row_form(RUN, gate, row, language=language))


@UNSHRUNK
@given(gates_of(shaped), st.sampled_from(LANGUAGES))
def test_whatever_a_card_offers_is_an_answer(gate: Gate, language: Language) -> None:
    asked = gate.question
    anyone = Circle(anyone=True)
    for action in gate_card.offered(asked, anyone):
        decision = pressed(gate, action, language)
        if decision is not None:
            assert offers(asked, decision)
            canonical(answers.answer(asked, decision))
    for again in asked.retries:
        decision = Decision(Action.RETRY, ANA, AT, retry=again.id)
        assert offers(asked, decision)
        canonical(answers.answer(asked, decision))
    listed = {row.key: rows.allowed(row) for row in asked.rows}
    if listed and all(listed.values()):
        for turn in range(5 if len(listed) < 5 else 1):
            choices = {
                row.key: chosen(gate, row, listed[row.key][turn % len(listed[row.key])], language)
                for row in asked.rows
            }
            decision = Decision(Action.ANSWER, ANA, AT, choices=choices)
            assert offers(asked, decision)
            canonical(answers.answer(asked, decision))


@UNSHRUNK
@given(gates_of(shaped))
def test_every_action_that_is_offered_can_be_pressed(gate: Gate) -> None:
    open_gate = replace(gate, state=GateState.OPEN, decision=None)
    [card] = [m for m in render(snapshot(RUN, open_gate), WEEKLY) if m.slot.startswith("gate:")]
    pressable = {action for action, _ in buttons(card.blocks)}
    pressable |= {value for _, options in menus(card.blocks) for value in options}
    open_rows = [row for row in gate.question.rows if row.key not in open_gate.choices]
    wanted = {ids.OF_ROW[action] for row in open_rows[:12] for action in rows.allowed(row)}
    assert wanted <= {ids.action_of(action) for action in pressable}
    retries = [value for action, value in buttons(card.blocks) if ids.action_of(action) == AGAIN]
    assert len(retries) == min(len(gate.question.retries), limits.RETRIES)


def pressed(gate: Gate, action: Action, language: Language) -> Decision | None:
    """What comes of a button; None where its form as it is cannot be sent."""
    asked = gate.question
    if action is Action.EDIT:
        found = gate_forms.read_edit(
            asked, submitted(gate_forms.edit_form(RUN, gate, language=language))
        )
        edited = edits.taken(asked, found.values)
        if not found.problems and asked.shape is Shape.GATE:
            same = edits.as_it_is(asked)
            blank = {key for key, value in same.values.items() if not value.strip()}
            assert edited == replace(same, values={**same.values, **dict.fromkeys(blank, "")})
        return None if found.problems else _decided(action, edited)
    if action is Action.ANSWER and asked.fields:
        view = gate_forms.answer_form(RUN, gate, WEEKLY, language=language)
        found = gate_forms.read_answer(asked, submitted(view))
        return None if found.problems else _decided(action, edits.Edited(found.values))
    if action not in asked.actions:
        return _decided(Action.EDIT, edits.as_it_is(asked))
    return _decided(action, edits.Edited({}))


def _decided(action: Action, edited: edits.Edited) -> Decision:
    return Decision(action, ANA, AT, "Why", edited.values, items=edited.items)


def chosen(gate: Gate, row: Row, action: Action, language: Language) -> Choice:
    """What comes of a row's button; an edit of nothing gives the arguments as they were."""
    if action not in row.actions:
        return Choice(Action.EDIT, ANA, AT, values=row.values)
    if action is not Action.EDIT:
        return Choice(action, ANA, AT, "Why")
    view = gate_forms.row_form(RUN, gate, row, language=language)
    values, problems = gate_forms.read_row(gate, row, submitted(view))
    if not problems:
        before = gate.choices.get(row.key)
        was = before.values if before and before.action is Action.EDIT else row.values
        assert canonical(values) == canonical(dict(was))
    return Choice(action, ANA, AT, values=values)


def test_foreign_state_never_breaks_a_form() -> None:
    assert forms.joined({"values": {"f0#0": {"field": {"value": 7}}}}) == {"f0": ""}
