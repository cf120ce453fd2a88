"""What the commands say and how they exit when something outside is missing or wrong."""

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.adapters.redis_server import EmbeddedRedis
from tests.e2e.processes import command
from tests.e2e.site import Site, open_site

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A workspace and a Redis that are fine."""
    async with open_site(tmp_path) as it:
        yield it


async def fails(*args: str, env: dict[str, str], home: Path) -> list[str]:
    """What a command that cannot start says: exit code 2, a line each, no traceback."""
    async with command(*args, env=env, home=home) as running:
        assert await running.ended() == 2, running.text
    assert "Traceback" not in running.text
    assert all(line.startswith("signoff: ") for line in running.lines)
    return [line.removeprefix("signoff: ") for line in running.lines]


async def test_without_settings_run_names_each_that_is_missing(tmp_path: Path) -> None:
    lines = await fails("run", env={}, home=tmp_path)
    named = ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "OPENAI_API_KEY"]
    assert [line.split()[0] for line in lines] == named
    lines = await fails("run", env={"SLACK_BOT_TOKEN": "xoxb-1"}, home=tmp_path)
    assert [line.split()[0] for line in lines] == named[1:]
    assert all("is missing" in line for line in lines)


async def test_wrong_settings_are_named_and_never_shown(tmp_path: Path) -> None:
    env = {
        "SLACK_BOT_TOKEN": "xoxp-secret-of-ana",
        "SLACK_APP_TOKEN": "xoxb-secret-of-ben",
        "REDIS_URL": "http://user:secret@host",
        "SIGNOFF_OFFLINE_PAUSE": "soon",
        "SIGNOFF_LOG": "loud",
    }
    lines = await fails("run", env=env, home=tmp_path)
    named = {line.split(":")[0] for line in lines}
    assert named == {*env}
    assert "secret" not in "\n".join(lines)


async def test_settings_come_from_a_file_as_well(site: Site) -> None:
    lines = [f"{name}={value}\n" for name, value in site.env().items()]
    (site.home / ".env").write_text("".join(lines))
    async with command("worker", env={}, home=site.home) as running:
        await running.ready()
        running.send(signal.SIGTERM)
        assert await running.ended() == 0


async def test_a_redis_without_modules_is_refused_with_what_to_do(
    site: Site, tmp_path: Path
) -> None:
    async with EmbeddedRedis(tmp_path / "plain", with_modules=False) as plain:
        [line] = await fails("run", env=site.env() | {"REDIS_URL": plain.url}, home=site.home)
    assert re.fullmatch(r"Redis [\d.]+ has no JSON and no Search: use Redis 8 .*", line)


async def test_a_redis_that_does_not_answer_is_one_line(site: Site) -> None:
    nowhere = f"redis://:secret@127.0.0.1:{_closed_port()}/0"
    for what in ("run", "worker"):
        [line] = await fails(what, env=site.env() | {"REDIS_URL": nowhere}, home=site.home)
        assert "does not answer (ConnectionError): start it (`docker compose up -d`" in line
        assert line.endswith("or correct REDIS_URL.")
        assert "secret" not in line


async def test_a_token_that_slack_refuses_is_one_line_each(site: Site) -> None:
    site.ws.revoke()
    [line] = await fails("run", env=site.env(), home=site.home)
    assert line.startswith("Slack refused SLACK_BOT_TOKEN (token_revoked)")
    site.ws.reinstall()
    wrong = site.env() | {"SLACK_APP_TOKEN": "xapp-1-none"}
    [line] = await fails("run", env=wrong, home=site.home)
    assert line.startswith("Slack refused SLACK_APP_TOKEN (invalid_auth)")
    nobody = site.env() | {"SLACK_API_URL": f"http://127.0.0.1:{_closed_port()}/api/"}
    [line] = await fails("run", env=nobody, home=site.home)
    assert "Slack cannot be reached" in line


async def test_doctor_says_what_is_there_and_what_is_wrong(site: Site) -> None:
    async with command("doctor", env=site.env(), home=site.home) as healthy:
        assert await healthy.ended() == 0, healthy.text
    for what in ("Settings", "Workflows", "Slack", "Socket Mode", "Redis", "Model", "Sources"):
        assert re.search(rf"^ok +{what}: ", healthy.text, re.MULTILINE)
    assert re.search(r"modules: ReJSON [\d.]+, search [\d.]+", healthy.text)
    site.ws.revoke()
    await site.redis.kill()
    async with command("doctor", env=site.env(), home=site.home) as ill:
        assert await ill.ended() == 2
    wrong = [line for line in ill.lines if line.startswith("wrong")]
    assert len(wrong) == 2, ill.text
    assert "Traceback" not in ill.text
    assert not re.search("xoxb|xapp", healthy.text + ill.text)


async def test_settings_that_are_wrong_stop_the_doctor_too(tmp_path: Path) -> None:
    lines = await fails("doctor", env={}, home=tmp_path)
    assert lines


async def test_the_doctor_says_where_a_model_was_sought_and_what_to_do(site: Site) -> None:
    nowhere = f"http://user:hush@127.0.0.1:{_closed_port()}/v1"
    env = site.env() | {"OPENAI_API_KEY": "x", "OPENAI_BASE_URL": nowhere}
    async with command("doctor", env=env, home=site.home) as ill:
        assert await ill.ended() == 2
    [wrong] = [line for line in ill.lines if line.startswith("wrong")]
    place = nowhere.replace("user:hush@", "")
    assert wrong == (
        f"wrong Model: The model's endpoint is not reachable (gpt-4o-mini at {place}): "
        "check the network, or OPENAI_BASE_URL."
    )


@pytest.mark.parametrize("words", [["--help"], ["demo", "--help"], ["run"]])
async def test_help_and_missing_settings_need_nothing_heavy(
    words: list[str], tmp_path: Path
) -> None:
    loads = await _python("-X", "importtime", "-m", "bot", *words, home=tmp_path)
    _, loaded = await loads.communicate()
    names = {line.rpartition(b"|")[2].strip().decode() for line in loaded.splitlines()}
    assert "typer" in names
    assert not names & {"langgraph", "openai", "slack_bolt", "docket", "redis", "aiohttp"}


async def test_ctrl_c_while_a_command_is_still_loading_is_quiet(tmp_path: Path) -> None:
    loads = await _python("-X", "importtime", "-m", "bot", "demo", home=tmp_path)
    assert loads.stderr
    seen = b""
    while b"redis.exceptions" not in seen:
        seen = await loads.stderr.readline()
        assert seen, "it ended before it loaded"
    loads.send_signal(signal.SIGINT)
    _, rest = await loads.communicate()
    assert loads.returncode == 130, rest[-2_000:].decode()
    assert all(line.startswith(b"import time:") for line in rest.splitlines()), rest[-2_000:]


async def test_two_signals_end_a_command_too(site: Site) -> None:
    running = await site.start("run", pause=60)
    await site.ws.slash("/weekly-report", text="Shipped")
    await running.says("run.drive")
    running.send(signal.SIGINT)
    assert await asyncio.wait_for(running.ended(), 15) == 0
    assert "Traceback" not in running.text


async def _python(*args: str, home: Path) -> asyncio.subprocess.Process:
    """Python anew, without any of our settings."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, *args),
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(home)},
        cwd=home,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def _closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
