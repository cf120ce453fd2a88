"""Plans in a workspace: a command, a plan to agree to, live steps, an answer."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from bot import manifest
from bot.cards import ids
from bot.sandbox import Card
from graphs.budget import Limits
from graphs.contract import Workflow
from graphs.model import Ask, Model, ModelUnavailableError, OfflineModel
from graphs.plan import build, plan
from graphs.plan.sample import TASKS
from graphs.plan.words import EN
from tests.slack.bolt_office import LONG, Office, form, has, open_office, slot_of, submit
from tests.unit.scripted_model import ScriptedModel

M = TypeVar("M", bound=BaseModel)
APP = manifest.parsed(manifest.render([plan]))
SUMS = "Work out 2 * 3, then work out 4 * 5"


def opened(
    redis_url: str, *, model: Model | None = None, workflow: Workflow = plan
) -> AbstractAsyncContextManager[Office]:
    """A bot that has plans, in a workspace."""
    return open_office(redis_url, model=model, serves={"plan": workflow}, app=APP)


@pytest.fixture
async def office(redis_url: str) -> AsyncIterator[Office]:
    """The same with rules in place of a model."""
    async with opened(redis_url) as it:
        yield it


async def planned(
    office: Office, task: str = SUMS, *, as_: str = "ana", channel: str = "general"
) -> Card:
    """The card with the plan for a task."""
    said = await office.ws.slash("/plan", text=task, as_=as_, channel=channel)
    assert not said.error, said.error
    return await office.card(channel=channel)


async def test_a_task_is_planned_agreed_to_done_step_by_step_and_answered(office: Office) -> None:
    card = await planned(office, TASKS["en"])
    for text in (
        "Is this the plan?",
        "Look up when ivy flowers for bees",
        "Plan `",
        "round 1 of 5",
    ):
        assert text in card.text
    await card.click("Approve")
    result = (await office.result()).text
    assert "36 hours of counting a year" in result
    assert "Ivy flowers in September and October" in result
    assert "tool: calculator" in result
    assert "12*6*0.5` = 36" in result


async def test_a_chinese_task_is_chinese_in_every_message(office: Office) -> None:
    card = await planned(office, TASKS["zh"], as_="chen")
    assert "按这个计划执行吗？" in card.text
    await card.click("批准", as_="chen")
    result = (await office.result()).text
    assert "单户住宅的机器声功率一般是50到60分贝。" in result
    assert "工具：计算器" in result
    assert "Steps" not in office.ws.transcript("general", as_="chen")


@pytest.mark.parametrize("text", ["", "  \t "])
async def test_a_command_without_a_task_opens_the_form_and_starts_nothing(
    office: Office, text: str
) -> None:
    said = await office.ws.slash("/plan", text=text, as_="ana", channel="general")
    assert said.modal
    assert await office.runs() == []
    assert not (await submit(said.modal, SUMS)).modal
    assert "Work out 4 * 5" in (await office.card()).text


async def test_a_form_with_nothing_but_blanks_stays_open(office: Office) -> None:
    said = await office.ws.slash("/plan", text="", as_="ana", channel="general")
    assert said.modal
    assert (await submit(said.modal, "   ")).modal
    assert await office.runs() == []


async def test_a_task_over_the_bound_starts_nothing_and_names_the_bound(office: Office) -> None:
    said = await office.ws.slash("/plan", text="x" * 8_001, as_="ana", channel="general")
    assert "8,000" in f"{said.text} {said.modal.text if said.modal else ''}"
    assert await office.runs() == []


async def test_an_edited_plan_runs_as_it_was_edited(office: Office) -> None:
    card = await planned(office)
    await submit(await form(card, ids.EDIT), "Work out 7 * 8\nWork out 2 * 3")
    result = (await office.result()).text
    assert result.index("7*8` = 56") < result.index("2*3` = 6")
    assert "4 * 5" not in result.partition("Steps")[2]


async def test_a_plan_cannot_be_edited_to_nothing(office: Office) -> None:
    card = await planned(office)
    modal = await form(card, ids.EDIT)
    await submit(modal, " ")
    assert list(modal.errors.values()) == ["Keep at least one line, or cancel the run."]
    assert has(card, ids.APPROVE)


async def test_a_plan_is_named_by_the_beginning_of_its_task_and_only_once(office: Office) -> None:
    card = await planned(office, TASKS["en"])
    named = "Plan: Find out how many hours a year counting bees takes in a…"
    assert f"*{named}* · started by @ana" in (await office.root()).text
    await card.click("Approve")
    result = (await office.result()).text
    assert result.startswith(named)
    assert result.count("Plan: ") == 1


async def test_two_comments_both_hold_in_the_third_plan(office: Office) -> None:
    card = await planned(office)
    card = await office.revise(card, "Also work out 6 * 7")
    card = await office.revise(card, "Also work out 8 * 9")
    for step in ("Work out 2 * 3", "Work out 6 * 7", "Work out 8 * 9", "round 3 of 5"):
        assert step in card.text


async def test_after_a_comment_the_progress_shows_the_new_plan(office: Office) -> None:
    card = await planned(office)
    await office.ws.wait_for(
        progress("Plan Steps: 2 · Work out 2 * 3"), channel="general", within=LONG, what="two"
    )
    card = await office.revise(card, "Also work out 6 * 7")
    await office.ws.wait_for(
        progress("Plan Steps: 3 · Work out 2 * 3"), channel="general", within=LONG, what="three"
    )


async def test_a_comment_that_asks_to_leave_something_out_becomes_no_step(office: Office) -> None:
    card = await planned(office, "Find bee plants, then compare the costs")
    card = await office.revise(card, "No need for the comparison")
    assert EN.offline_comment in card.text
    assert "Find bee plants" in card.text
    assert "comparison" not in card.text
    assert "Compare the costs" not in card.text


async def test_what_found_nothing_is_told_on_top_and_is_not_counted(office: Office) -> None:
    card = await planned(office, "Work out 2 * 3, then call the landlord")
    await card.click("Approve")
    result = (await office.result()).text
    assert EN.failed_steps.format(numbers="2") in result
    assert "Steps done: 1 of 2" in result
    assert "model calls" not in result


@dataclass
class HeldModel:
    """Rules that wait before each step until `go` is set."""

    go: asyncio.Event = field(default_factory=asyncio.Event)
    offline: bool = True
    input_chars: int = 1_000_000
    _inner: OfflineModel = field(default_factory=OfflineModel)

    async def text(self, ask: Ask[str]) -> str:
        return await self._inner.text(ask)

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        if ask.task == "select":
            await self.go.wait()
        return await self._inner.structured(schema, ask)

    async def stream(self, ask: Ask[str]) -> AsyncIterator[str]:
        async for line in self._inner.stream(ask):
            yield line

    async def check(self) -> str:
        return await self._inner.check()


def progress(text: str) -> Callable[[Card], bool]:
    return lambda card: slot_of(card) == "progress" and text in card.text


async def test_two_runs_side_by_side_never_see_each_others_lines(redis_url: str) -> None:
    model = HeldModel()
    tasks = {"general": "Work out 2 * 3", "team": "Work out 40 * 50, then work out 5 * 5"}
    async with opened(redis_url, model=model) as office:
        office.ws.invite_bot("team")
        for channel, task in tasks.items():
            await (await planned(office, task, channel=channel)).click("Approve")
        for channel, line in (("general", "[1/1] Work out 2 * 3"), ("team", "[1/2] Work out 40")):
            await office.ws.wait_for(progress(line), channel=channel, within=LONG, what=line)
        model.go.set()
        for channel in tasks:
            await office.result(channel=channel)
        written = [
            str(call.args)
            for method in ("chat.postMessage", "chat.update")
            for call in office.sandbox.calls.of(method)
        ]
    assert any("2 * 3" in text for text in written)
    assert any("40 * 50" in text for text in written)
    assert not [text for text in written if "2 * 3" in text and "40 * 50" in text]
    assert not [text for text in written if "2 * 3" in text and "/2]" in text]


async def test_messages_that_cannot_be_updated_stop_no_run(office: Office) -> None:
    card = await planned(office)
    office.sandbox.faults.answer("chat.update", times=4, status=500)
    await card.click("Approve")
    result = await office.ws.wait_for(
        lambda c: slot_of(c) == "result", channel="general", within=LONG, what="a result"
    )
    assert "4*5` = 20" in result.text


async def test_an_endpoint_that_goes_down_leaves_a_card_with_retry_and_no_result(
    redis_url: str,
) -> None:
    model = ScriptedModel(select=[{"answer": "Six."}, ModelUnavailableError("sk-secret is down")])
    async with opened(redis_url, model=model) as office:
        await (await planned(office)).click("Approve")
        failed = await office.ws.wait_for(
            lambda c: has(c, ids.RETRY), channel="general", within=LONG, what="a failure"
        )
        assert "sk-secret" not in office.ws.transcript("general")
        assert not [c for c in office.ws.messages("general") if slot_of(c) == "result"]
        await failed.click(ids.RETRY)
        result = (await office.result()).text
    assert "Six." in result
    assert "4*5` = 20" in result
    assert model.tasks().count("select") == 3


def on_a_budget(*, model: Model, sources: dict[str, Any]) -> object:
    """A plan that may ask its model twice."""
    return build(model=model, sources={**sources, "limits": Limits(calls=2)})


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("Deliver what there is", "⚠ Partial: the budget of this run is used up."),
        ("Go on, as much again", "4*5` = 20"),
    ],
)
async def test_a_used_up_budget_asks_people_on_a_card(
    redis_url: str, answer: str, says: str
) -> None:
    async with opened(redis_url, workflow=replace(plan, build=on_a_budget)) as office:
        card = await planned(office)
        await card.click("Approve")
        asked = await office.card(after=card.ts)
        assert "Steps done: 1 of 2." in asked.text
        await asked.click(answer)
        assert says in (await office.result()).text
