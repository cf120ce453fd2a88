"""Streams over a real socket: pieces, thinking, and every way to break off."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from graphs.contract import UsageEvent
from graphs.model import (
    Ask,
    MalformedReplyError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
    OpenAIModel,
    TruncatedError,
)
from tests.contract.model_endpoint import (
    KEY,
    Answer,
    Endpoint,
    chunk,
    endpoint,
    refuses,
    sends,
    streams,
    usage_chunk,
)

ASK = Ask(task="t", system="Be brief.", user="Go", offline=str)
END = chunk(None, finish="stop")


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
        model="m", api_key=KEY, base_url=local.base_url, time_limit_s=5, report=used.append
    ) as opened:
        yield opened


async def read(model: OpenAIModel) -> list[str]:
    return [piece async for piece in model.stream(ASK)]


async def test_pieces_arrive_as_they_are_written_and_are_counted_at_the_end(
    local: Endpoint, model: OpenAIModel, used: list[UsageEvent]
) -> None:
    local.answers(streams([chunk("Good "), chunk("day"), END, usage_chunk()]))
    assert await read(model) == ["Good ", "day"]
    assert [event["output_tokens"] for event in used] == [7]


async def test_thinking_is_not_shown(local: Endpoint, model: OpenAIModel) -> None:
    local.answers(
        streams([chunk("<th"), chunk("ink>hm"), chunk(" hm</think>\n"), chunk("\nHi"), END])
    )
    assert await read(model) == ["Hi"]


async def test_a_short_text_that_only_looks_like_thinking_is_shown(
    local: Endpoint, model: OpenAIModel
) -> None:
    local.answers(streams([chunk("<th"), END]))
    assert await read(model) == ["<th"]


async def test_a_stream_at_its_bound_goes_on_once(local: Endpoint, model: OpenAIModel) -> None:
    local.answers(
        streams([chunk("One, "), chunk(None, finish="length")]), streams([chunk("two."), END])
    )
    assert await read(model) == ["One, ", "two."]
    assert local.requests[1]["messages"][2]["content"] == "One, "


async def test_an_endpoint_that_refuses_to_count_streams_all_the_same(
    local: Endpoint, model: OpenAIModel, used: list[UsageEvent]
) -> None:
    local.answers(refuses(400, "unknown field stream_options"), streams([chunk("Hi"), END]))
    assert await read(model) == ["Hi"]
    assert used[0]["output_tokens"] == 0


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (streams([chunk("Half of")]), TruncatedError),
        (streams([chunk("more"), chunk(None, finish="length")]), TruncatedError),
        (streams([]), MalformedReplyError),
        (streams([END]), MalformedReplyError),
        (sends("<html>Sign in</html>", content_type="text/html"), MalformedReplyError),
        (streams([chunk("Hi"), '{"choices": [{"del']), MalformedReplyError),
        (streams([chunk("Hi"), '{"choices": 3}']), MalformedReplyError),
        (streams([chunk("Hi"), '{"error": {"message": "boom"}}']), ModelUnavailableError),
        (streams([chunk("Hi")], broken=True), ModelUnavailableError),
        (refuses(500, "boom"), ModelUnavailableError),
    ],
)
async def test_each_way_to_break_off_has_its_name(
    local: Endpoint, model: OpenAIModel, answer: Answer, error: type[ModelError]
) -> None:
    local.answers(answer)
    with pytest.raises(ModelError) as caught:
        await read(model)
    assert type(caught.value) is error


async def test_a_dripping_stream_is_left_at_the_time_limit(local: Endpoint) -> None:
    local.answers(streams([chunk("x")] * 200, pause_s=0.02))
    async with OpenAIModel(
        model="m", api_key=KEY, base_url=local.base_url, time_limit_s=0.3
    ) as model:
        with pytest.raises(ModelTimeoutError):
            await read(model)


async def test_a_slow_reader_is_not_cancelled_by_the_limit(local: Endpoint) -> None:
    local.answers(streams([chunk("a"), chunk("b"), END]))
    finished = []

    async def read_slowly(model: OpenAIModel) -> None:
        async for piece in model.stream(ASK):
            await asyncio.sleep(0.15)
            finished.append(piece)

    async with OpenAIModel(
        model="m", api_key=KEY, base_url=local.base_url, time_limit_s=0.1
    ) as model:
        with pytest.raises(ModelTimeoutError):
            await read_slowly(model)
    # The first piece was read in peace; what had arrived by then may follow.
    assert finished[0] == "a"
