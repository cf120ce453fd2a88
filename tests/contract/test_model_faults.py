"""What an endpoint can do wrong, over a real socket, and the one named error it becomes."""

import re
from collections.abc import AsyncIterator

import pytest
import structlog

from graphs.contract import UsageEvent
from graphs.model import (
    Ask,
    DeclinedError,
    MalformedReplyError,
    ModelBusyError,
    ModelError,
    ModelRefusedError,
    ModelRequestError,
    ModelTimeoutError,
    ModelUnavailableError,
    OpenAIModel,
    Price,
    PromptTooLongError,
    TruncatedError,
)
from tests.contract.model_endpoint import (
    KEY,
    Answer,
    Endpoint,
    drips,
    endpoint,
    refuses,
    says,
    sends,
    stalls,
)

ASK = Ask(task="t", system="Be brief.", user="the secret notes", offline=str, temperature=0.7)


@pytest.fixture
async def local() -> AsyncIterator[Endpoint]:
    async with endpoint() as running:
        yield running


@pytest.fixture
def used() -> list[UsageEvent]:
    return []


@pytest.fixture
async def model(local: Endpoint, used: list[UsageEvent]) -> AsyncIterator[OpenAIModel]:
    async with OpenAIModel(
        model="m",
        api_key=KEY,
        base_url=local.base_url,
        time_limit_s=5,
        price=Price(input=1.0, output=10.0),
        report=used.append,
    ) as opened:
        yield opened


async def test_a_complete_answer_comes_back_with_its_tokens_and_cost(
    local: Endpoint, model: OpenAIModel, used: list[UsageEvent]
) -> None:
    local.answers(says("Fine."))
    assert await model.text(ASK) == "Fine."
    assert used == [
        {
            "type": "signoff.usage",
            "input_tokens": 11,
            "output_tokens": 7,
            "cost": pytest.approx(81e-6),
        }
    ]
    assert local.requests[0]["temperature"] == 0.7
    assert local.requests[0]["messages"][1] == {"role": "user", "content": "the secret notes"}


async def test_an_answer_without_a_count_is_still_an_answer(
    local: Endpoint, model: OpenAIModel, used: list[UsageEvent]
) -> None:
    local.answers(says("Fine.", usage=None))
    assert await model.text(ASK) == "Fine."
    assert (used[0]["input_tokens"], used[0]["cost"]) == (0, None)


async def test_a_short_overload_is_waited_out_as_long_as_the_endpoint_says(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(refuses(429, "slow down", wait_s="0.02"), says("Fine."))
    assert await model.text(ASK) == "Fine."
    assert len(local.requests) == 2


async def test_a_failing_server_is_asked_again(local: Endpoint, model: OpenAIModel) -> None:
    local.answers(refuses(500, "oops"), refuses(503, "oops"), says("Fine."))
    assert await model.text(ASK) == "Fine."


async def test_retries_are_bounded_and_not_stacked(local: Endpoint, model: OpenAIModel) -> None:
    local.answers(refuses(429, "slow down", wait_s="0.01"))
    with pytest.raises(ModelBusyError) as caught:
        await model.text(ASK)
    assert caught.value.retry_after == 0.01
    assert len(local.requests) == 3


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (refuses(401, f"Incorrect API key: {KEY}"), ModelRefusedError),
        (refuses(403, "no access"), ModelRefusedError),
        (refuses(404, "no such model"), ModelRequestError),
        (refuses(400, "bad"), ModelRequestError),
        (refuses(400, "x", code="context_length_exceeded"), PromptTooLongError),
        (refuses(400, "This model's maximum context length is 8192 tokens"), PromptTooLongError),
        (refuses(429, "pay", code="insufficient_quota"), ModelBusyError),
        (refuses(502, "the secret notes"), ModelUnavailableError),
        (sends("<html>Sign in</html>", content_type="text/html"), MalformedReplyError),
        (sends('{"choices": [', content_type="application/json"), MalformedReplyError),
        (sends('{"error": {"message": "no"}}'), MalformedReplyError),
        (sends('{"choices": []}'), MalformedReplyError),
        (sends('{"choices": [{"message": null}]}'), MalformedReplyError),
        (sends('"just a string"'), MalformedReplyError),
        (says("   "), MalformedReplyError),
        (says(None), MalformedReplyError),
        (says("Half of", finish=None), TruncatedError),
        (says("", finish="length"), TruncatedError),
        (says("", finish="content_filter"), DeclinedError),
        (says(None, refusal="I will not"), DeclinedError),
        (says("", finish="tool_calls"), MalformedReplyError),
    ],
)
async def test_each_fault_has_its_name_and_gives_nothing_away(
    local: Endpoint, model: OpenAIModel, answer: Answer, error: type[ModelError]
) -> None:
    local.answers(answer)
    with pytest.raises(ModelError) as caught:
        await model.text(ASK)
    assert type(caught.value) is error
    assert caught.value.__cause__ is None
    assert KEY not in str(caught.value)
    assert "secret notes" not in str(caught.value)


