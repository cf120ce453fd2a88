"""Faults on demand, and rate limits."""

from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler

from bot.sandbox import Sandbox, Workspace
from bot.sandbox.state.calls import CONNECTION_DROPPED
from bot.sandbox.state.faults import EnvelopeFault, Faults
from tests.sandbox.bolt import Kept, running, web_client

TEAM, GENERAL = "C0000TEAM00", "C00GENERAL0"


async def test_a_call_can_be_rate_limited_as_often_as_asked() -> None:
    async with Sandbox() as sandbox:
        client = web_client(sandbox)
        sandbox.faults.answer("chat.postMessage", times=2, status=429, retry_after=7)
        for _ in range(2):
            with pytest.raises(SlackApiError) as error:
                await client.chat_postMessage(channel=TEAM, text="x")
            assert error.value.response.status_code == 429
            assert error.value.response.headers["Retry-After"] == "7"
            assert error.value.response["error"] == "ratelimited"
        await client.chat_postMessage(channel=TEAM, text="x")
        await client.auth_test()
        assert [c.status for c in sandbox.calls.of("chat.postMessage")] == [429, 429, 200]


async def test_the_retry_handler_of_the_sdk_gets_through() -> None:
    async with Sandbox() as sandbox:
        client = web_client(sandbox)
        client.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=1))
        sandbox.faults.answer("chat.postMessage", status=429, retry_after=1)
        await client.chat_postMessage(channel=TEAM, text="x")
        assert sandbox.calls.count("chat.postMessage") == 2


async def test_a_call_can_fail_with_a_status_or_a_code_of_slack() -> None:
    async with Sandbox() as sandbox:
        client = web_client(sandbox)
        sandbox.faults.answer("chat.postMessage", status=503)
        with pytest.raises(SlackApiError) as error:
            await client.chat_postMessage(channel=TEAM, text="x")
        assert error.value.response.status_code == 503
        sandbox.faults.answer("*", error="fatal_error")
        with pytest.raises(SlackApiError, match="fatal_error"):
            await client.auth_test()
        assert Workspace(sandbox).messages("team") == []


@pytest.mark.parametrize(("when", "posted"), [("before", 0), ("after", 1)])
async def test_a_connection_can_drop_before_or_after_the_call_took_effect(
    when: str, posted: int
) -> None:
    async with Sandbox() as sandbox:
        client = web_client(sandbox)
        client.retry_handlers.clear()
        sandbox.faults.answer("chat.postMessage", drop=when)
        with pytest.raises(aiohttp.ClientError):
            await client.chat_postMessage(channel=TEAM, text="x")
        assert len(Workspace(sandbox).messages("team")) == posted


async def test_a_slow_answer_runs_into_the_time_limit_of_the_caller() -> None:
    async with Sandbox() as sandbox:
        client = web_client(sandbox)
        client.timeout = 0.05  # type: ignore[assignment]  # the SDK says int, aiohttp takes both
        sandbox.faults.answer("chat.postMessage", delay=0.2)
        with pytest.raises(TimeoutError):
            await client.chat_postMessage(channel=TEAM, text="x")
        sandbox.faults.clear()


async def test_an_unknown_fault_is_a_mistake_of_the_test() -> None:
    async with Sandbox() as sandbox:
        with pytest.raises(TypeError):
            sandbox.faults.answer("chat.postMessage", nonsense=500)


async def test_posting_is_about_one_a_second_in_a_channel() -> None:
    clock = [1_700_000_000.0]
    async with Sandbox(real_rates=True, now=lambda: clock[0]) as sandbox:
        client = web_client(sandbox)
        for _ in range(4):
            await client.chat_postMessage(channel=TEAM, text="x")
        with pytest.raises(SlackApiError) as error:
            await client.chat_postMessage(channel=TEAM, text="x")
        assert error.value.response.headers["Retry-After"] == "1"
        await client.chat_postMessage(channel=GENERAL, text="another channel")
        clock[0] += 1
        await client.chat_postMessage(channel=TEAM, text="x")
        sandbox.real_rates = False
        await client.chat_postMessage(channel=TEAM, text="x")


