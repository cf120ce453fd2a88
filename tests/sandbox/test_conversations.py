"""Channels, people, threads and files, by an unchanged slack_sdk."""

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import refused

GENERAL, TEAM, LEADS, ANA_BEN = "C00GENERAL0", "C0000TEAM00", "C000LEADS00", "D000ANABEN0"


async def test_a_bot_joins_public_channels_only(sandbox: Sandbox, client: AsyncWebClient) -> None:
    await refused(client.conversations_history(channel=GENERAL), "not_in_channel")
    assert (await client.conversations_join(channel=GENERAL))["channel"]["is_member"]
    assert (await client.conversations_join(channel=GENERAL))["warning"] == "already_in_channel"
    await client.conversations_history(channel=GENERAL)
    await refused(client.conversations_join(channel=LEADS), "channel_not_found")
    await refused(client.conversations_info(channel=LEADS), "channel_not_found")
    Workspace(sandbox).kick_bot("general")
    assert not (await client.conversations_info(channel=GENERAL))["channel"]["is_member"]


async def test_channels_and_people_are_listed(client: AsyncWebClient) -> None:
    channels = (await client.conversations_list())["channels"]
    assert [channel["name"] for channel in channels] == ["general", "team", "partners"]
    both = await client.conversations_list(types="public_channel,private_channel")
    assert len(both["channels"]) == 3, "a private channel without the bot is not on its list"
    counted = await client.conversations_info(channel=TEAM, include_num_members=True)
    assert counted["channel"]["num_members"] == 4
    assert "num_members" not in (await client.conversations_info(channel=TEAM))["channel"]
    members = (await client.conversations_members(channel=TEAM))["members"]
    assert "U0000000ANA" in members
    chen = (await client.users_info(user="U000000CHEN", include_locale=True))["user"]
    assert (chen["locale"], chen["tz"], chen["tz_offset"]) == ("zh-CN", "Asia/Shanghai", 28800)
    assert "locale" not in (await client.users_info(user="U000000CHEN"))["user"]
    await refused(client.users_info(user="U0NOBODY"), "user_not_found")
    assert len((await client.users_list())["members"]) == 5
    assert (await client.team_info())["team"]["name"]
    assert (await client.bots_info())["bot"]["user_id"]


async def test_a_direct_message_is_opened_once(client: AsyncWebClient) -> None:
    first = await client.conversations_open(users="U0000000ANA")
    again = await client.conversations_open(users=["U0000000ANA"], return_im=True)
    assert first["channel"]["id"] == again["channel"]["id"]
    assert again["already_open"]
    assert again["channel"]["user"] == "U0000000ANA"
    await refused(client.conversations_open(users="U0NOBODY"), "user_not_found")


async def test_history_has_roots_and_replies_have_threads(client: AsyncWebClient) -> None:
    root = (await client.chat_postMessage(channel=TEAM, text="root"))["ts"]
    for text in ("a", "b"):
        await client.chat_postMessage(channel=TEAM, thread_ts=root, text=text)
    loud = await client.chat_postMessage(
        channel=TEAM, thread_ts=root, text="c", reply_broadcast=True
    )
    history = (await client.conversations_history(channel=TEAM))["messages"]
    assert [m["text"] for m in history] == ["c", "root"]
    assert history[1]["reply_count"] == 3
    replies = (await client.conversations_replies(channel=TEAM, ts=root))["messages"]
    assert [m["text"] for m in replies] == ["root", "a", "b", "c"]
    assert loud["message"]["thread_ts"] == root
    await refused(client.conversations_replies(channel=TEAM, ts="1.000000"), "thread_not_found")


