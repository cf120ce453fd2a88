"""What the page is told about the workspace, for the person who looks at it."""

import aiohttp
import pytest

from bot.sandbox import Sandbox, Workspace
from tests.sandbox.blocks import Json, actions, button, section
from tests.sandbox.bolt import web_client

ANA, BEN = "U0000000ANA", "U0000000BEN"
TEAM = "C0000TEAM00"
LINK = button("docs", "Docs", url="https://example.com")


async def look(sandbox: Sandbox, person: str = "ana", channel: str = "team") -> Json:
    query = {"as": person, "channel": channel}
    async with (
        aiohttp.ClientSession(sandbox.page_url) as session,
        session.get("/person/state", params=query) as response,
    ):
        state: Json = await response.json()
        return state


async def listed(sandbox: Sandbox, person: str = "ana", channel: str = "team") -> Json:
    """The channel's entry on the person's list."""
    found: Json = next(c for c in (await look(sandbox, person))["channels"] if c["name"] == channel)
    return found


@pytest.mark.parametrize(
    ("blocks", "who"),
    [
        ([section(f"<@{ANA}>, please"), actions()], {"ana"}),
        ([section("<!here> please"), actions()], {"ana", "ben"}),
        ([section("whoever comes first"), actions()], {"ana", "ben"}),
        ([section(f"<@{ANA}> and <@{BEN}>"), actions()], {"ana", "ben"}),
        ([section(f"<@{ANA}>"), actions(LINK)], set()),
        ([section(f"<@{ANA}>", accessory=button())], set()),
        ([section(f"<@{ANA}>")], set()),
    ],
    ids=["named", "all", "nobody named", "both named", "a link", "beside a text", "no button"],
)
async def test_a_card_waits_for_those_whom_it_asks(
    sandbox: Sandbox, blocks: list[Json], who: set[str]
) -> None:
    client = web_client(sandbox)
    root = await client.chat_postMessage(channel=TEAM, text="run")
    card = await client.chat_postMessage(
        channel=TEAM, text="card", blocks=blocks, thread_ts=root["ts"]
    )
    for person in ("ana", "ben"):
        where = [{"ts": card["ts"], "thread_ts": root["ts"]}] if person in who else []
        assert (await listed(sandbox, person))["waiting"] == where
        assert (await look(sandbox, person))["messages"][-1]["waits"] is (person in who)


async def test_somebody_from_elsewhere_sees_shared_channels_alone(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession(sandbox.page_url) as session:
        for query in ({"as": "dana"}, {"as": "dana", "channel": "partners"}):
            async with session.get("/person/state", params=query) as response:
                shown: Json = await response.json()
            assert [channel["name"] for channel in shown["channels"]] == ["partners"]
            assert shown["channel"] == "C00PARTNERS"
        for query in ({"as": "dana", "channel": "general"}, {"as": "slackbot"}, {"as": "sandbox"}):
            async with session.get("/person/state", params=query) as response:
                assert response.status == 400, query


async def test_private_lines_and_what_people_write_wait_for_nobody(sandbox: Sandbox) -> None:
    await web_client(sandbox).chat_postEphemeral(
        channel=TEAM, user=ANA, text="x", blocks=[actions()]
    )
    await web_client(sandbox, sandbox.user_token).chat_postMessage(
        channel=TEAM, text="x", blocks=[actions()]
    )
    assert [m["waits"] for m in (await look(sandbox))["messages"]] == [False, False]


async def test_what_others_wrote_and_who_was_called_is_listed(sandbox: Sandbox) -> None:
    ws, client = Workspace(sandbox), web_client(sandbox)
    assert (await listed(sandbox))["latest"] == ""
    called = await client.chat_postMessage(channel=TEAM, text=f"<@{ANA}>")
    last = await client.chat_postMessage(channel=TEAM, text="more")
    await ws.post("mine", channel="team", as_="ana")
    entry = await listed(sandbox)
    assert entry["latest"] == last["ts"]
    assert entry["pings"] == [called["ts"]]
    assert (await listed(sandbox, "ben"))["pings"] == []


async def test_files_come_with_their_first_lines_if_they_are_text(sandbox: Sandbox) -> None:
    client = web_client(sandbox)
    long = "é" * 5000
    for name, content in (("a.txt", long.encode()), ("b.bin", b"\xff\xfe\x00")):
        await client.files_upload_v2(channel=TEAM, filename=name, content=content)
    text, binary = [m["files"][0] for m in (await look(sandbox))["messages"]]
    assert text["preview"] == long[:600]
    assert binary["preview"] == ""


async def test_it_says_who_looks_and_which_app_there_is(sandbox: Sandbox) -> None:
    state = await look(sandbox, "chen")
    assert (state["tz"], state["locale"]) == ("Asia/Shanghai", "zh-CN")
    assert state["people"][state["me"]]["real_name"] == "陈晨"
    assert state["app"]["user"] == sandbox.bot_user_id
    assert state["app"]["channel"] is None
    assert state["home"] is None
    home = {"type": "home", "blocks": [section("at home")]}
    client = web_client(sandbox)
    await client.views_publish(user_id=state["me"], view=home)
    direct = await client.conversations_open(users=[state["me"]])
    state = await look(sandbox, "chen")
    assert state["home"]["blocks"][0]["text"]["text"] == "at home"
    assert state["app"]["channel"] == direct["channel"]["id"]
    assert (await look(sandbox))["home"] is None


async def test_what_an_app_is_doing_is_told_in_its_thread(sandbox: Sandbox) -> None:
    client = web_client(sandbox)
    root = await client.chat_postMessage(channel=TEAM, text="run")
    await client.assistant_threads_setStatus(
        channel_id=TEAM, thread_ts=root["ts"], status="is thinking"
    )
    assert (await look(sandbox))["statuses"] == [{"thread_ts": root["ts"], "status": "is thinking"}]
    assert (await look(sandbox, channel="general"))["statuses"] == []
