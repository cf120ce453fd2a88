"""What people may ask of a run, and what they are told when they may not."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

import pytest

from bot.core.model import FailureKind, GateState
from bot.core.policy import Circle
from bot.core.question import Action, Decision
from bot.desk import (
    AlreadyThere,
    Click,
    Desk,
    Done,
    Draft,
    NotOffered,
    NotYours,
    Outcome,
    Started,
    TooLate,
    Unknown,
)
from tests.contract.samples import GATE, fail, finish
from tests.fakes.process import PLAN
from tests.unit.desk_office import ANA, APPROVE, Office


@pytest.fixture
async def office() -> Office:
    """An office with a run that waits at a gate."""
    made = Office()
    await made.asks()
    return made


# Starting


async def test_a_start_is_recorded_and_somebody_looks_at_it() -> None:
    office = Office()
    started = await office.start()
    assert isinstance(started, Started)
    run = started.run
    assert (await office.store.load(run.run_id)).run == run
    assert [job.run_id for job in office.jobs.waiting.values()] == [run.run_id]
    assert (run.starter, run.timezone, run.period, run.offline) == (
        *("UANA", "Asia/Shanghai", ""),
        True,
    )


async def test_the_language_is_that_of_the_input_else_that_of_the_person() -> None:
    office = Office()
    for inputs, expected in ({"notes": "修复了登录"}, "zh"), ({"notes": "all is well"}, "en"):
        started = await office.start(f"t-{expected}", inputs=inputs)
        assert isinstance(started, Started)
        assert started.run.language == expected
    silent = await office.start("t-silent", inputs={})
    assert isinstance(silent, Started)
    assert silent.run.language == "zh"


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"city": "北京"}, "en"),
        ({"city": "北京", "notes": "please find a quiet hotel"}, "en"),
        ({"city": "Paris", "notes": "请找一家安静的酒店"}, "zh"),
        ({"city": "Paris", "messages": [{"role": "user", "content": "请找一家酒店"}]}, "zh"),
    ],
)
async def test_in_a_form_made_from_a_schema_only_prose_tells_the_language(
    inputs: Mapping[str, object], expected: str
) -> None:
    text = {"type": "string"}
    listed = {"city": text, "notes": {**text, "maxLength": 500}, "messages": {"type": "array"}}
    schema = {"type": "object", "properties": listed}
    theirs = replace(PLAN, form=(), input_schema=schema)
    person = replace(ANA, locale="en-US")
    started = await Office().start(workflow=theirs, person=person, inputs=inputs)
    assert isinstance(started, Started)
    assert started.run.language == expected


async def test_a_graph_that_does_not_use_our_model_is_not_marked_with_it() -> None:
    started = await Office().start(workflow=replace(PLAN, own_model=False))
    assert isinstance(started, Started)
    assert not started.run.offline


async def test_the_same_delivery_again_is_the_same_run() -> None:
    office = Office()
    first, again = await office.start(), await office.start()
    assert isinstance(first, Started)
    assert isinstance(again, Started)
    assert (again.run, again.again) == (first.run, True)


async def test_without_a_period_every_start_is_a_run_of_its_own() -> None:
    office = Office()
    one, two = await office.start("t1"), await office.start("t2")
    assert isinstance(one, Started)
    assert isinstance(two, Started)
    assert one.run.run_id != two.run.run_id


async def test_a_second_start_in_the_same_week_leads_to_the_first_run() -> None:
    office = Office(weekly=True)
    first = await office.start("t1")
    second = await office.start("t2", inputs={"notes": "more"})
    assert isinstance(first, Started)
    assert isinstance(second, AlreadyThere)
    assert second.snapshot.run == first.run
    draft = await office.desk.draft(first.run.run_id, "UANA")
    assert draft == Draft("plan", {"notes": "more"})


async def test_a_new_version_begins_with_what_the_run_began_with() -> None:
    office = Office(weekly=True)
    first = await office.start("t1")
    assert isinstance(first, Started)
    draft = await office.desk.draft(first.run.run_id, "UBEN")
    assert draft == Draft("plan", {"notes": "shipped"})
    second = await office.start("t2", new_version=True)
    assert isinstance(second, Started)
    assert second.run.version == 2


async def test_there_is_no_draft_of_an_unknown_run() -> None:
    assert await Office().desk.draft("nothing", "UANA") is None


async def test_a_lost_wake_up_is_no_error() -> None:
    office = Office()
    office.jobs.down = True
    started = await office.start()
    assert isinstance(started, Started)
    assert await office.store.due(limit=10) == (started.run.run_id,)


# Deciding


async def test_whoever_may_decides_and_somebody_looks_at_it(office: Office) -> None:
    outcome = await office.decide()
    assert isinstance(outcome, Done)
    assert await office.state() is GateState.DECIDED
    assert len(office.jobs.waiting) == 1


async def test_somebody_else_is_told_who_decides_and_nothing_changes(office: Office) -> None:
    outcome = await office.decide("UBEN")
    assert isinstance(outcome, NotYours)
    assert outcome.circle == Circle(users=("UANA",))
    assert await office.state() is GateState.OPEN
    assert not office.jobs.waiting


@pytest.mark.parametrize(("user", "may"), [("UBEN", True), ("UEVE", False)])
async def test_where_the_channel_decides_its_members_may(user: str, *, may: bool) -> None:
    office = Office(deciders="channel")
    await office.asks()
    assert isinstance(await office.decide(user), Done) == may


async def test_the_second_decision_is_too_late_and_hears_of_the_first(office: Office) -> None:
    await office.decide()
    outcome = await office.decide(decision=replace(APPROVE, action=Action.REVISE))
    assert isinstance(outcome, TooLate)
    assert outcome.gate is not None
    assert outcome.gate.decision is not None
    assert outcome.gate.decision.action is Action.APPROVE


async def test_two_decisions_at_once_have_one_winner(office: Office) -> None:
    """The other one was recorded between this one's look and its claim."""
    one, other = office.desk, office.desk
    decide = office.store.decide

    async def after_the_other(
        run_id: str, key: str, decision: Decision, *, chosen: int | None
    ) -> object:
        office.store.decide = decide  # type: ignore[method-assign]  # only this once
        assert isinstance(await other.decide(office.click(), GATE.key, APPROVE), Done)
        return await decide(run_id, key, decision, chosen=chosen)

    office.store.decide = after_the_other  # type: ignore[assignment]  # a slow network
    assert isinstance(await one.decide(office.click(), GATE.key, APPROVE), TooLate)


