"""What the measurements run on: Redis, the local Slack, the bot; and a messenger that is mute."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from redis.asyncio import Redis

from bot import manifest
from bot.adapters.redis_connection import open_redis
from bot.adapters.redis_server import EmbeddedRedis
from bot.core.model import Run
from bot.core.ports.messenger import File, Message, Messenger, Ready
from bot.sandbox import Sandbox
from bot.settings import Settings, for_sandbox

NOTES = """\
Login v2 shipped to all customers on Tuesday
Moved 14 services to Redis 8, no downtime
Security audit is blocked: the auditor needs another two weeks
Support backlog fell from 120 to 45 tickets
Hired two backend engineers, they start in January
Payment export is delayed, waiting for the bank's test account"""


class Mute(Messenger):
    """Sends nothing, and says that all arrived. Whoever waits for a slot's post learns of it."""

    def __init__(self) -> None:
        self._posted = 0
        self._waiting: dict[tuple[str, str], asyncio.Future[str]] = {}

    async def seen(self, run_id: str, kind: str) -> str:
        """Wait for the post of a slot of this kind ("gate", "result"); gives the slot's name."""
        return await self._future(run_id, kind)

    def _future(self, run_id: str, kind: str) -> asyncio.Future[str]:
        loop = asyncio.get_running_loop()
        return self._waiting.setdefault((run_id, kind), loop.create_future())

    async def post(
        self, run: Run, message: Message, *, thread: str | None, nonce: str, ready: Ready
    ) -> str:
        """Give a ts."""
        await ready()
        self._posted += 1
        future = self._future(run.run_id, message.slot.split(":")[0])
        if not future.done():
            future.set_result(message.slot)
        return f"{self._posted}.0"

    async def update(
        self, run: Run, message: Message, *, ts: str, may_drop: bool, ready: Ready
    ) -> None:
        """Do nothing."""
        await ready()

    async def upload(self, run: Run, file: File, *, thread: str, slot: str, ready: Ready) -> str:
        """Give a ts."""
        await ready()
        self._posted += 1
        return f"{self._posted}.0"

    async def find(self, run: Run, slot: str, *, thread: str | None) -> str | None:
        """Find nothing."""
        return None

    async def tell(self, run: Run, text: str) -> None:
        """Tell nobody."""


@asynccontextmanager
async def a_redis() -> AsyncIterator[tuple[str, Redis]]:
    """Serve an empty Redis; gives its address and a client."""
    with tempfile.TemporaryDirectory(prefix="signoff-bench-") as home:
        async with (
            EmbeddedRedis(Path(home), fsync="everysec") as server,
            open_redis(server.url) as client,
        ):
            yield server.url, client


@asynccontextmanager
async def a_workspace(
    redis_url: str, *, real_rates: bool = False
) -> AsyncIterator[tuple[Sandbox, Settings]]:
    """Serve a local Slack; gives it, and the settings of a bot in it."""
    async with Sandbox(manifest.load(), real_rates=real_rates) as sandbox:
        yield (
            sandbox,
            for_sandbox(
                bot_token=sandbox.bot_token,
                app_token=sandbox.app_token,
                signing_secret=sandbox.signing_secret,
                api_url=sandbox.api_url,
                redis_url=redis_url,
                pause_s=0,
            ),
        )
