"""`signoff web`: the main job by signed HTTP in processes of its own, and how they end."""

import asyncio
import json
import re
import signal
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.cards import ids
from bot.web import EVENTS, HEALTH
from tests.e2e.processes import Command, command
from tests.e2e.site import Site, open_site
from tests.slack.bolt_office import NOTES, People

WAIT = 20.0
"""Seconds for what comes after a restart of Redis, on a busy machine."""


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with open_site(tmp_path) as it:
        yield it


async def test_the_main_job_passes_over_signed_http_and_is_logged_without_a_word_of_it(
    site: Site,
) -> None:
    bot, _ = await _web(site)
    people = People(site.ws)
    await people.report(f"{NOTES}\nAcme merger closes on Friday")
    card = await people.card()
    assert "Only @ana can decide this." in (await card.click(ids.APPROVE, as_="ben")).text
    card = await people.revise(card, "Mention the hiring freeze")
    await card.click(ids.APPROVE)
    assert "hiring freeze" in (await people.result()).text
    assert set(site.slots().values()) == {1}
    assert site.ws.sandbox.connections == 0
    bot.send(signal.SIGTERM)
    assert await bot.ended() == 0
    events = [json.loads(line)["event"] for line in bot.lines]
    assert {"run.asked", "run.drive", "gate.decided", "run.done", "signoff.stopped"} <= set(events)
    assert not re.search("Acme|Login|freeze|xoxb|actions/|commands/|uvicorn", bot.text)
    assert site.ws.sandbox.signing_secret not in bot.text


async def test_sigterm_in_the_middle_of_a_run_hands_it_to_another_process(site: Site) -> None:
    leaving, _ = await _web(site, pause=60)
    people = People(site.ws)
    await people.report()
    await leaving.says("run.drive")
    # The proxy in front sends what comes from now on to the other one.
    await _web(site)
    began = time.monotonic()
    leaving.send(signal.SIGTERM)
    card = await people.card()
    assert time.monotonic() - began < 3
    assert await leaving.ended() == 0
    await card.click(ids.APPROVE)
    assert "Login v2 shipped" in (await people.result()).text
    assert set(site.slots().values()) == {1}
    assert "run.step_failed" not in leaving.text


async def test_a_process_that_stops_takes_nothing_new_and_answers_what_has_come(
    site: Site,
) -> None:
    bot, address = await _web(site)
    reader, writer = await _half_a_request(address)
    bot.send(signal.SIGTERM)
    await _until_closed(address)
    writer.write(b"rest")
    async with asyncio.timeout(WAIT):
        assert b" 401 " in await reader.readline()
    writer.close()
    assert await bot.ended() == 0
    assert "Traceback" not in bot.text


async def test_a_request_that_never_ends_holds_nobody_back_for_long(site: Site) -> None:
    bot, address = await _web(site)
    _, writer = await _half_a_request(address)
    bot.send(signal.SIGTERM)
    assert await bot.ended(within=9) == 0
    writer.close()


async def test_ctrl_c_after_the_first_signal_ends_it_at_once(site: Site) -> None:
    bot, address = await _web(site)
    _, writer = await _half_a_request(address)
    bot.send(signal.SIGTERM)
    await _until_closed(address)
    bot.send(signal.SIGINT)
    assert await bot.ended(within=3) == 130
    assert "Traceback" not in bot.text
    writer.close()


async def test_health_follows_redis_down_and_up_again(site: Site) -> None:
    _, address = await _web(site)
    assert await _health(address) == (200, {"status": "ok", "redis": "ok", "worker": "ok"})
    await site.redis.kill()
    told = {"status": "failing", "redis": "does not answer", "worker": "ok"}
    assert await _health(address) == (503, told)
    await site.redis.restart()
    async with asyncio.timeout(WAIT):
        while (await _health(address))[0] != 200:
            continue
    await People(site.ws).review()


