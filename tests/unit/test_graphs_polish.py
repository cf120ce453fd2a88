"""Polishing as people meet it: a text, a choice, rounds, a polished text."""

import pytest

from graphs.model import MalformedReplyError, ModelTimeoutError, ModelUnavailableError
from graphs.polish import polish
from graphs.polish.state import MAX_CHARS, MAX_ROUNDS
from graphs.polish.words import EN
from graphs.registry import check
from tests.unit.polish_driven import (
    DOUBLE,
    HAPPY,
    TEXT,
    Driven,
    found,
    passages_shown,
    polished_text,
    wordings,
)
from tests.unit.scripted_model import ScriptedModel

GLAD = "We are happy that Mei shipped 3 fixes on Monday."
ONCE = "The notes are at https://docs.example/notes, please read them."


def test_the_workflow_can_be_offered() -> None:
    check(polish)
    assert polish.form[0].max_chars == MAX_CHARS
    assert len(polish.shortcuts[0].name) <= 24


async def test_tone_and_problems_are_found_before_people_are_asked() -> None:
    model = ScriptedModel()
    shown = await Driven(model).start()
    assert model.tasks() == ["tone", "problems"]
    assert shown["type"] == "polish_choice"
    assert (shown["round"], shown["max_rounds"]) == (1, MAX_ROUNDS)
    assert shown["actions"] == ["answer", "approve", "revise", "skip"]
    assert set(shown["labels"]) == {"answer", "approve", "skip"}
    assert shown["sections"][0]["label"] == "Tone and purpose"


async def test_every_problem_has_its_passage_a_reason_a_direction_and_a_ticked_box() -> None:
    shown = await Driven(ScriptedModel(problems=[found(HAPPY, DOUBLE)])).start()
    assert passages_shown(shown) == [HAPPY, DOUBLE]
    assert "It reads badly.\n→ Reword it." in shown["sections"][1]["value"]
    field = shown["questions"][0]
    assert field["kind"] == "several"
    assert [option["value"] for option in field["options"]] == field["default"] == ["1", "2"]
    assert all(len(option["label"]) <= 75 for option in field["options"])


async def test_judging_is_asked_for_at_temperature_zero_and_rewording_at_more() -> None:
    model = ScriptedModel()
    run = Driven(model)
    await run.start()
    await run.answer("approve")
    assert {ask.task: ask.temperature for ask in model.asked} == {
        "tone": 0.0,
        "problems": 0.0,
        "polish": 0.7,
    }


async def test_only_the_chosen_problem_is_fixed_and_the_rest_stays_to_the_letter() -> None:
    model = ScriptedModel(problems=[found(HAPPY, DOUBLE)], polish=[wordings(GLAD)])
    run = Driven(model)
    await run.start()
    assert await run.choose("1") == {}
    assert polished_text(await run.result()) == TEXT.replace(HAPPY, "happy")
    assert DOUBLE not in model.last("polish").user.split("Stands after it")[0]
    assert f"## Left as it is\n\n- “{DOUBLE}”" in await run.result()


async def test_fix_all_fixes_every_problem() -> None:
    run = Driven(ScriptedModel(problems=[found(HAPPY, DOUBLE)], polish=[wordings(GLAD, ONCE)]))
    await run.start()
    await run.answer("approve")
    assert polished_text(await run.result()) == f"Hello team. {GLAD} {ONCE} Bye."
    assert "Left as it is" not in await run.result()
    assert (await run.state())["done"] == "Fixed 2 of 2."


async def test_leave_as_it_is_ends_with_the_text_unchanged_and_says_so() -> None:
    model = ScriptedModel()
    run = Driven(model)
    await run.start()
    assert await run.answer("skip") == {}
    said = await run.result()
    assert said.startswith(f"# {EN.unchanged}\n\n{EN.left_line}")
    assert TEXT in said
    assert "polish" not in model.tasks()


async def test_a_text_without_problems_ends_without_a_question_and_says_so() -> None:
    model = ScriptedModel(problems=[found()])
    run = Driven(model)
    assert await run.start() == {}
    assert (await run.result()).startswith(f"# {EN.nothing}\n\n{EN.nothing_line}")
    assert model.tasks() == ["tone", "problems"]


async def test_every_comment_reaches_every_later_prompt_the_newest_first() -> None:
    model = ScriptedModel(problems=[found(HAPPY), found(HAPPY), found(DOUBLE)])
    run = Driven(model)
    await run.start()
    await run.answer("revise", comment="Keep it warm")
    shown = await run.answer("revise", comment="No, look at the grammar only")
    assert (shown["round"], passages_shown(shown)) == (3, [DOUBLE])
    await run.answer("approve", comment="Short words")
    for task, newest in (("problems", "grammar only"), ("polish", "Short words")):
        told = model.last(task).user
        assert told.index(newest) < told.index("Keep it warm")
    assert HAPPY in model.last("problems").user.split("sent back")[1]


