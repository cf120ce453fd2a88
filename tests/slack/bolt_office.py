"""The whole bot in this process, at work in a local workspace, on a real Redis."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from pydantic import BaseModel
from redis.asyncio import Redis

from bot import manifest
from bot.adapters.redis_connection import open_redis
from bot.app import Signoff, open_signoff
from bot.cards import ids
from bot.sandbox import Card, Modal, Said, Sandbox, Timing, Workspace
from bot.settings import Settings, for_sandbox
from bot.web import EVENTS, address_of, listen_at
from graphs.contract import Workflow
from graphs.model import Ask, Model, OfflineModel
from graphs.registry import workflows

NOTES = "Login v2 shipped to all customers\nSecurity audit is blocked for two weeks"
CHINESE_NOTES = "登录功能已上线给全部客户\n安全审计被阻塞两周\n招聘了两名后端工程师"
LONG = 30.0
"""Seconds that a wait may take on a busy machine, and where a process was killed meanwhile."""

Transport = Literal["socket", "http"]
"""How what people do comes to the bot: over Socket Mode, or posted and signed."""
TRANSPORTS: tuple[Transport, ...] = ("socket", "http")

M = TypeVar("M", bound=BaseModel)


class People:
    """What people do with the weekly report, and what they wait for."""

    def __init__(self, ws: Workspace) -> None:
        self.ws = ws

    @property
    def sandbox(self) -> Sandbox:
        """The workspace as a server."""
        return self.ws.sandbox

    async def report(
        self, text: str = NOTES, *, as_: str = "ana", channel: str = "general"
    ) -> Said:
        """Ask for a weekly report."""
        return await self.ws.slash("/weekly-report", text=text, as_=as_, channel=channel)

    async def review(
        self, text: str = NOTES, *, as_: str = "ana", channel: str = "general"
    ) -> Card:
        """Ask for a report and wait for its card."""
        said = await self.report(text, as_=as_, channel=channel)
        assert not said.error, said.error
        return await self.card(channel=channel)

    async def card(self, *, channel: str = "general", after: str = "") -> Card:
        """The card that waits for a decision, once it is there."""
        return await self.ws.wait_for(
            lambda c: has(c, ids.APPROVE) and c.ts > after,
            channel=channel,
            within=LONG,
            what="a card to approve",
        )

    async def root(self, *, channel: str = "general") -> Card:
        """The first message of the channel's newest run, once it is there."""
        return await self.ws.wait_for(
            lambda c: slot_of(c) == "root", channel=channel, within=LONG, what="a run"
        )

    async def finished(self, *, channel: str = "general") -> Card:
        """The first message of the channel's newest run, once the run ended."""
        root = await self.root(channel=channel)
        return await root.wait_until(lambda c: not has(c, ids.CANCEL), within=LONG, what="the end")

    async def result(self, *, channel: str = "general") -> Card:
        """The result of the channel's newest run, once its root message says that it ended."""
        await self.finished(channel=channel)
        return await self.ws.wait_for(
            lambda c: slot_of(c) == "result", channel=channel, within=LONG, what="a result"
        )

    async def revise(self, card: Card, comment: str, *, as_: str = "ana") -> Card:
        """Send a card back and wait for the next one."""
        await submit(await form(card, ids.REVISE, as_=as_), comment)
        channel = self.ws.world.channels[card.message.channel].name
        return await self.card(channel=channel, after=card.ts)

    def private(self, *, as_: str = "ana") -> list[str]:
        """The private lines of a person."""
        return [c.text for c in self.ws.ephemerals(as_=as_)]


class Office(People):
    """An open bot, the workspace that it works in, and its Redis."""

    def __init__(self, ws: Workspace, bot: Signoff, redis: Redis, address: str) -> None:
        super().__init__(ws)
        self.bot = bot
        self.redis = redis
        self.address = address
        """Where the bot listens for HTTP; "" over Socket Mode."""

    async def runs(self) -> list[str]:
        """The ids of all runs on record."""
        keys = [str(key) async for key in self.redis.scan_iter("signoff:{*}:*:run")]
        found = [re.fullmatch(r"signoff:\{(.+)\}:(\d+):run", key) for key in keys]
        return sorted(f"{m[1]}.{m[2]}".removesuffix(".1") for m in found if m)


