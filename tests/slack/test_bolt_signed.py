"""Signed HTTP: what Slack did not sign, or not just now, or signed once already, is refused."""

import logging
import time
from collections.abc import Callable, Sequence
from urllib.parse import urlencode

import pytest
import structlog
from slack_bolt.async_app import AsyncBoltRequest

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.signed_http import signature
from tests.slack.bolt_office import NOTES, Office


def command(office: Office, text: str = NOTES) -> str:
    """The body of `/weekly-report`, as ana types it."""
    ana, general = office.ws.person("ana"), office.ws.channel("general")
    fields = payloads.slash(office.sandbox.hub, ana, general, command="/weekly-report", text=text)
    return urlencode(fields)


def request(body: str, *, timestamp: str, signed: str) -> AsyncBoltRequest:
    """A request as it comes over HTTP."""
    headers: dict[str, str | Sequence[str]] = {
        "content-type": "application/x-www-form-urlencoded",
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": signed,
    }
    return AsyncBoltRequest(body=body, headers=headers, mode="http")


def now(offset: int = 0) -> str:
    """A timestamp, some seconds off."""
    return str(int(time.time()) + offset)


AT: dict[str, Callable[[], str]] = {"now": now, "-301": lambda: now(-301), "+400": lambda: now(400)}


async def test_a_signed_command_starts_a_run(office: Office) -> None:
    body, at = command(office), now()
    signed = signature(office.sandbox.signing_secret, at, body)
    answer = await office.bot.bolt.async_dispatch(request(body, timestamp=at, signed=signed))
    assert answer.status == 200
    await office.card()


@pytest.mark.parametrize(
    ("why", "timestamp", "secret"),
    [
        ("forged", "now", "another secret"),
        ("stale", "-301", ""),
        ("stale", "+400", ""),
        ("no_timestamp", "soon", ""),
        ("no_timestamp", "", ""),
        ("no_timestamp", "٣" * 10, ""),
        ("no_timestamp", "9" * 5_000, ""),
    ],
    ids=["secret", "late", "early", "word", "none", "digits", "endless"],
)
async def test_a_request_that_slack_did_not_sign_just_now_is_refused_and_logged_without_its_body(
    office: Office,
    caplog: pytest.LogCaptureFixture,
    why: str,
    timestamp: str,
    secret: str,
) -> None:
    at = AT.get(timestamp, lambda: timestamp)()
    body = command(office)
    signed = signature(secret or office.sandbox.signing_secret, at, body)
    with caplog.at_level(logging.DEBUG):
        await _is_refused(office, why, body, at, signed)
    assert not [r for r in caplog.records if "Login" in r.getMessage()]


@pytest.mark.parametrize("signed", ["", "v0=", "v0=ÿ🎉", "v1=00"])
async def test_a_signature_that_is_none_is_refused(office: Office, signed: str) -> None:
    await _is_refused(office, "forged", command(office), now(), signed)


async def test_a_body_that_was_changed_on_the_way_is_refused(office: Office) -> None:
    body, at = command(office), now()
    signed = _good(office, at, body)
    await _is_refused(office, "forged", f"{body}&channel_id=C0000TEAM00", at, signed)


async def test_the_same_request_again_is_refused(office: Office) -> None:
    body, at = command(office), now()
    signed = _good(office, at, body)
    first = await office.bot.bolt.async_dispatch(request(body, timestamp=at, signed=signed))
    await office.card()
    again = await office.bot.bolt.async_dispatch(request(body, timestamp=at, signed=signed))
    assert (first.status, again.status) == (200, 401)
    assert len(await office.runs()) == 1
    keys = [key async for key in office.redis.scan_iter("signoff:request:*")]
    assert [await office.redis.ttl(key) > 0 for key in keys] == [True]


async def _is_refused(office: Office, why: str, body: str, at: str, signed: str) -> None:
    """Refused, logged in one line, and nobody asked Slack anything."""
    calls = len(office.sandbox.calls)
    with structlog.testing.capture_logs() as logs:
        answer = await office.bot.bolt.async_dispatch(request(body, timestamp=at, signed=signed))
    assert (answer.status, answer.body) == (401, "")
    assert [(line["event"], line["why"]) for line in logs] == [("request.refused", why)]
    assert len(office.sandbox.calls) == calls
    assert await office.runs() == []


def _good(office: Office, at: str, body: str) -> str:
    return signature(office.sandbox.signing_secret, at, body)
