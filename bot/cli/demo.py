"""`signoff demo`: everything on this machine, in a local Slack workspace."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

import platformdirs
from rich.console import Console

from bot import checks, logs, manifest
from bot.adapters.redis_files import RedisServerError
from bot.adapters.redis_server import EmbeddedRedis
from bot.app import Signoff, open_signoff
from bot.cli.process import until_told
from bot.cli.walk import SAMPLE_NOTES, NotSeenError, Walk
from bot.errors import CannotStartError
from bot.sandbox.client import Workspace
from bot.sandbox.server import Sandbox
from bot.settings import Settings, for_sandbox
from graphs.registry import checked, workflows

WATCHABLE_S = 0.8
"""How long the offline model takes for an answer in the page, so that one sees it work."""


async def serve(*, fresh: bool, port: int, redis: str | None) -> int:
    """Serve the workspace until Ctrl-C. The next demo finds its runs and messages again."""
    home = Path(platformdirs.user_data_dir("signoff", appauthor=False)) / "demo"
    if fresh and home.exists():
        shutil.rmtree(home)
    console = Console(highlight=False, soft_wrap=True)
    stopping = until_told()
    async with (
        _open(home, port=port, redis=redis, pause_s=WATCHABLE_S) as (sandbox, settings),
        _bot(settings) as bot,
        bot.serving(stopping, ingress=True),
    ):
        console.print(f"Open    [bold]{sandbox.page_url}[/]")
        console.print("Type    [bold]/weekly-report[/]  in #general, as ana")
        console.print(f"Model   {'offline rules' if settings.offline else settings.model}")
        console.print(f"Data    {home}  (--fresh empties it)")
        console.print("Ctrl-C  stops everything")
        await stopping.wait()
    console.print("Stopped.")
    return 0


async def walk(*, text: str | None, file: Path | None, as_json: bool, redis: str | None) -> int:
    """Walk the main job in a workspace of its own, and print what people see. 1 if a step fails."""
    notes = text or _read(file) or SAMPLE_NOTES
    stopping = asyncio.Event()
    with tempfile.TemporaryDirectory(prefix="signoff-demo-") as home:
        async with (
            _open(Path(home), port=0, redis=redis, pause_s=0) as (sandbox, settings),
            _bot(settings) as bot,
            bot.serving(stopping, ingress=True),
        ):
            try:
                await Walk(Workspace(sandbox), as_json=as_json).run(notes)
            except NotSeenError as error:
                Console(stderr=True).print(str(error), markup=False)
                return 1
            finally:
                stopping.set()
    return 0


def _read(file: Path | None) -> str:
    if file is None:
        return ""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CannotStartError(f"{file} is not a UTF-8 text: save it as one.") from error


def _bot(settings: Settings) -> AbstractAsyncContextManager[Signoff]:
    """The bot with the built-in workflows."""
    return open_signoff(settings, checked(workflows().values()))


@asynccontextmanager
async def _open(
    home: Path, *, port: int, redis: str | None, pause_s: float
) -> AsyncIterator[tuple[Sandbox, Settings]]:
    """Open Redis and the workspace on the data in `home`."""
    _make(home)
    logs.configure("console", "warning")
    async with AsyncExitStack() as stack:
        redis_url = redis or await _embedded(stack, home / "redis")
        sandbox = await stack.enter_async_context(
            Sandbox(manifest.load(), port=port, state_file=home / "slack.json")
        )
        settings = for_sandbox(
            bot_token=sandbox.bot_token,
            app_token=sandbox.app_token,
            signing_secret=sandbox.signing_secret,
            api_url=sandbox.api_url,
            redis_url=redis_url,
            pause_s=pause_s,
        )
        await checks.require(settings, ("Redis",))
        yield sandbox, settings


async def _embedded(stack: AsyncExitStack, data: Path) -> str:
    try:
        server = await stack.enter_async_context(EmbeddedRedis(data))
    except RedisServerError as error:
        raise CannotStartError(str(error)) from error
    return server.url


def _make(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
