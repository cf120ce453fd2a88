"""`signoff sandbox`: the local Slack alone, for any app, and what stops it from starting."""

import asyncio
import json
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from aiohttp import web
from slack_sdk.errors import SlackApiError
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from tests.e2e.processes import Command, command

ROOT = Path(__file__).parents[2]
TEAM = "C0000TEAM00"
ACCESS = {"api_url", "page_url", "bot_token", "app_token", "user_token", "signing_secret"}


async def python(*words: str, home: Path) -> Process:
    """`signoff` in a new Python, as people start it, with its two outputs apart."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-X", "importtime", "-m", "bot", "sandbox", *words),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=home,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
    )


async def outputs(process: Process) -> tuple[bytes, list[bytes], set[str]]:
    """Once it ended: standard output, the lines of standard error, and what it loaded."""
    out, err = await process.communicate()
    lines = err.splitlines()
    loaded = [line for line in lines if line.startswith(b"import time:")]
    names = {line.rpartition(b"|")[2].strip().decode() for line in loaded}
    return out, [line for line in lines if line not in loaded], names


@asynccontextmanager
async def sandbox(*words: str, home: Path) -> AsyncIterator[tuple[Command, dict[str, str]]]:
    """A running `signoff sandbox --json`, and its first line."""
    async with command("sandbox", "--json", "--port", "0", *words, env={}, home=home) as running:
        yield running, json.loads(await running.says("{"))


async def stopped(running: Command) -> None:
    """End it in good order."""
    running.send(signal.SIGTERM)
    assert await running.ended() == 0, running.text


def client(access: dict[str, str], token: str | None = None) -> AsyncWebClient:
    return AsyncWebClient(token=token or access["bot_token"], base_url=access["api_url"])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


async def test_its_first_line_is_all_that_a_program_needs(tmp_path: Path) -> None:
    process = await python("--json", "--port", str(port := free_port()), home=tmp_path)
    assert process.stdout
    access = json.loads(await process.stdout.readline())
    assert set(access) == ACCESS
    assert access["page_url"] == f"http://127.0.0.1:{port}/"
    assert (await client(access).auth_test())["ok"]
    assert (await client(access, access["user_token"]).auth_test())["user"] == "ana"
    opened = await client(access).apps_connections_open(app_token=access["app_token"])
    assert opened["url"].startswith(f"ws://127.0.0.1:{port}/")
    posted = await client(access).chat_postMessage(channel=TEAM, text="hello")
    assert posted["message"]["text"] == "hello"
    async with aiohttp.ClientSession() as browser, browser.get(access["page_url"]) as page:
        assert page.status == 200
    process.send_signal(signal.SIGTERM)
    out, err, loaded = await outputs(process)
    assert (process.returncode, out, err) == (0, b"", [])
    assert "aiohttp" in loaded
    of_the_bot = {"langgraph", "openai", "redis", "docket", "bot.app", "bot.settings"}
    assert not loaded & of_the_bot, "a workspace for any app needs neither graphs nor Redis"


async def test_a_taken_port_moves_to_the_next_free_one_and_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = await python("--json", "--port", str(port), home=tmp_path)
        assert process.stdout
        moved = urlsplit(json.loads(await process.stdout.readline())["page_url"]).port
        assert moved != port
        process.send_signal(signal.SIGINT)
        out, err, _ = await outputs(process)
    assert (process.returncode, out) == (0, b"")
    assert err == [f"Port {port} is taken; this is {moved}.".encode()]


async def test_on_a_screen_it_says_how_to_get_in(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with command("sandbox", "--port", str(port), env={}, home=tmp_path) as running:
            await running.says("Ctrl-C")
            running.send(signal.SIGINT)
            assert await running.ended() == 0
    first, opened, *rest = running.lines
    assert first.startswith(f"Port {port} is taken; this is ")
    assert opened.startswith("Open    http://127.0.0.1:")
    text = "\n".join(rest)
    for word in ("SLACK_API_URL=", "SLACK_BOT_TOKEN=xoxb-", "SLACK_APP_TOKEN=xapp-", "base_url"):
        assert word in text
    assert rest[-1] == "Stopped."


async def test_on_a_screen_it_says_how_an_app_hears_of_what_happens(tmp_path: Path) -> None:
    (tmp_path / "manifest.yml").write_text(MANIFEST)
    over_http = MANIFEST.replace("true", "false").replace("Reports", "R\n      url: http://a/b")
    (tmp_path / "http.yml").write_text(over_http)
    for words, way in (
        (("--manifest", "manifest.yml"), "by Socket Mode"),
        (("--manifest", "http.yml"), "posted to the manifest's URLs"),
        (("--request-url", "http://127.0.0.1:1/"), "posted to http://127.0.0.1:1/"),
    ):
        async with command("sandbox", "--port", "0", *words, env={}, home=tmp_path) as running:
            assert await running.says("Events") == f"Events  {way}"
            await stopped(running)


async def test_what_was_posted_is_there_after_a_restart(tmp_path: Path) -> None:
    words = ("--state", "state.json")
    async with sandbox(*words, home=tmp_path) as (running, access):
        await client(access).chat_postMessage(channel=TEAM, text="keep this")
        await stopped(running)
    async with sandbox(*words, home=tmp_path) as (running, again):
        assert again["bot_token"] == access["bot_token"]
        history = await client(again).conversations_history(channel=TEAM)
        assert [message["text"] for message in history["messages"]] == ["keep this"]
        await stopped(running)


MANIFEST = """\
display_information:
  name: Small