async def test_after_three_rounds_a_comment_is_kept_and_the_same_is_asked_again() -> None:
    run = Driven(ScriptedModel())
    await run.start()
    await run.answer("revise", comment="a")
    shown = await run.answer("revise", comment="b")
    assert "revise" not in shown["actions"]
    shown = await run.answer("revise", comment="c")
    assert shown["round"] == MAX_ROUNDS
    assert EN.no_round_left in shown["summary"]
    assert (await run.state())["feedback"] == ["a", "b", "c"]


async def test_a_look_that_finds_nothing_with_the_comment_keeps_the_problems_from_before() -> None:
    run = Driven(ScriptedModel(problems=[found(HAPPY), found()]))
    await run.start()
    shown = await run.answer("revise", comment="Anything else?")
    assert passages_shown(shown) == [HAPPY]
    assert EN.nothing_new in shown["summary"]


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "approve",
        [],
        {},
        {"action": "edit", "values": {}},
        {"action": "answer"},
        {"action": "answer", "answers": {"problems": "1"}},
        {"action": "answer", "answers": {"problems": []}},
        {"action": "answer", "answers": {"problems": ["99", 1, None]}},
        {"action": "retry", "retry": "tone"},
        {"action": "retry", "retry": ["tone"]},
    ],
)
async def test_an_answer_that_cannot_be_used_changes_nothing_and_is_asked_again(
    answer: object,
) -> None:
    model = ScriptedModel()
    run = Driven(model)
    shown, before = await run.start(), await run.state()
    again = await run.reply({"x": 1} if answer is None else answer)
    assert again["sections"] == shown["sections"]
    assert again["round"] == 1
    assert again["summary"] != shown["summary"]
    after = await run.state()
    changed = {key for key in after if after.get(key) != before.get(key)}
    assert changed <= {"notice", "decision", "retry"}
    assert model.tasks() == ["tone", "problems"]


async def test_a_tone_that_fails_is_marked_and_can_be_tried_again_alone() -> None:
    model = ScriptedModel(tone=[ModelTimeoutError(1)])
    run = Driven(model)
    shown = await run.start()
    assert shown["sections"][0]["warning"] == EN.step_failed
    assert shown["retries"] == [{"id": "tone", "label": EN.retry_tone}]
    again = await run.answer("retry", retry="tone")
    assert model.tasks() == ["tone", "problems", "tone"]
    assert "retries" not in again
    assert "warning" not in again["sections"][0]
    assert again["round"] == 1


async def test_a_second_look_that_fails_keeps_the_problems_and_can_be_tried_again() -> None:
    model = ScriptedModel(problems=[found(HAPPY), ModelTimeoutError(1), found(DOUBLE)])
    run = Driven(model)
    await run.start()
    shown = await run.answer("revise", comment="more")
    assert passages_shown(shown) == [HAPPY]
    assert EN.look_failed in shown["summary"]
    again = await run.answer("retry", retry="problems")
    assert passages_shown(again) == [DOUBLE]
    assert again["round"] == 2
    assert "retries" not in again


async def test_a_first_look_that_fails_stops_the_run_and_goes_on_from_there() -> None:
    model = ScriptedModel(problems=[ModelUnavailableError("down"), found(HAPPY)])
    run = Driven(model)
    with pytest.raises(ModelUnavailableError):
        await run.start()
    assert passages_shown(await run.again()) == [HAPPY]
    assert model.tasks() == ["tone", "problems", "problems"]


async def test_rewording_that_fails_altogether_stops_the_run_and_keeps_the_choice() -> None:
    model = ScriptedModel(
        problems=[found(HAPPY, DOUBLE)], polish=[ModelUnavailableError("down"), wordings(GLAD)]
    )
    run = Driven(model)
    await run.start()
    with pytest.raises(ModelUnavailableError):
        await run.choose("1")
    assert await run.again() == {}
    assert polished_text(await run.result()) == TEXT.replace(HAPPY, "happy")


async def test_a_new_tone_that_fails_is_only_left_out() -> None:
    model = ScriptedModel(problems=[found(HAPPY)], polish=[wordings(GLAD)])
    run = Driven(model)
    await run.start()
    model.says("tone", MalformedReplyError("no"))
    await run.answer("approve")
    assert "Before: " in await run.result()
    assert "After: " not in await run.result()


async def test_a_tone_that_is_as_before_is_not_said_twice() -> None:
    run = Driven(ScriptedModel(problems=[found(DOUBLE)]))
    await run.start()
    await run.answer("approve")
    result = await run.result()
    assert EN.after.format(text=EN.same) in result
    assert result.count("It asks its readers for something.") == 1
