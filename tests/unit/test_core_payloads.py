"""Any payload of an interrupt becomes a question. Ours become their fields."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.core.fields import Field, Kind, Option
from bot.core.payloads import question
from bot.core.payloads.reading import MAX_SECTIONS
from bot.core.question import Action, Item, Retry, Section, Shape
from tests.unit.any_json import payloads

unhurried = settings(deadline=None)
OPTIONAL = (
    *("type", "summary", "sections", "items", "questions"),
    *("actions", "round", "max_rounds", "approvers", "labels", "retries", "items_label"),
)
gate_like = st.fixed_dictionaries(
    {"title": st.text(min_size=1) | payloads},
    optional=dict.fromkeys(OPTIONAL, payloads),
)


@unhurried
@given(payloads | gate_like)
def test_any_payload_gives_a_question_that_offers_something(payload: object) -> None:
    asked = question(payload, node="review")
    assert asked.title.strip()
    assert asked.actions or asked.retries
    assert asked.labels.keys() <= set(asked.actions)
    assert len(asked.sections) <= MAX_SECTIONS
    for keys in (
        [s.key for s in asked.sections],
        [item.id for item in asked.items],
        [field.key for field in asked.fields],
        [one.id for one in asked.retries],
    ):
        assert len(set(keys)) == len(keys)


def test_a_full_payload_becomes_its_fields() -> None:
    asked = question(
        {
            "type": "report_review",
            "title": "Week 48",
            "summary": "Two things",
            "sections": [{"key": "risks", "label": "Risks", "value": "none", "warning": "failed"}],
            "actions": ["revise", "approve"],
            "round": 2,
            "max_rounds": 3,
            "approvers": ["U1", 7],
        },
        node="review",
    )
    assert (asked.kind, asked.title, asked.summary) == ("report_review", "Week 48", "Two things")
    assert asked.sections == (Section("risks", "Risks", "none", "failed"),)
    assert asked.actions == (Action.REVISE, Action.APPROVE)
    assert (asked.round, asked.max_rounds, asked.approvers) == (2, 3, ("U1",))


def test_a_bare_title_can_be_approved_or_revised_by_whoever_the_workflow_says() -> None:
    asked = question({"title": "Go?"}, node="review")
    assert asked.kind == "review"
    assert asked.actions == (Action.APPROVE, Action.REVISE)
    assert (asked.sections, asked.round, asked.max_rounds, asked.approvers) == ((), 1, 0, None)


@pytest.mark.parametrize(
    ("payload", "shown"),
    [
        ("Deploy to production?", "Deploy to production?"),
        (["one", "two"], "- one\n- two"),
        ([1, "two"], '[\n  1,\n  "two"\n]'),
        (7, "7"),
        (False, "false"),
    ],
)
def test_a_payload_without_a_title_is_shown_for_approval(payload: object, shown: str) -> None:
    asked = question(payload, node="review")
    assert asked.title == "review"
    assert asked.sections == (Section("payload", "review", shown),)
    assert asked.actions == (Action.APPROVE, Action.REJECT, Action.ANSWER)
    assert asked.shape is Shape.ANYTHING


def test_an_object_without_a_title_is_shown_by_its_keys() -> None:
    asked = question({"title": "  ", "to": ["ben", "chen"], "cost": {"usd": 3}}, node="review")
    assert asked.sections == (
        Section("title", "title", "  "),
        Section("to", "to", "- ben\n- chen"),
        Section("cost", "cost", '{\n  "usd": 3\n}'),
    )


@pytest.mark.parametrize("payload", [None, ""])
def test_an_empty_payload_still_asks(payload: object) -> None:
    assert question(payload, node="review").sections == ()


def test_sections_need_neither_keys_nor_labels() -> None:
    asked = question({"title": "t", "sections": ["text", {"value": {"n": 1}}, {}, 5]}, node="r")
    assert asked.sections == (
        Section("0", "1", "text"),
        Section("1", "2", '{\n  "n": 1\n}'),
        Section("2", "3", ""),
        Section("3", "4", "5"),
    )


def test_sections_with_the_same_key_are_kept_apart() -> None:
    listed = [{"key": k, "value": str(i)} for i, k in enumerate(["a", "a-2", "a", "a"])]
    asked = question({"title": "t", "sections": listed}, node="r")
    assert [s.key for s in asked.sections] == ["a", "a-2", "a-3", "a-4"]
    assert [s.value for s in asked.sections] == ["0", "1", "2", "3"]


def test_sections_beyond_what_a_card_holds_are_joined_not_dropped() -> None:
    listed = [
        {"key": f"k{i}", "label": f"L{i}", "value": f"v{i}", "warning": f"w{i}"} for i in range(50)
    ]
    asked = question({"title": "t", "sections": listed}, node="r")
    assert len(asked.sections) == MAX_SECTIONS
    last = asked.sections[-1]
    assert last.key == "rest"
    for i in range(MAX_SECTIONS - 1, 50):
        assert f"L{i}\nw{i}\nv{i}" in last.value


@pytest.mark.parametrize("listed", [[], ["dance"], [3, None]])
def test_actions_that_nobody_knows_leave_the_approval(listed: list[Any]) -> None:
    assert question({"title": "t", "actions": listed}, node="r").actions == (Action.APPROVE,)


@pytest.mark.parametrize("wrong", ["U1", 7, {"U1": True}, None])
def test_malformed_approvers_refuse_everybody(wrong: object) -> None:
    assert question({"title": "t", "approvers": wrong}, node="r").approvers == ()


def test_a_set_of_approvers_is_a_list_of_them() -> None:
    assert question({"title": "t", "approvers": {"U2", "U1"}}, node="r").approvers == ("U1", "U2")


@pytest.mark.parametrize("wrong", [0, -1, True, "2", 10**9, 1.5, None])
def test_a_round_that_is_no_round_is_the_first(wrong: object) -> None:
    assert question({"title": "t", "round": wrong}, node="r").round == 1


class Plan(BaseModel):
    title: str
    due: date


@dataclass
class Draft:
    title: str
    sections: list[dict[str, str]]


def test_models_and_dataclasses_are_read_by_their_fields() -> None:
    due = date(2026, 11, 30)
    assert question(Plan(title="Plan", due=due), node="r").title == "Plan"
    drafted = question(Draft("Draft", [{"key": "a", "value": "x"}]), node="r")
    assert drafted.sections == (Section("a", "a", "x"),)


def test_items_keep_their_ids_and_whatever_else_they_carry() -> None:
    listed = [{"id": "a", "text": "Buy", "owner": "ana"}, "Sell", {"text": "Hold"}, {"id": "a"}]
    asked = question({"title": "t", "items": listed}, node="r")
    assert asked.items == (
        Item("a", "Buy", {"owner": "ana"}),
        Item("1", "Sell"),
        Item("2", "Hold"),
        Item("a-2", ""),
    )


def test_questions_become_fields_and_are_answered() -> None:
    listed = [
        {"id": "tone", "label": "Tone?", "kind": "choice", "options": ["warm", "dry"]},
        {
            "id": "who",
            "label": "For whom?",
            "kind": "several",
            "options": [{"value": 1, "label": "Us"}],
        },
        {"id": "when", "label": "When?", "kind": "date", "required": False, "hint": "A workday"},
        {"label": "Why?", "default": "because"},
        {"id": "n", "label": "How many?", "kind": "number"},
        {"id": "p", "label": "Who?", "kind": "person"},
        {"id": "free", "label": "Which?", "kind": "choice"},
        "And what else?",
    ]
    asked = question({"title": "t", "questions": listed}, node="r")
    assert asked.actions == (Action.ANSWER,)
    assert asked.fields == (
        Field("tone", "Tone?", Kind.CHOICE, options=(Option("warm", "warm"), Option("dry", "dry"))),
        Field("who", "For whom?", Kind.SEVERAL, options=(Option(1, "Us"),)),
        Field("when", "When?", Kind.DATE, hint="A workday", required=False),
        Field("3", "Why?", default="because"),
        Field("n", "How many?", Kind.NUMBER),
        Field("p", "Who?", Kind.PERSON),
        Field("free", "Which?"),
        Field("7", "And what else?"),
    )


def test_options_without_a_value_are_left_out_and_none_left_means_a_text() -> None:
    listed = [
        {"id": "a", "label": "A?", "kind": "choice", "options": [None, ["x"], {"label": "y"}, "z"]},
        {"id": "b", "label": "B?", "kind": "choice", "options": [None]},
    ]
    a, b = question({"title": "t", "questions": listed}, node="r").fields
    assert (a.kind, a.options) == (Kind.CHOICE, (Option("z", "z"),))
    assert (b.kind, b.options) == (Kind.TEXT, ())


def test_an_answer_without_questions_asks_for_a_text() -> None:
    asked = question({"title": "t", "actions": ["approve", "answer"]}, node="r")
    assert [(f.key, f.kind) for f in asked.fields] == [("answer", Kind.LONG_TEXT)]


@pytest.mark.parametrize(
    ("labels", "taken"),
    [
        ({"approve": "Go on"}, {Action.APPROVE: "Go on"}),
        ({"approve": "Go on", "skip": "Not offered", "retry": "x", "x": "y"}, "Go on"),
        ({"approve": ""}, {}),
        ({"approve": " \n"}, {}),
        ({"approve": 7, "revise": ["Back"]}, {}),
        ([["approve", "Go on"]], {}),
        ("approve", {}),
        (None, {}),
    ],
)
def test_words_for_buttons_are_taken_for_what_is_offered_alone(
    labels: object, taken: object
) -> None:
    asked = question({"title": "Go?", "labels": labels}, node="ask")
    assert asked.actions == (Action.APPROVE, Action.REVISE)
    assert asked.labels == ({Action.APPROVE: taken} if isinstance(taken, str) else taken)


@pytest.mark.parametrize(
    ("listed", "taken"),
    [
        ([{"id": "q1", "label": "Costs"}], (Retry("q1", "Costs"),)),
        ([{"id": "q1"}, {"id": "q2", "label": " "}], (Retry("q1", "q1"), Retry("q2", "q2"))),
        (
            [{"id": "a", "label": "1"}, {"id": "b", "label": "2"}, {"id": "a", "label": "3"}],
            (Retry("a", "1"), Retry("b", "2")),
        ),
        ([{"label": "no id"}, {"id": 7, "label": "x"}, "q1", None], ()),
        ({"id": "q1", "label": "Costs"}, ()),
        ("q1", ()),
    ],
)
def test_what_can_be_tried_again_has_an_id_of_its_own(
    listed: object, taken: tuple[Retry, ...]
) -> None:
    asked = question({"title": "Go?", "retries": listed}, node="ask")
    assert asked.retries == taken
    assert asked.actions == (Action.APPROVE, Action.REVISE)


def test_a_retry_can_be_all_that_is_offered() -> None:
    again = [{"id": "q1", "label": "Costs"}]
    for actions in ([], ["retry"]):
        asked = question({"title": "Go?", "actions": actions, "retries": again}, node="ask")
        assert (asked.actions, asked.retries) == ((), (Retry("q1", "Costs"),))
        bare = question({"title": "Go?", "actions": actions}, node="ask")
        assert (bare.actions, bare.retries) == ((Action.APPROVE,), ())
