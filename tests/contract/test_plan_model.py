"""Plans through the real client, against a scripted endpoint: garbage, cuts, refusals, outages."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from llmock.scenarios import Fail, Reply
from llmock.testing import LLMockServer

from graphs.model import ModelBusyError, ModelUnavailableError, OpenAIModel
from graphs.plan.words import EN, ZH
from tests.unit.plan_driven import TASK, Driven, Library, texts

STEPS = {"steps": ["Find the lines", "Look up the fare", "Work out 12 * 3.50"]}
SEARCH = {"tool": "search", "arguments": {"query": "harbour"}, "answer": ""}
ANSWER = {"tool": "", "arguments": {}, "answer": "A ride costs 3.50."}
SUM = {"tool": "calculator", "arguments": {"expression": "12 * 3.50"}}
GO_ON = {"status": "continue"}
DONE = {"status": "done", "result": "Twelve rides cost **42**."}


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


async def test_three_steps_are_seven_requests_and_their_answer_is_the_result(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, STEPS, SEARCH, GO_ON, ANSWER, GO_ON, SUM, DONE)
    run = Driven(model, library=Library())
    assert texts(await run.start()) == STEPS["steps"]
    await run.answer("approve")
    assert len(asked(endpoint)) == 7
    assert [body["temperature"] for body in asked(endpoint)] == [0.0] * 6 + [0.7]
    result = await run.result()
    assert "\n\nTwelve rides cost **42**.\n\n" in result
    assert "`12*3.50` = 42" in result
    assert "model calls: 7" in result


async def test_json_between_words_and_in_fences_is_understood(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    fenced = f"Sure! Here you are:\n```json\n{json.dumps(STEPS)}\n```\nAnything else?"
    says(endpoint, fenced)
    assert texts(await Driven(model).start()) == STEPS["steps"]


async def test_steps_as_objects_and_as_a_bare_list_are_understood(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, {"steps": [{"id": 1, "title": "Find the lines"}]}, '["Find the lines"]')
    assert texts(await Driven(model).start()) == ["Find the lines"]
    assert texts(await Driven(model).start()) == ["Find the lines"]


async def test_garbage_at_every_call_ends_with_the_task_as_one_failed_step(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    always(endpoint, "I am sorry {{{ not JSON")
    run = Driven(model, library=Library())
    shown = await run.start()
    assert texts(shown) == [TASK]
    assert EN.unsplit in shown["summary"]
    await run.answer("approve")
    # Each of the three is repaired once by the client.
    assert len(asked(endpoint)) == 3 * 2
    result = await run.result()
    assert EN.no_summary in result
    assert EN.step_failed in result
    assert "sorry" not in result


async def test_answers_that_are_cut_count_as_none(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, {"steps": ["Find the lines"]})
    always(endpoint, '{"status": "done", "result": "Twelve rides co', finish_reason="length")
    run = Driven(model, tools=[])
    await run.start()
    await run.answer("approve")
    result = await run.result()
    assert EN.no_summary in result
    assert "rides co" not in result


async def test_an_endpoint_with_too_many_requests_for_a_moment_is_waited_for(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    endpoint.state.scenarios.add(Fail(429, retry_after=0.01))
    says(endpoint, STEPS)
    assert texts(await Driven(model).start()) == STEPS["steps"]


@pytest.mark.parametrize(("status", "error"), [(429, ModelBusyError), (500, ModelUnavailableError)])
async def test_an_endpoint_that_refuses_in_the_middle_loses_nothing(
    endpoint: LLMockServer, model: OpenAIModel, status: int, error: type[Exception]
) -> None:
    says(endpoint, STEPS, ANSWER, GO_ON)
    run = Driven(model)
    await run.start()
    endpoint.state.scenarios.add(Fail(status, retry_after=0.01, times=2))
    with pytest.raises(error):
        await run.answer("approve")
    assert await run.result() == ""
    says(endpoint, ANSWER, GO_ON, SUM, DONE)
    await run.drive(None)
    assert "Twelve rides cost **42**." in await run.result()
    assert [done["n"] for done in (await run.state())["completed"]] == [1, 2, 3]


async def test_an_endpoint_that_is_not_there_fails_the_plan_and_makes_nothing_up(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    endpoint.stop()
    run = Driven(model)
    with pytest.raises(ModelUnavailableError):
        await run.start()
    assert "plan" not in await run.state()


async def test_a_chinese_task_gets_chinese_prompts_and_an_english_answer_is_corrected(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    plan, answer = {"steps": ["查票价"]}, {"answer": "单程票价为三元五角。"}
    chinese = {"status": "done", "result": "十二次一共四十二元。"}
    says(endpoint, STEPS, plan, answer, DONE, chinese)
    run = Driven(model)
    assert texts(await run.start("查一下电车的票价", None)) == ["查票价"]
    await run.answer("approve")
    assert "十二次一共四十二元。" in await run.result()
    assert ZH.other_language not in await run.result()
    assert all("用中文写" in body["messages"][0]["content"] for body in asked(endpoint))


async def test_an_address_that_the_model_invents_is_not_read(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    read = {"tool": "read", "arguments": {"address": "https://invented.example/fares"}}
    says(endpoint, {"steps": ["Read the fares"]}, read, DONE)
    library = Library()
    run = Driven(model, library=library)
    await run.start()
    await run.answer("approve")
    assert library.read_at == []
    assert "invented.example" not in await run.result()


async def test_a_model_that_never_stops_adding_steps_is_stopped(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, {"steps": ["Find the lines"]})
    for n in range(2):
        says(endpoint, ANSWER, {"status": "continue", "more_steps": [f"Look once more, {n}"]})
    says(endpoint, ANSWER)
    always(endpoint, json.dumps({"status": "continue", "more_steps": ["Look for ever"]}))
    run = Driven(model)
    await run.start()
    await run.answer("approve")
    assert len((await run.state())["plan"]) == 3
    assert "⚠ Partial: more steps were wanted" in await run.result()
