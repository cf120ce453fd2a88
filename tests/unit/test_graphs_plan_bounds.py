"""Every bound of a plan ends it with what there is, whatever the model says."""

import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from graphs.budget import Limits
from graphs.model import (
    MalformedReplyError,
)
from graphs.plan import plan
from graphs.plan.state import MAX_REPLANS, MAX_STEPS, TIME_LIMIT_S, by_id, by_key, titles
from graphs.plan.words import EN
from graphs.sources import Found
from graphs.tools import Tool, calculator, lookups
from tests.unit.plan_driven import (
    DONE,
    GO_ON,
    TASK,
    THREE,
    Clock,
    Driven,
    Library,
    Reply,
    items,
    texts,
)
from tests.unit.scripted_model import ScriptedModel

GARBAGE = MalformedReplyError("no JSON")
LARGEST_CHECKPOINT = 200_000
"""Bytes of the largest state there can be: twelve steps of Chinese, each full."""


def garbage(times: int = 40) -> list[Reply]:
    return [GARBAGE] * times


async def test_garbage_at_every_call_ends_with_one_call_to_plan_and_two_for_the_one_step() -> None:
    model = ScriptedModel(
        planner=garbage(), select=garbage(), execute=garbage(), replanner=garbage()
    )
    run = Driven(model)
    asked = await run.start()
    assert texts(asked) == [TASK]
    assert f"⚠ {EN.unsplit}" in asked["summary"]
    assert await run.answer("approve") == {}
    assert model.tasks() == ["planner", "select", "replanner"]
    result = await run.result()
    assert EN.no_summary in result
    assert EN.failed_steps.format(numbers="1") in result
    assert "no JSON" not in result


@pytest.mark.parametrize("tools", [None, []])
async def test_garbage_after_a_plan_of_n_steps_takes_one_and_twice_n_calls(
    tools: list[Tool[Any]] | None,
) -> None:
    model = ScriptedModel(planner=[THREE], select=garbage(), execute=garbage(), replanner=garbage())
    run = Driven(model, tools=tools)
    await run.start()
    await run.answer("approve")
    assert len(model.asked) == 1 + 2 * 3
    assert EN.failed_steps.format(numbers="1, 2, 3") in await run.result()


async def test_an_unreadable_evaluation_after_the_last_step_ends_with_the_steps_results() -> None:
    model = ScriptedModel(
        planner=[THREE], execute=["Line 1", "3.50 a ride", "42"], replanner=garbage()
    )
    run = Driven(model, tools=[])
    await run.start()
    await run.answer("approve")
    answer = f"{EN.no_summary}\n\n- Line 1 (step 1)\n- 3.50 a ride (step 2)\n- 42 (step 3)\n"
    assert answer in await run.result()


@pytest.mark.parametrize(
    "said",
    [
        {"status": "continue"},
        {"status": "done"},
        {"status": "done", "result": "  "},
        {"status": "maybe", "more_steps": ["Find the lines", "", "…"]},
        {},
    ],
)
async def test_going_on_with_nothing_left_to_do_is_corrected_once_and_then_the_end(
    said: dict[str, Any],
) -> None:
    model = ScriptedModel(
        planner=[{"steps": ["Find the lines"]}], execute=["Line 1"], replanner=[said] * 9
    )
    run = Driven(model, tools=[])
    await run.start()
    await run.answer("approve")
    assert model.tasks() == ["planner", "execute", "replanner", "replanner"]
    assert f"{EN.no_summary}\n\n- Line 1 (step 1)" in await run.result()


async def test_steps_can_be_added_twice_and_no_more() -> None:
    more: list[Reply] = [{"status": "continue", "more_steps": [f"Step {n}"]} for n in range(20)]
    model = ScriptedModel(planner=[THREE], execute=["x"] * 30, replanner=more)
    run = Driven(model, tools=[])
    await run.start()
    await run.answer("approve")
    state = await run.state()
    assert (len(state["plan"]), state["replans"]) == (3 + MAX_REPLANS, MAX_REPLANS)
    assert "⚠ Partial: more steps were wanted than a run may have." in state["result"]
    assert "No step can be added any more." in model.last("replanner").user


async def test_a_plan_never_has_more_than_twelve_steps_however_many_are_added() -> None:
    many = {"status": "continue", "more_steps": [f"Extra {n}" for n in range(30)]}
    model = ScriptedModel(planner=[THREE], execute=["x"] * 30, replanner=[many] * 30)
    run = Driven(model, tools=[])
    await run.start()
    await run.answer("approve")
    assert len((await run.state())["plan"]) == MAX_STEPS
    assert model.tasks().count("execute") == MAX_STEPS
    assert len(model.asked) <= 1 + 2 * MAX_STEPS + 1


async def test_a_draft_that_is_too_long_is_corrected_once_and_then_cut_and_said_so() -> None:
    many = {"steps": [f"Step {n}" for n in range(30)]}
    model = ScriptedModel(planner=[many, many])
    asked = await Driven(model).start()
    assert texts(asked) == [f"Step {n}" for n in range(MAX_STEPS)]
    assert "Only the first 12 of 30 steps were kept." in asked["summary"]
    assert model.tasks() == ["planner", "planner"]


async def test_a_crash_between_choosing_and_doing_asks_the_model_no_second_time() -> None:
    model = ScriptedModel(
        planner=[{"steps": ["Work out 6 * 7"]}],
        select=[{"tool": "calculator", "arguments": {"expression": "6 * 7"}}],
        replanner=[DONE],
    )
    saver = InMemorySaver()
    run = Driven(model, saver=saver)
    await run.start()
    await run.graph.aupdate_state(run.config, {"approved": True}, as_node="review")
    await run.graph.ainvoke(None, run.config, interrupt_after=["select"])
    assert (await run.state())["completed"] == []
    another = Driven(model, saver=saver)
    await another.drive(None)
    assert model.tasks() == ["planner", "select", "replanner"]
    assert (await another.state())["completed"][0]["result"] == "`6*7` = 42"


