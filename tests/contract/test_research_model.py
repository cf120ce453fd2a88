"""Research through the real client, against a scripted endpoint: garbage, cuts, outages."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from llmock.scenarios import Fail, Reply
from llmock.testing import LLMockServer

from graphs.model import ModelBusyError, ModelUnavailableError, OpenAIModel
from graphs.research.words import EN, ZH
from tests.unit.research_driven import (
    PLAN,
    QUESTIONS,
    SHELF_ZH,
    TOPIC,
    TOPIC_ZH,
    Driven,
    Shelf,
    section_of,
    shown,
)

ONE = [{"id": "1", "text": QUESTIONS[0]}]
QUERIES = {"queries": ["bees city species"]}
CLAIMS = {
    "statements": [
        {
            "text": "A survey counted 110 species of bees in one city.",
            "source": "S1.1",
            "quote": "A survey of 2018 counted 110 species of bees in one city.",
        }
    ]
}
SECTION = "One city has 110 species of bees [S1.1]."
PASSED = {"passed": True, "remarks": []}
WHOLE = (QUERIES, CLAIMS, SECTION, SECTION, PASSED)


@pytest.fixture
def endpoint() -> Iterator[LLMockServer]:
    with LLMockServer() as server:
        yield server


@pytest.fixture
async def model(endpoint: LLMockServer) -> AsyncIterator[OpenAIModel]:
    async with OpenAIModel(
        model="gpt-4o", api_key="sk-local", base_url=endpoint.base_url(), time_limit_s=20, retries=1
    ) as opened:
        yield opened


def says(endpoint: LLMockServer, *replies: object) -> None:
    """Queue replies: texts as they are, anything else as JSON."""
    for reply in replies:
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        endpoint.state.scenarios.add(Reply(text=text))


def always(endpoint: LLMockServer, text: str, *, finish_reason: str | None = None) -> None:
    """The same reply to whatever is asked from now on."""
    endpoint.state.scenarios.add(Reply(text=text, times=None, finish_reason=finish_reason))


def asked(endpoint: LLMockServer) -> list[dict[str, Any]]:
    """The bodies of the requests so far."""
    return [record.body for record in endpoint.state.journal.records()]


async def on_one_question(run: Driven) -> dict[str, Any]:
    """Start a run, and reduce its plan to one question: its steps come one after the other."""
    await run.start()
    return await run.answer("edit", items=ONE)


async def test_a_run_of_one_question_is_six_requests_and_a_report_with_its_source(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, PLAN, *WHOLE)
    run = Driven(model)
    assert await on_one_question(run) == {}
    bodies = asked(endpoint)
    assert [body["temperature"] for body in bodies] == [0.0, 0.0, 0.0, 0.7, 0.7, 0.0]
    assert all(TOPIC in json.dumps(body) for body in bodies)
    report = await run.report()
    assert "One city has 110 species of bees [1]." in section_of(report, QUESTIONS[0])
    assert "1. Bees in cities (in-cities.md)" in report
    assert EN.notes not in report


@pytest.mark.parametrize(
    "garbage", ["I would rather not.", '{"questions": "all"}', "{", '{"q": 1}']
)
async def test_garbage_for_a_plan_asks_for_a_plan_of_ones_own(
    endpoint: LLMockServer, model: OpenAIModel, garbage: str
) -> None:
    always(endpoint, garbage)
    question = await Driven(model).start()
    assert question["type"] == "plan_missing"
    assert len(asked(endpoint)) <= 4


async def test_a_plan_that_is_cut_asks_for_a_plan_of_ones_own(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    always(endpoint, '{"questions": ["Which be', finish_reason="length")
    assert (await Driven(model).start())["type"] == "plan_missing"


async def test_malformed_questions_of_a_revision_keep_the_plan(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, PLAN)
    run = Driven(model)
    await run.start()
    always(endpoint, '{"questions": [{"title": "Which bees?"}, 7]}')
    again = await run.answer("revise", comment="not enough on novel methods")
    assert (shown(again), again["round"]) == (QUESTIONS, 1)
    assert again["summary"].startswith(EN.kept_plan)


async def test_garbage_for_claims_of_all_questions_ends_with_the_cause(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, PLAN)
    run = Driven(model)
    await run.start()
    always(endpoint, "no JSON today")
    assert await run.answer("approve") == {}
    report = await run.report()
    assert EN.nothing in report
    assert report.count(EN.model_failed) == 3
    assert len(asked(endpoint)) <= 1 + 2 * 3 * 4 + 1


async def test_a_section_that_is_cut_twice_is_put_together_by_code(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, PLAN, QUERIES, CLAIMS)
    cut = Reply(text="One city has 110 spe", finish_reason="length", times=2)
    endpoint.state.scenarios.add(cut)
    says(endpoint, SECTION, PASSED)
    run = Driven(model)
    await on_one_question(run)
    text = section_of(await run.report(), QUESTIONS[0])
    assert text.strip().startswith(EN.by_code)
    assert "110 species of bees in one city [1]." in text
    assert "110 spe " not in text


async def test_invented_addresses_and_sources_never_reach_the_report(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    invented = "Bees thrive [S1.1], see [this](https://invented.example/a) [S4.2]."
    says(endpoint, PLAN, QUERIES, CLAIMS, invented, invented, invented, invented, PASSED)
    run = Driven(model)
    await on_one_question(run)
    report = await run.report()
    assert "invented.example" not in report
    assert "S4.2" not in report
    assert EN.note_addresses.format(count=2) in report
    assert EN.note_unknown.format(count=2) in report


async def test_a_critic_without_end_is_asked_three_times(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    never = {"passed": False, "remarks": [{"section": 1, "change": "Say which city."}]}
    says(endpoint, PLAN, QUERIES, CLAIMS, *((SECTION, SECTION, never) * 3))
    run = Driven(model)
    await on_one_question(run)
    assert len(asked(endpoint)) == 3 + 3 * 3
    assert "Say which city." in await run.report()


async def test_too_many_requests_are_waited_for(endpoint: LLMockServer, model: OpenAIModel) -> None:
    endpoint.state.scenarios.add(Fail(429, retry_after=0.01))
    says(endpoint, PLAN)
    assert shown(await Driven(model).start()) == QUESTIONS


@pytest.mark.parametrize(("status", "error"), [(429, ModelBusyError), (500, ModelUnavailableError)])
async def test_a_planner_without_an_endpoint_fails_the_run_and_can_be_tried_again(
    endpoint: LLMockServer, model: OpenAIModel, status: int, error: type[Exception]
) -> None:
    endpoint.state.scenarios.add(Fail(status, retry_after=0.01, times=2))
    says(endpoint, PLAN)
    run = Driven(model)
    with pytest.raises(error):
        await run.start()
    assert shown(await run.go_on()) == QUESTIONS


async def test_an_endpoint_that_goes_down_after_the_plan_loses_nothing(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, PLAN)
    run = Driven(model)
    await run.start()
    endpoint.state.scenarios.add(Fail(503, retry_after=0.01, times=None))
    with pytest.raises(ModelUnavailableError):
        await run.answer("edit", items=ONE)
    endpoint.state.reset()
    says(endpoint, "OK", *WHOLE)
    assert await run.go_on() == {}
    assert "110 species of bees [1]." in await run.report()


async def test_a_chinese_topic_is_answered_in_chinese_after_a_correction(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    plan = {"questions": ["城市里有哪些蜜蜂？", "授粉给菜园带来什么？", "什么会伤害城市蜜蜂？"]}
    says(endpoint, PLAN, plan)
    run = Driven(model, shelf=Shelf(SHELF_ZH))
    assert shown(await run.start(TOPIC_ZH, None)) == plan["questions"]
    claims = {
        "statements": [
            {
                "text": "调查统计到110种蜜蜂。",
                "source": "S1.1",
                "quote": "2018年的一次调查在一座城市里统计到110种蜜蜂",
            }
        ]
    }
    said = "一座城市里有110种蜜蜂[S1.1]。"
    says(endpoint, QUERIES, claims, "There are 110 kinds of bees [S1.1].", said, said, PASSED)
    assert await run.answer("edit", items=[{"id": "1", "text": "城市里有哪些蜜蜂？"}]) == {}
    report = await run.report()
    assert "一座城市里有110种蜜蜂[1]。" in report
    assert f"## {ZH.references}" in report
    assert "请用中文" in json.dumps(asked(endpoint)[-3]["messages"], ensure_ascii=False)
