"""Questions that are answered a row at a time, and then sent."""

import asyncio
from dataclasses import replace

import pytest

from bot.core.model import GateState
from bot.core.question import Action, Choice, Decision, Question, Row, Shape
from bot.desk import Done, Moved, NotOffered, NotYours, Outcome, TooLate, Unfinished
from tests.contract.samples import GATE
from tests.unit.desk_office import Office

CALLS = Question(
    kind="tools",
    title="",
    actions=(),
    shape=Shape.TOOLS,
    rows=(
        Row("0", "send_email", "", {"to": "zoe"}, (Action.APPROVE, Action.EDIT, Action.REJECT)),
        Row("1", "search", "", {"q": "weather"}, (Action.APPROVE,)),
    ),
)
ONE_CALL = replace(CALLS, rows=CALLS.rows[:1])


async def waiting_for(question: Question) -> Office:
    office = Office()
    await office.asks(replace(GATE, question=question))
    return office


async def choose(
    office: Office, row: str, action: Action, *, user: str = "UANA", delivery: str = ""
) -> Outcome:
    click = replace(office.click(user), delivery=delivery)
    choice = Choice(action, by=user, at=0, comment="because")
    return await office.desk.choose(click, GATE.key, row, choice)


async def test_choices_are_kept_until_all_are_sent() -> None:
    office = await waiting_for(CALLS)
    assert isinstance(await choose(office, "0", Action.REJECT), Done)
    assert len(office.jobs.waiting) == 1
    early = await office.desk.submit(office.click(), GATE.key, chosen=1)
    assert isinstance(early, Unfinished)
    assert isinstance(await choose(office, "1", Action.APPROVE), Done)
    assert isinstance(await choose(office, "0", Action.APPROVE), Done)
    assert isinstance(await office.desk.submit(office.click(), GATE.key, chosen=3), Done)
    gate = (await office.store.load(office.run.run_id)).gates[GATE.key]
    assert gate.state is GateState.DECIDED
    assert gate.decision is not None
    assert [choice.action for choice in gate.decision.choices.values()] == [Action.APPROVE] * 2


async def test_what_was_changed_since_the_card_was_shown_is_not_sent() -> None:
    office = await waiting_for(CALLS)
    await choose(office, "0", Action.REJECT)
    await choose(office, "1", Action.APPROVE)
    await choose(office, "0", Action.APPROVE)
    outcome = await office.desk.submit(office.click(), GATE.key, chosen=2)
    assert isinstance(outcome, Moved)
    assert await office.state() is GateState.OPEN


async def test_a_choice_between_the_look_and_the_claim_is_not_sent_over() -> None:
    office = await waiting_for(CALLS)
    await choose(office, "0", Action.REJECT)
    await choose(office, "1", Action.APPROVE)
    decide = office.store.decide

    async def after_a_change(
        run_id: str, key: str, decision: Decision, *, chosen: int | None
    ) -> object:
        await choose(office, "0", Action.APPROVE)
        return await decide(run_id, key, decision, chosen=chosen)

    office.store.decide = after_a_change  # type: ignore[assignment]  # a slow network
    outcome = await office.desk.submit(office.click(), GATE.key, chosen=2)
    assert isinstance(outcome, Moved)
    assert outcome.gate.chosen == 3


async def test_an_only_row_is_sent_with_its_choice() -> None:
    office = await waiting_for(ONE_CALL)
    assert isinstance(await choose(office, "0", Action.REJECT, delivery="d1"), Done)
    assert isinstance(await choose(office, "0", Action.REJECT, delivery="d1"), Done)
    late = await choose(office, "0", Action.APPROVE, delivery="d2")
    assert isinstance(late, TooLate)
    gate = (await office.store.load(office.run.run_id)).gates[GATE.key]
    assert gate.decision is not None
    assert gate.decision.action is Action.REJECT
    assert gate.decision.choices["0"].comment == "because"


@pytest.mark.parametrize(
    ("row", "action"), [("1", Action.REJECT), ("7", Action.APPROVE)], ids=["action", "row"]
)
async def test_what_a_row_does_not_offer_is_refused(row: str, action: Action) -> None:
    office = await waiting_for(CALLS)
    assert isinstance(await choose(office, row, action), NotOffered)


async def test_a_question_with_rows_is_not_answered_as_a_whole() -> None:
    office = await waiting_for(CALLS)
    assert isinstance(await office.decide(), NotOffered)


