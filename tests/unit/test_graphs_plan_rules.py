"""What plans do without a model: split a task, find its arithmetic, look things up, quote."""

import pytest

from graphs.library import FOLDER
from graphs.model import OfflineModel
from graphs.plan.arithmetic import expression
from graphs.plan.offline import split
from graphs.plan.words import EN, ZH, Texts
from graphs.sources.library import open_library
from graphs.tools.words import DIVISION_BY_ZERO, NOTHING_FOUND
from tests.unit.plan_driven import Driven, Library


@pytest.mark.parametrize(
    ("task", "steps"),
    [
        ("Find A, then work out 2 + 2", ["Find A", "Work out 2 + 2"]),
        ("First find A. Then compare it with B.", ["Find A", "Compare it with B"]),
        ("Find bread and butter and list the prices", ["Find bread and butter", "List the prices"]),
        ("Do this:\n1. Read A\n2) Read B\n- Read A", ["Read A", "Read B"]),
        ("查一下票价，然后计算 3*4，并总结结果", ["查一下票价", "计算 3*4", "总结结果"]),
        ("先找资料。再写一段介绍；", ["找资料", "写一段介绍"]),
        ("请列出：\n一、蜜蜂\n二、树木", ["一、蜜蜂", "二、树木"]),
        ("Write a poem", ["Write a poem"]),
        ("?!", []),
    ],
)
def test_a_task_is_split_where_it_says_so_itself(task: str, steps: list[str]) -> None:
    assert split(task, []) == steps


@pytest.mark.parametrize(
    ("comment", "steps"),
    [
        ("Also ask ana", ["Find the lines", "Look up the fare", "Ask ana"]),
        ("Please leave out the fare", ["Find the lines"]),
        ("No need for the fare", ["Find the lines"]),
        ("We don't need the fare", ["Find the lines"]),
        ("Skip step 1", ["Look up the fare"]),
        ("Drop the zebras", ["Find the lines", "Look up the fare"]),
        ("Don't forget the fare", ["Find the lines", "Look up the fare"]),
        ("The fare is not enough", ["Find the lines", "Look up the fare"]),
        ("Looks good, but shorter", ["Find the lines", "Look up the fare"]),
        ("不要", ["Find the lines", "Look up the fare"]),
        (
            "Add a step about noise for the neighbours",
            ["Find the lines", "Look up the fare", "Noise for the neighbours"],
        ),
    ],
)
def test_comments_add_steps_and_take_some_out(comment: str, steps: list[str]) -> None:
    assert split("Find the lines\nLook up the fare", [comment]) == steps


@pytest.mark.parametrize(
    ("comment", "steps"),
    [
        ("不用比较价格了", ["查一下票价"]),
        ("别查票价", ["比较两地的价格"]),
        ("去掉第2步", ["查一下票价"]),
        ("别忘了票价", ["查一下票价", "比较两地的价格"]),
        ("特别好", ["查一下票价", "比较两地的价格"]),
        ("加一个关于噪音的步骤", ["查一下票价", "比较两地的价格", "噪音"]),
        ("再查一下班次", ["查一下票价", "比较两地的价格", "查一下班次"]),
    ],
)
def test_chinese_comments_add_steps_and_take_some_out(comment: str, steps: list[str]) -> None:
    assert split("查一下票价\n比较两地的价格", [comment]) == steps


@pytest.mark.parametrize(
    ("task", "comment", "said"), [("Work out 2 * 3", "No", EN), ("计算 2 * 3", "不要", ZH)]
)
async def test_what_rules_make_of_a_comment_is_said_on_the_next_card(
    task: str, comment: str, said: Texts
) -> None:
    run = Driven(OfflineModel())
    assert said.offline_comment not in (await run.start(task, None))["summary"]
    asked = await run.answer("revise", comment=comment)
    assert asked["summary"].count(said.offline_comment) == 1


def test_a_task_of_a_hundred_lines_has_twelve_steps() -> None:
    assert len(split("\n".join(f"Read page {n}" for n in range(100)), [])) == 12


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Work out 12 * 3.50 for us", "12*3.50"),
        ("What is 15% of 1,200?", "15/100*1200"),
        ("计算200的15%", "15/100*200"),
        ("计算 (3+4)×5 是多少", "(3+4)*5"),
        ("twelve rides: 12 times 3.5", "12*3.5"),
        ("100除以8", "100/8"),
        ("Work out 2 to the power of 10", "2**10"),
        ("2^10", "2**10"),
        ("5 divided by 2", "5/2"),
        ("(1 + 2) times 3", "(1 + 2)*3"),
        ("3 plus 4", "3 + 4"),
        ("7 squared", "7**2"),
        ("2的10次方是多少", "2**10"),
        ("12乘以3", "12*3"),
        ("3加4", "3 + 4"),
        ("From 2026-11-30 on", ""),
        ("pages 3-5 and 24/7", "24/7"),
        ("Call 555-1234", ""),
        ("on 11/30/2026", ""),
        ("version 1.2 of 3", ""),
        ("Read A and B", ""),
    ],
)
def test_arithmetic_is_found_in_a_sentence_and_dates_are_none(sentence: str, found: str) -> None:
    assert expression(sentence) == found


