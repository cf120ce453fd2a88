"""The fixtures for tests of any Slack app, used by a small project that is not ours."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

CONFTEST = """
import pytest
import pytest_asyncio
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

pytest_plugins = ["bot.sandbox.pytest_plugin"]

@pytest.fixture
def slack_manifest():
    return {
        "display_information": {"name": "Greeter"},
        "features": {
            "bot_user": {"display_name": "greeter"},
            "slash_commands": [{"command": "/hello", "description": "Says hello"}],
        },
        "oauth_config": {"scopes": {"bot": ["commands", "chat:write", "chat:write.public"]}},
        "settings": {"socket_mode_enabled": True, "interactivity": {"is_enabled": True}},
    }

@pytest_asyncio.fixture
async def greeter(slack_sandbox):
    client = AsyncWebClient(token=slack_sandbox.bot_token, base_url=slack_sandbox.api_url)
    app = AsyncApp(client=client)

    @app.command("/hello")
    async def hello(ack, say):
        await ack("Just a moment.")
        await say("Hello, everybody!")

    handler = AsyncSocketModeHandler(app, slack_sandbox.app_token)
    await handler.connect_async()
    assert await slack_sandbox.connected()
    yield
    await handler.close_async()
"""

TESTS = """
import pytest

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("greeter")]

async def test_it_greets(slack_workspace):
    said = await slack_workspace.slash("/hello", as_="ben")
    assert (said.text, said.error) == ("Just a moment.", "")
    hello = await slack_workspace.wait_for_text("everybody")
    assert hello.author == "greeter"

async def test_it_waves(slack_workspace):
    assert len(slack_workspace.messages()) == 0
    await slack_workspace.post("Is anybody there?", as_="ana")
    await slack_workspace.wait_for_text("waves", within=0.2)

async def test_it_knows_its_commands(slack_workspace):
    assert (await slack_workspace.slash("/other")).error == "/other is not a valid command."
"""


async def pytest_in(project: Path, *arguments: str) -> str:
    """Run pytest there, and give what it printed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments),
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await process.communicate()
    return printed.decode()


@pytest.mark.parametrize("mode", ["auto", "strict"])
async def test_another_project_tests_its_app_and_sees_the_channel_where_a_wait_fails(
    tmp_path: Path, mode: str
) -> None:
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nasyncio_mode = {mode}\n")
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_greeter.py").write_text(TESTS)
    printed = await pytest_in(tmp_path, "-q")
    assert "1 failed, 2 passed" in printed
    assert "nobody saw a message with 'waves' within 0.2 s; #general is" in printed
    assert "ana: E Is anybody there?" in " ".join(printed.split())
