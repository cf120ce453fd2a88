"""The Web API, called by an unchanged slack_sdk: tokens, arguments, messages."""

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from tests.sandbox.blocks import Json, actions, modal, section
from tests.sandbox.bolt import refused, web_client

GENERAL, TEAM, LEADS, ANA_BEN = "C00GENERAL0", "C0000TEAM00", "C000LEADS00", "D000ANABEN0"


async def test_auth_test_names_the_bot_and_its_scopes(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    answer = await client.auth_test()
    assert answer["user_id"] == sandbox.bot_user_id
    assert answer["team_id"] == sandbox.team_id
    assert answer["bot_id"]
    assert "chat:write" in answer.headers["x-oauth-scopes"].split(",")


async def test_tokens_are_told_apart(sandbox: Sandbox, client: AsyncWebClient) -> None:
    await refused(web_client(sandbox, "xoxb-wrong").auth_test(), "invalid_auth")
    await refused(client.api_call("auth.test", headers={"Authorization": ""}), "not_authed")
    await refused(
        client.apps_connections_open(app_token=sandbox.bot_token), "not_allowed_token_type"
    )
    await refused(web_client(sandbox, sandbox.app_token).auth_test(), "not_allowed_token_type")
    assert (await web_client(sandbox, sandbox.user_token).auth_test())["user"] == "ana"
    sandbox.mischief.revoke()
    await refused(client.auth_test(), "token_revoked")
    sandbox.mischief.reinstall()
    await client.auth_test()


async def test_a_missing_scope_is_named() -> None:
    manifest = {
        "display_information": {"name": "Small"},
        "oauth_config": {"scopes": {"bot": ["chat:write", "channels:read"]}},
    }
    async with Sandbox(manifest) as sandbox:
        client = web_client(sandbox)
        answer = await refused(client.users_info(user="U0000000ANA"), "missing_scope")
        assert answer["needed"] == "users:read"
        assert answer["provided"] == "channels:read,chat:write"
        await refused(client.chat_postMessage(channel=GENERAL, text="x"), "not_in_channel")
        await refused(client.conversations_history(channel=TEAM), "missing_scope")
        await refused(client.conversations_list(types="private_channel"), "missing_scope")


async def test_an_unknown_method_is_said_and_recorded(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    await refused(client.api_call("pins.add"), "unknown_method")
    assert [call.method for call in sandbox.calls.unknown] == ["pins.add"]


@pytest.mark.parametrize("way", ["query", "form", "json", "multipart"])
async def test_arguments_come_as_query_form_or_json(sandbox: Sandbox, way: str) -> None:
    fields = {"channel": TEAM, "text": "hello", "blocks": '[{"type": "divider"}]'}
    multipart = aiohttp.FormData()
    for key, value in fields.items():
        multipart.add_field(key, value, content_type="text/plain")
    options: dict[str, Json] = {
        "query": {"params": fields},
        "form": {"data": fields},
        "json": {"json": fields},
        "multipart": {"data": multipart},
    }
    headers = {"Authorization": f"Bearer {sandbox.bot_token}"}
    url = f"{sandbox.api_url}chat.postMessage"
    async with (
        aiohttp.ClientSession() as session,
        session.post(url, headers=headers, **options[way]) as response,
    ):
        answer = await response.json()
    assert answer["ok"], answer
    assert answer["message"]["blocks"][0]["type"] == "divider"


@pytest.mark.parametrize(
    ("body", "content_type", "code"),
    [
        (b"{", "application/json", "invalid_json"),
        (b"[]", "application/json", "json_not_object"),
        (b"x", "text/plain", "invalid_post_type"),
        (b'{"text": "\\ud800"}', "application/json", "invalid_charset"),
    ],
)
async def test_a_broken_body_is_refused(
    sandbox: Sandbox, body: bytes, content_type: str, code: str
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{sandbox.api_url}api.test", data=body, headers={"Content-Type": content_type}
        ) as response,
    ):
        assert (await response.json())["error"] == code


@pytest.mark.parametrize(
    ("content_type", "warning"),
    [
        ("application/json", "missing_charset"),
        ("application/json; charset=utf-8", None),
        ("application/x-www-form-urlencoded", None),
        ("application/x-www-form-urlencoded; charset=utf-8", "superfluous_charset"),
    ],
)
async def test_the_charset_of_a_body_is_remarked_on(
    sandbox: Sandbox, content_type: str, warning: str | None
) -> None:
    body = b"{}" if "json" in content_type else b"a=1"
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{sandbox.api_url}api.test", data=body, headers={"Content-Type": content_type}
        ) as response,
    ):
        answer = await response.json()
    warnings = answer.get("response_metadata", {}).get("warnings")
    assert (answer.get("warning"), warnings) == (warning, [warning] if warning else None)