async def test_the_best_passage_is_quoted_with_its_title() -> None:
    run = Driven(OfflineModel(), library=Library())
    await run.start("Find out about the harbour")
    await run.answer("approve")
    quoted = "- “Line 1 runs to the harbour.” — Trams of the city, trams.md (step 1)"
    assert quoted in await run.result()


@pytest.mark.parametrize(
    ("step", "quote"),
    [
        ("Find out how loud a heat pump may be at night", "“In Germany, for example, at night 35"),
        ("Noise for the neighbours", "Noise and neighbours, noise-and-neighbours.md (step 1)"),
        ("查一下热泵晚上可以有多大声", "热泵的噪音和费用，热泵的噪音和费用.md（第 1 步）"),
    ],
)
async def test_the_library_that_comes_along_is_quoted_from_what_the_step_is_about(
    step: str, quote: str
) -> None:
    async with open_library(FOLDER) as library:
        run = Driven(OfflineModel(), library=library)
        await run.start(step, None)
        await run.answer("approve")
        assert quote in (await run.result()).partition("\n## ")[0]


async def test_what_only_shares_a_word_with_a_step_is_not_its_answer() -> None:
    run = Driven(OfflineModel(), library=Library())
    await run.start("Find out when the ferry office answers letters")
    await run.answer("approve")
    result = await run.result()
    assert NOTHING_FOUND["en"] in result
    assert "ferry leaves" not in result


@pytest.mark.parametrize(
    ("task", "said"), [("Call the landlord", EN), ("给房东打电话", ZH), ("Work out 5 / 0", EN)]
)
async def test_a_step_that_found_nothing_has_no_real_result_anywhere(
    task: str, said: Texts
) -> None:
    run = Driven(OfflineModel(), library=Library({}))
    await run.start(task, None)
    await run.answer("approve")
    state = await run.state()
    assert state["completed"][0]["failed"]
    assert said.failed_steps.format(numbers="1") in state["result"]
    assert said.foot.partition(" · ")[0].format(done=0, of=1) in state["result"]


async def test_a_division_by_zero_is_called_one() -> None:
    run = Driven(OfflineModel())
    await run.start("Work out 5 / 0")
    await run.answer("approve")
    assert DIVISION_BY_ZERO["en"] in (await run.result()).partition("\n## ")[0]


async def test_without_a_model_the_result_counts_no_calls_of_one() -> None:
    run = Driven(OfflineModel())
    await run.start("Work out 2 * 3")
    await run.answer("approve")
    plan = (await run.state())["digest"]
    assert (await run.result()).endswith(f"_Steps done: 1 of 1 · plan `{plan}`_")


async def test_a_page_that_a_step_names_is_read() -> None:
    library = Library()
    run = Driven(OfflineModel(), library=library)
    await run.start("Read library:ferry.md")
    await run.answer("approve")
    assert library.read_at == ["library:ferry.md"]


async def test_a_step_that_sums_up_lists_what_the_steps_before_found() -> None:
    run = Driven(OfflineModel())
    await run.start("Work out 2*3, then work out 4*5, then summarise both")
    await run.answer("approve")
    last = (await run.state())["completed"][2]
    assert last["result"] == "• `2*3` = 6\n• `4*5` = 20"
    assert "tool" not in last


@pytest.mark.parametrize(
    ("task", "said"), [("Write a poem about bees", EN), ("写一首关于蜜蜂的诗", ZH)]
)
async def test_what_rules_cannot_do_is_said_plainly(task: str, said: Texts) -> None:
    run = Driven(OfflineModel(), library=Library({}))
    await run.start(task, None)
    await run.answer("approve")
    assert said.offline_only in await run.result()


async def test_without_anything_to_search_rules_say_what_they_can_do() -> None:
    run = Driven(OfflineModel(), tools=[])
    await run.start("Write a poem")
    await run.answer("approve")
    assert (await run.state())["completed"][0]["result"] == EN.offline_only


async def test_the_same_task_gives_the_same_result_twice() -> None:
    results = []
    for _ in range(2):
        run = Driven(OfflineModel(), library=Library())
        await run.start()
        await run.answer("approve")
        results.append(await run.result())
    assert results[0] == results[1]
