"""What a person decided becomes what `interrupt()` returns."""

from dataclasses import replace
from typing import Any

import pytest

from bot.core.answers import answer, edited
from bot.core.fields import REST, Field
from bot.core.question import (
    Action,
    Choice,
    Decision,
    Item,
    Question,
    Retry,
    Row,
    Section,
    Shape,
    offers,
)

QUESTION = Question(
    kind="report_review",
    title="Week 48",
    sections=(Section("highlights", "Highlights", "- shipped"), Section("risks", "Risks", "none")),
)


def decision(
    action: Action, *, comment: str = "", values: dict[str, str] | None = None
) -> Decision:
    return Decision(
        action=action, by="U1", at=1_764_000_000_000, comment=comment, values=values or {}
    )


def test_an_approval_says_who_and_when() -> None:
    assert answer(QUESTION, decision(Action.APPROVE)) == {
        "action": "approve",
        "by": {"user": "U1"},
        "at": "2025-11-24T16:00:00+00:00",
    }


def test_a_revision_carries_the_comment() -> None:
    assert answer(QUESTION, decision(Action.REVISE, comment="shorter"))["comment"] == "shorter"


def test_an_edit_carries_only_sections_that_the_question_has() -> None:
    given = {"risks": "one", "elsewhere": "x"}
    assert answer(QUESTION, decision(Action.EDIT, values=given))["values"] == {"risks": "one"}


def test_an_edit_without_changes_is_still_an_edit() -> None:
    assert answer(QUESTION, decision(Action.EDIT))["values"] == {}


def test_values_of_anything_but_an_edit_are_dropped() -> None:
    assert "values" not in answer(QUESTION, decision(Action.APPROVE, values={"risks": "one"}))


def test_an_edited_list_keeps_ids_and_whatever_else_entries_carry() -> None:
    items = (Item("b", "Sell", {"owner": "ben"}), Item("new-1", "Wait"))
    edited_list = Decision(Action.EDIT, by="U1", at=0, items=items)
    assert answer(QUESTION, edited_list)["items"] == [
        {"id": "b", "text": "Sell", "owner": "ben"},
        {"id": "new-1", "text": "Wait"},
    ]


def test_answers_go_back_by_question() -> None:
    asked = Question(kind="q", title="t", fields=(Field("tone", "Tone?"),))
    given = Decision(Action.ANSWER, by="U1", at=0, values={"tone": "warm", "other": 1})
    assert answer(asked, given)["answers"] == {"tone": "warm"}


def test_an_answer_to_anything_is_the_text_or_the_json() -> None:
    asked = Question(kind="anything", title="t", shape=Shape.ANYTHING)
    given = Decision(Action.ANSWER, by="U1", at=0, values={"answer": [1], "as_json": True})
    assert answer(asked, given)["answer"] == [1]
    assert "answer" not in answer(asked, decision(Action.REJECT, comment="no"))


@pytest.mark.parametrize(
    ("values", "value"),
    [({"": True}, True), ({"a": 1, "b.c": "x"}, {"a": 1, "b": {"c": "x"}}), ({}, {})],
)
def test_an_answer_to_a_schema_is_a_value_of_it(values: dict[str, Any], value: object) -> None:
    asked = Question(kind="s", title="t", shape=Shape.SCHEMA)
    assert answer(asked, Decision(Action.ANSWER, by="U1", at=0, values=values)) == value


def choice(action: Action, *, comment: str = "", **values: object) -> Choice:
    return Choice(action, by="U1", at=0, comment=comment, values=values)


CALLS = [
    (choice(Action.APPROVE), {"type": "approve"}),
    (choice(Action.REJECT), {"type": "reject"}),
    (choice(Action.REJECT, comment="too dear"), {"type": "reject", "message": "too dear"}),
    (choice(Action.ANSWER, comment="42"), {"type": "respond", "message": "42"}),
    (
        choice(Action.EDIT, to="ben"),
        {"type": "edit", "edited_action": {"name": "send", "args": {"to": "ben"}}},
    ),
]


