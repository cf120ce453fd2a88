"""The bot's own web server: its two addresses, and what it does with anything else."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import structlog

from bot.adapters.redis_server import EmbeddedRedis
from bot.errors import CannotStartError
from bot.web import BODY_MOST, EVENTS, HEALTH, address_of, listen_at
from tests.slack.bolt_office import Office, Transport, open_office
from tests.slack.posting import FORM, Poster, command, event, now, posting

RETRIED = {"x-slack-retry-num": "1", "x-slack-retry-reason": "http_timeout"}

ELSEWHERE = {
    ("GET", "/"): 404,
    ("POST", "/"): 404,
    ("POST", "/slack/events/"): 404,
    ("GET", "/slack/events?ssl_check=1"): 405,
    ("PUT", EVENTS): 405,
    ("POST", HEALTH): 405,
    ("GET", "/%2e%2e/%00"): 404,
}


@pytest.fixture
def transport() -> Transport:
    return "http"


@pytest.fixture
async def poster(office: Office) -> AsyncIterator[Poster]:
    async with posting(office) as it:
        yield it


async def test_nothing_else_is_served(poster: Poster) -> None:
    for (method, path), status in ELSEWHERE.items():
        answer = await poster.ask(method, path)
        assert answer.status == status, path
        assert not {"server", "location"} & {name.lower() for name in answer.headers}


async def test_the_state_of_the_bot_is_told_to_whoever_watches(poster: Poster) -> None:
    answer = await poster.ask("GET", HEALTH)
    assert answer.status == 200
    assert json.loads(answer.text) == {"status": "ok", "redis": "ok", "worker": "ok"}
    assert answer.headers["cache-control"] == "no-store"


async def test_a_bot_that_drives_no_runs_is_not_well(poster: Poster) -> None:
    poster.office.bot.working.clear()
    answer = await poster.ask("GET", HEALTH)
    assert answer.status == 503
    assert json.loads(answer.text) == {
        "status": "failing",
        "redis": "ok",
        "worker": "is not running",
    }


async def test_a_body_may_be_so_long_and_not_one_byte_more(poster: Poster) -> None:
    fits, over = (b"x" * size for size in (BODY_MOST, BODY_MOST + 1))
    assert (await poster.ask("POST", EVENTS, body=fits)).status == 401
    assert (await poster.ask("POST", EVENTS, body=over)).status == 413


async def test_a_body_that_does_not_say_how_long_it_is_is_measured(office: Office) -> None:
    async with _connection(office) as (reader, writer):
        writer.write(_head("transfer-encoding: chunked"))
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        writer.write(chunk * (BODY_MOST // 0x10000 + 1))
        assert await _status(reader) == 413


async def test_who_hangs_up_in_the_middle_leaves_no_trace(
    office: Office, poster: Poster, caplog: pytest.LogCaptureFixture
) -> None:
    with structlog.testing.capture_logs() as logs:
        async with _connection(office) as (_, writer):
            writer.write(_head("content-length: 100") + b"half")
            await writer.drain()
        assert (await poster.ask("GET", HEALTH)).status == 200
    assert logs == []
    assert [r for r in caplog.records if r.name.startswith("uvicorn")] == []


async def test_who_takes_too_long_for_a_body_is_let_go(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.web._BODY_SECONDS", 0.1)
    async with _connection(office) as (reader, writer):
        writer.write(_head("content-length: 100") + b"half")
        assert await _status(reader) == 408


async def test_what_is_not_http_is_told_so(office: Office) -> None:
    async with _connection(office) as (reader, writer):
        writer.write(b"\x16\x03\x01 hello\r\n\r\n")
        assert await _status(reader) == 400


@pytest.mark.parametrize(
    "body",
    [
        b"\xff",
        b"{",
        b"[1]",
        b"[" * 100_000,
        b'{"type": "block_actions", "actions": []}',
    ],
    ids=["bytes", "half", "list", "deep", "no action"],
)
async def test_a_signed_body_that_is_none_of_slacks_is_a_bad_request(
    poster: Poster, body: bytes
) -> None:
    with structlog.testing.capture_logs() as logs:
        answer = await poster.json(body)
    assert (answer.status, answer.text) == (400, "")
    assert [line["event"] for line in logs] == ["request.unreadable"]


async def test_an_event_that_slack_sends_again_is_acknowledged_again(poster: Poster) -> None:
    body = event(poster.office, {"type": "app_mention", "user": "U1", "text": "hello", "ts": "1.2"})
    assert (await poster.json(json.dumps(body).encode())).status == 200
    calls = len(poster.office.sandbox.calls)
    assert (await poster.json(json.dumps(body | {"retried": 1}).encode(), **RETRIED)).status == 200
    assert len(poster.office.sandbox.calls) == calls


async def test_a_command_that_comes_again_with_another_signature_makes_one_run(
    office: Office, poster: Poster
) -> None:
    body = command(office)
    assert (await poster.post(body)).status == 200
    first = await office.card()
    again = await poster.ask(
        "POST", EVENTS, body=body, headers=poster.headers(body, at=now(1)) | RETRIED
    )
    assert (again.status, again.text) == (200, "")
    assert len(await office.runs()) == 1
    assert office.private() == []
    assert first.refresh().buttons


async def test_while_redis_is_down_a_command_is_answered_with_that(
    own_redis: EmbeddedRedis,
) -> None:
    async with open_office(own_redis.url, transport="http") as office:
        await own_redis.kill()
        said = await office.report()
        assert not said.error
        assert "Nothing was recorded" in said.text


def test_an_address_of_another_machine_cannot_be_listened_at() -> None:
    with pytest.raises(CannotStartError, match=r"port 0 on 192\.0\.2\.1 cannot be used"):
        listen_at("192.0.2.1", 0)
    with pytest.raises(CannotStartError, match="--host no such host is not an address"):
        listen_at("no such host", 0)


def test_addresses_are_written_as_people_write_them() -> None:
    with listen_at("127.0.0.1", 0) as four:
        assert address_of(four) == f"http://127.0.0.1:{four.getsockname()[1]}"
    if socket.has_ipv6:
        with listen_at("::1", 0) as six:
            assert address_of(six) == f"http://[::1]:{six.getsockname()[1]}"


@asynccontextmanager
async def _connection(
    office: Office,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, port = office.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()


def _head(length: str) -> bytes:
    lines = (f"POST {EVENTS} HTTP/1.1", "host: bot", f"content-type: {FORM}", length, "", "")
    return "\r\n".join(lines).encode()


async def _status(reader: asyncio.StreamReader) -> int:
    async with asyncio.timeout(10):
        return int((await reader.readline()).split()[1])
