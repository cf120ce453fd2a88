"""Typed answers over a real socket: formats given up one by one, fences, one repair."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated

import pytest
from pydantic import BaseModel, Field

from graphs.model import (
    Ask,
    MalformedReplyError,
    OpenAIModel,
    PromptTooLongError,
    TruncatedError,
)
from tests.contract.model_endpoint import KEY, Endpoint, endpoint, refuses, says


class Plan(BaseModel):
    """Steps of a plan."""

    steps: list[Annotated[str, Field(max_length=20)]] = Field(max_length=3)


ASK = Ask(task="plan", system="Plan it.", user="A party", offline=lambda: Plan(steps=[]))
GOOD = '{"steps": ["invite", "dance"]}'


@pytest.fixture
async def local() -> AsyncIterator[Endpoint]:
    async with endpoint() as running:
        yield running


@pytest.fixture
async def model(local: Endpoint) -> AsyncIterator[OpenAIModel]:
    async with OpenAIModel(
        model="m", api_key=KEY, base_url=local.base_url, time_limit_s=5
    ) as opened:
        yield opened


def forms(local: Endpoint) -> list[str]:
    return [body.get("response_format", {}).get("type", "none") for body in local.requests]


async def test_the_schema_goes_into_the_format_and_into_the_prompt(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(says(GOOD))
    assert (await model.structured(Plan, ASK)).steps == ["invite", "dance"]
    body = local.requests[0]
    sent = body["response_format"]["json_schema"]["schema"]
    assert sent["properties"] == Plan.model_json_schema()["properties"]
    assert "JSON" in body["messages"][0]["content"]
    assert '"maxLength": 20' in body["messages"][0]["content"]


async def test_what_a_type_says_to_developers_is_not_sent_where_a_model_could_repeat_it(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(says(GOOD))
    await model.structured(Plan, ASK)
    assert "Steps of a plan." not in str(local.requests[0])


@pytest.mark.parametrize(
    "reply",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"<think>They want {{a plan}}.</think>\n```\n{GOOD}\n```",
        f"thinking without a start</think>{GOOD}",
        f"Here is the plan: {GOOD} Enjoy.",
    ],
)
async def test_json_is_found_under_fences_thinking_and_words(
    local: Endpoint, model: OpenAIModel, reply: str
) -> None:
    local.answers(says(reply))
    assert (await model.structured(Plan, ASK)).steps == ["invite", "dance"]
    assert len(local.requests) == 1


async def test_refused_formats_are_given_up_one_by_one_and_for_good(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(
        refuses(400, "This response_format type is unavailable now"),
        refuses(422, "json_object? no"),
        says(GOOD),
    )
    await model.structured(Plan, ASK)
    await model.structured(Plan, ASK)
    assert forms(local) == ["json_schema", "json_object", "none", "none"]


async def test_a_prompt_that_is_too_long_is_no_reason_to_give_up_the_format(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(refuses(400, "Please reduce the length of the messages"), says(GOOD))
    with pytest.raises(PromptTooLongError):
        await model.structured(Plan, ASK)
    await model.structured(Plan, ASK)
    assert forms(local) == ["json_schema", "json_schema"]


async def test_a_request_that_fails_in_every_form_teaches_nothing(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(
        refuses(400, "bad"), refuses(400, "bad"), refuses(400, "the model is gone"), says(GOOD)
    )
    with pytest.raises(Exception, match="refused the request"):
        await model.structured(Plan, ASK)
    await model.structured(Plan, ASK)
    assert forms(local)[-1] == "json_schema"


async def test_a_refused_temperature_does_not_cost_the_format(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(refuses(400, "temperature is not supported with this model"), says(GOOD))
    await model.structured(Plan, replace(ASK, temperature=0.0))
    assert forms(local) == ["json_schema", "json_schema"]
    assert "temperature" not in local.requests[1]


async def test_one_repair_turn_quotes_what_is_wrong(local: Endpoint, model: OpenAIModel) -> None:
    local.answers(says(json.dumps({"steps": ["x" * 21]})), says(GOOD))
    assert (await model.structured(Plan, ASK)).steps == ["invite", "dance"]
    complaint = local.requests[1]["messages"][-1]["content"]
    assert "steps.0" in complaint
    assert "at most 20 characters" in complaint


@pytest.mark.parametrize("reply", ["no", "[]", '{"stages": []}', "{'steps': []}", ""])
async def test_a_second_wrong_reply_is_an_error_without_the_reply_in_it(
    local: Endpoint, model: OpenAIModel, reply: str
) -> None:
    local.answers(says(reply))
    with pytest.raises(MalformedReplyError, match=r"\(Plan\)"):
        await model.structured(Plan, ASK)
    assert len(local.requests) == 2


async def test_a_cut_reply_is_asked_for_again_and_then_an_error(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(says('{"steps": ["inv', finish="length"))
    with pytest.raises(TruncatedError):
        await model.structured(Plan, ASK)
    assert "cut off" in local.requests[1]["messages"][-1]["content"]
