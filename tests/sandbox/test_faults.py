"""Faults on demand, rate limits, and what people do behind an app's back."""

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler

from bot.sandbox import NotPossibleError, NotSeenError, Sandbox, Workspace
from tests.sandbox.bolt import web_client

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


async def test_what_people_do_behind_the_apps_back() -> None:
    async with Sandbox() as sandbox:
        client, ws = web_client(sandbox), Workspace(sandbox)
        ts = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
        (card,) = ws.roots("team")
        ws.delete(card)
        with pytest.raises(NotSeenError):
            card.refresh()
        with pytest.raises(SlackApiError, match="message_not_found"):
            await client.chat_update(channel=TEAM, ts=ts, text="y")
        ts = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
        ws.archive("team")
        with pytest.raises(SlackApiError, match="is_inactive"):
            await client.chat_update(channel=TEAM, ts=ts, text="y")
        ws.archive("team", archived=False)
        await client.chat_update(channel=TEAM, ts=ts, text="y")


async def test_a_bot_that_was_removed_reads_nothing_and_uploads_nothing() -> None:
    async with Sandbox() as sandbox:
        client, ws = web_client(sandbox), Workspace(sandbox)
        ws.kick_bot("team")
        with pytest.raises(NotPossibleError):
            ws.kick_bot("team")
        with pytest.raises(SlackApiError, match="not_in_channel"):
            await client.conversations_history(channel=TEAM)
        ws.invite_bot("team")
        await client.conversations_history(channel=TEAM)
        ws.revoke()
        with pytest.raises(SlackApiError, match="token_revoked"):
            await client.chat_postMessage(channel=TEAM, text="x")
        ws.reinstall()
        await client.chat_postMessage(channel=TEAM, text="x")
