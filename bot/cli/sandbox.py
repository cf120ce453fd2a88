"""`signoff sandbox`: the local Slack alone, for any Slack app."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from rich.console import Console
from rich.markup import escape

from bot import logs
from bot.cli.process import FAILED, until_told
from bot.errors import CannotStartError
from bot.sandbox.errors import CannotListenError, ManifestError
from bot.sandbox.manifest import EVERYTHING, App, read_manifest, silent
from bot.sandbox.server import Sandbox
from bot.sandbox.state.persistence import StateFileError

QUIET: Final = "error"
"""What the workspace logs: its page shows the rest."""


async def serve(
    *,
    manifest: Path | None,
    port: int,
    as_json: bool,
    state: Path | None,
    real_rates: bool,
    request_url: str | None,
) -> int:
    """Serve the workspace until SIGINT or SIGTERM; 1 if its state is not kept. CannotStartError."""
    logs.configure("console", QUIET)
    stopping = until_told()
    url = _address(request_url)
    app = _app(manifest, request_url=url)
    sandbox = Sandbox(app, port=port, state_file=state, real_rates=real_rates)
    sandbox.request_url = url
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(started(sandbox))
        if moved := moved_from(port, sandbox):
            Console(stderr=as_json).print(moved, highlight=False)
        if as_json:
            print(json.dumps(_access(sandbox)), flush=True)  # noqa: T201 - for other programs
        else:
            _welcome(sandbox, state)
        await stopping.wait()
    if not as_json:
        Console().print("Stopped.")
    return told_at_the_end(sandbox)


@asynccontextmanager
async def started(sandbox: Sandbox) -> AsyncIterator[Sandbox]:
    """The workspace, serving. Raises CannotStartError for a port or a state file of no use."""
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(sandbox)
        except CannotListenError as error:
            raise CannotStartError(f"{error}: choose another with --port.") from error
        except StateFileError as error:
            raise CannotStartError(f"{error}.") from error
        yield sandbox


def told_at_the_end(sandbox: Sandbox) -> int:
    """Say so if the last changes are lost, once the workspace has ended; the exit code."""
    if not (lost := sandbox.hub.not_kept):
        return 0
    console = Console(stderr=True, soft_wrap=True)
    console.print(f"The last changes are not kept: {lost}", markup=False, highlight=False)
    return FAILED


def moved_from(port: int, sandbox: Sandbox) -> str:
    """The line that says which port it is instead of the one asked for; "" if it is that one."""
    taken = urlsplit(sandbox.page_url).port
    return f"Port {port} is taken; this is {taken}." if port not in (0, taken) else ""


def _app(manifest: Path | None, *, request_url: str | None) -> App:
    """The app of the manifest; events of it that never come are said on standard error."""
    try:
        app = read_manifest(manifest or EVERYTHING, request_url=request_url)
    except ManifestError as error:
        raise CannotStartError(*error.problems) from error
    if manifest and (never := silent(app.events)):
        said = f"{manifest}: this workspace never sends these events: {', '.join(never)}"
        Console(stderr=True, highlight=False, soft_wrap=True).print(escape(said))
    return app


def _address(url: str | None) -> str | None:
    """The request URL, if it is one."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise CannotStartError(
            f"--request-url {url} is no address: give one like http://127.0.0.1:3000/slack/events."
        )
    return url


def _access(sandbox: Sandbox) -> Mapping[str, str]:
    """All that an app needs to connect."""
    return {
        "api_url": sandbox.api_url,
        "page_url": sandbox.page_url,
        "bot_token": sandbox.bot_token,
        "app_token": sandbox.app_token,
        "user_token": sandbox.user_token,
        "signing_secret": sandbox.signing_secret,
    }


def _welcome(sandbox: Sandbox, state: Path | None) -> None:
    """Say how people and an app get in."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"Open    [bold]{sandbox.page_url}[/]")
    console.print("App     set these, and give SLACK_API_URL to its client as base_url:")
    for name, value in (
        ("SLACK_API_URL", sandbox.api_url),
        ("SLACK_BOT_TOKEN", sandbox.bot_token),
        ("SLACK_APP_TOKEN", sandbox.app_token),
        ("SLACK_SIGNING_SECRET", sandbox.signing_secret),
    ):
        console.print(f"        {name}={value}")
    console.print(f"Events  {escape(_way(sandbox))}")
    kept = str(state) if state else "nothing: --state FILE keeps it over a restart"
    console.print(f"Kept    {escape(kept)}")
    console.print("Ctrl-C  stops it")


def _way(sandbox: Sandbox) -> str:
    """How the app hears of what people do."""
    if sandbox.request_url:
        return f"posted to {sandbox.request_url}"
    return "by Socket Mode" if sandbox.hub.app.socket_mode else "posted to the manifest's URLs"