async def test_the_same_click_delivered_again_has_won_as_well(office: Office) -> None:
    click = replace(APPROVE, delivery="d1")
    assert isinstance(await office.decide(decision=click), Done)
    office.jobs.waiting.clear()
    assert isinstance(await office.decide(decision=click), Done)
    assert len(office.jobs.waiting) == 1
    assert isinstance(await office.decide(decision=replace(click, delivery="d2")), TooLate)


async def test_an_answer_that_is_not_offered_is_refused(office: Office) -> None:
    outcome = await office.decide(decision=replace(APPROVE, action=Action.SKIP))
    assert isinstance(outcome, NotOffered)
    assert await office.state() is GateState.OPEN


async def test_a_card_of_a_run_that_ended_is_too_late(office: Office) -> None:
    await finish(office.store, office.lease)
    assert isinstance(await office.decide(), TooLate)


@pytest.mark.parametrize("gate_key", ["", "0f1e2d3c.ffffffff"])
async def test_a_question_that_is_not_there_is_unknown(office: Office, gate_key: str) -> None:
    assert await office.desk.decide(office.click(), gate_key, APPROVE) == Unknown()
    assert await office.desk.may_decide(office.click(), gate_key) == Unknown()


async def test_a_run_that_is_not_there_is_unknown(office: Office) -> None:
    click = replace(office.click(), run_id="nothing")
    assert await office.desk.decide(click, GATE.key, APPROVE) == Unknown()
    assert await office.desk.cancel(click) == Unknown()
    assert await office.desk.retry(click) == Unknown()


async def test_a_card_in_another_channel_is_unknown(office: Office) -> None:
    elsewhere = office.click(channel="C2")
    assert await office.desk.decide(elsewhere, GATE.key, APPROVE) == Unknown()
    assert await office.desk.cancel(elsewhere) == Unknown()
    assert isinstance(await office.desk.cancel(office.click(channel="")), Done)


