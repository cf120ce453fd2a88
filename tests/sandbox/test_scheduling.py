"""Messages for later: chat.scheduleMessage, deleteScheduledMessage, scheduledMessages.list."""

import time
from pathlib import Path

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import refused, web_client

NOW = 1_800_000_000
DAY = 24 * 60 * 60
GENERAL, TEAM, LEADS = "C00GENERAL0", "C0000TEAM00", "C000LEADS00"


async def scheduled(client: AsyncWebClient, post_at: int, **more: object) -> str:
    fields = {"channel": TEAM, "text": "later", "post_at": post_at, **more}
    answer = await client.api_call("chat.scheduleMessage", json=fields)
    return str(answer["scheduled_message_id"])


async def waiting(client: AsyncWebClient, *, channel: str | None = None) -> list[str]:
    answer = await client.chat_scheduledMessages_list(channel=channel)
    return [message["id"] for message in answer["scheduled_messages"]]


async def test_a_message_is_posted_at_its_time_without_any_call() -> None:
    async with Sandbox() as sandbox:
        client, next_second = web_client(sandbox), int(time.time()) + 1
        await scheduled(client, next_second)
        card = await Workspace(sandbox).wait_for_text("later", channel="team")
        assert float(card.ts) >= next_second
        assert await waiting(client) == []


async def test_a_message_for_later_can_be_taken_back_while_it_waits() -> None:
    async with Sandbox() as sandbox:
        client, soon = web_client(sandbox), int(time.time()) + 3600
        second, first = await scheduled(client, soon + 1), await scheduled(client, soon)
        assert await waiting(client) == [first, second]
        assert await waiting(client, channel=GENERAL) == []
        await client.chat_deleteScheduledMessage(channel=TEAM, scheduled_message_id=first)
        assert await waiting(client, channel=TEAM) == [second]
        for wrong in ({"scheduled_message_id": first}, {"channel": GENERAL}):
            args = {"channel": TEAM, "scheduled_message_id": second, **wrong}
            await refused(
                client.api_call("chat.deleteScheduledMessage", json=args),
                "invalid_scheduled_message_id",
            )
        await refused(client.chat_scheduledMessages_list(channel="C0"), "invalid_channel")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"post_at": NOW}, "time_in_past"),
        ({"post_at": NOW + 120 * DAY + 1}, "time_too_far"),
        ({"post_at": "soon"}, "invalid_time"),
        ({"post_at": ""}, "invalid_arguments"),
        ({"text": ""}, "no_text"),
        ({"channel": LEADS}, "channel_not_found"),
        ({"thread_ts": "1.000000"}, "thread_not_found"),
    ],
)
async def test_a_message_for_later_is_refused(fields: Json, code: str) -> None:
    async with Sandbox(now=lambda: NOW) as sandbox:
        args = {"channel": TEAM, "text": "x", "post_at": NOW + 1, **fields}
        await refused(web_client(sandbox).api_call("chat.scheduleMessage", json=args), code)
        assert sandbox.world.scheduled == {}


async def test_a_message_can_wait_for_a_hundred_and_twenty_days() -> None:
    async with Sandbox(now=lambda: NOW) as sandbox:
        await scheduled(web_client(sandbox), NOW + 120 * DAY)


async def test_thirty_messages_can_be_scheduled_within_five_minutes() -> None:
    async with Sandbox(now=lambda: NOW) as sandbox:
        client = web_client(sandbox)
        for second in range(30):
            await scheduled(client, NOW + 600 + second)
        args = {"channel": TEAM, "text": "x", "post_at": NOW + 600 + 299}
        await refused(client.api_call("chat.scheduleMessage", json=args), "restricted_too_many")
        await scheduled(client, NOW + 600 + 330)
        await scheduled(client, NOW + 600, channel=GENERAL)


METADATA = {"event_type": "run", "event_payload": {}}


@pytest.mark.parametrize("reason", ["archived", "removed", "metadata", "thread gone"])
async def test_some_messages_are_never_posted(reason: str) -> None:
    clock = [NOW]
    async with Sandbox(now=lambda: clock[0]) as sandbox:
        client, ws = web_client(sandbox), Workspace(sandbox)
        ws.invite_bot("leads")
        root = (await client.chat_postMessage(channel=LEADS, text="root"))["ts"]
        metadata = METADATA if reason == "metadata" else None
        await scheduled(client, NOW + 1, channel=LEADS, thread_ts=root, metadata=metadata)
        if reason == "archived":
            ws.archive("leads")
        if reason == "removed":
            ws.kick_bot("leads")
        if reason == "thread gone":
            await client.chat_delete(channel=LEADS, ts=root)
        clock[0] += 1
        await client.auth_test()
        assert (ws.thread("leads", root), sandbox.world.scheduled) == ([], {})


async def test_messages_for_later_survive_a_restart(tmp_path: Path) -> None:
    path, clock = tmp_path / "state.json", [NOW]
    async with Sandbox(state_file=path, now=lambda: clock[0]) as sandbox:
        await scheduled(web_client(sandbox), NOW + 10)
    clock[0] += 20
    async with Sandbox(state_file=path, now=lambda: clock[0]) as sandbox:
        assert [card.text for card in Workspace(sandbox).messages("team")] == ["later"]