def test_a_step_that_is_driven_twice_replaces_its_entry() -> None:
    one: Any = {"id": "1", "n": 1, "text": "a", "result": "first"}
    two: Any = {"id": "2", "n": 2, "text": "b", "result": "second"}
    again: Any = {**one, "result": "first again"}
    assert by_id(by_id([one], [two]), [again]) == [again, two]
    assert by_id([two], [one]) == by_id([one], [two]) == [one, two]
    assert by_key({"a": 1.0}, {"a": 2.0}) == {"a": 2.0}
    assert titles({"x": "old"}, {"y": "new"}) == titles({"y": "new"}, {"x": "old"})


async def test_a_used_up_budget_asks_and_goes_on_with_as_much_again() -> None:
    model = ScriptedModel(
        planner=[THREE], execute=["Line 1", "3.50", "42"], replanner=[GO_ON, GO_ON, DONE]
    )
    run = Driven(model, tools=[], limits=Limits(calls=2))
    await run.start()
    asked = await run.answer("approve")
    assert asked["type"] == "budget"
    assert asked["summary"].endswith("Steps done: 1 of 3.")
    assert model.tasks() == ["planner", "execute", "replanner"]
    again = await run.answer("approve")
    assert again["summary"].endswith("Steps done: 2 of 3.")
    assert await run.answer("approve") == {}
    assert "Twelve rides cost 42." in await run.result()
    assert (await run.state())["grants"] == 2


@pytest.mark.parametrize("answer", [{"action": "revise"}, {}, "yes", None])
async def test_an_answer_of_no_use_to_the_budget_is_asked_for_again(answer: object) -> None:
    model = ScriptedModel(planner=[THREE], execute=["Line 1"])
    run = Driven(model, tools=[], limits=Limits(calls=3))
    await run.start()
    asked = await run.answer("approve")
    assert await run.reply(answer) == asked
    assert model.tasks() == ["planner", "execute", "replanner"]


async def test_a_used_up_budget_delivers_what_there_is_where_people_say_so() -> None:
    model = ScriptedModel(planner=[THREE], execute=["Line 1"])
    run = Driven(model, tools=[], limits=Limits(calls=3))
    await run.start()
    await run.answer("approve")
    assert await run.answer("skip") == {}
    assert model.tasks() == ["planner", "execute", "replanner"]
    result = await run.result()
    assert "⚠ Partial: the budget of this run is used up. Steps done: 1 of 3." in result
    assert "2. Not done: Look up the fare" in result


async def test_a_budget_that_the_plan_used_up_is_asked_about_before_the_first_step() -> None:
    model = ScriptedModel(planner=[THREE])
    run = Driven(model, limits=Limits(calls=1))
    await run.start()
    assert (await run.answer("approve"))["type"] == "budget"
    await run.answer("skip")
    assert model.tasks() == ["planner"]
    assert "Steps done: 0 of 3." in await run.result()


async def test_the_time_for_a_run_ends_it_with_what_there_is() -> None:
    clock = Clock(step_s=TIME_LIMIT_S / 4)
    model = ScriptedModel(planner=[THREE], execute=["Line 1", "3.50", "42"])
    run = Driven(model, tools=[], clock=clock)
    await run.start()
    clock.now += 1_000_000  # people take their time
    await run.answer("approve")
    result = await run.result()
    assert "⚠ Partial: the time for this run is used up. Steps done: 2 of 3." in result
    assert model.tasks().count("execute") == 2


async def test_the_largest_state_of_a_run_stays_small() -> None:
    address = "https://example.org/" + "a" * 370
    hits = [Found(address=f"{address}{n}", title="题" * 300, snippet="段" * 900) for n in range(99)]

    class Full(Library):
        async def search(self, query: str, *, most: int = 5) -> list[Found]:
            place = 5 * len(self.queries)
            self.queries.append(query)
            return hits[place : place + most]

    model = ScriptedModel(
        planner=[{"steps": [f"{n}" + "步" * 290 for n in range(12)]}],
        select=[{"tool": "search", "arguments": {"query": "步"}}] * 12,
        replanner=[*[GO_ON] * 11, {"status": "done", "result": "答" * 8_000}],
    )
    run = Driven(model, library=Full())
    await run.start("务" * 8_000, "zh")
    await run.answer("approve")
    state = await run.state()
    assert len(state["known"]) == 60
    kept = {key: value for key, value in state.items() if key != "result"}
    size = len(JsonPlusSerializer().dumps_typed(kept)[1])
    assert size < LARGEST_CHECKPOINT
    assert json.loads(json.dumps(state)) == state


async def test_a_long_step_that_a_person_wrote_is_kept_whole() -> None:
    model = ScriptedModel(planner=[THREE], execute=["x"] * 3)
    run = Driven(model, tools=[])
    await run.start()
    long = "so that it is long " * 150
    await run.answer("edit", items=items(long))
    assert (await run.state())["completed"][0]["text"] == long.strip()


async def test_the_limit_of_a_drive_leaves_room_for_one_more_step_after_the_limit_of_a_run() -> (
    None
):
    one_call = 2 * 120  # each corrected once
    slowest_tool = max(tool.limit_s for tool in [calculator, *lookups(Library())])
    assert TIME_LIMIT_S + one_call + slowest_tool + one_call < plan.time_limit_s
