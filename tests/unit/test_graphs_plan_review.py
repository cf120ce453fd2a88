"""The review of a plan: comments that add up, edits word for word, answers of no use."""

import pytest
from structlog.testing import capture_logs

from graphs.plan.state import MAX_ROUNDS, digest
from graphs.plan.words import EN
from tests.unit.plan_driven import (
    THREE,
    Driven,
    Reply,
    items,
    texts,
    three_steps,
)
from tests.unit.scripted_model import ScriptedModel


async def test_comments_add_up_and_all_reach_every_later_prompt_the_newest_first() -> None:
    model = three_steps()
    run = Driven(model, tools=[])
    await run.start()
    second = await run.answer("revise", comment="Ask about children")
    assert second["round"] == 2
    await run.answer("revise", comment="Leave out the ferry")
    await run.answer("approve", comment="Be quick")
    told = model.last("planner").user
    assert "1. Leave out the ferry\n2. Ask about children" in told
    for task in ("execute", "replanner"):
        told = model.last(task).user
        assert "1. Be quick\n2. Leave out the ferry\n3. Ask about children" in told


async def test_a_revision_shows_the_model_the_plan_that_was_sent_back() -> None:
    model = three_steps()
    run = Driven(model)
    await run.start()
    await run.answer("revise", comment="Shorter")
    assert "sent back:\n1. Find the lines\n2. Look up the fare" in model.last("planner").user


async def test_a_no_inside_a_comment_approves_and_rejects_nothing() -> None:
    run = Driven(ScriptedModel(planner=[THREE, {"steps": ["Read novels"]}]))
    await run.start()
    asked = await run.answer("revise", comment="no, not enough on novel methods; yes to the rest")
    assert texts(asked) == ["Read novels"]
    assert await run.result() == ""


async def test_an_edit_is_what_runs_word_for_word_in_its_order() -> None:
    model = three_steps()
    run = Driven(model, tools=[])
    await run.start()
    edited = items("Work out  12 * 3.50", "Find the lines", "Find the lines")
    assert await run.answer("edit", items=edited) == {}
    state = await run.state()
    assert [step["text"] for step in state["plan"]] == [item["text"] for item in edited]
    assert [done["text"] for done in state["completed"]] == [item["text"] for item in edited]
    assert model.tasks().count("planner") == 1


async def test_marks_of_a_list_in_front_of_an_edited_step_are_no_part_of_it() -> None:
    run = Driven(ScriptedModel(planner=[THREE], select=[{"answer": "x"}] * 5))
    await run.start()
    edited = items("- Ask ana", "2. Ask ben", "3、Ask chen", "3.50 is the fare", "- ")
    await run.answer("edit", items=edited)
    plan = [step["text"] for step in (await run.state())["plan"]]
    assert plan == ["Ask ana", "Ask ben", "Ask chen", "3.50 is the fare"]


async def test_an_edited_plan_has_a_digest_of_its_own_and_the_card_only_said_as_proposed() -> None:
    run = Driven(ScriptedModel(planner=[THREE], select=[{"answer": "x"}]))
    asked = await run.start()
    proposed = digest((await run.state())["plan"])
    assert EN.digest.format(digest=proposed, count=3) in asked["summary"]
    assert "as proposed" in asked["summary"]
    await run.answer("edit", items=items("Ask ana"))
    state = await run.state()
    assert state["digest"] == digest(state["plan"]) != proposed
    assert f"plan `{state['digest']}`" in state["result"]
    assert proposed not in state["result"]


async def test_an_edit_that_adds_and_removes_keeps_the_ids_of_what_stays() -> None:
    run = Driven(ScriptedModel(planner=[THREE], select=[{"answer": "x"}] * 3))
    await run.start()
    edited = [{"id": "3", "text": "Work it out"}, {"id": "new-1", "text": "Ask ana"}]
    await run.answer("edit", items=edited)
    assert [step["id"] for step in (await run.state())["plan"]] == ["3", "new-1"]


@pytest.mark.parametrize("nothing", [[], [{"id": "1", "text": "  "}], ["1", None], [{"id": "1"}]])
async def test_a_plan_that_was_edited_to_nothing_is_asked_about_again(
    nothing: list[object],
) -> None:
    model = three_steps()
    run = Driven(model)
    await run.start()
    asked = await run.answer("edit", items=nothing)
    assert texts(asked) == THREE["steps"]
    assert asked["summary"].startswith(EN.no_step)
    assert (asked["round"], model.tasks()) == (1, ["planner"])


async def test_an_edit_with_too_many_steps_is_kept_and_asked_about_again() -> None:
    answers: list[Reply] = [f"Answer {n}" for n in range(12)]
    run = Driven(ScriptedModel(planner=[THREE], execute=answers), tools=[])
    await run.start()
    many = [f"Step number {n}" for n in range(13)]
    asked = await run.answer("edit", items=items(*many))
    assert texts(asked) == many
    assert "12 steps at most" in asked["summary"]
    assert asked["actions"] == ["revise", "edit"]
    again = await run.answer("approve")
    assert texts(again) == many
    assert "12 steps at most" in again["summary"]
    assert await run.answer("edit", items=items(*many[:12])) == {}
    assert [done["text"] for done in (await run.state())["completed"]] == many[:12]


@pytest.mark.parametrize(
    "answer",
    [
        "yes",
        None,
        {"action": "skip"},
        {"action": "edit"},
        {"action": "edit", "items": "Find the lines"},
        {"action": "retry", "retry": "planner"},
        {"verdict": "approve"},
    ],
)
async def test_an_answer_that_makes_no_sense_changes_nothing_and_costs_no_round(
    answer: object,
) -> None:
    run = Driven(three_steps())
    first = await run.start()
    again = await run.reply(answer)
    assert (again["items"], again["round"]) == (first["items"], 1)
    assert again["summary"].startswith(EN.not_understood)
    assert EN.not_understood not in (await run.answer("revise", comment="ok"))["summary"]


async def test_the_last_round_offers_no_revision_and_never_takes_one_for_an_approval() -> None:
    model = three_steps()
    run = Driven(model, tools=[])
    await run.start()
    for n in range(2, MAX_ROUNDS + 1):
        asked = await run.answer("revise", comment=f"comment {n}")
    assert (asked["round"], asked["actions"]) == (MAX_ROUNDS, ["approve", "edit"])
    asked = await run.answer("revise", comment="one more")
    assert asked["summary"].startswith(EN.no_round_left)
    assert "execute" not in model.tasks()
    await run.answer("approve")
    assert "one more" in model.last("execute").user


async def test_the_end_of_a_plan_is_logged_with_its_steps_and_seconds() -> None:
    run = Driven(three_steps(), tools=[])
    with capture_logs() as logged:
        await run.start()
        await run.answer("approve")
    (ended,) = [entry for entry in logged if entry["event"] == "plan.ended"]
    assert (ended["steps"], ended["stopped"]) == (3, "")
    assert ended["took_s"] >= 0