async def test_who_may_not_decide_may_not_choose_or_send() -> None:
    office = await waiting_for(CALLS)
    assert isinstance(await choose(office, "0", Action.APPROVE, user="UBEN"), NotYours)
    sent = await office.desk.submit(office.click("UBEN"), GATE.key, chosen=0)
    assert isinstance(sent, NotYours)


async def test_the_same_submit_delivered_again_has_won_as_well() -> None:
    office = await waiting_for(CALLS)
    await choose(office, "0", Action.REJECT)
    await choose(office, "1", Action.APPROVE)
    click = replace(office.click(), delivery="d1")
    assert isinstance(await office.desk.submit(click, GATE.key, chosen=2), Done)
    assert isinstance(await office.desk.submit(click, GATE.key, chosen=2), Done)
    other = replace(click, delivery="d2")
    assert isinstance(await office.desk.submit(other, GATE.key, chosen=2), TooLate)


async def test_a_choice_after_all_was_sent_is_told_by_whom() -> None:
    """It was sent between this one's look and its claim."""
    office = await waiting_for(CALLS)
    await choose(office, "0", Action.REJECT)
    await choose(office, "1", Action.APPROVE)
    record = office.store.choose

    async def after_the_submit(run_id: str, key: str, row: str, choice: Choice) -> object:
        assert isinstance(await office.desk.submit(office.click(), GATE.key, chosen=2), Done)
        return await record(run_id, key, row, choice)

    office.store.choose = after_the_submit  # type: ignore[assignment]  # a slow network
    outcome = await choose(office, "0", Action.APPROVE)
    assert isinstance(outcome, TooLate)
    assert outcome.gate is not None
    assert outcome.gate.decision is not None


async def test_the_rest_is_chosen_at_once_where_it_is_allowed() -> None:
    office = await waiting_for(CALLS)
    await choose(office, "0", Action.REJECT)
    approve = Choice(Action.APPROVE, by="UANA", at=0)
    outcome = await office.desk.choose_rest(office.click(), GATE.key, approve, most=5)
    assert isinstance(outcome, Done)
    choices = outcome.snapshot.gates[GATE.key].choices
    assert [choices[key].action for key in ("0", "1")] == [Action.REJECT, Action.APPROVE]
    nothing = await office.desk.choose_rest(office.click(), GATE.key, approve, most=5)
    assert isinstance(nothing, Done)
    assert nothing.snapshot.gates[GATE.key].chosen == 2
    other = await office.desk.choose_rest(office.click("UBEN"), GATE.key, approve, most=5)
    assert isinstance(other, NotYours)


async def test_the_rest_is_recorded_side_by_side() -> None:
    office = await waiting_for(CALLS)
    record, all_there = office.store.choose, asyncio.Barrier(len(CALLS.rows))

    async def once_all_came(run_id: str, key: str, row: str, choice: Choice) -> object:
        await all_there.wait()
        return await record(run_id, key, row, choice)

    office.store.choose = once_all_came  # type: ignore[assignment]  # a slow network
    approve = Choice(Action.APPROVE, by="UANA", at=0)
    async with asyncio.timeout(5):
        outcome = await office.desk.choose_rest(office.click(), GATE.key, approve, most=5)
    assert isinstance(outcome, Done)
    assert outcome.snapshot.gates[GATE.key].chosen == 2


async def test_of_the_rest_no_more_is_chosen_than_asked_for() -> None:
    office = await waiting_for(CALLS)
    approve = Choice(Action.APPROVE, by="UANA", at=0)
    outcome = await office.desk.choose_rest(office.click(), GATE.key, approve, most=1)
    assert isinstance(outcome, Done)
    assert outcome.snapshot.gates[GATE.key].choices.keys() == {"0"}


async def test_the_rest_is_not_chosen_once_all_was_sent() -> None:
    office = await waiting_for(CALLS)
    record = office.store.choose

    async def after_the_cancel(run_id: str, key: str, row: str, choice: Choice) -> object:
        await office.desk.cancel(office.click())
        return await record(run_id, key, row, choice)

    office.store.choose = after_the_cancel  # type: ignore[assignment]  # a slow network
    approve = Choice(Action.APPROVE, by="UANA", at=0)
    outcome = await office.desk.choose_rest(office.click(), GATE.key, approve, most=5)
    assert isinstance(outcome, TooLate)