features:
  slash_commands:
    - command: /report
      description: Reports
oauth_config:
  scopes:
    bot: [chat:write, commands]
settings:
  socket_mode_enabled: true
"""


async def test_an_app_has_what_its_manifest_says(tmp_path: Path) -> None:
    (tmp_path / "manifest.yml").write_text(MANIFEST)
    words = ("--manifest", "manifest.yml")
    async with sandbox(*words, home=tmp_path) as (running, access):
        with pytest.raises(SlackApiError, match="missing_scope"):
            await client(access).users_list()
        await client(access).chat_postMessage(channel=TEAM, text="x")
        said = await act(access, "slash", channel="team", command="/other")
        assert said["error_line"] == "/other is not a valid command."
        await stopped(running)


async def act(access: dict[str, str], action: str, **fields: str) -> dict[str, Any]:
    """Do something as ana, in the page."""
    async with (
        aiohttp.ClientSession(access["page_url"]) as browser,
        browser.post(f"/person/{action}", json={"as": "ana", **fields}) as response,
    ):
        answer: dict[str, Any] = await response.json()
        return answer


@asynccontextmanager
async def request_url() -> AsyncIterator[tuple[str, asyncio.Queue[tuple[web.Request, bytes]]]]:
    """An app that takes whatever is posted to it."""
    taken: asyncio.Queue[tuple[web.Request, bytes]] = asyncio.Queue()

    async def take(request: web.Request) -> web.Response:
        body = await request.read()
        taken.put_nowait((request, body))
        is_event = request.content_type == "application/json"
        return web.json_response(
            {"challenge": json.loads(body).get("challenge")} if is_event else {"text": "done"}
        )

    app = web.Application()
    app.router.add_post("/slack/events", take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port := free_port()).start()
        yield f"http://127.0.0.1:{port}/slack/events", taken
    finally:
        await runner.cleanup()


async def test_payloads_are_posted_to_a_request_url_with_a_signature(tmp_path: Path) -> None:
    async with (
        request_url() as (url, taken),
        sandbox("--request-url", url, home=tmp_path) as (running, access),
    ):
        await act(access, "slash", channel="team", command="/report", text="now")
        await act(access, "post", channel="team", text="hello")
        verify = SignatureVerifier(access["signing_secret"])
        fields: dict[str, list[str]] = {}
        events: set[str] = set()
        while not (fields and "message" in events):
            request, body = await asyncio.wait_for(taken.get(), timeout=20)
            assert verify.is_valid_request(body, dict(request.headers))
            if request.content_type == "application/json":
                events.add(json.loads(body).get("event", {}).get("type", ""))
            else:
                fields = parse_qs(body.decode())
        assert (fields["command"], fields["text"]) == (["/report"], ["now"])
        await stopped(running)


POSTED = """\
display_information: {name: Posted}
features:
  slash_commands: [{command: /report, description: Reports}]
oauth_config: {scopes: {bot: [commands, "emoji:read", "reactions:read"]}}
settings:
  interactivity: {is_enabled: true}
  event_subscriptions: {bot_events: [emoji_changed, reaction_added]}
  socket_mode_enabled: false
