"""Signed HTTP: the same payloads, posted to the app's request URLs."""

import asyncio
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs, urlencode

import aiohttp

from bot.sandbox.delivery.envelopes import (
    DISPATCH_FAILED,
    SERVICE_ERROR,
    TIMED_OUT,
    Delivery,
    Kind,
    Reply,
)
from bot.sandbox.delivery.request import Answered, post
from bot.sandbox.delivery.timing import Timing
from bot.sandbox.state.hub import Hub
from bot.sandbox.wire import Json, dumps

VERIFICATION: Final = "url_verification"
NOT_VERIFIED: Final = "The request URL did not answer with the value of `challenge`."

_SPOKEN: Final[Mapping[str, str]] = {
    "http_timeout": TIMED_OUT,
    "http_error": SERVICE_ERROR,
}
"""Why an attempt failed -> what a person is told of a command; the rest is `dispatch_failed`."""


def signature(secret: str, timestamp: str, body: str) -> str:
    """Slack's signature, version 0, of a request."""
    base = f"v0:{timestamp}:{body}".encode()
    return "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()


def encoded(delivery: Delivery) -> tuple[str, str]:
    """Content type and body: commands as form fields, interactions as one, events as JSON."""
    if delivery.kind is Kind.EVENT:
        return "application/json", dumps(delivery.payload)
    fields: Mapping[str, str] = delivery.payload
    if delivery.kind is Kind.INTERACTIVE:
        fields = {"payload": dumps(delivery.payload)}
    return "application/x-www-form-urlencoded", urlencode(fields)


class SignedHttp:
    """Posts to the request URLs and reads the answers.

    `url` overrides those of the manifest, for all kinds. `changed` is called with a delivery
    about which something is new.
    """

    def __init__(self, hub: Hub, timing: Timing, changed: Callable[[Delivery], None]) -> None:
        self._hub = hub
        self._timing = timing
        self._changed = changed
        self._session: aiohttp.ClientSession | None = None
        self.url: str | None = None

    @property
    def events_address(self) -> str:
        """Where events are posted; "" where Socket Mode is meant."""
        return self.url or ("" if self._hub.app.socket_mode else self._hub.app.events_url)

    def address(self, delivery: Delivery) -> str:
        """Where a payload is posted; "" where Socket Mode is meant."""
        app = self._hub.app
        if delivery.kind is Kind.EVENT:
            return self.events_address
        if self.url or app.socket_mode:
            return self.url or ""
        if delivery.kind is Kind.INTERACTIVE:
            asks = delivery.payload["type"] == "block_suggestion"
            return (asks and app.options_url) or app.interactivity_url
        command = (app.commands or {}).get(delivery.payload["command"])
        return command.url if command else ""

    async def send(self, delivery: Delivery) -> Reply:
        """Post it: interactions once, events again after each failure, unless the app says no."""
        if delivery.kind is not Kind.EVENT:
            return _reply(await self._attempt(delivery, {}))
        if delivery.payload["type"] == VERIFICATION:
            return _verified(delivery, await self._attempt(delivery, {}))
        return await self._send_event(delivery)

    async def _send_event(self, delivery: Delivery) -> Reply:
        answered, headers = await self._attempt(delivery, {}), {}
        for number, wait in enumerate(self._timing.event_retries_after, 1):
            if not answered.failure or answered.no_retry:
                break
            delivery.settle(_event_reply(answered))
            self._changed(delivery)
            headers = {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": answered.failure}
            await asyncio.sleep(wait)
            answered = await self._attempt(delivery, headers)
        return _event_reply(answered)

    async def _attempt(self, delivery: Delivery, headers: Mapping[str, str]) -> Answered:
        """One request, with the faults that hit it on its way."""
        faults = self._hub.faults
        await asyncio.sleep(faults.take_delay())
        delivery.attempts += 1
        if faults.take_envelope("drop"):
            return Answered(failure="connection_failed")
        answered = await self._post(delivery, headers)
        if faults.take_envelope("duplicate"):
            delivery.attempts += 1
            await self._post(delivery, headers)
        return Answered(failure="http_timeout") if faults.take_envelope("lose_ack") else answered

    async def _post(self, delivery: Delivery, headers: Mapping[str, str]) -> Answered:
        content_type, body = encoded(delivery)
        timestamp = str(int(self._hub.world.now()))
        signed = {
            "Content-Type": content_type,
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": signature(self._hub.tokens.signing_secret, timestamp, body),
            "User-Agent": "Slackbot 1.0 (sandbox)",
        }
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return await post(
            self._session,
            self.address(delivery),
            body.encode(),
            headers={**signed, **headers},
            within=self._timing.ack_within,
            is_event=delivery.kind is Kind.EVENT,
        )

    async def close(self) -> None:
        """Close the connections to the app."""
        if self._session is not None:
            await self._session.close()


def challenge(hub: Hub) -> Json:
    """The payload that asks a request URL whether it is the app's."""
    return {
        "token": hub.tokens.verification,
        "challenge": secrets.token_urlsafe(40),
        "type": VERIFICATION,
    }


def _reply(answered: Answered) -> Reply:
    if answered.failure:
        error = _SPOKEN.get(answered.failure, DISPATCH_FAILED)
        return Reply(error=error, status=answered.status)
    return Reply(body=_parsed(answered.text), status=answered.status)


def _event_reply(answered: Answered) -> Reply:
    return Reply(error=answered.failure, status=answered.status, body=_parsed(answered.text))


def _verified(delivery: Delivery, answered: Answered) -> Reply:
    wanted, text = delivery.payload["challenge"], answered.text.strip()
    body = _parsed(text) or {}
    said = (text, body.get("challenge"), *parse_qs(text).get("challenge", ()))
    right = answered.status == HTTPStatus.OK and wanted in said
    error = "" if right else answered.failure or NOT_VERIFIED
    return Reply(error=error, status=answered.status, body=_parsed(text))


def _parsed(text: str) -> Json | None:
    """What an app answers: an object, or a text."""
    if not text.strip():
        return None
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return {"text": text}
    return parsed if isinstance(parsed, dict) else {"text": text}
