"""Is everything there that Signoff runs on? For `signoff doctor`, and before `signoff run`.

Each check gives one line of fact, or raises CannotStartError with what to do.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot import manifest
from bot.adapters.redis_connection import RedisSetupError, check_redis, open_redis
from bot.app import open_model, open_slack
from bot.errors import CannotStartError
from bot.projects import loading
from bot.projects.code import Slow, log_slow
from bot.projects.loading import Loaded
from bot.projects.trouble import report
from bot.resources import open_folder, open_web
from bot.settings import Mode, Settings, missing
from graphs import registry
from graphs.contract import Workflow
from graphs.model import (
    ModelBusyError,
    ModelError,
    ModelRefusedError,
    ModelRequestError,
    ModelUnavailableError,
    address,
)
from graphs.sources import SourceError
from graphs.sources.library import Stock

SOCKET_MODE = "Socket Mode"
SCOPES_HEADER = "x-oauth-scopes"
NO_SOURCES = "no sources: /research will find nothing; set SIGNOFF_LIBRARY or SIGNOFF_WEB_SEARCH"
NAMED = 5
"""Documents without a text that are named."""
_LISTENING: tuple[Mode, ...] = ("run", "web")
_TO_DO: tuple[tuple[type[ModelError], str], ...] = (
    (ModelUnavailableError, "check the network, or OPENAI_BASE_URL"),
    (ModelRefusedError, "check OPENAI_API_KEY"),
    (ModelRequestError, "check SIGNOFF_MODEL and OPENAI_BASE_URL"),
    (ModelBusyError, "wait, or see to the account's limits"),
    (ModelError, "try again, or take another SIGNOFF_MODEL"),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: `lines` are facts when `ok`, else what to do."""

    name: str
    ok: bool
    lines: tuple[str, ...]


def of_settings(settings: Settings) -> Finding:
    """Whether `signoff run` or `signoff web` has what it needs, and what the other lacks."""
    lacking = {mode: missing(settings, mode) for mode in _LISTENING}
    able = [f"`signoff {mode}`" for mode in _LISTENING if not lacking[mode]]
    more = [f"for `signoff {mode}`, {line}" for mode in _LISTENING for line in lacking[mode]]
    enough = (f"enough for {' and '.join(able)}",) if able else ()
    return Finding("Settings", ok=bool(able), lines=(*enough, *more))


async def served(files: Sequence[Path], *, slow: Slow = log_slow) -> Loaded:
    """The workflows that people can start: our own, installed ones, and those of these files.

    What cannot be offered is logged; CannotStartError where none of the files' graphs can.
    `slow` is told of a graph that takes long to load.
    """
    try:
        found = await loading.load(files, slow=slow)
    except registry.RegistryError as error:
        raise CannotStartError(str(error)) from error
    report(found.troubles)
    if files and not found.theirs:
        raise CannotStartError(*map(str, found.refused))
    return found


async def workflows(settings: Settings) -> tuple[str, ...]:
    """Every workflow can be offered."""
    found = await served(settings.graphs)
    offered = ", ".join(map(_called, found.workflows.values()))
    if found.refused:
        raise CannotStartError(*map(str, found.refused), f"offered are only {offered}")
    return (offered, *map(str, found.troubles))


def _called(workflow: Workflow) -> str:
    return f"{workflow.name} ({workflow.command or f'/signoff start {workflow.name}'})"


async def redis(settings: Settings) -> tuple[str, ...]:
    """Redis answers, is new enough and has JSON and Search."""
    try:
        async with open_redis(settings.redis_url) as client:
            facts = await check_redis(client)
    except RedisSetupError as error:
        raise CannotStartError(str(error)) from error
    modules = ", ".join(f"{name} {version}" for name, version in sorted(facts.modules.items()))
    return (f"Redis {facts.version}, modules: {modules}", *facts.warnings)


