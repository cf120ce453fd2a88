"""What is learnt from an endpoint that refuses, and the check that an operator runs."""

from collections.abc import AsyncIterator

import pytest

from graphs.model import Ask, ModelRefusedError, OpenAIModel
from tests.contract.model_endpoint import KEY, Endpoint, endpoint, refuses, says

ASK = Ask(task="t", system="Be brief.", user="Go", offline=str, temperature=0.7)


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


async def test_a_refused_temperature_is_never_sent_again(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(refuses(400, "Unsupported value: 'temperature'"), says("Fine."))
    await model.text(ASK)
    await model.text(ASK)
    assert ["temperature" in body for body in local.requests] == [True, False, False]


async def test_the_new_name_of_the_token_bound_is_learnt(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(
        refuses(400, "'max_tokens' is not supported, use 'max_completion_tokens'"), says("Fine.")
    )
    await model.text(ASK)
    assert local.requests[1]["max_completion_tokens"] == ASK.max_tokens
    assert "max_tokens" not in local.requests[1]


async def test_an_endpoint_known_to_refuse_temperature_never_gets_one(local: Endpoint) -> None:
    local.answers(says("Fine."))
    async with OpenAIModel(
        model="m", api_key=KEY, base_url=local.base_url, temperature=False
    ) as model:
        await model.text(ASK)
    assert "temperature" not in local.requests[0]


async def test_the_check_names_model_and_address_but_no_password(local: Endpoint) -> None:
    local.answers(says("O", finish="length"))
    url = local.base_url.replace("http://", "http://user:hidden@")
    async with OpenAIModel(model="tiny", api_key=KEY, base_url=url) as model:
        line = await model.check()
    assert line.startswith("tiny at http://127.0.0.1:")
    assert "hidden" not in line
    assert KEY not in line


async def test_the_check_says_that_the_key_is_refused(local: Endpoint, model: OpenAIModel) -> None:
    local.answers(refuses(401, "no"))
    with pytest.raises(ModelRefusedError, match="refuses the API key"):
        await model.check()
