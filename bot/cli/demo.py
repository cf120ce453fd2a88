"""`signoff demo`: everything on this machine, in a local Slack workspace."""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.markup import escape

from bot import checks, logs, manifest
from bot.adapters.redis_files import RedisServerError
from bot.adapters.redis_lock import DirectoryLock
from bot.adapters.redis_server import EmbeddedRedis
from bot.app import open_signoff
from bot.cli.process import FAILED, say_slow, until_told
from bot.cli.sandbox import moved_from, started, told_at_the_end
from bot.cli.walks import WALKS
from bot.cli.walks.stage import Place, Stage
from bot.errors import CannotStartError
from bot.projects.code import quiet
from bot.projects.loading import Loaded
from bot.sandbox.client import NotSeenError, Workspace
from bot.sandbox.server import Sandbox
from bot.settings import Settings, alone, for_sandbox

WATCHABLE_S = 0.8
"""How long the offline model takes for an answer in the page, so that one sees it work."""
QUIET = "error"
"""What the demo logs, unless SIGNOFF_LOG_LEVEL is set: the channel says the rest."""


async def serve(
    *, fresh: bool, port: int, redis: str | None, graphs: Sequence[Path] | None = None
) -> int:
    """Serve the workspace until Ctrl-C. The next demo finds its runs and messages again."""
    home = Path(platformdirs.user_data_dir("signoff", appauthor=False)) / "demo"
    if fresh:
        await _empty(home)
    console = Console(highlight=False, soft_wrap=True, file=sys.stdout)
    stopping = until_told()
    chosen, found = await _served(graphs)
    local = open_local(home, found, chosen, port=port, redis=redis, pause_s=WATCHABLE_S)
    async with (
        _quietly(),
        local as (sandbox, settings),
        open_signoff(settings, found.workflows) as bot,
        bot.serving(stopping, ingress=True),
    ):
        if moved := moved_from(port, sandbox):
            console.print(moved)
        console.print(f"Open    [bold]{sandbox.page_url}[/]")
        for label, line in _hints(found):
            console.print(f"{label:<7} {line}")
        console.print(f"Model   {'offline rules' if settings.offline else settings.model}")
        console.print(f"Data    {home}  (--fresh empties it)")
        console.print("Ctrl-C  stops everything")
        await stopping.wait()
    console.print("Stopped.")
    return told_at_the_end(sandbox)


async def walk(
    name: str,
    text: str | None,
    *,
    as_json: bool,
    redis: str | None,
    graphs: Sequence[Path] | None = None,
) -> int:
    """Walk a built-in workflow in a workspace of its own, and print what people see.

    1 if a step fails.
    """
    told = WALKS[name]
    stopping = asyncio.Event()
    out = partial(print, file=sys.stdout)
    chosen, found = await _served(graphs)
    with tempfile.TemporaryDirectory(prefix="signoff-demo-") as home:
        async with (
            _quietly(),
            open_local(Path(home), found, chosen, port=0, redis=redis) as (sandbox, settings),
            open_signoff(settings, found.workflows) as bot,
            bot.serving(stopping, ingress=True),
        ):
            stage = Stage(Place(Workspace(sandbox), bot.store, as_json, told.marks, out))
            try:
                await told.walk(stage, text or told.sample)
            except NotSeenError as error:
                _warn(str(error))
                return FAILED
            finally:
                stopping.set()
    if stage.failed:
        _warn(f"signoff: steps failed: {', '.join(stage.failed)}. See the ⚠ lines above.")
        return FAILED
    return 0


@asynccontextmanager
async def _quietly() -> AsyncIterator[None]:
    """What somebody's graphs print goes to standard error, as they are opened and as they run."""
    with quiet():
        yield


def _warn(text: str) -> None:
    Console(stderr=True, soft_wrap=True).print(text, markup=False, highlight=False)


async def _served(graphs: Sequence[Path] | None) -> tuple[Settings, Loaded]:
    """Settings and workflows, in this order: a project's environment is for its graphs alone."""
    chosen = alone().offering(graphs)
    logs.configure("console", QUIET, hide=chosen.secrets())
    return chosen, await checks.served(chosen.graphs, slow=say_slow)


def _hints(found: Loaded) -> Iterator[tuple[str, str]]:
    """What can be typed in the page, and what could not be loaded."""
    label = "Type"
    for workflow in found.workflows.values():
        command = workflow.command or f"/signoff start {workflow.name}"
        yield label, f"[bold]{command}[/]{'  in #general, as ana' if label else ''}"
        label = ""
    for trouble in found.troubles:
        yield "Wrong" if trouble.fatal else "Note", escape(str(trouble))


@asynccontextmanager
async def open_local(
    home: Path,
    found: Loaded,
    chosen: Settings,
    *,
    port: int,
    redis: str | None = None,
    pause_s: float = 0,
) -> AsyncIterator[tuple[Sandbox, Settings]]:
    """Open Redis and the workspace on the data in `home`, and give the settings of a bot there."""
    async with AsyncExitStack() as stack:
        redis_url = await _redis(stack, redis, home / "redis")
        app = manifest.parsed(manifest.render(found.workflows.values()))
        sandbox = await stack.enter_async_context(
            started(Sandbox(app, port=port, state_file=home / "slack.json"))
        )
        settings = for_sandbox(
            bot_token=sandbox.bot_token,
            app_token=sandbox.app_token,
            signing_secret=sandbox.signing_secret,
            api_url=sandbox.api_url,
            redis_url=redis_url,
            pause_s=pause_s,
            chosen=chosen,
        )
        level = settings.log_level if "log_level" in settings.model_fields_set else QUIET
        logs.configure(settings.log, level, hide=settings.secrets())
        await checks.require(settings, ("Redis",))
        yield sandbox, settings


async def _redis(stack: AsyncExitStack, given: str | None, data: Path) -> str:
    """The address of the Redis to use. The data directory is ours alone, whichever it is."""
    try:
        if given is None:
            return (await stack.enter_async_context(EmbeddedRedis(data))).url
        lock = DirectoryLock(data)
        await lock.take()
    except RedisServerError as error:
        raise CannotStartError(str(error)) from error
    stack.callback(lock.give_back)
    return given


async def _empty(home: Path) -> None:
    """Delete a demo's data, but not under a demo that runs: CannotStartError."""
    lock = DirectoryLock(home / "redis")
    try:
        await lock.take()
    except RedisServerError as error:
        raise CannotStartError(str(error)) from error
    try:
        shutil.rmtree(home)
    except OSError as error:
        raise CannotStartError(f"{home} cannot be emptied: {error.strerror}.") from error
    finally:
        lock.give_back()