async def test_a_port_in_use_is_said_and_no_other_is_taken(site: Site) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        async with command("web", "--port", port, env=_env(site), home=site.home) as running:
            assert await running.ended() == 2, running.text
    [line] = running.lines
    assert line == (
        f"signoff: port {port} on 127.0.0.1 cannot be used (Address already in use): stop what "
        "listens there, or choose with --host and --port."
    )


@pytest.mark.parametrize(
    ("what", "without", "told"),
    [
        ("web", "SLACK_SIGNING_SECRET", "copy the Signing Secret from Basic Information."),
        ("run", "SLACK_APP_TOKEN", "make an App-Level Token (xapp-…) with connections:write"),
    ],
)
async def test_each_way_to_slack_needs_a_secret_of_its_own(
    site: Site, what: str, without: str, told: str
) -> None:
    both = site.env() | _env(site)
    env = {name: value for name, value in both.items() if name != without}
    async with command(what, env=env, home=site.home) as running:
        assert await running.ended() == 2, running.text
    [line] = running.lines
    assert line.startswith(f"signoff: {without} is missing: {told}")


@pytest.mark.parametrize(
    ("without", "able", "more"),
    [
        ("", "`signoff run` and `signoff web`", ""),
        ("SLACK_APP_TOKEN", "`signoff web`", "for `signoff run`, SLACK_APP_TOKEN is missing"),
        ("SLACK_SIGNING_SECRET", "`signoff run`", "for `signoff web`, SLACK_SIGNING_SECRET is"),
    ],
)
async def test_the_doctor_says_which_way_the_settings_allow(
    site: Site, without: str, able: str, more: str
) -> None:
    both = site.env() | _env(site)
    env = {name: value for name, value in both.items() if name != without}
    async with command("doctor", env=env, home=site.home) as healthy:
        assert await healthy.ended() == 0, healthy.text
    assert f"ok    Settings: enough for {able}" in healthy.lines
    assert more in healthy.text
    assert ("Socket Mode:" in healthy.text) is (without != "SLACK_APP_TOKEN")


async def test_the_doctor_finds_settings_that_allow_neither_wrong(site: Site) -> None:
    env = site.env()
    del env["SLACK_APP_TOKEN"]
    async with command("doctor", env=env, home=site.home) as ill:
        assert await ill.ended() == 2
    assert [line.split(" is missing")[0] for line in ill.lines if line.startswith("wrong")] == [
        "wrong Settings: for `signoff run`, SLACK_APP_TOKEN",
        "wrong Settings: for `signoff web`, SLACK_SIGNING_SECRET",
    ]


def _env(site: Site) -> dict[str, str]:
    """What `signoff web` needs: no app token."""
    return site.env(transport="http")


async def _web(site: Site, *, pause: float = 0) -> tuple[Command, str]:
    """Start `signoff web` on a free port, and have Slack post there."""
    bot = await site.start("web", "--port", "0", pause=pause, transport="http")
    address = str(json.loads(await bot.says("signoff.ready"))["address"])
    site.ws.sandbox.request_url = address + EVENTS
    return bot, address


async def _health(address: str) -> tuple[int, dict[str, str]]:
    async with aiohttp.ClientSession() as session, session.get(address + HEALTH) as response:
        return response.status, await response.json()


async def _half_a_request(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A request whose body is on its way, and has been seen to be."""
    reader, writer = await _connect(address)
    head = f"POST {EVENTS} HTTP/1.1\r\nhost: bot\r\ncontent-length: 8\r\n"
    writer.write(f"{head}expect: 100-continue\r\n\r\n".encode())
    assert b" 100 " in await reader.readline()
    await reader.readline()
    writer.write(b"half")
    await writer.drain()
    return reader, writer


async def _until_closed(address: str) -> None:
    """Until nothing new is taken there."""
    async with asyncio.timeout(WAIT):
        while True:
            try:
                _, writer = await _connect(address)
            except ConnectionRefusedError:
                return
            except ConnectionResetError:  # it came in between
                continue
            writer.close()


async def _connect(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = address.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))
