"""How payloads reach an app over Socket Mode: connections, redelivery, disconnects."""

import asyncio
from contextlib import AsyncExitStack

import aiohttp
import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.sandbox import Sandbox, Timing, Workspace
from bot.sandbox.delivery.sockets import MOST_ATTEMPTS, MOST_CONNECTIONS
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import QUICK, bolt_app, declared, running, socket_mode, web_client

PATIENT = Timing(ack_within=5, redelivery_after=0.5)
"""Long enough that no busy machine makes an acknowledged payload come again."""
SHORT = Timing(connection_lasts=0.4, warning_before=0.2, redelivery_after=0.2)


JUNK = (
    "",
    "{",
    "[]",
    "1",
    "[" * 100_000,
    '{"envelope_id": []}',
    '{"envelope_id": "other"}',
    '{"envelope_id": null, "payload": {}}',
)


class Counting:
    """An app that counts what it is sent, and acknowledges from some delivery on."""

    def __init__(self, *, acknowledges_from: int = 1) -> None:
        self.bodies: list[Json] = []
        self._from = acknowledges_from
        self._came = asyncio.Condition()

    async def came(self, count: int) -> None:
        """Wait until so many have come."""
        async with asyncio.timeout(10), self._came:
            await self._came.wait_for(lambda: len(self.bodies) >= count)

    def listen(self, app: AsyncApp) -> None:
        @app.command("/report")
        async def report(ack: AsyncAck, body: Json) -> None:
            async with self._came:
                self.bodies.append(body)
                self._came.notify_all()
            if len(self.bodies) >= self._from:
                await ack("taken")


async def test_a_payload_without_acknowledgement_comes_again() -> None:
    app = Counting(acknowledges_from=3)
    async with running(app.listen, timing=PATIENT) as slack:
        said = await slack.ws.slash("/report", text="x")
        (delivery,) = slack.sandbox.deliveries
    assert said.text == "taken"
    assert delivery.attempts == len(app.bodies) == 3
    assert len({body["trigger_id"] for body in app.bodies}) == 1, "it is the same payload"


async def test_a_lost_acknowledgement_brings_the_payload_again() -> None:
    app = Counting()
    async with running(app.listen, timing=PATIENT) as slack:
        slack.sandbox.faults.envelope("lose_ack")
        assert (await slack.ws.slash("/report")).text == "taken"
    assert len(app.bodies) == 2


async def test_a_payload_can_be_lost_or_come_twice_on_its_way() -> None:
    app = Counting()
    async with running(app.listen, timing=PATIENT) as slack:
        slack.sandbox.faults.envelope("drop")
        assert (await slack.ws.slash("/report")).text == "taken"
        assert len(app.bodies) == 1
        slack.sandbox.faults.envelope("duplicate")
        assert (await slack.ws.slash("/report")).text == "taken"
        await app.came(3)
    assert len(app.bodies) == 3


async def test_the_person_is_told_in_time_although_it_comes_again_later() -> None:
    app = Counting(acknowledges_from=100)
    async with running(app.listen, timing=QUICK) as slack:
        said = await slack.ws.slash("/report")
        assert "operation_timeout" in said.error
        (delivery,) = slack.sandbox.deliveries
        assert await slack.sandbox.world.changes.until(
            lambda: True if delivery.attempts == MOST_ATTEMPTS else None,
            within=5,
            kinds={"delivery"},
        )
        assert not delivery.acked


async def test_each_payload_goes_to_one_of_several_connections_in_turn() -> None:
    apps = [Counting(), Counting(), Counting()]
    async with Sandbox() as sandbox, AsyncExitStack() as stack:
        for app in apps:
            await stack.enter_async_context(socket_mode(bolt_app(sandbox, app.listen), sandbox))
        ws = Workspace(sandbox)
        for _ in range(6):
            assert (await ws.slash("/report")).text == "taken"
        assert [len(app.bodies) for app in apps] == [2, 2, 2]


async def test_what_one_connection_does_not_acknowledge_goes_to_another() -> None:
    deaf, awake = Counting(acknowledges_from=100), Counting()
    async with (
        Sandbox(timing=PATIENT) as sandbox,
        socket_mode(bolt_app(sandbox, deaf.listen), sandbox),
        socket_mode(bolt_app(sandbox, awake.listen), sandbox),
    ):
        for _ in range(2):
            assert (await Workspace(sandbox).slash("/report")).text == "taken"
    assert len(awake.bodies) == 2


async def _socket(
    session: aiohttp.ClientSession, sandbox: Sandbox
) -> aiohttp.ClientWebSocketResponse:
    url = (await web_client(sandbox).apps_connections_open(app_token=sandbox.app_token))["url"]
    return await session.ws_connect(url)


