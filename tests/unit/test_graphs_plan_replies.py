"""What models give in place of an answer: malformed steps, errors, prompts that are too long."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from graphs.model import (
    DeclinedError,
    MalformedReplyError,
    ModelBusyError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
    PromptTooLongError,
    TruncatedError,
)
from graphs.plan.replies import MAX_STEP, Choice, Steps, Verdict, step_texts
from graphs.plan.words import EN
from graphs.tools import Tool
from tests.unit.plan_driven import (
    DONE,
    TASK,
    THREE,
    Driven,
    Reply,
    texts,
)
from tests.unit.scripted_model import ScriptedModel

GARBAGE = MalformedReplyError("no JSON")


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        (["Find the lines", "Look up the fare"], ["Find the lines", "Look up the fare"]),
        ({"steps": [{"id": 1, "text": "Find the lines"}]}, ["Find the lines"]),
        ({"steps": [{"step": "Find the lines", "why": "x"}, None, 3, {}]}, ["Find the lines"]),
        ({"steps": ["1. Find the lines", "- Find the lines", " "]}, ["Find the lines"]),
        ({"steps": "Find the lines"}, ["Find the lines"]),
        ({"steps": [["Find the lines"], "…", "Look up the fare"]}, ["Look up the fare"]),
        ({"steps": ["word " * 200]}, ["word " * 59 + "word…"]),
    ],
)
async def test_malformed_steps_are_repaired_or_left_out(said: Reply, steps: list[str]) -> None:
    asked = await Driven(ScriptedModel(planner=[said])).start()
    assert texts(asked) == steps
    assert EN.unsplit not in asked["summary"]


@pytest.mark.parametrize(
    "said",
    [{"steps": []}, {"steps": [None, " "]}, GARBAGE, TruncatedError("x"), DeclinedError("x")],
)
async def test_a_draft_without_a_step_makes_the_task_the_one_step_and_can_be_tried_again(
    said: Reply,
) -> None:
    model = ScriptedModel(planner=[said, said] if isinstance(said, dict) else [said])
    run = Driven(model)
    asked = await run.start()
    assert texts(asked) == [TASK]
    assert asked["retries"] == [{"id": "planner", "label": EN.plan_again}]
    again = await run.answer("retry", retry="planner")
    assert len(again["items"]) > 1
    assert again["round"] == 1
    assert "retries" not in again
    assert sorted((await run.state())["spent"]) == ["planner:1", "planner:2"]


async def test_an_endpoint_that_is_down_fails_the_plan_so_that_nothing_is_made_up() -> None:
    run = Driven(ScriptedModel(planner=[ModelUnavailableError("down"), THREE]))
    with pytest.raises(ModelUnavailableError):
        await run.start()
    asked = await run.drive(None)
    assert texts(asked) == THREE["steps"]


@pytest.mark.parametrize(
    "error", [ModelUnavailableError("down"), ModelBusyError("429"), ModelTimeoutError(5)]
)
@pytest.mark.parametrize(("task", "tools"), [("select", None), ("execute", [])])
async def test_an_endpoint_that_goes_down_fails_its_step_and_a_retry_repeats_that_one_only(
    error: ModelError, task: str, tools: list[Tool[Any]] | None
) -> None:
    said: list[Reply] = ["Line 1", error, "3.50", "42"]
    chosen: list[Reply] = [{"answer": x} if isinstance(x, str) else x for x in said]
    model = ScriptedModel(planner=[THREE], execute=said, select=chosen)
    run = Driven(model, tools=tools)
    await run.start()
    with pytest.raises(type(error)):
        await run.answer("approve")
    assert await run.result() == ""
    await run.drive(None)
    assert model.tasks().count(task) == 4
    state = await run.state()
    assert [done["result"] for done in state["completed"]] == ["Line 1", "3.50", "42"]


async def test_an_evaluation_that_does_not_come_lets_the_plan_go_on() -> None:
    down = ModelUnavailableError("down")
    model = ScriptedModel(planner=[THREE], execute=["a", "b", "c"], replanner=[down, down, DONE])
    run = Driven(model, tools=[])
    await run.start()
    await run.answer("approve")
    assert "Twelve rides cost 42." in await run.result()


async def test_a_prompt_that_is_too_long_is_asked_again_with_half_of_the_material() -> None:
    too_long = PromptTooLongError("too long")
    model = ScriptedModel(
        planner=[THREE], execute=["a line of results\n" * 130, too_long, "b", "c"]
    )
    run = Driven(model, tools=[])
    await run.start()
    await run.answer("approve")
    tried = [len(ask.user) for ask in model.asked if ask.task == "execute"]
    assert len(tried) == 4
    assert (await run.state())["completed"][1]["result"] == "b"


async def test_the_material_of_every_prompt_is_bounded_by_what_the_model_takes() -> None:
    model = ScriptedModel(
        input_chars=4_000,
        planner=[{"steps": [f"Step {n}" for n in range(12)]}],
        execute=["word " * 400] * 12,
    )
    run = Driven(model, tools=[])
    await run.start("A task " * 1_000)
    await run.answer("approve")
    assert max(len(ask.user) for ask in model.asked) < 4_000 + 1_500


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
_KEYS = st.sampled_from(
    ["steps", "tool", "arguments", "answer", "status", "result", "more_steps", "other"]
)


@given(st.dictionaries(_KEYS, _JSON) | _JSON)
def test_no_json_of_a_model_is_worse_than_one_that_does_not_fit(said: object) -> None:
    for schema in (Steps, Choice, Verdict):
        with contextlib.suppress(ValidationError):
            schema.model_validate_json(json.dumps(said))


@given(_JSON)
def test_whatever_stands_for_steps_becomes_short_texts_without_repetition(said: object) -> None:
    texts_of = step_texts(said)
    assert all(1 <= len(text) <= MAX_STEP for text in texts_of)
    assert len(texts_of) == len(set(texts_of)) <= 40


async def test_a_model_that_takes_no_prompt_at_all_fails_the_step_in_the_end() -> None:
    too_long: list[Reply] = [PromptTooLongError("too long")] * 20
    model = ScriptedModel(planner=[{"steps": ["Find the lines"]}], select=too_long)
    run = Driven(model)
    await run.start()
    await run.answer("approve")
    assert EN.step_failed in await run.result()
    assert model.tasks().count("select") < 10
