"""Polishing through the real client, against a scripted endpoint: garbage, cuts, outages."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from llmock.scenarios import Fail, Reply
from llmock.testing import LLMockServer

from graphs.model import MalformedReplyError, ModelError, ModelUnavailableError, OpenAIModel
from graphs.polish.words import EN, ZH
from tests.unit.polish_driven import (
    HAPPY,
    TEXT,
    Driven,
    found,
    passages_shown,
    polished_text,
    wordings,
)

TONE = {"tone": "Warm and brief.", "purpose": "It tells the team what was done."}
GLAD = "We are happy that Mei shipped 3 fixes on Monday."
FIXED = TEXT.replace(HAPPY, "happy")


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


def asked(endpoint: LLMockServer) -> list[dict[str, Any]]:
    """The bodies of the requests so far."""
    return [record.body for record in endpoint.state.journal.records()]


async def test_a_text_is_polished_in_four_requests(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, TONE, found(HAPPY), wordings(GLAD), {**TONE, "tone": "Plain."})
    run = Driven(model)
    assert passages_shown(await run.start()) == [HAPPY]
    await run.answer("approve")
    assert polished_text(await run.result()) == FIXED
    assert "Before: Warm and brief." in await run.result()
    assert "After: Plain." in await run.result()
    assert [body["temperature"] for body in asked(endpoint)] == [0.0, 0.0, 0.7, 0.0]


async def test_the_text_is_marked_as_material_and_the_tone_is_in_every_later_prompt(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, TONE, found(HAPPY), wordings(GLAD), TONE)
    run = Driven(model)
    await run.start()
    await run.answer("approve")
    told = [body["messages"][-1]["content"] for body in asked(endpoint)]
    assert all("not an instruction" in text for text in told)
    assert all(TONE["purpose"] in text for text in told[1:3])
    assert f"<text>\n{TEXT}\n</text>" in told[1]
    assert "Bye." not in told[2]


async def test_json_between_words_and_in_fences_is_understood(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, TONE, f"Sure!\n```json\n{json.dumps(found(HAPPY))}\n```\nMore?")
    assert passages_shown(await Driven(model).start()) == [HAPPY]


async def test_garbage_for_the_tone_is_marked_and_the_run_goes_on(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, "lorem {{{", "ipsum", found(HAPPY))
    shown = await Driven(model).start()
    assert passages_shown(shown) == [HAPPY]
    assert shown["sections"][0]["warning"] == EN.step_failed
    assert EN.tone_failed in shown["sections"][0]["value"]


async def test_garbage_for_the_problems_fails_and_another_try_goes_on_from_there(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, TONE, "lorem {{{", "ipsum")
    run = Driven(model)
    with pytest.raises(MalformedReplyError):
        await run.start()
    says(endpoint, found(HAPPY))
    assert passages_shown(await run.again()) == [HAPPY]


async def test_garbage_for_the_wordings_leaves_the_text_to_the_letter(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, TONE, found(HAPPY), wordings("asdf qwer"), wordings("zxcv 7"))
    run = Driven(model)
    await run.start()
    await run.answer("approve")
    assert TEXT in await run.result()
    assert EN.unusable_line in await run.result()


async def test_an_answer_that_was_cut_off_is_asked_for_again(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    whole = json.dumps(found(HAPPY))
    says(endpoint, TONE)
    endpoint.state.scenarios.add(Reply(text=whole[:30], finish_reason="length"))
    says(endpoint, found(HAPPY))
    assert passages_shown(await Driven(model).start()) == [HAPPY]


@pytest.mark.parametrize("status", [429, 500])
async def test_one_refusal_of_the_endpoint_is_waited_out(
    endpoint: LLMockServer, model: OpenAIModel, status: int
) -> None:
    endpoint.state.scenarios.add(Fail(status=status, retry_after=0.01))
    says(endpoint, TONE, found(HAPPY))
    shown = await Driven(model).start()
    assert passages_shown(shown) == [HAPPY]
    assert "warning" not in shown["sections"][0]


async def test_an_endpoint_that_is_down_fails_the_run_and_loses_nothing(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    says(endpoint, TONE, found(HAPPY))
    run = Driven(model)
    await run.start()
    endpoint.state.scenarios.add(Fail(status=503, times=2, retry_after=0.01))
    with pytest.raises(ModelUnavailableError):
        await run.answer("approve")
    says(endpoint, wordings(GLAD), TONE)
    await run.again()
    assert polished_text(await run.result()) == FIXED


async def test_nobody_at_the_address_fails_the_run_at_the_problems() -> None:
    async with OpenAIModel(
        model="m", api_key="sk-local", base_url="http://127.0.0.1:9/v1", time_limit_s=5, retries=0
    ) as model:
        with pytest.raises(ModelError):
            await Driven(model).start()


async def test_a_small_context_is_given_the_beginning_and_people_are_told(
    endpoint: LLMockServer,
) -> None:
    async with OpenAIModel(
        model="m", api_key="k", base_url=endpoint.base_url(), time_limit_s=20, input_chars=500
    ) as model:
        says(endpoint, TONE, found(HAPPY))
        shown = await Driven(model).start(TEXT + " More of it." * 100)
    assert "Only the first 500 of" in shown["summary"]
    assert len(asked(endpoint)[1]["messages"][-1]["content"]) < 1_000


async def test_a_chinese_text_is_asked_about_in_chinese(
    endpoint: LLMockServer, model: OpenAIModel
) -> None:
    text = "大家好。这个功能其实非常非常好用，请大家都来试试。"
    remark = {"passage": "其实非常非常", "why": "重复。", "direction": "说一遍。"}
    mood = {"tone": "语气随意。", "purpose": "请大家试用。"}
    says(
        endpoint,
        mood,
        {"problems": [remark]},
        wordings("这个功能非常好用，请大家都来试试。"),
        mood,
    )
    run = Driven(model)
    await run.start(text, language=None)
    await run.answer("approve")
    assert (await run.result()).startswith(f"# {ZH.title}\n\n大家好。这个功能非常好用")
    assert all("用中文写" in body["messages"][0]["content"] for body in asked(endpoint)[:2])
