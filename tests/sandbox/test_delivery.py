"""How payloads reach an app: connections, redelivery, disconnects, signed HTTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.respond.async_respond import AsyncRespond
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Timing, Workspace
from bot.sandbox.delivery.sockets import MOST_CONNECTIONS
from tests.sandbox.blocks import Json, actions, field, modal
from tests.sandbox.bolt import QUICK, bolt_app, running, socket_mode, web_client

TEAM = "C0000TEAM00"
PATIENT = Timing(ack_within=2, redelivery_after=0.05)


class Counting:
    """An app that counts what it is sent, and acknowledges from some delivery on."""

    def __init__(self, *, acknowledges_from: int = 1) -> None:
        self.bodies: list[Json] = []
        self._from = acknowledges_from

    def listen(self, app: AsyncApp) -> None:
        @app.command("/report")
        async def report(ack: AsyncAck, body: Json) -> None:
            self.bodies.append(body)
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
        await slack.sandbox.world.changes.until(
            lambda: True if len(app.bodies) == 3 else None, within=0.2
        )
    assert len(app.bodies) == 3


async def test_the_person_is_told_in_time_although_it_comes_again_later() -> None:
    app = Counting(acknowledges_from=100)
    async with running(app.listen, timing=QUICK) as slack:
        said = await slack.ws.slash("/report")
        assert "operation_timeout" in said.error
        (delivery,) = slack.sandbox.deliveries
        assert (delivery.attempts, delivery.acked) == (4, False)


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
        for junk in ("{", "[]", "1", '{"envelope_id": []}', '{"envelope_id": "other"}'):
            await socket.send_str(junk)
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


@asynccontextmanager
async def signed_http(app: AsyncApp, sandbox: Sandbox) -> AsyncIterator[None]:
    """The app behind a request URL, by Bolt's own web server."""
    runner = web.AppRunner(app.web_app("/slack/events"))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    sandbox.request_url = f"http://127.0.0.1:{port}/slack/events"
    try:
        yield
    finally:
        await runner.cleanup()


async def test_commands_clicks_and_forms_pass_over_signed_http() -> None:
    def listen(app: AsyncApp) -> None:
        @app.command("/report")
        async def report(ack: AsyncAck, body: Json, client: AsyncWebClient) -> None:
            view = modal(field(), callback_id="form")
            await client.views_open(trigger_id=body["trigger_id"], view=view)
            await ack("taken")

        @app.action("go")
        async def go(ack: AsyncAck, respond: AsyncRespond) -> None:
            await ack()
            await respond("pressed")

        @app.view("form")
        async def form(ack: AsyncAck) -> None:
            await ack(response_action="errors", errors={"what": "No."})

    async with Sandbox() as sandbox, signed_http(bolt_app(sandbox, listen), sandbox):
        ws, client = Workspace(sandbox), web_client(sandbox)
        said = await ws.slash("/report", text="a & b + c")
        assert said.text == "taken"
        assert said.modal is not None
        await said.modal.fill({"What?": "x"}).submit()
        assert said.modal.errors == {"What?": "No."}
        await client.chat_postMessage(channel=TEAM, text="x", blocks=[actions()])
        card = await ws.wait_for_card(channel="team")
        assert (await card.click("Go")).text == "pressed"
        (command, *_) = sandbox.deliveries
        assert command.payload["text"] == "a &amp; b + c"


async def _serve(answer: web.Response, seen: list[Any]) -> web.AppRunner:
    async def take(request: web.Request) -> web.Response:
        seen.append((request.headers.copy(), await request.read()))
        return answer

    app = web.Application()
    app.router.add_post("/", take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return runner


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (web.Response(text="plain"), "plain"),
        (web.Response(text=""), ""),
        (web.Response(status=503), '/report failed with the error "http_status_503"'),
    ],
    ids=["a text", "nothing", "a failure"],
)
async def test_requests_are_signed_and_answers_read_as_slack_does(
    answer: web.Response, text: str
) -> None:
    seen: list[Any] = []
    async with Sandbox() as sandbox:
        runner = await _serve(answer, seen)
        sandbox.request_url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
        said = await Workspace(sandbox).slash("/report")
        await runner.cleanup()
        ((headers, body),) = seen
        assert SignatureVerifier(sandbox.signing_secret).is_valid_request(body, dict(headers))
        assert said.text == text


async def test_a_request_url_nobody_listens_on_fails_at_once() -> None:
    async with Sandbox() as sandbox:
        sandbox.request_url = f"{sandbox.page_url.rpartition(':')[0]}:1/"
        said = await Workspace(sandbox).slash("/report")
        assert said.error == '/report failed with the error "dispatch_failed"'


async def test_a_request_url_that_is_slow_times_out() -> None:
    async with Sandbox(timing=QUICK) as sandbox:

        async def never(_: web.Request) -> web.Response:
            await asyncio.Event().wait()
            return web.Response()

        app = web.Application()
        app.router.add_post("/", never)
        runner = web.AppRunner(app, shutdown_timeout=0.01)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        sandbox.request_url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
        said = await Workspace(sandbox).slash("/report")
        await runner.cleanup()
        assert "operation_timeout" in said.error
