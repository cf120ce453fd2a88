"""`signoff manifest`: the app's manifest for the workflows that are offered."""

from collections.abc import Collection
from pathlib import Path
from urllib.parse import urlsplit

from bot import checks, logs, manifest, manifest_check, settings
from bot.cli.process import FAILED, say_slow
from bot.errors import CannotStartError
from graphs.contract import Workflow

_HERE = ("127.0.0.1", "localhost", "::1")


async def show(graphs: list[Path] | None, *, check: Path | None, http: str) -> int:
    """Print the manifest, or with `check` what differs in that file: then 1."""
    url = _request_url(http)
    chosen = settings.alone().offering(graphs)
    logs.configure("console", "warning", hide=chosen.secrets())
    offered = (await checks.served(chosen.graphs, slow=say_slow)).workflows.values()
    _must_fit(offered)
    text = manifest.render(offered, url=url)
    if check is None:
        _say(text.rstrip("\n"))
        return 0
    found = manifest_check.read(check)
    lines = list(manifest_check.differences(found, manifest.parsed(text)))
    for line in lines:
        _say(f"{check}, {line}")
    return FAILED if lines else 0


def _request_url(http: str) -> str:
    """Where Slack is to post: the address as given, with our path where it has none."""
    if not http:
        return ""
    try:
        parts = urlsplit(http)
        secure = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _HERE)
    except ValueError:
        secure = False
    if not secure or not parts.hostname or parts.query or parts.fragment or " " in http:
        raise CannotStartError(
            "--http must be the address that Slack posts to, like https://signoff.example.com."
        )
    return http if parts.path.strip("/") else http.rstrip("/") + manifest.EVENTS_PATH


def _must_fit(offered: Collection[Workflow]) -> None:
    count = manifest.commands_of(offered)
    if count > manifest.MOST_COMMANDS:
        raise CannotStartError(
            f"these workflows have {count} commands; Slack takes {manifest.MOST_COMMANDS} of an "
            "app. Leave some out: /signoff start takes any workflow."
        )


def _say(text: str) -> None:
    print(text)  # noqa: T201 - this is the command line
