"""Signed HTTP: what is sent, and what Slack makes of the answers."""

from urllib.parse import parse_qs

import pytest
from aiohttp import web
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.respond.async_respond import AsyncRespond
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from bot.sandbox.state.faults import EnvelopeFault
from tests.sandbox.answering import Answer, answering, cut, says
from tests.sandbox.blocks import Json, actions, field, modal
from tests.sandbox.bolt import (
    QUICK,
    bolt_app,
    signed_http,
    web_client,
)

TEAM = "C0000TEAM00"


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


FAILED = '/report failed with the error "{}"'
ANSWERS: dict[str, tuple[Answer | None, str]] = {
    "a text": (says("plain"), "plain"),
    "nothing": (says(), ""),
    "white space": (says(" \n"), ""),
    "JSON": (says('{"text": "in JSON"}'), "in JSON"),
    "JSON that is no object": (says("[1]"), "[1]"),
    "broken JSON": (says('{"text":'), '{"text":'),
    "deep JSON": (says("[" * 50_000), "[" * 40_000),
    "letters that are none": (lambda _: web.Response(body=b"a\xff"), "a\ufffd"),
    "blocks that are none": (says('{"blocks": [{"type": "x"}]}'), FAILED.format("invalid_blocks")),
    "created": (says("x", status=201), FAILED.format("http_service_error")),
    "a redirect": (says(status=302, Location="/other"), FAILED.format("http_service_error")),
    "not found": (says(status=404), FAILED.format("http_service_error")),
    "a failure": (says(status=503), FAILED.format("http_service_error")),
    "a cut connection": (cut, FAILED.format("dispatch_failed")),
    "silence": (None, FAILED.format("operation_timeout")),
}


@pytest.mark.parametrize(("answer", "text"), ANSWERS.values(), ids=ANSWERS)
async def test_a_command_is_signed_sent_once_and_its_answer_read_as_slack_does(
    answer: Answer | None, text: str
) -> None:
    timing = QUICK if answer is None else None
    async with Sandbox(timing=timing) as sandbox, answering(answer) as seen:
        sandbox.request_url = seen.url
        said = await Workspace(sandbox).slash("/report")
        ((_, headers, body),) = seen.asked
        assert SignatureVerifier(sandbox.signing_secret).is_valid_request(body, dict(headers))
        assert "X-Slack-Retry-Num" not in headers
        assert said.text == text
        (delivery,) = sandbox.deliveries
        assert delivery.attempts == 1
        assert bool(delivery.error) == ("failed with" in text)


async def test_a_request_url_nobody_listens_on_fails_at_once() -> None:
    async with Sandbox() as sandbox:
        sandbox.request_url = f"{sandbox.page_url.rpartition(':')[0]}:1/"
        said = await Workspace(sandbox).slash("/report")
        assert said.error == FAILED.format("dispatch_failed")


@pytest.mark.parametrize("url", ["nonsense", "http://", "http://[", "ftp://127.0.0.1/"])
async def test_a_request_url_that_is_none_is_an_error_of_the_command(url: str) -> None:
    async with Sandbox() as sandbox:
        sandbox.request_url = url
        said = await Workspace(sandbox).slash("/report")
        assert said.error == FAILED.format("dispatch_failed")


async def test_commands_travel_as_form_fields_and_interactions_as_one() -> None:
    async with Sandbox() as sandbox, answering(says()) as seen:
        sandbox.request_url = seen.url
        ws = Workspace(sandbox)
        await ws.slash("/report", text="a=b&c")
        await sandbox.interactions.shortcuts.run(ws.person("ana"), "any")
    (command, interaction) = [parse_qs(body.decode()) for *_, body in seen.asked]
    assert command["text"] == ["a=b&amp;c"]
    assert list(interaction) == ["payload"]


FAULTS: dict[str, tuple[EnvelopeFault, int, str]] = {
    "lost on the way": ("drop", 0, "dispatch_failed"),
    "sent twice": ("duplicate", 2, ""),
    "its answer lost": ("lose_ack", 1, "operation_timeout"),
    "late": ("delay", 1, ""),
}


@pytest.mark.parametrize(("fault", "count", "error"), FAULTS.values(), ids=FAULTS)
async def test_faults_hit_requests_as_well(fault: EnvelopeFault, count: int, error: str) -> None:
    async with Sandbox() as sandbox, answering(says()) as seen:
        sandbox.request_url = seen.url
        sandbox.faults.envelope(fault, seconds=0.01)
        said = await Workspace(sandbox).slash("/report")
        assert len(seen.asked) == count
        assert said.error == (FAILED.format(error) if error else "")
        assert sandbox.faults.pending == []
