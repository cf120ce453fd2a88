"""Research in a workspace: a command, a plan to agree to, gaps, a budget, a report with sources."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import pytest

from bot import manifest
from bot.cards import ids
from bot.sandbox import Card
from graphs.budget import Limits
from graphs.contract import Workflow
from graphs.model import Model
from graphs.research import build, research
from graphs.research.sample import TOPICS
from graphs.research.words import EN, ZH
from tests.slack.bolt_office import LONG, Office, form, has, open_office, submit
from tests.unit.research_driven import PAGE, PLAN, QUESTIONS, SECOND, SHELF, Shelf, Talk, of

APP = manifest.parsed(manifest.render([research]))


def with_sources(**other: object) -> Workflow:
    """The workflow with other sources than the bot's."""

    def built(*, model: Model, sources: Mapping[str, Any]) -> object:
        return build(model=model, sources={**sources, **other})

    return replace(research, build=built)


def opened(
    redis_url: str, *, model: Model | None = None, workflow: Workflow = research
) -> AbstractAsyncContextManager[Office]:
    """A bot that researches, in a workspace."""
    return open_office(redis_url, model=model, serves={"research": workflow}, app=APP)


@pytest.fixture
async def office(redis_url: str) -> AsyncIterator[Office]:
    """The same with rules in place of a model, and the library that comes along."""
    async with opened(redis_url) as it:
        yield it


async def planned(office: Office, topic: str = TOPICS["en"], *, as_: str = "ana") -> Card:
    """The card with the plan for a topic."""
    said = await office.ws.slash("/research", text=topic, as_=as_, channel="general")
    assert not said.error, said.error
    return await office.card()


async def waiting(office: Office, action_id: str, *, after: Card) -> Card:
    """The next card that has this button."""
    return await office.ws.wait_for(
        lambda c: has(c, action_id) and c.ts > after.ts,
        channel="general",
        within=LONG,
        what="the next question",
    )


async def test_a_topic_is_planned_agreed_to_researched_and_reported_with_its_sources(
    office: Office,
) -> None:
    card = await planned(office)
    for text in ("Review the research plan", "Plan ", "questions: 5", "round 1 of 5"):
        assert text in card.text
    await card.click("Approve")
    result = (await office.result()).text
    assert "Which costs, risks and limits are there?" in result
    assert "References" in result
    assert ".md)" in result
    assert "[1]" in result


async def test_a_chinese_topic_is_chinese_in_every_message(office: Office) -> None:
    card = await planned(office, TOPICS["zh"], as_="chen")
    assert ZH.review in card.text
    await card.click("批准", as_="chen")
    result = (await office.result()).text
    assert ZH.references in result
    assert "热泵" in result
    for word in ("Review", "References", "Question", "Plan"):
        assert word not in office.ws.transcript("general", as_="chen")


@pytest.mark.parametrize("text", ["", "  \t "])
async def test_a_command_without_a_topic_opens_the_form_and_starts_nothing(
    office: Office, text: str
) -> None:
    said = await office.ws.slash("/research", text=text, as_="ana", channel="general")
    assert said.modal
    assert await office.runs() == []
    assert not (await submit(said.modal, TOPICS["en"])).modal
    assert "Review the research plan" in (await office.card()).text


@pytest.mark.parametrize(
    ("command", "text"),
    [("/research", "?"), ("/research", "… !!"), ("/signoff", "start research ?!")],
)
async def test_a_topic_without_a_word_opens_the_form_with_a_sentence(
    office: Office, command: str, text: str
) -> None:
    said = await office.ws.slash(command, text=text, as_="ana", channel="general")
    assert said.modal
    assert "Write at least one word." in said.modal.text
    await submit(said.modal, "?")
    assert list(said.modal.errors.values()) == ["Write at least one word."]
    assert await office.runs() == []


async def test_runs_are_told_apart_by_their_topics(office: Office) -> None:
    await planned(office)
    assert f"*Research: {TOPICS['en']}* · started by @ana" in (await office.root()).text
    typed = f" {TOPICS['en'].upper()}? "
    said = await office.ws.slash("/research", text=typed, as_="ben", channel="general")
    named = f"There is already “Research: {TOPICS['en']}” in this channel, started by @ana"
    assert named in said.text
    assert len(await office.runs()) == 1
    await office.ws.slash("/research", text="Heat pumps", as_="ben", channel="general")
    await office.ws.wait_for(
        lambda c: "*Research: Heat pumps* · started by @ben" in c.text, channel="general"
    )


