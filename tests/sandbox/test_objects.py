"""What apps read of people and channels: Slack's user and conversation objects."""

from struct import unpack

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox

ANA, BEN, BOT = "U0000000ANA", "U0000000BEN", "U0LOCALBOT1"
SIZES = (24, 32, 48, 72, 192, 512)


USER = {
    "id", "team_id", "name", "deleted", "color", "real_name", "tz", "tz_label", "tz_offset",
    "profile", "is_admin", "is_owner", "is_primary_owner", "is_restricted",
    "is_ultra_restricted", "is_bot", "updated", "is_app_user",
}  # fmt: skip
"""The fields of Slack's documented user object, but for those that only some have."""
PROFILE = {
    "avatar_hash", "status_text", "status_emoji", "status_expiration", "real_name",
    "display_name", "real_name_normalized", "display_name_normalized", "team",
    *(f"image_{size}" for size in SIZES),
}  # fmt: skip
CONVERSATION = {
    "id", "name", "is_channel", "is_group", "is_im", "is_mpim", "is_private", "created",
    "is_archived", "is_general", "unlinked", "name_normalized", "is_shared", "is_frozen",
    "is_org_shared", "is_pending_ext_shared", "pending_shared", "context_team_id", "updated",
    "parent_conversation", "creator", "is_ext_shared", "shared_team_ids",
    "pending_connected_team_ids", "is_member", "topic", "purpose", "previous_names",
}  # fmt: skip


async def test_a_user_has_the_documented_fields(client: AsyncWebClient) -> None:
    for user in (ANA, BEN, BOT):
        found = (await client.users_info(user=user))["user"]
        assert found.keys() >= USER
        assert found["profile"].keys() >= PROFILE
    listed = (await client.users_list())["members"]
    assert all(member.keys() >= USER for member in listed)


async def test_the_workspace_is_of_ana_and_the_others_are_plain_members(
    client: AsyncWebClient,
) -> None:
    roles = ("is_admin", "is_owner", "is_primary_owner", "is_restricted", "is_ultra_restricted")
    found = {user: (await client.users_info(user=user))["user"] for user in (ANA, BEN)}
    assert [found[ANA][role] for role in roles] == [True, True, True, False, False]
    assert not any(found[BEN][role] for role in roles)
    profile = found[ANA]["profile"]
    names = ("display_name_normalized", "real_name_normalized", "first_name", "last_name")
    assert [profile[name] for name in names] == ["ana", "Ana Ortiz", "Ana", "Ortiz"]
    assert (profile["status_text"], profile["status_emoji"]) == ("", "")


async def test_the_bot_says_which_app_it_is_and_has_no_address(client: AsyncWebClient) -> None:
    profile = (await client.users_info(user=BOT))["user"]["profile"]
    assert (profile["bot_id"], profile["api_app_id"]) == ("B0LOCALBOT1", "A0LOCALBOT1")
    assert "email" not in profile


async def test_the_pictures_of_people_are_there_in_their_sizes(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    profile = (await client.users_info(user=ANA))["user"]["profile"]
    async with aiohttp.ClientSession() as session:
        for size in SIZES:
            async with session.get(profile[f"image_{size}"]) as response:
                assert response.content_type == "image/png"
                content = await response.read()
            assert content.startswith(b"\x89PNG\r\n")
            assert unpack(">II", content[16:24]) == (size, size)
        for path in (f"avatars/{ANA}/25.png", "avatars/U0/24.png"):
            async with session.get(f"{sandbox.page_url}{path}") as response:
                assert response.status == 404
    block = {"type": "image", "image_url": profile["image_48"], "alt_text": "ana"}
    blocks = [{"type": "context", "elements": [block]}]
    assert (await client.chat_postMessage(channel="C0000TEAM00", text="x", blocks=blocks))["ok"]


async def test_a_channel_has_the_documented_fields(client: AsyncWebClient) -> None:
    channels = (await client.conversations_list())["channels"]
    assert [channel.keys() >= CONVERSATION for channel in channels] == [True] * 3
    general = (await client.conversations_info(channel="C00GENERAL0"))["channel"]
    assert general["topic"] == general["purpose"] == {"value": "", "creator": "", "last_set": 0}
    assert general["creator"] == ANA
    assert general["created"] > 1_500_000_000
    group = (await client.conversations_open(users=[ANA, BEN], return_im=True))["channel"]
    assert group["creator"] in {ANA, BEN, BOT}
    assert group.keys() >= CONVERSATION


async def test_a_direct_message_says_with_whom(client: AsyncWebClient) -> None:
    direct = (await client.conversations_open(users=BEN, return_im=True))["channel"]
    assert (direct["user"], direct["is_user_deleted"]) == (BEN, False)
    assert direct["created"] > 1_500_000_000
    assert "topic" not in direct