@pytest.mark.parametrize(("chosen", "said"), CALLS)
def test_a_tool_call_is_decided_in_the_middlewares_words(chosen: Choice, said: object) -> None:
    row = Row("0", "send", "", {}, (chosen.action,))
    decided = Decision(chosen.action, by="U1", at=0, choices={"0": chosen, "1": chosen})
    one = Question(kind="tool", title="", shape=Shape.TOOL, rows=(row,))
    both = replace(one, shape=Shape.TOOLS, rows=(row, replace(row, key="1")))
    assert answer(one, decided) == said
    assert answer(both, decided) == {"decisions": [said, said]}


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (choice(Action.APPROVE), {"type": "accept", "args": None}),
        (choice(Action.SKIP), {"type": "ignore", "args": None}),
        (choice(Action.ANSWER, comment="42"), {"type": "response", "args": "42"}),
        (
            choice(Action.EDIT, to="ben"),
            {"type": "edit", "args": {"action": "send", "args": {"to": "ben"}}},
        ),
    ],
)
def test_an_inbox_interrupt_is_always_answered_with_a_list(chosen: Choice, said: object) -> None:
    row = Row("0", "send", "", {}, (chosen.action,))
    asked = Question(kind="inbox", title="", shape=Shape.INBOX, rows=(row,))
    assert answer(asked, Decision(chosen.action, by="U1", at=0, choices={"0": chosen})) == [said]


def test_nothing_is_handed_over_at_a_breakpoint() -> None:
    asked = Question(kind="before", title="send", shape=Shape.BREAKPOINT)
    assert answer(asked, decision(Action.APPROVE)) is None


BASE = {"to": "ben", "copies": 2, "more": {"a": 1, "b": 2}, "hidden": [1]}


def test_an_edit_changes_what_its_form_shows_and_nothing_else() -> None:
    fields = (Field("to", "To"), Field("copies", "Copies"), Field("more.a", "A"))
    entered = {"to": "chen", "more.a": 5}
    assert edited(BASE, fields, entered) == {
        "to": "chen",
        "more": {"a": 5, "b": 2},
        "hidden": [1],
    }
    assert BASE["to"] == "ben"


def test_a_form_with_a_field_for_the_rest_shows_everything() -> None:
    fields = (Field("to", "To"), Field(REST, "Rest"))
    assert edited(BASE, fields, {"to": "chen", REST: {"copies": 1}}) == {"to": "chen", "copies": 1}


def test_an_object_in_place_of_a_value_and_the_reverse_are_simply_put_there() -> None:
    fields = (Field("to.name", "Name"), Field("more", "More"))
    assert edited(BASE, fields, {"to.name": "chen", "more": 1})["to"] == {"name": "chen"}
    assert edited(BASE, fields, {"more": 1})["more"] == 1


ROWS = (Row("0", "a", "", {}, (Action.APPROVE,)), Row("1", "b", "", {}, (Action.REJECT,)))


@pytest.mark.parametrize(
    ("choices", "offered"),
    [
        ({"0": Action.APPROVE, "1": Action.REJECT}, True),
        ({"0": Action.APPROVE, "1": Action.APPROVE}, False),
        ({"0": Action.APPROVE}, False),
        ({"0": Action.APPROVE, "1": Action.REJECT, "2": Action.REJECT}, False),
        ({}, False),
    ],
)
def test_every_row_needs_a_choice_that_it_allows(
    choices: dict[str, Action], *, offered: bool
) -> None:
    asked = Question(kind="tools", title="", actions=(), rows=ROWS, shape=Shape.TOOLS)
    made = {key: choice(action) for key, action in choices.items()}
    assert offers(asked, Decision(Action.ANSWER, by="U1", at=0, choices=made)) is offered


def test_a_question_without_rows_offers_its_actions() -> None:
    assert offers(QUESTION, decision(Action.REVISE))
    assert not offers(QUESTION, decision(Action.SKIP))


AGAIN = replace(QUESTION, retries=(Retry("q1", "Costs"), Retry("q2", "Risks")))


def test_a_retry_names_what_is_to_be_tried_again() -> None:
    wanted = replace(decision(Action.RETRY), retry="q2")
    assert offers(AGAIN, wanted)
    assert answer(AGAIN, wanted) == {
        "action": "retry",
        "retry": "q2",
        "by": {"user": "U1"},
        "at": "2025-11-24T16:00:00+00:00",
    }
    assert "retry" not in answer(AGAIN, replace(decision(Action.APPROVE), retry="q2"))


@pytest.mark.parametrize("id_", ["", "q3", "Costs"])
def test_only_what_the_question_names_can_be_tried_again(id_: str) -> None:
    assert not offers(AGAIN, replace(decision(Action.RETRY), retry=id_))
    assert not offers(QUESTION, replace(decision(Action.RETRY), retry=id_))
    assert not offers(
        replace(QUESTION, actions=(Action.RETRY,)), replace(decision(Action.RETRY), retry=id_)
    )