async def test_a_plan_of_questions_cannot_be_edited_to_nothing(office: Office) -> None:
    card = await planned(office)
    modal = await form(card, ids.EDIT)
    await submit(modal, " \n ")
    assert list(modal.errors.values()) == ["Keep at least one line, or cancel the run."]
    assert has(card, ids.APPROVE)


async def test_a_plan_that_is_sent_back_comes_again_with_both_comments(office: Office) -> None:
    card = await planned(office)
    second = await office.revise(card, "Please add hives on roofs")
    third = await office.revise(second, "not enough on mowing")
    assert "round 3 of 5" in third.text
    assert "hives on roofs" in third.text
    assert "mowing" in third.text


async def test_an_edited_plan_is_what_the_report_answers_word_for_word(office: Office) -> None:
    card = await planned(office)
    modal = await form(card, ids.EDIT)
    mine = "How much do hives on roofs matter to bees?\nWhich nesting places do bees need?"
    assert not (await submit(modal, mine)).modal
    result = (await office.result()).text
    for question in mine.splitlines():
        assert question in result
    assert "Which benefits are there?" not in result


async def test_a_question_that_failed_has_a_button_of_its_own_and_only_it_runs_again(
    redis_url: str,
) -> None:
    model = Talk(plan=PLAN, queries=of(SECOND, {"queries": ["allotment harvest"]}))
    shelf = Shelf(SHELF, broken="harvest")
    async with opened(redis_url, model=model, workflow=with_sources(search=shelf)) as office:
        card = await planned(office)
        await card.click("Approve")
        gap = await waiting(office, ids.SKIP, after=card)
        assert "1 of 3 questions could not be researched" in gap.text
        assert "The search is not reachable." in gap.text
        assert EN.go_without in gap.text
        shelf.broken = None
        claims = model.count("claims")
        await gap.click(f"Retry: {EN.retry_this}")
        result = (await office.result()).text
        assert model.count("claims") == claims + 1
        assert all(question in result for question in QUESTIONS)
        assert "could not be researched" not in result


async def test_a_search_that_always_fails_ends_with_the_cause(redis_url: str) -> None:
    workflow = with_sources(search=Shelf({}, broken=""))
    async with opened(redis_url, workflow=workflow) as office:
        await (await planned(office)).click("Approve")
        result = (await office.result()).text
        assert "No question could be researched" in result
        assert "The search is not reachable." in result


async def test_a_reference_is_a_link_to_its_page_and_a_link_of_the_model_is_none(
    redis_url: str,
) -> None:
    said = "Bees bring more fruit [S2.2], see [the bank](https://evil.example/login)."
    model = Talk(plan=PLAN, section=lambda _: said)
    async with opened(redis_url, model=model, workflow=with_sources(search=Shelf(SHELF))) as office:
        await (await planned(office)).click("Approve")
        result = await office.result()
        [*_, shown] = [b["text"] for b in result.message.blocks if b["type"] == "markdown"]
        assert re.findall(r"\]\(([^)]*)\)", shown) == [PAGE]
        assert "evil.example" not in shown


async def test_at_the_budget_the_card_offers_to_go_on_or_to_deliver_what_there_is(
    redis_url: str,
) -> None:
    workflow = with_sources(limits=Limits(calls=5), search=Shelf(SHELF))
    async with opened(redis_url, workflow=workflow) as office:
        card = await planned(office)
        await card.click("Approve")
        asked = await waiting(office, ids.SKIP, after=card)
        assert "The budget of this run is used up" in asked.text
        await asked.click("Deliver what there is")
        result = (await office.result()).text
        assert "This report is partial" in result
        assert "References" in result


async def test_a_topic_that_cannot_be_split_is_planned_by_hand(redis_url: str) -> None:
    model = Talk(plan=[{"questions": []}, {"questions": []}])
    workflow = with_sources(search=Shelf(SHELF))
    async with opened(redis_url, model=model, workflow=workflow) as office:
        said = await office.ws.slash("/research", text="Bees", as_="ana", channel="general")
        assert not said.error
        card = await office.ws.wait_for(
            lambda c: has(c, ids.ANSWER), channel="general", within=LONG, what="the question"
        )
        assert EN.no_plan in card.text
        modal = await form(card, ids.ANSWER)
        assert not (await submit(modal, "Which bees live in cities?")).modal
        assert "Which bees live in cities?" in (await office.result()).text
