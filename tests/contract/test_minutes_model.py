"""Minutes through the real client, against an OpenAI-compatible server that misbehaves."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from llmock.scenarios import Fail, Reply
from llmock.testing import LLMockServer

from graphs.minutes.words import EN
from graphs.model import OpenAIModel
from tests.unit.minutes_driven import FIX, SHORT_ZH, Driven, items, lines, section

STEPS = ["topics", "conclusions", "actions"]
TOPICS = json.dumps({"participants": ["Ana"], "topics": ["Release date", "Hiring"]})
CONCLUSIONS = json.dumps({"conclusions": [{"text": "Release on 4 December", "topic": 1}]})
ACTIONS = json.dumps({"actions": [FIX]})


@pytest.fixture(scope="module")
def server() -> Iterator[LLMockServer]:
    with LLMockServer() as running:
        yield running


@pytest.fixture
def endpoint(server: LLMockServer) -> LLMockServer:
    server.state.reset()
    return server


@pytest.fixture
async def run(endpoint: LLMockServer) -> AsyncIterator[Driven]:
    """A run whose model is behind that server."""
    async with OpenAIModel(
        model="m", api_key="k", base_url=endpoint.base_url(), time_limit_s=5, retries=1
    ) as model:
        yield Driven(model)


def script(server: LLMockServer, *replies: str | Reply | Fail) -> None:
    for reply in replies:
        server.state.scenarios.add(Reply(text=reply) if isinstance(reply, str) else reply)


def bodies(server: LLMockServer) -> list[dict[str, Any]]:
    return [record.body for record in server.state.journal.records()]


async def test_the_whole_of_it_through_a_real_client(endpoint: LLMockServer, run: Driven) -> None:
    script(endpoint, TOPICS, CONCLUSIONS, ACTIONS, "They spoke about the release.")
    shown = await run.start()
    assert lines(shown, "participants") == ["• Ana", "• Ben", "• Chen"]
    assert lines(shown, "conclusions") == ["Release date:", "• Release on 4 December"]
    assert items(shown) == ["Fix the last two bugs | Ben | Wednesday"]
    assert await run.answer("approve") == {}
    assert "\n\nThey spoke about the release.\n\n" in await run.result()
    asked = bodies(endpoint)
    assert [body["temperature"] for body in asked] == [0.0, 0.0, 0.0, 0.7]
    assert all(body["max_tokens"] or body["max_completion_tokens"] for body in asked)
    spent = (await run.state())["spent"]
    assert all(step["tokens"] > 0 for step in spent.values())


@pytest.mark.parametrize("garbage", ["Sure! Here you go.", "[]", '{"topic": 1}', "{" * 50])
async def test_garbage_is_asked_for_again_and_then_marked(
    endpoint: LLMockServer, run: Driven, garbage: str
) -> None:
    script(endpoint, garbage, garbage, CONCLUSIONS, ACTIONS)
    shown = await run.start()
    assert lines(shown, "topics") == [EN.failed["topics"]]
    assert [retry["id"] for retry in shown["retries"]] == ["topics"]
    assert len(bodies(endpoint)) == 4
    script(endpoint, TOPICS)
    again = await run.answer("retry", retry="topics")
    assert lines(again, "topics") == ["• Release date", "• Hiring"]
    assert len(bodies(endpoint)) == 5


async def test_an_answer_that_is_cut_is_asked_for_again_and_then_marked(
    endpoint: LLMockServer, run: Driven
) -> None:
    cut = Reply(text='{"actions": [{"what": "Fi', finish_reason="length", times=2)
    script(endpoint, TOPICS, CONCLUSIONS, cut)
    shown = await run.start()
    assert section(shown, "actions")["warning"] == EN.step_failed


async def test_a_busy_endpoint_is_waited_for(endpoint: LLMockServer, run: Driven) -> None:
    script(endpoint, Fail(429, retry_after=0.01), TOPICS, CONCLUSIONS, ACTIONS)
    shown = await run.start()
    assert "retries" not in shown
    assert len(items(shown)) == 1


async def test_a_server_error_that_stays_fails_its_step_and_no_other(
    endpoint: LLMockServer, run: Driven
) -> None:
    script(endpoint, Fail(500, retry_after=0.01, times=2), CONCLUSIONS, ACTIONS)
    shown = await run.start()
    assert [retry["id"] for retry in shown["retries"]] == ["topics"]
    assert items(shown) == ["Fix the last two bugs | Ben | Wednesday"]


async def test_an_endpoint_that_is_down_loses_nothing_of_what_code_found(
    endpoint: LLMockServer, run: Driven
) -> None:
    script(endpoint, Fail(503, retry_after=0.01, times=None))
    shown = await run.start()
    assert lines(shown, "participants") == ["• Ana", "• Ben", "• Chen"]
    assert [retry["id"] for retry in shown["retries"]] == STEPS
    await run.answer("approve")
    assert EN.no_prose in await run.result()


async def test_a_model_that_writes_english_in_a_chinese_run_is_corrected(
    endpoint: LLMockServer, run: Driven
) -> None:
    english = json.dumps({"participants": [], "topics": ["Release", "ben and chen"]})
    chinese = json.dumps({"participants": [], "topics": ["发布日期", "招聘"]})
    script(endpoint, english, chinese, '{"conclusions": []}', '{"actions": []}')
    shown = await run.start(SHORT_ZH, "zh")
    assert lines(shown, "topics") == ["• 发布日期", "• 招聘"]
    assert "请用中文。" in bodies(endpoint)[1]["messages"][-1]["content"]
