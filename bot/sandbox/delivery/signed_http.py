"""Signed HTTP: the same payloads, posted to the app's request URL."""

import asyncio
import hashlib
import hmac
import json
from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import urlencode

import aiohttp

from bot.sandbox.delivery.envelopes import DISPATCH_FAILED, TIMED_OUT, Delivery, Kind, Reply
from bot.sandbox.delivery.sockets import Timing
from bot.sandbox.state.hub import Hub
from bot.sandbox.wire import Json, dumps


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
    """Posts to a request URL and reads the answer."""

    def __init__(self, hub: Hub, timing: Timing) -> None:
        self._hub = hub
        self._timing = timing
        self._session: aiohttp.ClientSession | None = None
        self.url: str | None = None

    async def send(self, delivery: Delivery) -> Reply:
        """One attempt: interactions are not repeated over HTTP."""
        content_type, body = encoded(delivery)
        timestamp = str(int(self._hub.world.now()))
        headers = {
            "Content-Type": content_type,
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": signature(self._hub.tokens.signing_secret, timestamp, body),
            "User-Agent": "Slackbot 1.0 (sandbox)",
        }
        delivery.attempts += 1
        try:
            reply = await self._post(body, headers)
        except TimeoutError:
            return Reply(error=TIMED_OUT)
        except aiohttp.ClientError:
            return Reply(error=DISPATCH_FAILED)
        delivery.acked = not reply.error
        return reply

    async def _post(self, body: str, headers: Mapping[str, str]) -> Reply:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        async with (
            asyncio.timeout(self._timing.ack_within),
            self._session.post(str(self.url), data=body.encode(), headers=headers) as response,
        ):
            text = await response.text()
            if response.status != HTTPStatus.OK:
                return Reply(error=f"http_status_{response.status}")
            return Reply(body=_parsed(text))

    async def close(self) -> None:
        """Close the connections to the app."""
        if self._session is not None:
            await self._session.close()


def _parsed(text: str) -> Json | None:
    if not text.strip():
        return None
    try:
        parsed = json.loads(text)
    except ValueError:
        return {"text": text}
    return parsed if isinstance(parsed, dict) else {"text": text}
