"""A place where real processes work: a workspace, a Redis, and the address of both."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot import manifest
from bot.adapters.redis_server import EmbeddedRedis
from bot.sandbox import Sandbox, Timing, Workspace
from tests.e2e.killed_worker import Doom
from tests.e2e.processes import Command, start
from tests.slack.bolt_office import Transport, slot_of, slots


@dataclass(frozen=True)
class Site:
    """Starts commands that find workspace and Redis, and ends them."""

    ws: Workspace
    redis: EmbeddedRedis
    home: Path
    _stack: AsyncExitStack

    def env(self, *, pause: float = 0, transport: Transport = "socket") -> dict[str, str]:
        """The settings of a bot that works here; no more than the transport needs."""
        sandbox = self.ws.sandbox
        way = {
            "socket": {"SLACK_APP_TOKEN": sandbox.app_token},
            "http": {"SLACK_SIGNING_SECRET": sandbox.signing_secret},
        }
        return {
            "SLACK_BOT_TOKEN": sandbox.bot_token,
            **way[transport],
            "SLACK_API_URL": sandbox.api_url,
            "REDIS_URL": self.redis.url,
            "SIGNOFF_OFFLINE_MODEL": "true",
            "SIGNOFF_OFFLINE_PAUSE": str(pause),
            "SIGNOFF_LOG": "json",
        }

    async def start(
        self,
        *args: str,
        pause: float = 0,
        transport: Transport = "socket",
        doom: Doom | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Command:
        """Start `signoff run`, `web` or `worker`, and wait until it serves.

        `env` are more settings, or other ones.
        """
        settings = {**self.env(pause=pause, transport=transport), **(env or {})}
        running = start(*args, env=settings, home=self.home, doom=doom)
        self._stack.push_async_callback(running.close)
        return await running.ready()

    @property
    def result(self) -> str:
        """The text of the channel's newest result; "" without one."""
        found = [card.text for card in self.ws.messages() if slot_of(card) == "result"]
        return found[-1] if found else ""

    def slots(self) -> Counter[str]:
        """How often each of a run's messages is in the channel."""
        return slots(self.ws)


@asynccontextmanager
async def open_site(home: Path, *, timing: Timing | None = None) -> AsyncIterator[Site]:
    """A workspace and a Redis of its own."""
    await asyncio.to_thread(home.mkdir, parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(EmbeddedRedis(home / "redis", fsync="no"))
        sandbox = await stack.enter_async_context(Sandbox(manifest.load(), timing=timing))
        yield Site(Workspace(sandbox), redis, home, stack)
