"""The plan as people meet it: shown, sent back, edited, approved; and what then runs."""

from typing import Any

import pytest

from graphs.model import MalformedReplyError
from graphs.research.state import LONGEST_QUESTION, MOST_EDITED, digest, numbered
from graphs.research.words import EN, ZH
from tests.unit.research_driven import PLAN, QUESTIONS, TOPIC, TOPIC_ZH, Driven, Talk, shown

OTHER = {"questions": ["Which cities keep bees?", "What does a hive cost?", "Who may keep bees?"]}


def edited(*texts: str) -> list[dict[str, str]]:
    return [{"id": str(n), "text": text} for n, text in enumerate(texts, 1)]


async def researched(run: Driven) -> list[int]:
    return [finding["id"] for finding in (await run.state())["findings"]]


async def test_the_card_shows_the_plan_and_its_digest() -> None:
    asked = await Driven(Talk(plan=PLAN)).start()
    assert (asked["type"], asked["round"], asked["max_rounds"]) == ("plan_review", 1, 5)
    assert asked["actions"] == ["approve", "revise", "edit"]
    assert (asked["items_label"], shown(asked)) == (EN.questions, QUESTIONS)
    assert digest(numbered(QUESTIONS)) in asked["summary"]
    assert len(digest(numbered(QUESTIONS))) == 8


async def test_the_plan_that_was_approved_is_the_one_that_runs() -> None:
    model = Talk(plan=[PLAN, OTHER])
    run = Driven(model)
    asked = await run.start()
    await run.answer("approve")
    assert model.count("plan") == 1
    assert [q["question"] for q in (await run.state())["plan"]] == shown(asked)
    assert all(any(text in told for told in model.told("claims")) for text in shown(asked))
    assert len(model.told("claims")) == len(QUESTIONS)
    assert (await run.state())["approved"] in asked["summary"]


async def test_a_waiting_run_has_asked_for_the_plan_and_nothing_else() -> None:
    model = Talk(plan=PLAN)
    run = Driven(model)
    await run.start()
    assert [ask.task for ask in model.asked] == ["plan"]
    assert run.shelf.queries == []


async def test_the_planner_is_called_once_for_each_round() -> None:
    model = Talk(plan=[PLAN, OTHER, PLAN])
    run = Driven(model)
    await run.start()
    second = await run.answer("revise", comment="More on the law")
    assert (shown(second), second["round"]) == (OTHER["questions"], 2)
    third = await run.answer("revise", comment="Back to the bees")
    assert (shown(third), model.count("plan")) == (QUESTIONS, 3)


async def test_both_of_two_comments_reach_the_planner_the_newest_first() -> None:
    model = Talk(plan=[PLAN, OTHER, PLAN])
    run = Driven(model)
    await run.start()
    await run.answer("revise", comment="Add the law")
    await run.answer("revise", comment="Leave out honey")
    told = model.told("plan")[-1]
    assert told.index("Leave out honey") < told.index("Add the law")
    assert OTHER["questions"][0] in told
    await run.answer("approve")
    assert all("Add the law" in text and "Leave out honey" in text for text in model.told("claims"))
    assert all("Add the law" in text for text in model.told("section"))


async def test_without_a_model_two_comments_both_become_questions() -> None:
    run = Driven()
    await run.start()
    await run.answer("revise", comment="Please add the price of hives")
    third = await run.answer("revise", comment="not enough on novel methods")
    assert any("price of hives" in text for text in shown(third))
    assert any("novel methods" in text for text in shown(third))
    assert len(shown(third)) == 5


async def test_a_comment_with_no_in_it_approves_nothing() -> None:
    run = Driven(Talk(plan=[PLAN, OTHER]))
    await run.start()
    again = await run.answer("revise", comment="not enough on novel methods")
    assert (again["type"], again["round"]) == ("plan_review", 2)
    assert run.shelf.queries == []


async def test_an_edit_runs_word_for_word_and_in_its_order() -> None:
    model = Talk(plan=PLAN)
    run = Driven(model)
    await run.start()
    mine = ["no bees: why??", QUESTIONS[2], "Über Bienen (2024)"]
    assert await run.answer("edit", items=edited(*mine)) == {}
    assert [q["question"] for q in (await run.state())["plan"]] == mine
    assert model.count("plan") == 1
    assert [any(text in told for told in model.told("claims")) for text in mine] == [True] * 3


async def test_an_entry_that_was_emptied_is_gone_and_the_rest_is_numbered_anew() -> None:
    run = Driven(Talk(plan=PLAN))
    await run.start()
    await run.answer("edit", items=edited("", QUESTIONS[1], " ", QUESTIONS[0]))
    plan = (await run.state())["plan"]
    assert [(q["id"], q["question"]) for q in plan] == [(1, QUESTIONS[1]), (2, QUESTIONS[0])]
    assert await researched(run) == [1, 2]


