"""`signoff sandbox`: the local Slack alone, for any Slack app."""

import json
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from rich.console import Console
from rich.markup import escape

from bot import logs
from bot.cli.process import until_told
from bot.errors import CannotStartError
from bot.sandbox.errors import ManifestError
from bot.sandbox.manifest import EVERYTHING
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
    """Serve the workspace until SIGINT or SIGTERM. Raises CannotStartError."""
    logs.configure("console", QUIET)
    stopping = until_told()
    sandbox = _made(manifest, port=port, state=state, real_rates=real_rates)
    sandbox.request_url = _address(request_url)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(sandbox)
        except OSError as error:
            raise CannotStartError(f"{error}: choose another with --port.") from error
        if moved := moved_from(port, sandbox):
            Console(stderr=as_json).print(moved, highlight=False)
        if as_json:
            print(json.dumps(_access(sandbox)), flush=True)  # noqa: T201 - for other programs
        else:
            _welcome(sandbox, state)
        await stopping.wait()
    if not as_json:
        Console().print("Stopped.")
    return 0


def moved_from(port: int, sandbox: Sandbox) -> str:
    """The line that says which port it is instead of the one asked for; "" if it is that one."""
    taken = urlsplit(sandbox.page_url).port
    return f"Port {port} is taken; this is {taken}." if port not in (0, taken) else ""


def _made(manifest: Path | None, *, port: int, state: Path | None, real_rates: bool) -> Sandbox:
    try:
        return Sandbox(manifest or EVERYTHING, port=port, state_file=state, real_rates=real_rates)
    except ManifestError as error:
        raise CannotStartError(*error.problems) from error
    except StateFileError as error:
        raise CannotStartError(f"{error}.") from error
    except OSError as error:
        raise CannotStartError(f"{state} cannot be read: {error.strerror}.") from error


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