async def test_threads_begin_at_messages_that_are_there_and_no_replies(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    root = await client.chat_postMessage(channel=TEAM, text="root")
    reply = await client.chat_postMessage(channel=TEAM, text="re", thread_ts=root["ts"])
    post = client.chat_postMessage
    await refused(post(channel=TEAM, text="x", thread_ts="1.000000"), "thread_not_found")
    await refused(post(channel=TEAM, text="x", thread_ts=reply["ts"]), "cannot_reply_to_message")
    Workspace(sandbox).delete(Workspace(sandbox).roots("team")[0])
    replies = (await client.conversations_replies(channel=TEAM, ts=root["ts"]))["messages"]
    assert replies[0]["subtype"] == "tombstone"
    await refused(client.chat_update(channel=TEAM, ts=root["ts"], text="x"), "message_not_found")


async def test_pages_follow_the_cursor_and_bounds_hold(client: AsyncWebClient) -> None:
    stamps = [(await client.chat_postMessage(channel=TEAM, text=str(i)))["ts"] for i in range(5)]
    seen: list[str] = []
    cursor = None
    while cursor != "":
        page = await client.conversations_history(channel=TEAM, limit=2, cursor=cursor)
        seen += [m["text"] for m in page["messages"]]
        cursor = (page.get("response_metadata") or {}).get("next_cursor", "")
        assert page["has_more"] == bool(cursor)
    assert seen == ["4", "3", "2", "1", "0"]

    async def between(*, inclusive: bool) -> list[str]:
        answer = await client.conversations_history(
            channel=TEAM, oldest=stamps[1], latest=stamps[3], inclusive=inclusive
        )
        return [m["text"] for m in answer["messages"]]

    assert await between(inclusive=False) == ["2"]
    assert await between(inclusive=True) == ["3", "2", "1"]
    await refused(client.conversations_history(channel=TEAM, cursor="nonsense"), "invalid_cursor")
    await refused(client.conversations_history(channel=TEAM, limit=0), "invalid_limit")


async def test_metadata_comes_back_only_where_it_is_asked_for(client: AsyncWebClient) -> None:
    metadata = {"event_type": "run", "event_payload": {"id": "1"}}
    root = await client.chat_postMessage(channel=TEAM, text="root", metadata=metadata)
    await client.chat_postMessage(channel=TEAM, text="re", thread_ts=root["ts"], metadata=metadata)
    for all_of_it in (True, False):
        history = await client.conversations_history(channel=TEAM, include_all_metadata=all_of_it)
        replies = await client.conversations_replies(
            channel=TEAM, ts=root["ts"], include_all_metadata=all_of_it
        )
        messages = [*history["messages"], *replies["messages"]]
        assert len(messages) == 3
        assert all((message.get("metadata") == metadata) is all_of_it for message in messages)
    await refused(
        client.chat_postMessage(channel=TEAM, text="x", metadata={"event_type": 1}),
        "invalid_metadata_schema",
    )


async def test_a_file_goes_into_a_thread_in_three_steps(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    root = (await client.chat_postMessage(channel=TEAM, text="root"))["ts"]
    answer = await client.files_upload_v2(
        channel=TEAM,
        thread_ts=root,
        filename="report.md",
        title="Report",
        content="# 报告",
        initial_comment="All of it",
    )
    (message,) = Workspace(sandbox).thread("team", root)
    assert message.message.text == "All of it"
    assert message.files == ["# 报告"]
    info = (await client.files_info(file=answer["file"]["id"]))["file"]
    assert info["title"] == "Report"
    assert info["shares"]["public"][TEAM][0]["thread_ts"] == root
    url = info["url_private_download"]
    async with aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bearer {sandbox.bot_token}"}
        async with session.get(url, headers=headers) as response:
            assert await response.text() == "# 报告"
        async with session.get(url) as response:
            assert [hop.status for hop in response.history] == [302]


async def test_a_file_needs_membership_and_the_id_of_the_channel(client: AsyncWebClient) -> None:
    async def upload(channel: str) -> object:
        return await client.files_upload_v2(channel=channel, filename="a", content="x")

    await refused(upload(GENERAL), "not_in_channel")
    await refused(upload("team"), "channel_not_found")
    missing = client.files_completeUploadExternal(files=[{"id": "F0", "title": "x"}])
    await refused(missing, "file_not_found")


async def test_a_file_can_be_sent_as_a_form_once_and_only_whole(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    first = await client.files_getUploadURLExternal(filename="a.md", length=5)
    form = aiohttp.FormData()
    form.add_field("file", b"hello", filename="a.md")
    async with aiohttp.ClientSession() as session:
        statuses = []
        for body in (b"short", form, b"again"):
            data = b"x" if body == b"short" else body
            async with session.post(first["upload_url"], data=data) as response:
                statuses.append(response.status)
        async with session.post(f"{sandbox.page_url}upload/v1/other", data=b"x") as response:
            statuses.append(response.status)
    assert statuses == [400, 200, 404, 404]
    await client.files_completeUploadExternal(files=[{"id": first["file_id"], "title": "A"}])
    info = (await client.files_info(file=first["file_id"]))["file"]
    assert (info["title"], info["channels"]) == ("A", [])
    assert Workspace(sandbox).messages("team") == []


async def test_arguments_that_make_no_sense_are_refused(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    call = client.api_call
    cases: dict[str, tuple[Json, str]] = {
        "conversations.list": ({"types": "im,nonsense"}, "invalid_types"),
        "conversations.history": ({"channel": TEAM, "oldest": "x"}, "invalid_ts_oldest"),
        "conversations.members": ({"channel": TEAM, "limit": "x"}, "invalid_arguments"),
        "conversations.info": ({}, "invalid_arguments"),
        "conversations.open": ({"users": sandbox.bot_user_id}, "cannot_dm_bot"),
        "conversations.replies": ({"channel": TEAM, "ts": {}}, "invalid_arguments"),
        "chat.getPermalink": ({"channel": TEAM, "message_ts": "1"}, "message_not_found"),
        "files.getUploadURLExternal": ({"filename": "a", "length": 0}, "invalid_arguments"),
        "files.info": ({"file": "F0"}, "file_not_found"),
        "files.completeUploadExternal": ({"files": []}, "invalid_arguments"),
        "bots.info": ({"bot": "B0"}, "bot_not_found"),
        "views.open": ({"trigger_id": "1.2.x"}, "invalid_arguments"),
        "views.update": ({"view": {}}, "invalid_arguments"),
    }
    for method, (args, code) in cases.items():
        await refused(call(method, json=args), code)
    home = {"trigger_id": "1.2.x", "view": {"type": "home", "blocks": []}}
    await refused(call("views.open", json=home), "invalid_arguments")
    echo = await call("api.test", json={"foo": "bar"})
    assert echo["args"] == {"foo": "bar"}
    await refused(call("api.test", json={"error": "mine"}), "mine")


async def test_an_archived_channel_takes_nobody_in(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    Workspace(sandbox).archive("partners")
    await refused(client.conversations_join(channel="C00PARTNERS"), "is_archived")
    listed = (await client.conversations_list(exclude_archived=True))["channels"]
    assert [channel["name"] for channel in listed] == ["general", "team"]
    Workspace(sandbox).archive("team")
    await refused(client.files_upload_v2(channel=TEAM, content="x", filename="a"), "is_archived")
    direct = (await client.conversations_open(users="U0000000BEN"))["channel"]["id"]
    again = await client.conversations_open(channel=direct)
    assert again["channel"]["id"] == direct
    await refused(
        client.conversations_join(channel=direct), "method_not_supported_for_channel_type"
    )
