"""An unchanged Bolt app, connected to a local Slack."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
from aiohttp import web
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Timing, Workspace
from bot.sandbox.manifest import EVERY_SCOPE
from tests.sandbox.blocks import Json

QUICK = Timing(ack_within=0.3, redelivery_after=0.05)
"""For tests in which an acknowledgement does not come."""


class Running(NamedTuple):
    sandbox: Sandbox
    ws: Workspace
    client: AsyncWebClient


def web_client(sandbox: Sandbox, token: str | None = None) -> AsyncWebClient:
    return AsyncWebClient(token=token or sandbox.bot_token, base_url=sandbox.api_url)


def bolt_app(sandbox: Sandbox, listen: Callable[[AsyncApp], None]) -> AsyncApp:
    app = AsyncApp(
        client=web_client(sandbox),
        signing_secret=sandbox.signing_secret,
        process_before_response=True,
    )
    listen(app)
    return app


@asynccontextmanager
async def socket_mode(app: AsyncApp, sandbox: Sandbox) -> AsyncIterator[None]:
    """A Socket Mode connection of an app."""
    before = sandbox.connections
    handler = AsyncSocketModeHandler(app, sandbox.app_token)
    await handler.connect_async()  # type: ignore[no-untyped-call]  # as the SDK has it
    assert await sandbox.connected(before + 1)
    try:
        yield
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call]  # as the SDK has it


@asynccontextmanager
async def served(app: web.Application) -> AsyncIterator[str]:
    """A web server on a free port of the loopback interface; its address."""
    runner = web.AppRunner(app, shutdown_timeout=0.01)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def signed_http(app: AsyncApp, sandbox: Sandbox) -> AsyncIterator[None]:
    """The app behind a request URL, by Bolt's own web server."""
    async with served(app.web_app("/slack/events")) as url:
        sandbox.request_url = f"{url}slack/events"
        yield


OVER = {"socket": socket_mode, "http": signed_http}
"""The two ways to an app."""


@asynccontextmanager
async def running(
    listen: Callable[[AsyncApp], None],
    *,
    over: str = "socket",
    manifest: Json | None = None,
    timing: Timing | None = None,
    now: Callable[[], float] = time.time,
) -> AsyncIterator[Running]:
    """A local Slack with a Bolt app in it."""
    async with (
        Sandbox(manifest, timing=timing, now=now) as sandbox,
        OVER[over](bolt_app(sandbox, listen), sandbox),
    ):
        yield Running(sandbox, Workspace(sandbox), web_client(sandbox))


def declared(*events: str, commands: Json | None = None, **settings: object) -> Json:
    """A manifest with every scope, these events, and slash commands with what more they say."""
    declares = [
        {"command": name, "description": "Does it", **more}
        for name, more in (commands or {"/report": {}}).items()
    ]
    subscribed = {"event_subscriptions": {"bot_events": list(events)}} if events else {}
    return {
        "display_information": {"name": "Small"},
        "features": {
            "slash_commands": declares,
            "app_home": {"home_tab_enabled": True, "messages_tab_enabled": True},
            "shortcuts": [
                {"name": "New", "type": "global", "callback_id": "new", "description": "Starts"},
                {"name": "Use", "type": "message", "callback_id": "use", "description": "Takes"},
            ],
        },
        "oauth_config": {"scopes": {"bot": sorted(EVERY_SCOPE)}},
        "settings": {
            "interactivity": {"is_enabled": True},
            "socket_mode_enabled": True,
            **subscribed,
            **settings,
        },
    }


def nothing(_: AsyncApp) -> None:
    """An app that listens to nothing."""


class Kept:
    """What an app was sent, in order."""

    def __init__(self) -> None:
        self.bodies: list[Json] = []

    @property
    def last(self) -> Json:
        return self.bodies[-1]

    def on_command(self, app: AsyncApp) -> None:
        app.command("/report")(self.command)

    def on_action(self, app: AsyncApp) -> None:
        app.action("go")(self.action)

    async def command(self, ack: AsyncAck, body: Json) -> None:
        self.bodies.append(body)
        await ack("ok")

    async def event(self, body: Json) -> None:
        self.bodies.append(body)

    async def action(self, ack: AsyncAck, body: Json) -> None:
        self.bodies.append(body)
        await ack()


async def refused(call: Awaitable[object], code: str) -> Json:
    with pytest.raises(SlackApiError) as error:
        await call
    answer: Json = error.value.response.data
    assert answer["error"] == code
    return answer
