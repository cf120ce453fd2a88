"""People type commands and post; an unchanged Bolt app hears of it."""

import asyncio

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.sandbox import NotSeenError, Sandbox, Workspace
from tests.sandbox.blocks import (
    Json,
)
from tests.sandbox.bolt import (
    QUICK,
    Kept,
    bolt_app,
    nothing,
    running,
    socket_mode,
)

TEAM = "C0000TEAM00"


async def test_a_command_arrives_with_all_its_fields_and_is_answered_privately() -> None:
    kept = Kept()
    async with running(kept.on_command) as slack:
        said = await slack.ws.slash("/report", text=" a & b ", as_="chen", channel="leads")
    assert (said.text, said.error, said.modal) == ("ok", "", None)
    assert kept.last["text"] == "a &amp; b"
    assert kept.last["channel_name"] == "privategroup"
    assert kept.last["user_name"] == "chen"
    for key in ("response_url", "trigger_id", "team_id", "channel_id", "user_id", "api_app_id"):
        assert kept.last[key]


async def test_a_command_nobody_takes_says_so_after_the_time_is_up() -> None:
    async with running(nothing, timing=QUICK) as slack:
        said = await slack.ws.slash("/report")
        assert said.error == '/report failed with the error "operation_timeout"'
        assert said.text == said.error


async def test_without_a_connection_the_person_is_told_at_once() -> None:
    async with Sandbox() as sandbox:
        said = await Workspace(sandbox).slash("/report")
        assert said.error == '/report failed with the error "dispatch_failed"'


async def test_commands_must_be_declared_and_are_refused_in_threads() -> None:
    manifest = {
        "display_information": {"name": "Small"},
        "features": {"slash_commands": [{"command": "/report", "description": "Report"}]},
    }
    async with Sandbox(manifest) as sandbox:
        ws = Workspace(sandbox)
        assert (await ws.slash("/other")).error == "/other is not a valid command."
        root = await ws.post("root")
        said = await ws.slash("/report", thread=root.ts)
        assert said.error == "/report is not supported in threads. Sorry!"
        assert len(sandbox.deliveries) == 0


async def test_a_bad_answer_to_a_command_is_an_error_line() -> None:
    def listen(app: AsyncApp) -> None:
        @app.command("/report")
        async def report(ack: AsyncAck) -> None:
            await ack(text="x", blocks=[{"type": "nonsense"}])

    async with running(listen) as slack:
        said = await slack.ws.slash("/report")
        assert said.error == '/report failed with the error "invalid_blocks"'


async def test_waiting_in_vain_shows_the_channel() -> None:
    async with Sandbox() as sandbox:
        ws = Workspace(sandbox)
        await ws.post("hello there")
        with pytest.raises(NotSeenError, match="ana:\n  hello there"):
            await ws.wait_for_card("Review", within=0.01)
        with pytest.raises(NotSeenError, match="saw no form"):
            await ws.wait_for_modal("x", within=0.01)


async def test_messages_and_mentions_reach_an_app_that_subscribed() -> None:
    manifest = {
        "display_information": {"name": "Small"},
        "settings": {
            "event_subscriptions": {"bot_events": ["app_mention", "message.channels"]},
        },
    }
    heard: asyncio.Queue[Json] = asyncio.Queue()

    def listen(app: AsyncApp) -> None:
        @app.event("app_mention")
        async def mentioned(event: Json) -> None:
            heard.put_nowait(event)

        @app.event("message")
        async def message(event: Json) -> None:
            heard.put_nowait(event)

    async with Sandbox(manifest) as sandbox:
        ws = Workspace(sandbox)
        await ws.post("before anybody listens", channel="team")
        await ws.post("the bot is not here", channel="general")
        async with socket_mode(bolt_app(sandbox, listen), sandbox):
            assert (await heard.get())["text"] == "before anybody listens"
            await ws.post("@small hi", channel="team")
            kinds = {(await heard.get())["type"], (await heard.get())["type"]}
            assert kinds == {"message", "app_mention"}