async def test_a_connection_is_greeted_and_no_more_than_ten_are_let_in() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        sockets = []
        for count in range(1, MOST_CONNECTIONS + 1):
            sockets.append(await _socket(session, sandbox))
            hello = await sockets[-1].receive_json()
            assert (hello["type"], hello["num_connections"]) == ("hello", count)
            assert hello["debug_info"]
        refused = await (await _socket(session, sandbox)).receive_json()
        assert (refused["type"], refused["reason"]) == ("disconnect", "too_many_websockets")


async def test_a_ticket_opens_one_connection() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        url = (await web_client(sandbox).apps_connections_open(app_token=sandbox.app_token))["url"]
        await session.ws_connect(url)
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url)


async def test_an_envelope_has_the_fields_of_slack_and_junk_is_ignored() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        socket = await _socket(session, sandbox)
        await socket.receive_json()
        typing = asyncio.create_task(Workspace(sandbox).slash("/report"))
        envelope = await socket.receive_json()
        assert (envelope["type"], envelope["accepts_response_payload"]) == ("slash_commands", True)
        for junk in JUNK:
            await socket.send_str(junk)
        await socket.send_bytes(b"\x00\xff")
        await socket.send_json(
            {"envelope_id": envelope["envelope_id"], "payload": {"text": "by hand"}}
        )
        assert (await typing).text == "by hand"


@pytest.mark.parametrize("reason", ["refresh_requested", "link_disabled"])
async def test_an_app_that_is_disconnected_comes_back(reason: str) -> None:
    app = Counting()
    async with running(app.listen) as slack:
        await slack.sandbox.disconnect(reason)
        assert await slack.sandbox.connected()
        assert (await slack.ws.slash("/report")).text == "taken"


async def test_a_warning_leaves_the_connection_open() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        socket = await _socket(session, sandbox)
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
        hello = await (await _socket(session, sandbox)).receive_json()
        assert hello["debug_info"]["approximate_connection_time"] > 3600


async def test_an_event_tells_how_often_it_was_sent() -> None:
    async with (
        Sandbox(declared("message.channels"), timing=PATIENT) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        socket = await _socket(session, sandbox)
        await socket.receive_json()
        await Workspace(sandbox).post("x", channel="team")
        first, second = [await socket.receive_json() for _ in range(2)]
    assert (first["retry_attempt"], first["retry_reason"]) == (0, "")
    assert (second["retry_attempt"], second["retry_reason"]) == (1, "timeout")
    assert first["envelope_id"] == second["envelope_id"]
    assert first["accepts_response_payload"] is False


@pytest.mark.parametrize(("age", "heard"), [(0, 1), (3600, 0)], ids=["fresh", "stale"])
async def test_an_event_waits_for_a_connection_but_not_for_ever(age: int, heard: int) -> None:
    clock = [1_700_000_000.0]
    manifest = declared("message.channels")
    async with (
        Sandbox(manifest, now=lambda: clock[0]) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        ws = Workspace(sandbox)
        await ws.post("early", channel="team")
        await sandbox.world.changes.until(
            lambda: True if [d for d in sandbox.deliveries if d.error] else None, within=5
        )
        clock[0] += age
        socket = await _socket(session, sandbox)
        await socket.receive_json()
        await ws.post("late", channel="team")
        texts = [(await socket.receive_json())["payload"]["event"]["text"] for _ in range(heard)]
        assert texts == ["early"] * heard
        assert (await socket.receive_json())["payload"]["event"]["text"] == "late"


async def test_a_delivery_keeps_what_came_of_it() -> None:
    app = Counting()
    async with running(app.listen) as slack:
        await slack.ws.slash("/report")
        (delivery,) = slack.sandbox.deliveries
    assert (delivery.reply, delivery.status, delivery.error) == ({"text": "taken"}, None, "")
    assert delivery.acked
    assert delivery.duration is not None
    assert 0 < delivery.duration < 3


async def test_an_acknowledgement_that_is_late_is_on_record_as_late() -> None:
    app = Counting(acknowledges_from=2)
    async with running(app.listen, timing=Timing(ack_within=0.1, redelivery_after=0.2)) as slack:
        assert "operation_timeout" in (await slack.ws.slash("/report")).error
        (delivery,) = slack.sandbox.deliveries
        await slack.sandbox.world.changes.until(
            lambda: True if delivery.acked else None, within=5, kinds={"delivery"}
        )
        assert (delivery.error, delivery.reply) == ("operation_timeout", {"text": "taken"})
        assert not slack.ws.ephemerals()[-1].text.startswith("taken")