async def test_updates_are_fifty_a_minute() -> None:
    clock = [1_700_000_000.0]
    async with Sandbox(now=lambda: clock[0]) as sandbox:
        client = web_client(sandbox)
        ts = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
        sandbox.real_rates = True
        for _ in range(50):
            await client.chat_update(channel=TEAM, ts=ts, text="x")
        with pytest.raises(SlackApiError) as error:
            await client.chat_update(channel=TEAM, ts=ts, text="x")
        assert error.value.response.headers["Retry-After"] == "2"
        await client.auth_test()
        clock[0] += 60
        await client.chat_update(channel=TEAM, ts=ts, text="x")


WRONG_FAULTS: dict[str, tuple[str, dict[str, object]]] = {
    "a status of success": ("HTTP status of a failure", {"status": 200}),
    "a status in words": ("HTTP status of a failure", {"status": "500"}),
    "no error": ("one of Slack's codes", {"error": 5}),
    "a moment to wait": ("retry_after", {"status": 429, "retry_after": 1.5}),
    "less than no wait": ("retry_after", {"status": 429, "retry_after": -1}),
    "a drop in between": ("before", {"drop": "between"}),
    "a delay without end": ("seconds", {"delay": float("inf")}),
    "a delay in words": ("seconds", {"delay": "long"}),
    "no times": ("times", {"status": 500, "times": 0}),
    "times without end": ("times", {"status": 500, "times": 1_001}),
}


@pytest.mark.parametrize(("message", "fault"), WRONG_FAULTS.values(), ids=WRONG_FAULTS)
def test_a_fault_that_cannot_be_is_refused_when_it_is_set(
    message: str, fault: dict[str, Any]
) -> None:
    faults = Faults()
    with pytest.raises((ValueError, TypeError), match=message):
        faults.answer("chat.postMessage", **fault)
    assert faults.pending == []


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("explode", {}),
        ("drop", {"times": 0}),
        ("delay", {"seconds": -1}),
        ("delay", {"times": 2.5}),
    ],
)
def test_an_envelope_fault_that_cannot_be_is_refused(
    kind: EnvelopeFault, more: dict[str, Any]
) -> None:
    faults = Faults()
    with pytest.raises(ValueError, match="must be"):
        faults.envelope(kind, **more)
    assert faults.pending == []


def test_what_is_still_to_come_can_be_read_and_taken_back() -> None:
    faults = Faults()
    faults.answer("chat.update", times=2, status=429, retry_after=3)
    faults.answer("chat.update", drop="after")
    faults.envelope("delay", times=2, seconds=1.5)
    faults.envelope("duplicate")
    assert faults.pending == [
        {"method": "chat.update", "times": 2, "status": 429, "retry_after": 3},
        {"method": "chat.update", "times": 1, "drop": "after"},
        {"envelope": "duplicate", "times": 1},
        {"envelope": "delay", "times": 2, "seconds": 1.5},
    ]
    faults.take("chat.update")
    assert faults.remove({"method": "chat.update", "times": 1, "drop": "after"})
    assert not faults.remove({"method": "chat.update", "times": 1, "drop": "after"})
    assert faults.take_envelope("duplicate")
    assert faults.take_delay() == 1.5
    assert faults.pending == [
        {"method": "chat.update", "times": 1, "status": 429, "retry_after": 3},
        {"envelope": "delay", "times": 1, "seconds": 1.5},
    ]
    faults.clear()
    assert faults.pending == []


@pytest.mark.parametrize(
    ("fault", "dropped", "error"),
    [
        ({"drop": "before"}, True, CONNECTION_DROPPED),
        ({"drop": "after"}, True, ""),
        ({"status": 500}, False, "internal_error"),
    ],
    ids=["before", "after", "not at all"],
)
async def test_a_dropped_call_is_on_record(
    fault: dict[str, Any], error: str, *, dropped: bool
) -> None:
    async with Sandbox() as sandbox:
        client = web_client(sandbox)
        client.retry_handlers.clear()
        sandbox.faults.answer("auth.test", **fault)
        with pytest.raises((aiohttp.ClientError, SlackApiError)):
            await client.auth_test()
        (call,) = sandbox.calls
        assert (call.dropped, call.error) == (dropped, error)


async def test_a_delivery_can_come_late() -> None:
    kept = Kept()
    async with running(kept.on_command) as slack:
        slack.sandbox.faults.envelope("delay", seconds=0.1)
        await slack.ws.slash("/report")
        (delivery,) = slack.sandbox.deliveries
        assert delivery.duration is not None
        assert delivery.duration >= 0.1
