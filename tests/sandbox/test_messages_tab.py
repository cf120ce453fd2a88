"""The Messages tab of the manifest: whether the app and people can write to each other."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.sandbox import NotPossibleError, Sandbox, Workspace
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import declared, refused, web_client

ANA = "U0000000ANA"
OFF = "Sending messages to this app has been turned off."
READ_ONLY = {"messages_tab_enabled": True, "messages_tab_read_only_enabled": True}


def with_tabs(**tabs: bool) -> Json:
    manifest = declared()
    return {**manifest, "features": {**manifest["features"], "app_home": tabs}}


@pytest.fixture
async def without() -> AsyncIterator[Sandbox]:
    """A workspace with an app that has no Messages tab."""
    async with Sandbox(with_tabs(home_tab_enabled=True)) as sandbox:
        yield sandbox


CALLS: dict[str, Json] = {
    "chat.postMessage": {"text": "x"},
    "chat.postEphemeral": {"text": "x", "user": ANA},
    "chat.scheduleMessage": {"text": "x", "post_at": 4_000_000_000},
    "chat.startStream": {"thread_ts": "1.0"},
}


@pytest.mark.parametrize("method", CALLS)
async def test_an_app_without_the_tab_cannot_write_to_people(without: Sandbox, method: str) -> None:
    direct = Workspace(without).dm("ana")
    call = web_client(without).api_call(method, json={"channel": direct, **CALLS[method]})
    await refused(call, "messages_tab_disabled")


async def test_an_app_without_the_tab_cannot_write_to_a_user_id_or_send_a_file(
    without: Sandbox,
) -> None:
    client = web_client(without)
    await refused(client.chat_postMessage(channel=ANA, text="x"), "messages_tab_disabled")
    direct = (await client.conversations_open(users=ANA))["channel"]["id"]
    upload = client.files_upload_v2(channel=direct, filename="a.txt", content="x")
    await refused(upload, "messages_tab_disabled")
    assert (await client.chat_postMessage(channel="C0000TEAM00", text="x"))["ok"]


@pytest.mark.parametrize("tabs", [{}, READ_ONLY], ids=["no tab", "read-only"])
async def test_people_cannot_write_where_the_composer_is_closed(tabs: dict[str, bool]) -> None:
    async with Sandbox(with_tabs(**tabs)) as sandbox:
        ws = Workspace(sandbox)
        with pytest.raises(NotPossibleError, match=OFF):
            await ws.post("x", channel=ws.dm("ana"))
        with pytest.raises(NotPossibleError, match=OFF):
            await ws.slash("/report", channel=ws.dm("ana"))
        assert (await ws.post("x", channel="ana-ben")).text == "x"
        body = {"channel": ws.dm("ana"), "text": "x"}
        async with (
            aiohttp.ClientSession(base_url=sandbox.page_url) as page,
            page.post("/person/post", json=body) as response,
        ):
            assert (response.status, (await response.json())["error"]) == (400, OFF)


async def test_the_app_writes_where_people_only_read() -> None:
    async with Sandbox(with_tabs(**READ_ONLY)) as sandbox:
        await web_client(sandbox).chat_postMessage(channel=ANA, text="for you")
        ws = Workspace(sandbox)
        assert [card.text for card in ws.messages(ws.dm("ana"))] == ["for you"]


@pytest.mark.parametrize(
    ("tabs", "shown"), [({}, (False, False)), (READ_ONLY, (True, True))], ids=["none", "read-only"]
)
async def test_the_page_knows_of_the_tab(tabs: dict[str, bool], shown: tuple[bool, bool]) -> None:
    async with (
        Sandbox(with_tabs(**tabs)) as sandbox,
        aiohttp.ClientSession(base_url=sandbox.page_url) as page,
        page.get("/person/state") as response,
    ):
        app = (await response.json())["app"]
    assert (app["messages_tab"], app["messages_tab_read_only"]) == shown
