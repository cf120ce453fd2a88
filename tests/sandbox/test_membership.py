"""Who comes into which conversation: invitations, group messages, people of another workspace."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from bot.sandbox.manifest import App
from bot.sandbox.state.records import Person
from bot.sandbox.state.tokens import Gatekeeper
from tests.sandbox.bolt import refused, web_client

ANA, BEN, DANA, LATER = "U0000000ANA", "U0000000BEN", "U000000DANA", "U0000LATER0"
GENERAL, TEAM, LEADS = "C00GENERAL0", "C0000TEAM00", "C000LEADS00"
PARTNERS, ANA_BEN = "C00PARTNERS", "D000ANABEN0"


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as running:
        running.world.put_person(Person(id=LATER, name="later", real_name="Later On"))
        yield running


async def test_a_member_invites_others(sandbox: Sandbox, client: AsyncWebClient) -> None:
    answer = await client.conversations_invite(channel=TEAM, users=[LATER])
    assert answer["channel"]["num_members"] == 5
    assert LATER in sandbox.world.channels[TEAM].members


@pytest.mark.parametrize(
    ("channel", "users", "code"),
    [
        (TEAM, ANA, "already_in_channel"),
        (TEAM, "U0NOBODY", "user_not_found"),
        (TEAM, "U0LOCALBOT1", "cant_invite_self"),
        (TEAM, DANA, "no_external_invite_permission"),
        (TEAM, " , ", "no_user"),
        (TEAM, ",".join(f"U{number}" for number in range(1001)), "too_many_users"),
        (GENERAL, LATER, "not_in_channel"),
        (LEADS, LATER, "channel_not_found"),
        ("C0NOWHERE", LATER, "channel_not_found"),
    ],
)
async def test_an_invitation_is_refused(
    client: AsyncWebClient, channel: str, users: str, code: str
) -> None:
    await refused(client.conversations_invite(channel=channel, users=users), code)


async def test_with_one_bad_name_nobody_is_invited_unless_by_force(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    both = f"{ANA},{LATER}"
    answer = await refused(
        client.conversations_invite(channel=TEAM, users=both), "already_in_channel"
    )
    assert answer["errors"] == [{"user": ANA, "ok": False, "error": "already_in_channel"}]
    assert LATER not in sandbox.world.channels[TEAM].members
    await client.conversations_invite(channel=TEAM, users=both, force=True)
    assert LATER in sandbox.world.channels[TEAM].members


async def test_a_direct_message_and_an_archived_channel_take_nobody_in(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    direct = (await client.conversations_open(users=ANA))["channel"]["id"]
    await refused(
        client.conversations_invite(channel=direct, users=LATER),
        "method_not_supported_for_channel_type",
    )
    Workspace(sandbox).archive("team")
    await refused(client.conversations_invite(channel=TEAM, users=LATER), "is_archived")


async def test_each_kind_of_channel_has_its_own_scope_for_invitations(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    Workspace(sandbox).invite_bot("leads")
    app = App(bot_scopes=frozenset({"channels:manage"}))
    sandbox.hub.gate = Gatekeeper(sandbox.hub.tokens, app)
    await client.conversations_invite(channel=TEAM, users=LATER)
    answer = await refused(client.conversations_invite(channel=LEADS, users=LATER), "missing_scope")
    assert answer["needed"] == "groups:write,groups:write.invites"


async def test_a_group_message_is_opened_once_and_listed_apart(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    first = await client.conversations_open(users=[ANA, BEN])
    again = await client.conversations_open(users=f"{BEN},{ANA}", return_im=True)
    group = again["channel"]
    assert (group["id"], again["already_open"]) == (first["channel"]["id"], True)
    assert group["name"] == "mpdm-ana--ben--sandbox-1"
    assert (group["is_mpim"], group["is_private"], group["is_im"]) == (True, True, False)
    listed = (await client.conversations_list(types="mpim"))["channels"]
    assert [channel["id"] for channel in listed] == [group["id"]]
    by_ana = web_client(sandbox, sandbox.user_token)
    assert (await by_ana.conversations_list())["channels"][0]["is_member"]


async def test_a_group_message_is_read_and_written(client: AsyncWebClient) -> None:
    channel = (await client.conversations_open(users=[ANA, BEN]))["channel"]["id"]
    await client.chat_postMessage(channel=channel, text="hello")
    history = await client.conversations_history(channel=channel)
    assert [message["text"] for message in history["messages"]] == ["hello"]
    members = await client.conversations_members(channel=channel, limit=2)
    assert len(members["members"]) == 2
    cursor = members["response_metadata"]["next_cursor"]
    rest = await client.conversations_members(channel=channel, limit=2, cursor=cursor)
    assert len(rest["members"]) == 1


@pytest.mark.parametrize("right", ["read", "history", "write"])
async def test_a_group_message_has_scopes_of_its_own(
    sandbox: Sandbox, client: AsyncWebClient, right: str
) -> None:
    channel = (await client.conversations_open(users=[ANA, BEN]))["channel"]["id"]
    scopes = sandbox.hub.app.bot_scopes - {f"mpim:{right}"}
    sandbox.hub.gate = Gatekeeper(sandbox.hub.tokens, replace(sandbox.hub.app, bot_scopes=scopes))
    calls = {
        "read": client.conversations_info(channel=channel),
        "history": client.conversations_history(channel=channel),
        "write": client.conversations_open(users=[ANA, BEN]),
    }
    wanted = calls.pop(right)
    answer = await refused(wanted, "missing_scope")
    assert answer["needed"] == f"mpim:{right}"
    for other in calls.values():
        await other


@pytest.mark.parametrize(
    ("users", "code"),
    [
        ("", "users_list_not_supplied"),
        ("U0LOCALBOT1", "cannot_dm_bot"),
        (f"{ANA},U0NOBODY", "user_not_found"),
        (",".join(f"U{number}" for number in range(9)), "too_many_users"),
        (DANA, "invalid_user_combination"),
        (f"{ANA},{DANA}", "invalid_user_combination"),
    ],
)
async def test_a_conversation_is_not_opened(
    sandbox: Sandbox, client: AsyncWebClient, users: str, code: str
) -> None:
    before = dict(sandbox.world.channels)
    await refused(client.conversations_open(users=users), code)
    assert sandbox.world.channels == before


async def test_a_channel_is_no_direct_message(client: AsyncWebClient) -> None:
    await refused(client.conversations_open(channel=TEAM), "method_not_supported_for_channel_type")
    await refused(client.conversations_open(users=ANA, prevent_creation=True), "channel_not_found")


async def test_a_shared_channel_shows_both_workspaces(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    info = (await client.conversations_info(channel=PARTNERS))["channel"]
    assert (info["is_shared"], info["is_ext_shared"], info["is_member"]) == (True, True, False)
    assert info["shared_team_ids"] == [sandbox.team_id, "T00PARTNERS"]
    own = (await client.conversations_info(channel=TEAM))["channel"]
    assert (own["is_shared"], own["shared_team_ids"]) == (False, [sandbox.team_id])


async def test_somebody_of_another_workspace_is_a_stranger_until_they_meet(
    client: AsyncWebClient,
) -> None:
    dana = (await client.users_info(user=DANA))["user"]
    assert (dana["team_id"], dana["is_stranger"]) == ("T00PARTNERS", True)
    assert "email" not in dana["profile"]
    assert DANA not in [person["id"] for person in (await client.users_list())["members"]]
    await refused(client.users_lookupByEmail(email="dana@example.com"), "users_not_found")
    await client.conversations_join(channel=PARTNERS)
    assert (await client.users_info(user=DANA))["user"]["is_stranger"] is False
    assert DANA in [person["id"] for person in (await client.users_list())["members"]]
    assert (await client.conversations_open(users=DANA))["channel"]["id"]


async def test_a_message_from_another_workspace_names_it(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    await client.conversations_join(channel=PARTNERS)
    await Workspace(sandbox).post("hello", as_="dana", channel="partners")
    await Workspace(sandbox).post("hello", as_="ana", channel="partners")
    ours, theirs = (await client.conversations_history(channel=PARTNERS))["messages"]
    assert (ours.get("user_team"), theirs["user_team"]) == (None, "T00PARTNERS")


async def test_the_direct_message_of_others_cannot_be_seen(client: AsyncWebClient) -> None:
    await refused(client.conversations_info(channel=ANA_BEN), "channel_not_found")
