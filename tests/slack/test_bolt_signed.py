"""Signed HTTP: what Slack did not sign, or not just now, or signed once already, is refused."""

import json
import logging
from collections.abc import AsyncIterator, Callable

import pytest
import structlog

from bot.web import EVENTS
from tests.slack.bolt_office import Office, Transport
from tests.slack.posting import FORM, Answer, Poster, command, now, posting

AT: dict[str, Callable[[], str]] = {"now": now, "-301": lambda: now(-301), "+400": lambda: now(400)}
OTHER = "not Slack's"
CHALLENGE = b'{"type": "url_verification", "challenge": "3eZbrw1aB", "token": "t"}'


@pytest.fixture
def transport() -> Transport:
    return "http"


@pytest.fixture
async def poster(office: Office) -> AsyncIterator[Poster]:
    async with posting(office) as it:
        yield it


async def test_a_signed_command_starts_a_run(office: Office, poster: Poster) -> None:
    assert (await poster.post(command(office))).status == 200
    await office.card()


@pytest.mark.parametrize(
    ("why", "timestamp", "secret"),
    [
        ("forged", "now", OTHER),
        ("stale", "-301", ""),
        ("stale", "+400", ""),
        ("no_timestamp", "soon", ""),
        ("no_timestamp", "٣" * 10, ""),
        ("no_timestamp", "9" * 5_000, ""),
    ],
    ids=["secret", "late", "early", "word", "digits", "endless"],
)
async def test_a_request_that_slack_did_not_sign_just_now_is_refused_and_logged_without_its_body(
    poster: Poster, caplog: pytest.LogCaptureFixture, why: str, timestamp: str, secret: str
) -> None:
    at = AT.get(timestamp, lambda: timestamp)()
    body = command(poster.office)
    with caplog.at_level(logging.DEBUG):
        await _is_refused(poster, why, body, poster.headers(body, at=at, secret=secret))
    assert not [r for r in caplog.records if "Login" in r.getMessage()]


async def test_a_request_without_any_signature_is_refused(poster: Poster) -> None:
    await _is_refused(poster, "no_timestamp", command(poster.office), {"content-type": FORM})


@pytest.mark.parametrize("signed", ["", "v0=", "v0=ÿ🎉", "v1=00"])
async def test_a_signature_that_is_none_is_refused(poster: Poster, signed: str) -> None:
    body = command(poster.office)
    await _is_refused(poster, "forged", body, poster.headers(body) | {"x-slack-signature": signed})


async def test_a_body_that_was_changed_on_the_way_is_refused(poster: Poster) -> None:
    body = command(poster.office)
    await _is_refused(poster, "forged", body + b"&channel_id=C0000TEAM00", poster.headers(body))


@pytest.mark.parametrize(
    "body",
    [b"\xff\xfe\x00", b"{", b"[" * 100_000, b"payload=%7B", b""],
    ids=["bytes", "half", "deep", "payload", "nothing"],
)
async def test_what_nobody_signed_is_refused_before_it_is_read(poster: Poster, body: bytes) -> None:
    headers = {"content-type": "application/json", "x-slack-request-timestamp": now()}
    await _is_refused(poster, "forged", body, headers)


async def test_the_same_request_again_is_refused(office: Office, poster: Poster) -> None:
    body = command(office)
    headers = poster.headers(body)
    first = await poster.ask("POST", EVENTS, body=body, headers=headers)
    await office.card()
    again = await poster.ask("POST", EVENTS, body=body, headers=headers)
    assert (first.status, again.status) == (200, 401)
    assert len(await office.runs()) == 1
    assert [await office.redis.ttl(key) > 0 for key in await _remembered(office)] == [True]


async def test_slack_finds_out_whether_the_address_is_ours(poster: Poster) -> None:
    answer = await poster.json(CHALLENGE)
    assert (answer.status, json.loads(answer.text)) == (200, {"challenge": "3eZbrw1aB"})
    forged = poster.headers(CHALLENGE, secret=OTHER)
    await _is_refused(poster, "forged", CHALLENGE, forged)


async def test_a_look_at_the_certificate_is_answered_and_does_nothing_else(
    poster: Poster,
) -> None:
    plain = await poster.ask("POST", EVENTS, body=b"ssl_check=1&token=t", headers={})
    assert (plain.status, plain.text) == (200, "")
    body = command(poster.office) + b"&ssl_check=1"
    assert (await poster.ask("POST", EVENTS, body=body)).status == 200
    assert await poster.office.runs() == []
    await _is_refused(poster, "no_timestamp", b"ssl_check=0&token=t", {"content-type": FORM})


async def _is_refused(poster: Poster, why: str, body: bytes, headers: dict[str, str]) -> None:
    """Refused, logged in one line, nobody asked Slack anything, and nothing is on record."""
    office = poster.office
    calls, seen = len(office.sandbox.calls), await _remembered(office)
    with structlog.testing.capture_logs() as logs:
        answer: Answer = await poster.ask("POST", EVENTS, body=body, headers=headers)
    assert (answer.status, answer.text) == (401, "")
    assert [(line["event"], line["why"]) for line in logs] == [("request.refused", why)]
    assert len(office.sandbox.calls) == calls
    assert await office.runs() == []
    assert await _remembered(office) == seen


async def _remembered(office: Office) -> list[str]:
    return [str(key) async for key in office.redis.scan_iter("signoff:request:*")]