async def test_a_plan_edited_to_nothing_is_asked_for_again() -> None:
    run = Driven(Talk(plan=PLAN))
    first = await run.start()
    again = await run.answer("edit", items=edited(" ", ""))
    assert again["summary"].startswith(EN.emptied)
    assert again["items"] == first["items"]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (
            [f"q{n}?" for n in range(MOST_EDITED + 1)],
            EN.too_many.format(count=MOST_EDITED + 1, most=MOST_EDITED),
        ),
        (["x" * (LONGEST_QUESTION + 1)], EN.too_long.format(most=LONGEST_QUESTION)),
    ],
)
async def test_an_edit_that_cannot_run_is_shown_as_it_was_typed(
    texts: list[str], said: str
) -> None:
    run = Driven(Talk(plan=PLAN))
    await run.start()
    again = await run.answer("edit", items=edited(*texts))
    assert again["summary"].startswith(said)
    assert shown(again) == texts
    assert run.shelf.queries == []


@pytest.mark.parametrize(
    "answer",
    [
        "yes",
        ["approve"],
        {"action": "skip"},
        {"action": "edit"},
        {"action": "edit", "items": "all of them"},
        {"action": "revise"},
        {"action": "revise", "comment": "  "},
        {"action": "retry", "retry": "7"},
        {"verdict": "approve"},
    ],
)
async def test_an_answer_that_makes_no_sense_changes_nothing_and_costs_no_round(
    answer: object,
) -> None:
    model = Talk(plan=PLAN)
    run = Driven(model)
    first = await run.start()
    again = await run.reply(answer)
    assert again["items"] == first["items"]
    assert again["round"] == 1
    assert model.count("plan") == 1


async def test_items_of_an_edit_that_are_no_texts_are_left_out() -> None:
    run = Driven(Talk(plan=PLAN))
    await run.start()
    items: list[Any] = ["a step", {"id": "1"}, {"id": "2", "text": 5}, {"text": "Which bees?"}]
    await run.answer("edit", items=items)
    assert [q["question"] for q in (await run.state())["plan"]] == ["Which bees?"]


async def test_the_fifth_plan_is_the_last_one_and_a_comment_on_it_is_kept() -> None:
    model = Talk(plan=[PLAN, OTHER, PLAN, OTHER, PLAN, OTHER])
    run = Driven(model)
    asked = await run.start()
    for n in range(4):
        asked = await run.answer("revise", comment=f"comment {n}")
    assert (asked["round"], asked["actions"]) == (5, ["approve", "edit"])
    again = await run.answer("revise", comment="one more")
    assert again["summary"].startswith(EN.no_round_left)
    assert model.count("plan") == 5
    await run.answer("approve")
    assert "one more" in model.told("claims")[0]


async def test_questions_that_ask_the_same_are_merged() -> None:
    twice = [
        "Which benefits do bees bring to cities?",
        "What are the benefits of bees in cities?",
        "What harms bees in cities?",
        "Which bees live in cities?",
    ]
    model = Talk(plan=[{"questions": twice}, {"questions": twice}])
    asked = await Driven(model).start("Bees in cities")
    assert shown(asked) == [twice[0], *twice[2:]]
    assert model.count("plan") == 2


async def test_a_plan_has_five_questions_at_most() -> None:
    things = ["law", "price", "food", "nest", "wind", "rain"]
    many = {"questions": [f"What about the {thing}?" for thing in things]}
    asked = await Driven(Talk(plan=[many, many])).start()
    assert len(shown(asked)) == 5


async def test_malformed_steps_keep_the_old_plan_and_say_so() -> None:
    model = Talk(plan=[PLAN, MalformedReplyError("no JSON")])
    run = Driven(model)
    await run.start()
    again = await run.answer("revise", comment="Add the law")
    assert shown(again) == QUESTIONS
    assert again["summary"].startswith(EN.kept_plan)
    assert again["round"] == 1
    model.says("plan", OTHER)
    assert again["retries"] == [{"id": "plan", "label": EN.try_again}]
    third = await run.answer("retry", retry="plan")
    assert (shown(third), third["round"]) == (OTHER["questions"], 2)
    assert "Add the law" in model.told("plan")[-1]
    assert "retries" not in third


async def test_a_chinese_topic_gets_a_chinese_plan_whatever_the_model_first_says() -> None:
    questions = ["城市里有哪些蜜蜂？", "授粉给菜园带来什么？", "什么会伤害城市蜜蜂？"]
    model = Talk(plan=[PLAN, {"questions": questions}])
    asked = await Driven(model).start(TOPIC_ZH, None)
    assert shown(asked) == questions
    assert asked["title"] == ZH.review


async def test_the_topic_is_in_every_prompt() -> None:
    model = Talk(plan=PLAN)
    await Driven(model).done()
    assert {ask.task for ask in model.asked} == {
        "plan", "queries", "claims", "section", "summary", "critique"
    }  # fmt: skip
    assert all(TOPIC in ask.user for ask in model.asked)


async def test_analysis_is_asked_for_at_temperature_zero_and_writing_at_more() -> None:
    model = Talk(plan=PLAN)
    await Driven(model).done()
    warm = {ask.task for ask in model.asked if ask.temperature == 0.7}
    cold = {ask.task for ask in model.asked if ask.temperature == 0.0}
    assert (warm, cold) == ({"section", "summary"}, {"plan", "queries", "claims", "critique"})