async def slack(settings: Settings) -> tuple[str, ...]:
    """The bot token works and has every scope of the manifest."""
    async with open_slack(settings) as client:
        answer = await _ask(client, "auth.test", "SLACK_BOT_TOKEN")
        headers = {k.lower(): v for k, v in (answer.headers or {}).items()}
        granted = {s.strip() for s in str(headers.get(SCOPES_HEADER, "")).split(",")} - {""}
        return (f"{answer['team']}, as @{answer['user']}, {_scopes(granted)}",)


def _scopes(granted: set[str]) -> str:
    if not granted:
        return "scopes could not be checked: Slack did not name them"
    if missing := manifest.bot_scopes() - granted:
        raise CannotStartError(
            f"The bot token lacks the scopes {', '.join(sorted(missing))}: update the app "
            "from manifest.yml and install it to the workspace again."
        )
    return f"{len(granted)} scopes"


async def socket(settings: Settings) -> tuple[str, ...]:
    """The app token may open a Socket Mode connection."""
    token = settings.slack_app_token.get_secret_value()
    async with open_slack(settings) as client:
        await _ask(client, "apps.connections.open", "SLACK_APP_TOKEN", token=token)
    return ("Socket Mode connections can be opened",)


async def model(settings: Settings) -> tuple[str, ...]:
    """The model endpoint answers."""
    try:
        async with open_model(settings) as chat:
            return (await chat.check(),)
    except ModelError as error:
        what = str(error).removesuffix(".")
        where = f"{settings.model} at {address(settings.openai_base_url)}"
        todo = next(todo for kind, todo in _TO_DO if isinstance(error, kind))
        raise CannotStartError(f"{what} ({where}): {todo}.") from error


async def sources(settings: Settings) -> tuple[str, ...]:
    """The library is read, and the web search finds something."""
    lines = []
    try:
        async with open_folder(settings) as library:
            if library is not None:
                lines.append(_stocked(await library.stock()))
        async with open_web(settings) as web:
            if web is not None:
                found = await web.search("weather", most=1)
                lines.append(f"{web.name} {'answers' if found else 'answers, and finds nothing'}")
    except SourceError as error:
        raise CannotStartError(str(error)) from error
    return tuple(lines) or (NO_SOURCES,)


def _stocked(stock: Stock) -> str:
    """How many documents there are, and which of them have no text."""
    unread = [f"{name} {why}" for name, why in stock.troubles.items()]
    more = [f"and {len(unread) - NAMED} more"] if len(unread) > NAMED else []
    skipped = f"; left out: {', '.join([*unread[:NAMED], *more])}" if unread else ""
    return f"documents in the library: {stock.documents}{skipped}"


async def _ask(
    client: AsyncWebClient, method: str, setting: str, token: str | None = None
) -> AsyncSlackResponse:
    try:
        return await client.api_call(method, params={"token": token} if token else {})
    except SlackApiError as error:
        code = error.response.get("error", "unknown")
        raise CannotStartError(
            f"Slack refused {setting} ({code}): copy the current one from the app's settings."
        ) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise CannotStartError(
            f"Slack cannot be reached at {client.base_url} ({type(error).__name__}): "
            "check the network, or SLACK_API_URL."
        ) from error


Check = Callable[[Settings], Awaitable[tuple[str, ...]]]
CHECKS: dict[str, Check] = {
    "Workflows": workflows,
    "Slack": slack,
    SOCKET_MODE: socket,
    "Redis": redis,
    "Model": model,
    "Sources": sources,
}
BEFORE_RUN = ("Redis", "Slack", SOCKET_MODE)
BEFORE_WORK = ("Redis", "Slack")


async def findings(settings: Settings, names: tuple[str, ...]) -> AsyncIterator[Finding]:
    """Run these checks, one after the other."""
    for name in names:
        try:
            yield Finding(name, ok=True, lines=await CHECKS[name](settings))
        except CannotStartError as error:
            yield Finding(name, ok=False, lines=error.lines)


async def require(settings: Settings, names: tuple[str, ...]) -> None:
    """CannotStartError with the lines of every check that failed, each line once."""
    failed = [f async for f in findings(settings, names) if not f.ok]
    if failed:
        raise CannotStartError(*dict.fromkeys(line for f in failed for line in f.lines))
