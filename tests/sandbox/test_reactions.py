"""Reactions, user groups, addresses, and the line that says what an app is doing."""

from dataclasses import replace
from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from bot.sandbox.web_api.assistant import STATUS_SECONDS
from bot.sandbox.web_api.reactions import BY_ONE_MOST, EMOJI_MOST
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import refused, web_client

ANA, TEAM, GENERAL = "U0000000ANA", "C0000TEAM00", "C00GENERAL0"


@pytest.fixture
async def root(client: AsyncWebClient) -> str:
    return str((await client.chat_postMessage(channel=TEAM, text="x"))["ts"])


async def test_a_reaction_is_added_once_and_taken_back(client: AsyncWebClient, root: str) -> None:
    where: Any = {"channel": TEAM, "timestamp": root}
    await client.reactions_add(**where, name="eyes")
    await client.reactions_add(**where, name="+1::skin-tone-4")
    await refused(client.reactions_add(**where, name="eyes"), "already_reacted")
    got = (await client.reactions_get(**where))["message"]["reactions"]
    assert [(item["name"], item["count"]) for item in got] == [("eyes", 1), ("+1::skin-tone-4", 1)]
    await client.reactions_remove(**where, name="eyes")
    await refused(client.reactions_remove(**where, name="eyes"), "no_reaction")
    (message,) = (await client.conversations_history(channel=TEAM))["messages"]
    assert [item["name"] for item in message["reactions"]] == ["+1::skin-tone-4"]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"name": "no such thing"}, "invalid_name"),
        ({"timestamp": "1.000000"}, "message_not_found"),
        ({"timestamp": "now"}, "bad_timestamp"),
        ({"timestamp": ""}, "no_item_specified"),
        ({"channel": ""}, "no_item_specified"),
        ({"channel": "C0NOWHERE"}, "channel_not_found"),
    ],
)
async def test_a_reaction_is_refused(
    client: AsyncWebClient, root: str, args: Json, code: str
) -> None:
    fields = {"channel": TEAM, "timestamp": root, "name": "eyes", **args}
    await refused(client.api_call("reactions.add", json=fields), code)


async def test_reactions_need_membership_and_a_living_channel(
    sandbox: Sandbox, client: AsyncWebClient, root: str
) -> None:
    other = (await client.chat_postMessage(channel=GENERAL, text="x"))["ts"]
    await refused(
        client.reactions_add(channel=GENERAL, timestamp=other, name="eyes"), "not_in_channel"
    )
    Workspace(sandbox).archive("team")
    await refused(client.reactions_add(channel=TEAM, timestamp=root, name="eyes"), "is_archived")


async def test_a_message_has_room_for_so_many_reactions(
    sandbox: Sandbox, client: AsyncWebClient, root: str
) -> None:
    where: Any = {"channel": TEAM, "timestamp": root}
    for number in range(BY_ONE_MOST):
        await client.reactions_add(**where, name=f"e{number}")
    await refused(client.reactions_add(**where, name="more"), "too_many_reactions")
    message = sandbox.world.messages(TEAM)[0]
    full = tuple((f"f{number}", (ANA,)) for number in range(EMOJI_MOST))
    sandbox.world.put(replace(message, reactions=full))
    await refused(client.reactions_add(**where, name="more"), "too_many_emoji")
    await client.reactions_add(**where, name="f0")


async def test_a_user_group_lists_its_members(client: AsyncWebClient) -> None:
    (bare,) = (await client.usergroups_list())["usergroups"]
    assert (bare["handle"], "users" in bare, "user_count" in bare) == ("leads", False, False)
    (whole,) = (await client.usergroups_list(include_users=True, include_count=True))["usergroups"]
    assert whole["user_count"] == len(whole["users"]) == 2
    users = (await client.usergroups_users_list(usergroup=bare["id"]))["users"]
    assert users == whole["users"] == ["U0000000ANA", "U0000000BEN"]
    await refused(client.usergroups_users_list(usergroup="S0"), "no_such_subteam")


async def test_a_group_is_mentioned_by_its_handle(sandbox: Sandbox, client: AsyncWebClient) -> None:
    await client.chat_postMessage(channel=TEAM, text="<!subteam^S00000LEADS> <!subteam^S0>")
    (card,) = Workspace(sandbox).messages("team")
    assert card.text == "@leads @subteam"
    assert card.pings == ("!subteam^S00000LEADS", "!subteam^S0")


async def test_people_are_found_by_their_address(client: AsyncWebClient) -> None:
    assert (await client.users_lookupByEmail(email=" Ana@Example.com "))["user"]["id"] == ANA
    for nobody in ("nobody@example.com", "sandbox@example.com"):
        await refused(client.users_lookupByEmail(email=nobody), "users_not_found")


def status(sandbox: Sandbox, thread_ts: str) -> str | None:
    return sandbox.world.statuses.get((TEAM, thread_ts))


async def test_a_status_stays_until_the_next_message_of_the_app(
    sandbox: Sandbox, client: AsyncWebClient, root: str
) -> None:
    where: Any = {"channel_id": TEAM, "thread_ts": root}
    await client.assistant_threads_setStatus(**where, status="is thinking…")
    await client.chat_postMessage(channel=TEAM, text="elsewhere")
    await client.chat_update(channel=TEAM, ts=root, text="y")
    assert status(sandbox, root) == "is thinking…"
    await client.chat_postMessage(channel=TEAM, thread_ts=root, text="done")
    assert status(sandbox, root) is None
    await client.assistant_threads_setStatus(
        **where, status="is reading", loading_messages=["…"] * 10
    )
    await client.assistant_threads_setStatus(**where, status="")
    assert status(sandbox, root) is None


async def test_a_status_goes_with_its_thread(
    sandbox: Sandbox, client: AsyncWebClient, root: str
) -> None:
    await client.assistant_threads_setStatus(channel_id=TEAM, thread_ts=root, status="hm")
    await client.chat_delete(channel=TEAM, ts=root)
    assert status(sandbox, root) is None


async def test_a_status_goes_away_by_itself() -> None:
    clock = [1_800_000_000.0]
    async with Sandbox(now=lambda: clock[0]) as sandbox:
        client = web_client(sandbox)
        root = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
        await client.assistant_threads_setStatus(channel_id=TEAM, thread_ts=root, status="hm")
        clock[0] += STATUS_SECONDS - 1
        await client.auth_test()
        assert status(sandbox, root) == "hm"
        clock[0] += 1
        await client.auth_test()
        assert status(sandbox, root) is None


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"channel_id": "C0NOWHERE"}, "channel_not_found"),
        ({"channel_id": GENERAL}, "not_in_channel"),
        ({"thread_ts": "1.000000"}, "invalid_thread_ts"),
        ({"status": None}, "invalid_arguments"),
        ({"loading_messages": ["x"] * 11}, "invalid_arguments"),
        ({"loading_messages": "x"}, "invalid_arguments"),
    ],
)
async def test_a_status_is_refused(
    client: AsyncWebClient, root: str, args: Json, code: str
) -> None:
    fields = {"channel_id": TEAM, "thread_ts": root, "status": "x", **args}
    await refused(client.api_call("assistant.threads.setStatus", json=fields), code)