async def test_a_token_can_come_as_an_argument_of_a_get(sandbox: Sandbox) -> None:
    params = {"token": sandbox.bot_token, "user": "U0000000ANA"}
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{sandbox.api_url}users.info", params=params) as response,
    ):
        assert (await response.json())["user"]["name"] == "ana"
    assert sandbox.bot_token not in str(list(sandbox.calls))


async def test_a_message_is_posted_updated_and_deleted(client: AsyncWebClient) -> None:
    posted = await client.chat_postMessage(channel=TEAM, text="one", blocks=[actions()])
    ts = posted["ts"]
    assert posted["message"]["bot_profile"]["name"]
    link = await client.chat_getPermalink(channel=TEAM, message_ts=ts)
    assert link["permalink"].endswith(f"/archives/{TEAM}/p{ts.replace('.', '')}")
    updated = await client.chat_update(channel=TEAM, ts=ts, text="two")
    assert updated["message"]["edited"]
    assert "blocks" not in updated["message"]
    await client.chat_delete(channel=TEAM, ts=ts)
    await refused(client.chat_update(channel=TEAM, ts=ts, text="x"), "message_not_found")
    await refused(client.chat_delete(channel=TEAM, ts=ts), "message_not_found")


async def test_an_update_with_blocks_only_keeps_the_text(client: AsyncWebClient) -> None:
    posted = await client.chat_postMessage(channel=TEAM, text="one", blocks=[section()])
    blocks = [section("y")]
    # By its name, since the method of the SDK warns where there is no text.
    fields = {"channel": TEAM, "ts": posted["ts"], "blocks": blocks}
    updated = await client.api_call("chat.update", json=fields)
    assert updated["text"] == "one"
    assert updated["message"]["blocks"][0]["text"]["text"] == "y"


async def test_only_own_messages_can_be_changed(sandbox: Sandbox, client: AsyncWebClient) -> None:
    theirs = await Workspace(sandbox).post("mine", channel="team")
    await refused(client.chat_update(channel=TEAM, ts=theirs.ts, text="x"), "cant_update_message")
    await refused(client.chat_delete(channel=TEAM, ts=theirs.ts), "cant_delete_message")


async def test_an_ephemeral_message_is_for_one_member_and_cannot_be_updated(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    ana = "U0000000ANA"
    sent = await client.chat_postEphemeral(channel=TEAM, user=ana, text="psst")
    ws = Workspace(sandbox)
    assert [card.text for card in ws.ephemerals(as_="ana")] == ["psst"]
    assert ws.ephemerals(as_="ben") == []
    await refused(
        client.chat_update(channel=TEAM, ts=sent["message_ts"], text="x"), "message_not_found"
    )
    outsider = sandbox.bot_user_id
    await refused(
        client.chat_postEphemeral(channel=GENERAL, user=outsider, text="x"), "user_not_in_channel"
    )


async def test_who_may_post_where(sandbox: Sandbox, client: AsyncWebClient) -> None:
    await client.chat_postMessage(channel=TEAM, text="a member")
    await client.chat_postMessage(channel="#general", text="chat:write.public, by name")
    for hidden in (LEADS, ANA_BEN, "C0NOWHERE", "leads"):
        await refused(client.chat_postMessage(channel=hidden, text="x"), "channel_not_found")
    direct = await client.chat_postMessage(channel="U0000000ANA", text="hello")
    assert direct["channel"].startswith("D")
    ws = Workspace(sandbox)
    ws.archive("team")
    await refused(client.chat_postMessage(channel=TEAM, text="x"), "is_archived")


async def test_views_need_a_trigger(client: AsyncWebClient) -> None:
    await refused(client.views_open(trigger_id="1.2.x", view=modal()), "invalid_trigger_id")
    await refused(client.views_update(view_id="V0", view=modal()), "not_found")


async def test_calls_are_recorded_without_the_token(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    await client.api_call("api.test", params={"token": sandbox.bot_token, "a": "1"})
    (call,) = sandbox.calls.of("api.test")
    assert (call.args, call.ok, call.status) == ({"a": "1"}, True, 200)
    assert sandbox.bot_token not in str(list(sandbox.calls))
