"""How soon a run goes on after its process was killed."""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from bot.adapters.redis_store import RedisStore
from bot.cards import ids
from bot.core.model import GateState
from bot.sandbox.client import Workspace
from tests.bench.rows import Row
from tests.bench.stage import NOTES, a_redis, a_workspace

PAUSE_S = 2.0
"""Of the offline model, so that there is a middle of a step to be killed in."""


async def measure() -> Row:
    """Kill -9 the driving worker in mid-step; stop the clock when another one has begun."""
    async with a_redis() as (url, client), a_workspace(url) as (sandbox, settings):
        store = RedisStore(client)
        environment = {
            **os.environ,
            "SLACK_BOT_TOKEN": sandbox.bot_token,
            "SLACK_APP_TOKEN": sandbox.app_token,
            "SLACK_API_URL": settings.slack_api_url,
            "REDIS_URL": url,
            "SIGNOFF_OFFLINE_MODEL": "true",
            "SIGNOFF_OFFLINE_PAUSE": str(PAUSE_S),
        }
        with tempfile.TemporaryFile() as log:
            first = await _process("run", environment, log.fileno())
            await sandbox.connected()
            people = Workspace(sandbox)
            await people.slash("/weekly-report", text=NOTES, channel="team")
            root = await people.wait_for_card(button="Cancel", channel="team")
            run_id, _ = ids.parse_value(str(root.button(ids.CANCEL)["value"]))
            while not (await store.load(run_id)).run.starts:
                await asyncio.sleep(0.05)
            second = await _process("worker", environment, log.fileno())
            first.kill()
            killed = time.monotonic()
            fence = (await store.load(run_id)).run.fence
            while (await store.load(run_id)).run.fence == fence:
                await asyncio.sleep(0.05)
            seconds = time.monotonic() - killed
            while not (await store.load(run_id)).gates_in(GateState.OPEN):
                await asyncio.sleep(0.05)
            second.terminate()
            await asyncio.gather(first.wait(), second.wait())
        return Row("recovery_seconds", seconds, "s", goal=20)


async def _process(
    command: str, environment: dict[str, str], log: int
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        command,
        env=environment,
        cwd=Path(__file__).parents[2],
        stdout=log,
        stderr=log,
    )