async def test_nobody_at_the_address_is_unavailable() -> None:
    async with OpenAIModel(
        model="m", api_key=KEY, base_url="http://127.0.0.1:9/v1", retries=0
    ) as model:
        with pytest.raises(ModelUnavailableError, match="not reachable"):
            await model.check()


async def test_a_stalled_endpoint_is_left_at_the_time_limit(local: Endpoint) -> None:
    local.answers(stalls)
    async with OpenAIModel(
        model="m", api_key=KEY, base_url=local.base_url, time_limit_s=0.2
    ) as model:
        with pytest.raises(ModelTimeoutError, match=r"within 0\.2 s"):
            await model.text(ASK)


async def test_a_dripping_answer_is_left_at_the_time_limit(local: Endpoint) -> None:
    local.answers(drips("x" * 100, pause_s=0.01))
    async with OpenAIModel(
        model="m", api_key=KEY, base_url=local.base_url, time_limit_s=0.3
    ) as model:
        with pytest.raises(ModelTimeoutError):
            await model.text(ASK)


async def test_a_long_wait_asked_for_by_the_endpoint_is_inside_the_time_limit(
    local: Endpoint,
) -> None:
    local.answers(refuses(429, "later", wait_s="50"))
    async with OpenAIModel(
        model="m", api_key=KEY, base_url=local.base_url, time_limit_s=0.2
    ) as model:
        with pytest.raises(ModelTimeoutError):
            await model.text(ASK)


async def test_a_wait_given_as_a_date_is_not_passed_on(local: Endpoint) -> None:
    local.answers(refuses(429, "later", wait_s="Wed, 21 Oct 2015 07:28:00 GMT"))
    async with OpenAIModel(model="m", api_key=KEY, base_url=local.base_url, retries=0) as model:
        with pytest.raises(ModelBusyError) as caught:
            await model.text(ASK)
    assert caught.value.retry_after is None


async def test_a_cut_answer_is_continued_once(
    local: Endpoint, model: OpenAIModel, used: list[UsageEvent]
) -> None:
    local.answers(says("The first half ", finish="length"), says("and the second."))
    assert await model.text(ASK) == "The first half and the second."
    assert local.requests[1]["messages"][2] == {"role": "assistant", "content": "The first half "}
    assert len(used) == 2


async def test_an_answer_cut_twice_is_an_error(local: Endpoint, model: OpenAIModel) -> None:
    local.answers(says("more ", finish="length"))
    with pytest.raises(TruncatedError, match="bound"):
        await model.text(ASK)
    assert len(local.requests) == 2


async def test_a_model_that_only_thought_gets_more_room(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(
        says("<think>hm, hm", finish="length"), says("<think>hm</think>\n\nFine.", finish="stop")
    )
    assert await model.text(ASK) == "Fine."
    assert local.requests[1]["max_tokens"] == 4 * local.requests[0]["max_tokens"]
    assert len(local.requests[1]["messages"]) == 2


async def test_the_log_counts_calls_and_repeats_no_word(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(says("A private answer."))
    with structlog.testing.capture_logs() as logged:
        await model.text(ASK)
    assert [entry["event"] for entry in logged] == ["model.answered"]
    assert not re.search("secret|private|sk-", str(logged))