def slot_of(card: Card) -> str:
    """Which slot of a run a message fills; "" where it is none of a run's."""
    metadata = card.message.metadata
    return str(metadata["event_payload"]["slot"]) if metadata else ""


def slots(ws: Workspace, *, channel: str = "general") -> Counter[str]:
    """How often each slot of a run is seen in a channel; files by their names."""
    seen = Counter(slot for card in ws.messages(channel) if (slot := slot_of(card)))
    for card in ws.messages(channel):
        seen.update(ws.world.files[file_id].name for file_id in card.message.file_ids)
    return seen


@asynccontextmanager
async def open_office(
    redis_url: str,
    *,
    model: Model | None = None,
    serves: Mapping[str, Workflow] | None = None,
    timing: Timing | None = None,
    transport: Transport = "socket",
    app: Mapping[str, Any] | None = None,
) -> AsyncIterator[Office]:
    """Open workspace and bot, which is in #general from the start: joining costs a second.

    `app` is another manifest than the bot's own.
    """
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(app or manifest.load(), timing=timing))
        settings = settings_for(sandbox, redis_url)
        bot = await stack.enter_async_context(
            open_signoff(settings, serves or workflows(), model=model or OfflineModel())
        )
        redis = await stack.enter_async_context(open_redis(redis_url))
        stopping = asyncio.Event()
        at = listen_at("127.0.0.1", 0) if transport == "http" else None
        address = address_of(at) if at else ""
        await stack.enter_async_context(bot.serving(stopping, ingress=True, at=at))
        stack.callback(stopping.set)
        sandbox.request_url = f"{address}{EVENTS}" if at else None
        ws = Workspace(sandbox)
        ws.invite_bot("general")
        yield Office(ws, bot, redis, address)


@asynccontextmanager
async def listening_office(
    sandbox: Sandbox, redis_url: str, *, serves: Mapping[str, Workflow] | None = None
) -> AsyncIterator[None]:
    """A bot in this workspace that only takes what people do; others have to work."""
    settings = settings_for(sandbox, redis_url)
    async with open_signoff(settings, serves or workflows(), model=OfflineModel()) as bot:
        stopping = asyncio.Event()
        async with _listening(bot, stopping):
            yield
            stopping.set()


@asynccontextmanager
async def _listening(bot: Signoff, stopping: asyncio.Event) -> AsyncIterator[None]:
    async with asyncio.TaskGroup() as parts:
        parts.create_task(bot.listen(stopping))
        await bot.listening.wait()
        yield


def settings_for(sandbox: Sandbox, redis_url: str) -> Settings:
    """What a bot in this workspace runs with."""
    return for_sandbox(
        bot_token=sandbox.bot_token,
        app_token=sandbox.app_token,
        signing_secret=sandbox.signing_secret,
        api_url=sandbox.api_url,
        redis_url=redis_url,
        pause_s=0,
    )


def has(card: Card, action_id: str) -> bool:
    """Whether a card has that button."""
    return any(element.get("action_id") == action_id for element in card.elements)


async def form(card: Card, action_id: str, *, as_: str = "ana") -> Modal:
    """Open the form behind a button."""
    said = await card.click(action_id, as_=as_)
    assert said.modal, said.text
    return said.modal


async def submit(modal: Modal, *texts: str) -> Said:
    """Fill in the fields of a form, from the first on, and send it."""
    return await modal.fill(dict(zip(modal.inputs, texts, strict=False))).submit()


@dataclass
class HeldModel:
    """An offline model whose answers wait until `go` is set."""

    asked: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    offline: bool = True
    input_chars: int = 1_000_000
    _inner: OfflineModel = field(default_factory=OfflineModel)

    async def text(self, ask: Ask[str]) -> str:
        """The offline answer, when it may."""
        await self._wait()
        return await self._inner.text(ask)

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        """The offline answer, when it may."""
        await self._wait()
        return await self._inner.structured(schema, ask)

    async def stream(self, ask: Ask[str]) -> AsyncIterator[str]:
        """The offline answer, when it may."""
        await self._wait()
        async for line in self._inner.stream(ask):
            yield line

    async def check(self) -> str:
        """Always ready."""
        return await self._inner.check()

    async def _wait(self) -> None:
        self.asked.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
