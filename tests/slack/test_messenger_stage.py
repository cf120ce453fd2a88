"""The local Slack with a messenger in it, for the tests beside this file."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.adapters.slack_calls import SlackCalls
from bot.adapters.slack_messenger import SlackMessenger
from bot.adapters.slack_pacing import Clock
from bot.core.model import Run
from bot.core.ports.messenger import (
    Message,
)
from bot.sandbox import Sandbox, Workspace
from bot.sandbox.state.records import Message as Seen

POST, UPDATE = "chat.postMessage", "chat.update"
NONCE = "n0nce"
SCOPES = (
    "channels:history",
    "channels:join",
    "channels:read",
    "chat:write",
    "files:write",
    "groups:history",
    "groups:read",
    "im:write",
    "users:read",
)
"""Not chat:write.public: Slack then asks for membership, which the look-up needs as well."""
MANIFEST = {
    "display_information": {"name": "Signoff"},
    "features": {
        "bot_user": {"display_name": "signoff"},
        "app_home": {"messages_tab_enabled": True},
    },
    "oauth_config": {"scopes": {"bot": list(SCOPES)}},
}


@dataclass(slots=True)
class Leap:
    """A clock that does not wait: sleeping moves it on at once, and is noted."""

    ahead: float = 0.0
    slept: list[float] = field(default_factory=list)

    @property
    def clock(self) -> Clock:
        return Clock(monotonic=self.now, wall=self.now, sleep=self._sleep)

    def now(self) -> float:
        return time.time() + self.ahead

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        until = self.now() + seconds
        await asyncio.sleep(0)
        self.ahead += max(0.0, until - self.now())


@dataclass(slots=True)
class Stage:
    """The local Slack with a messenger in it."""

    sandbox: Sandbox
    ws: Workspace
    calls: SlackCalls
    messenger: SlackMessenger
    leap: Leap

    def run(self, channel: str = "team", *, response_url: str = "") -> Run:
        return Run(
            run_id="weekly-report-w48-0a1b2c3d",
            workflow="weekly-report",
            team=self.sandbox.team_id,
            channel=self.ws.channel(channel).id,
            starter=self.ws.person("ana").id,
            language="en",
            timezone="Europe/Berlin",
            period="2026-W48",
            version=1,
            inputs={},
            trigger_id="t",
            created_at=int(self.leap.now() * 1000),
            response_url=response_url,
        )

    def seen(self, channel: str = "team") -> list[Seen]:
        """What people see in the channel and its threads."""
        return list(self.sandbox.world.messages(self.ws.channel(channel).id))

    def newcomer(self) -> SlackMessenger:
        """A messenger in a new process: it knows nothing of what the first one did."""
        return SlackMessenger(SlackCalls(self.calls.client, clock=self.leap.clock))


@asynccontextmanager
async def staged() -> AsyncIterator[Stage]:
    leap = Leap()
    async with (
        Sandbox(MANIFEST, now=leap.now) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        client = AsyncWebClient(
            token=sandbox.bot_token, base_url=sandbox.api_url, session=session, retry_handlers=[]
        )
        calls = SlackCalls(client, clock=leap.clock)
        yield Stage(sandbox, Workspace(sandbox), calls, SlackMessenger(calls), leap)


async def ready() -> None:
    """Nothing stands against it."""


def section(text: str) -> Mapping[str, object]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def buttons(block_id: str) -> Mapping[str, object]:
    button = {
        "type": "button",
        "action_id": "gate.approve",
        "text": {"type": "plain_text", "text": "Approve"},
        "value": "run key",
    }
    return {"type": "actions", "block_id": block_id, "elements": [button]}


CARD = Message(
    slot="gate:a",
    text="Please decide",
    blocks=(
        {"type": "markdown", "text": "**Please** decide"},
        buttons("rich"),
    ),
    plain=(section("Please decide"), buttons("plain")),
)
ROOT = Message(slot="root", text="Weekly report", blocks=(section("Weekly report"),))
PROGRESS = Message(
    slot="progress",
    text="Working",
    blocks=({"type": "plan", "title": "Plan", "tasks": []},),
    plain=(section("Working"),),
)


async def post(
    stage: Stage, message: Message = CARD, *, channel: str = "team", thread: str | None = None
) -> str:
    return await stage.messenger.post(
        stage.run(channel), message, thread=thread, nonce=NONCE, ready=ready
    )


async def update(
    stage: Stage, message: Message, ts: str, *, channel: str = "team", may_drop: bool = False
) -> None:
    run = stage.run(channel)
    await stage.messenger.update(run, message, ts=ts, may_drop=may_drop, ready=ready)
