"""Questions that could not be researched: said, tried again, left out; and crashes."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig

from graphs.model import MalformedReplyError, ModelUnavailableError
from graphs.research.words import EN, ZH
from graphs.sources import Found
from tests.unit.research_driven import (
    PLAN,
    QUESTIONS,
    SECOND,
    SHELF,
    Driven,
    Shelf,
    Talk,
    of,
    section_of,
)


class Crash:
    """Kills one branch once, as soon as so many others have put down what they found."""

    def __init__(self, run: Driven, *, in_: str, after: int) -> None:
        self._run, self._in, self._left = run, in_, after
        self._search, self._put = run.shelf.search, run.saver.aput_writes
        self._others = asyncio.Event()
        self.happened = False
        run.shelf.search = self._crashing  # type: ignore[method-assign]  # a search that dies once
        run.saver.aput_writes = self._noting  # type: ignore[method-assign]  # the same, watched

    async def _crashing(self, query: str, *, most: int = 5) -> Sequence[Found]:
        if self._in in query and not self.happened:
            await self._others.wait()
            self.happened = True
            raise RuntimeError("killed")
        return await self._search(query, most=most)

    async def _noting(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        await self._put(config, writes, task_id, task_path)
        self._left -= any(channel == "findings" for channel, _ in writes)
        if self._left <= 0:
            self._others.set()


async def test_one_failed_question_is_said_and_can_be_tried_again_alone() -> None:
    model = Talk(plan=PLAN, queries=of(SECOND, {"queries": ["allotment harvest"]}))
    run = Driven(model, shelf=Shelf(SHELF, broken="harvest"))
    await run.start()
    asked = await run.answer("approve")
    assert (asked["type"], asked["title"]) == ("gaps", EN.gaps.format(failed=1, all=3))
    assert asked["sections"] == [
        {
            "key": "question-2",
            "label": f"2. {SECOND}",
            "value": EN.search_failed.format(why="The search is not reachable."),
        }
    ]
    assert asked["retries"] == [{"id": "2", "label": EN.retry_this}]
    assert (asked["actions"], asked["labels"]) == (["skip"], {"skip": EN.go_without})
    before = model.count("claims")
    run.shelf.broken = None
    assert await run.answer("retry", retry="2") == {}
    assert model.count("claims") == before + 1
    assert SECOND in model.told("claims")[-1]
    report = await run.report()
    assert "[" in section_of(report, SECOND)
    assert EN.notes not in report


async def test_going_on_without_a_question_leaves_a_marked_gap() -> None:
    model = Talk(plan=PLAN, queries=of(SECOND, {"queries": ["allotment harvest"]}))
    run = Driven(model, shelf=Shelf(SHELF, broken="harvest"))
    await run.start()
    await run.answer("approve")
    assert await run.answer("skip") == {}
    report = await run.report()
    assert section_of(report, SECOND).strip().startswith("⚠ This question could not be researched.")
    assert "The search is not reachable." in section_of(report, SECOND)
    assert EN.note_failed.format(failed=1, all=3) in report
    assert model.count("section") == 2


async def test_of_several_failed_questions_one_or_all_can_be_tried_again() -> None:
    model = Talk(plan=PLAN, claims=[MalformedReplyError("x"), MalformedReplyError("x")])
    run = Driven(model)
    await run.start()
    asked = await run.answer("approve")
    ids = [retry["id"] for retry in asked["retries"]]
    assert ids == [*ids[:2], "all"]
    assert asked["sections"][0]["value"] == EN.model_failed
    asked = await run.answer("retry", retry=ids[0])
    assert [retry["id"] for retry in asked["retries"]] == [ids[1]]
    assert await run.answer("retry", retry=ids[1]) == {}
    assert EN.note_failed.format(failed=1, all=3) not in await run.report()


async def test_a_retry_replaces_the_finding_and_doubles_nothing() -> None:
    model = Talk(plan=PLAN, claims=[MalformedReplyError("x")])
    run = Driven(model)
    await run.start()
    await run.answer("approve")
    await run.answer("retry", retry="all")
    state = await run.state()
    assert [finding["id"] for finding in state["findings"]] == [1, 2, 3]
    assert len({source["id"] for source in state["sources"]}) == len(state["sources"])


@pytest.mark.parametrize(
    "answer", ["skip", {"action": "retry"}, {"action": "retry", "retry": "1"}, {"action": "revise"}]
)
async def test_an_answer_about_gaps_that_makes_no_sense_is_asked_for_again(answer: object) -> None:
    model = Talk(plan=PLAN, queries=of(SECOND, {"queries": ["allotment harvest"]}))
    run = Driven(model, shelf=Shelf(SHELF, broken="harvest"))
    await run.start()
    first = await run.answer("approve")
    again = await run.reply(answer)
    assert again["summary"].startswith(EN.not_understood)
    assert again["sections"] == first["sections"]


async def test_a_search_that_always_fails_ends_with_the_cause() -> None:
    model = Talk(plan=PLAN)
    run = Driven(model, shelf=Shelf(SHELF, broken=""))
    report = await run.done()
    assert EN.nothing in report
    assert report.count("The search is not reachable.") == 3
    assert EN.references not in report
    assert model.count("section") == model.count("summary") == model.count("critique") == 0


async def test_pages_that_cannot_be_opened_are_a_cause_too() -> None:
    shelf = Shelf(SHELF)
    shelf.unreadable = set(SHELF)
    report = await Driven(Talk(plan=PLAN), shelf=shelf).done()
    assert EN.none_read.format(count=2, why="The page did not answer.") in report


async def test_a_chinese_run_has_chinese_causes() -> None:
    topic = "城市里的蜜蜂"
    report = await Driven(shelf=Shelf(SHELF, broken="")).done(topic, "zh")
    assert ZH.search_failed.format(why="搜索没有响应。") in report
    assert "reachable" not in report
    shelf = Shelf(SHELF)
    shelf.unreadable = set(SHELF)
    report = await Driven(shelf=shelf).done(topic, "zh")
    assert ZH.none_read.format(count=2, why="网页没有响应。") in report
    shelf = Shelf(dict.fromkeys(SHELF, " \n "))
    report = await Driven(shelf=shelf).done(topic, "zh")
    assert "里没有文字。" in report


async def test_one_page_that_cannot_be_opened_is_counted() -> None:
    shelf = Shelf(SHELF)
    shelf.unreadable = {next(iter(SHELF))}
    report = await Driven(Talk(plan=PLAN), shelf=shelf).done()
    assert EN.note_unread.format(count=3) in report


async def test_a_model_that_is_gone_for_all_questions_fails_the_run_and_loses_nothing() -> None:
    gone = ModelUnavailableError("nobody there")
    model = Talk(plan=PLAN, claims=[gone, gone, gone])
    model.checks = [gone]
    run = Driven(model)
    await run.start()
    with pytest.raises(ModelUnavailableError):
        await run.answer("approve")
    assert await run.go_on() == {}
    assert model.count("plan") == 1
    report = await run.report()
    assert all(re.search(r"\[\d\]", section_of(report, question)) for question in QUESTIONS)


async def test_a_model_that_fails_all_questions_twice_ends_with_the_cause() -> None:
    model = Talk(plan=PLAN, claims=lambda _: MalformedReplyError("no JSON"))
    report = await Driven(model).done()
    assert report.count(EN.model_failed) == 3
    assert model.count("claims") == 6


async def test_queries_that_do_not_come_are_replaced_by_the_question_itself() -> None:
    model = Talk(plan=PLAN, queries=lambda _: MalformedReplyError("no JSON"))
    run = Driven(model)
    await run.done()
    assert any(SECOND in query for query in run.shelf.queries)


async def test_a_crash_in_one_branch_runs_only_that_branch_again() -> None:
    model = Talk(plan=PLAN)
    run = Driven(model)
    crash = Crash(run, in_=SECOND, after=2)
    await run.start()
    with pytest.raises(RuntimeError):
        await run.answer("approve")
    assert crash.happened
    assert await run.go_on() == {}
    asked = [q for told in model.told("claims") for q in QUESTIONS if q in told]
    assert sorted(asked) == sorted(QUESTIONS)
    assert [f["id"] for f in (await run.state())["findings"]] == [1, 2, 3]
