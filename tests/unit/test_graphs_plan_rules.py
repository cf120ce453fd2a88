"""What plans do without a model: split a task, find its arithmetic, look things up, quote."""

import pytest

from graphs.model import OfflineModel
from graphs.plan.arithmetic import expression
from graphs.plan.offline import split
from graphs.plan.words import EN, ZH, Texts
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
        ("Drop the zebras", ["Find the lines", "Look up the fare"]),
        ("不要", ["Find the lines", "Look up the fare"]),
    ],
)
def test_comments_add_steps_and_take_some_out(comment: str, steps: list[str]) -> None:
    assert split("Find the lines\nLook up the fare", [comment]) == steps


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
    quoted = "- “Line 1 runs to the harbour.” — Trams of the city (step 1)"
    assert quoted in await run.result()


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
