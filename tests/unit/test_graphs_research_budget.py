"""The budget of a run: people are asked, and may take what there is."""

from graphs.budget import Limits
from graphs.research.words import EN
from tests.unit.research_driven import (
    PLAN,
    Driven,
    Talk,
)


async def test_at_the_budget_before_research_people_may_take_what_there_is() -> None:
    model = Talk(plan=PLAN)
    run = Driven(model, limits=Limits(calls=1))
    await run.start()
    asked = await run.answer("approve")
    assert asked["type"] == "budget"
    assert asked["actions"] == ["approve", "skip"]
    assert await run.answer("skip") == {}
    report = await run.report()
    assert EN.partial in report
    assert report.count(EN.not_researched) == 3
    assert model.count("claims") == 0


async def test_at_the_budget_before_writing_the_findings_are_delivered_as_they_are() -> None:
    model = Talk(plan=PLAN)
    run = Driven(model, limits=Limits(calls=5))
    await run.start()
    asked = await run.answer("approve")
    assert EN.done_research.format(count=3) in asked["summary"]
    assert await run.answer("skip") == {}
    report = await run.report()
    assert EN.partial in report
    assert EN.by_code not in report
    assert EN.references in report
    assert model.count("section") == model.count("summary") == model.count("critique") == 0


async def test_with_a_budget_given_again_the_run_goes_on_to_the_end() -> None:
    model = Talk(plan=PLAN)
    run = Driven(model, limits=Limits(calls=6))
    await run.start()
    asked, asks = await run.answer("approve"), 0
    while asked:
        asked, asks = await run.answer("approve"), asks + 1
    assert asks == 1
    assert EN.partial not in await run.report()


async def test_at_the_budget_before_a_rewrite_the_draft_is_delivered_with_the_remarks() -> None:
    remark = {"section": 2, "change": "Say what allotments are"}
    model = Talk(plan=PLAN, critique=lambda _: {"passed": False, "remarks": [remark]})
    run = Driven(model, limits=Limits(calls=12))
    await run.start()
    asked = await run.answer("approve")
    assert EN.done_draft in asked["summary"]
    await run.answer("skip")
    report = await run.report()
    assert EN.partial in report
    assert "Say what allotments are" in report
    assert model.count("section") == 3


async def test_an_answer_about_the_budget_that_makes_no_sense_is_asked_for_again() -> None:
    run = Driven(Talk(plan=PLAN), limits=Limits(calls=1))
    await run.start()
    await run.answer("approve")
    again = await run.answer("revise", comment="no")
    assert again["type"] == "budget"
    assert again["summary"].startswith(EN.not_understood)