async def test_a_form_can_ask_before_it_opens(office: Office) -> None:
    assert isinstance(await office.desk.may_decide(office.click(), GATE.key), Done)
    assert await office.state() is GateState.OPEN


# Steering


async def test_a_cancelled_run_is_over(office: Office) -> None:
    assert isinstance(await office.desk.cancel(office.click()), Done)
    assert await office.state() is GateState.CLOSED
    assert isinstance(await office.desk.cancel(office.click()), TooLate)


@pytest.mark.parametrize("ask", [Desk.cancel, Desk.retry])
async def test_the_same_cancel_or_retry_delivered_again_is_a_silent_success(
    office: Office, ask: Callable[[Desk, Click], Awaitable[Outcome]]
) -> None:
    await fail(office.store, office.lease)
    click = replace(office.click(), delivery="d1")
    first = await ask(office.desk, click)
    office.jobs.waiting.clear()
    again = await ask(office.desk, click)
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert again.snapshot.run == first.snapshot.run
    assert len(office.jobs.waiting) == 1


@pytest.mark.parametrize("ask", [Desk.cancel, Desk.retry])
async def test_whoever_is_too_late_to_cancel_or_retry_has_the_run_looked_at(
    office: Office, ask: Callable[[Desk, Click], Awaitable[Outcome]]
) -> None:
    await fail(office.store, office.lease)
    await ask(office.desk, replace(office.click(), delivery="d1"))
    office.jobs.waiting.clear()
    assert isinstance(await ask(office.desk, replace(office.click(), delivery="d2")), TooLate)
    assert len(office.jobs.waiting) == 1


async def test_only_the_starter_and_the_deciders_may_steer(office: Office) -> None:
    assert isinstance(await office.desk.cancel(office.click("UBEN")), NotYours)
    assert isinstance(await office.desk.retry(office.click("UBEN")), NotYours)
    office.deciders = ("UBEN",)
    assert isinstance(await office.desk.cancel(office.click("UBEN")), Done)


async def test_a_failed_run_is_retried_once(office: Office) -> None:
    assert isinstance(await office.desk.retry(office.click()), TooLate)
    await fail(office.store, office.lease)
    assert isinstance(await office.desk.retry(office.click()), Done)
    assert isinstance(await office.desk.retry(office.click()), TooLate)


async def test_a_run_that_cannot_go_on_is_not_retried(office: Office) -> None:
    await fail(office.store, office.lease, FailureKind.STRANDED)
    assert isinstance(await office.desk.retry(office.click()), TooLate)


async def test_whoever_acts_in_a_muted_channel_has_it_tried_again_at_once(office: Office) -> None:
    await office.store.mute(office.run.run_id, until=10**15, told=True)
    await office.decide("UBEN")
    snapshot = await office.store.load(office.run.run_id)
    assert (snapshot.muted_until, snapshot.told) == (0, True)
    assert len(office.jobs.waiting) == 1


async def test_a_topic_typed_a_little_differently_leads_to_the_first_run() -> None:
    office = Office()
    about = replace(office.workflow, business_key="notes")
    first = await office.start("t1", workflow=about, inputs={"notes": "Bees in cities"})
    assert isinstance(first, Started)
    assert first.run.inputs == {"notes": "Bees in cities"}
    for number, typed in enumerate(["BEES IN CITIES", "Bees in cities?", "bees in  Cities"]):
        again = await office.start(f"again{number}", workflow=about, inputs={"notes": typed})
        assert isinstance(again, AlreadyThere)
        assert again.snapshot.run == first.run
    other = await office.start("t5", workflow=about, inputs={"notes": "Bees in a city"})
    assert isinstance(other, Started)


async def test_a_business_key_that_is_no_text_is_compared_as_it_is() -> None:
    office = Office()
    about = replace(office.workflow, business_key="week")
    first = await office.start("t1", workflow=about, inputs={"week": 1})
    again = await office.start("t2", workflow=about, inputs={"week": 1})
    other = await office.start("t3", workflow=about, inputs={"week": "1"})
    assert isinstance(first, Started)
    assert isinstance(again, AlreadyThere)
    assert isinstance(other, Started)
