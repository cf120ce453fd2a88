"""No plan: people write one themselves, or it is tried again."""

import pytest

from graphs.model import ModelUnavailableError, TruncatedError
from graphs.research.words import EN
from tests.unit.research_driven import PLAN, QUESTIONS, TOPIC, Driven, Said, Talk, shown


async def researched(run: Driven) -> list[int]:
    return [finding["id"] for finding in (await run.state())["findings"]]


@pytest.mark.parametrize(
    "nothing", [{"questions": []}, {"questions": ["?", " "]}, TruncatedError("cut")]
)
async def test_a_topic_that_cannot_be_split_asks_for_a_plan_of_ones_own(
    nothing: Said,
) -> None:
    model = Talk(plan=[nothing, nothing])
    run = Driven(model)
    asked = await run.start()
    assert (asked["type"], asked["title"]) == ("plan_missing", EN.no_plan)
    assert TOPIC in asked["summary"]
    assert run.shelf.queries == []
    mine = "1. Which bees live here?\n\n- What do they eat?"
    assert await run.answer("answer", answers={"plan": mine}) == {}
    plan = (await run.state())["plan"]
    assert [q["question"] for q in plan] == ["Which bees live here?", "What do they eat?"]
    assert await researched(run) == [1, 2]


async def test_a_topic_that_could_not_be_split_can_be_tried_again() -> None:
    model = Talk(plan=[{"questions": []}, {"questions": []}])
    run = Driven(model)
    asked = await run.start()
    model.says("plan", PLAN)
    assert asked["retries"][0]["id"] == "plan"
    again = await run.answer("retry", retry="plan")
    assert (shown(again), again["round"]) == (QUESTIONS, 1)


async def test_an_empty_plan_of_ones_own_is_asked_for_again() -> None:
    run = Driven(Talk(plan=[{"questions": []}, {"questions": []}]))
    await run.start()
    again = await run.answer("answer", answers={"plan": " \n "})
    assert again["type"] == "plan_missing"
    assert again["summary"].startswith(EN.emptied)
    again = await run.answer("approve")
    assert again["summary"].startswith(EN.not_understood)


async def test_where_no_model_answers_the_run_fails_and_can_be_tried_again() -> None:
    model = Talk(plan=[ModelUnavailableError("nobody there"), PLAN])
    run = Driven(model)
    with pytest.raises(ModelUnavailableError):
        await run.start()
    assert shown(await run.go_on()) == QUESTIONS