"""
"""A manifest that leaves its addresses to the command line."""


async def test_with_a_request_url_the_manifest_needs_none_and_silent_events_are_named(
    tmp_path: Path,
) -> None:
    (tmp_path / "manifest.yml").write_text(POSTED)
    missing = await fails("--manifest", "manifest.yml", home=tmp_path)
    assert len(missing) == 3
    async with request_url() as (url, _):
        process = await python(
            "--json", "--port", "0", "--manifest", "manifest.yml", "--request-url", url,
            home=tmp_path,
        )  # fmt: skip
        assert process.stdout
        access = json.loads(await process.stdout.readline())
        said = await act(access, "slash", channel="team", command="/report", text="now")
        assert said["notices"][0]["text"] == "done"
        process.send_signal(signal.SIGTERM)
        out, err, _loaded = await outputs(process)
    assert (process.returncode, out) == (0, b"")
    assert err == [b"manifest.yml: this workspace never sends these events: emoji_changed"]


async def test_real_rates_are_off_unless_asked_for(tmp_path: Path) -> None:
    for words, limited in (((), False), (("--real-rates",), True)):
        async with sandbox(*words, home=tmp_path) as (running, access):
            posts = (client(access).chat_postMessage(channel=TEAM, text="x") for _ in range(5))
            answers = await asyncio.gather(*posts, return_exceptions=True)
            errors = [answer for answer in answers if isinstance(answer, SlackApiError)]
            assert bool(errors) is limited
            assert all(error.response["error"] == "ratelimited" for error in errors)
            await stopped(running)


async def fails(*words: str, home: Path) -> list[str]:
    """What a workspace that cannot start says: exit code 2, a line each, no traceback."""
    async with command("sandbox", *words, env={}, home=home) as running:
        assert await running.ended() == 2, running.text
    assert all(line.startswith("signoff: ") for line in running.lines), running.text
    return [line.removeprefix("signoff: ") for line in running.lines]


async def test_all_mistakes_of_a_manifest_are_said_with_their_places(tmp_path: Path) -> None:
    wrong = MANIFEST.replace("/report", "report").replace("[chat:write, commands]", "[chat:rite]")
    (tmp_path / "manifest.yml").write_text(wrong)
    name, scope = await fails("--manifest", "manifest.yml", home=tmp_path)
    assert name == (
        "manifest.yml line 5: /features/slash_commands/0/command: must be a slash and a name "
        'without spaces and capital letters, like "/report".'
    )
    assert scope == (
        'manifest.yml line 9: /oauth_config/scopes/bot/0: the bot scope "chat:rite" is not known '
        'to Slack; do you mean "chat:write"?'
    )
    assert await fails("--manifest", "nowhere.yml", "--json", home=tmp_path) == [
        "nowhere.yml: cannot be read: No such file or directory."
    ]


async def test_a_state_file_that_is_none_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("{")
    [line] = await fails("--state", "state.json", home=tmp_path)
    assert line.startswith("state.json is not a state file of this workspace; move it away")
    [line] = await fails("--state", str(tmp_path), home=tmp_path)
    assert line == f"{tmp_path} is a directory; name a file to keep the state in."
    assert (tmp_path / "state.json").read_text() == "{"


async def test_without_any_free_port_it_says_so(tmp_path: Path) -> None:
    with ExitStack() as all_taken:
        for port in range(65_530, 65_536):
            with suppress(OSError):  # taken already
                all_taken.enter_context(socket.create_server(("127.0.0.1", port)))
        [line] = await fails("--port", "65530", home=tmp_path)
    assert line == "no free port from 65530 to 65535: choose another with --port."


@pytest.mark.parametrize("url", ["localhost:3000", "ftp://127.0.0.1/", "http://", "http://[x", ""])
async def test_a_request_url_that_is_none_is_one_line(url: str, tmp_path: Path) -> None:
    [line] = await fails("--request-url", url, home=tmp_path)
    assert line.startswith(f"--request-url {url} is no address: ")


async def test_its_help_loads_nothing_heavy(tmp_path: Path) -> None:
    out, _, loaded = await outputs(await python("--help", home=tmp_path))
    assert b"--request-url" in out
    assert "typer" in loaded
    assert not loaded & {"langgraph", "slack_bolt", "redis", "aiohttp", "yaml", "bot.sandbox"}
