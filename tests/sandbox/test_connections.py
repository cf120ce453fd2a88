"""Socket Mode connections: how they begin, how many there may be, how they end."""

import asyncio

import aiohttp
import pytest

from bot.sandbox import Sandbox, Timing
from bot.sandbox.delivery.sockets import MOST_CONNECTIONS
from tests.sandbox.bolt import running, web_client
from tests.sandbox.counting import Counting, open_socket

SHORT = Timing(connection_lasts=0.4, warning_before=0.2, redelivery_after=0.2)


async def test_a_connection_is_greeted_and_no_more_than_ten_are_let_in() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        sockets = []
        for count in range(1, MOST_CONNECTIONS + 1):
            sockets.append(await open_socket(session, sandbox))
            hello = await sockets[-1].receive_json()
            assert (hello["type"], hello["num_connections"]) == ("hello", count)
            assert hello["debug_info"]
        refused = await (await open_socket(session, sandbox)).receive_json()
        assert (refused["type"], refused["reason"]) == ("disconnect", "too_many_websockets")


async def test_a_ticket_opens_one_connection() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        url = (await web_client(sandbox).apps_connections_open(app_token=sandbox.app_token))["url"]
        await session.ws_connect(url)
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url)


@pytest.mark.parametrize("reason", ["refresh_requested", "link_disabled"])
async def test_an_app_that_is_disconnected_comes_back(reason: str) -> None:
    app = Counting()
    async with running(app.listen) as slack:
        await slack.sandbox.disconnect(reason)
        assert await slack.sandbox.connected()
        assert (await slack.ws.slash("/report")).text == "taken"


async def test_a_warning_leaves_the_connection_open() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        socket = await open_socket(session, sandbox)
        await socket.receive_json()
        await sandbox.disconnect("warning")
        assert (await socket.receive_json())["reason"] == "warning"
        assert sandbox.connections == 1
        await sandbox.cut()
        assert sandbox.connections == 0


async def test_a_connection_ends_at_its_age_with_a_warning_before() -> None:
    short = Timing(debug_connection_lasts=0.2, warning_before=0.1)
    async with Sandbox(timing=short) as sandbox, aiohttp.ClientSession() as session:
        url = (await web_client(sandbox).apps_connections_open(app_token=sandbox.app_token))["url"]
        socket = await session.ws_connect(f"{url}&debug_reconnects=true")
        assert (await socket.receive_json())["debug_info"]["approximate_connection_time"] == 0
        for reason in ("warning", "refresh_requested"):
            told = await socket.receive_json()
            assert (told["type"], told["reason"]) == ("disconnect", reason)
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert sandbox.connections == 0


async def test_an_app_stays_connected_although_its_connections_end() -> None:
    app = Counting()
    async with running(app.listen, timing=SHORT) as it:
        ended = asyncio.Event()
        with it.sandbox.world.changes.listening(
            lambda _: ended.set() if it.sandbox.connections == 0 else None
        ):
            await asyncio.wait_for(ended.wait(), 5)
        assert await it.sandbox.connected()
        assert (await it.ws.slash("/report")).text == "taken"


async def test_a_normal_connection_lives_for_hours() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        hello = await (await open_socket(session, sandbox)).receive_json()
        assert hello["debug_info"]["approximate_connection_time"] > 3600
