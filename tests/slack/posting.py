"""Requests to the bot over HTTP, as Slack or somebody else sends them."""

import hmac
import io
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlencode

import aiohttp

from bot.sandbox.delivery import payloads
from bot.web import EVENTS
from tests.slack.bolt_office import NOTES, Office

FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    text: str
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Poster:
    """Knows where the bot listens, and Slack's secret."""

    office: Office
    session: aiohttp.ClientSession

    async def ask(
        self,
        method: str,
        path: str,
        *,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Any request."""
        url = self.office.address + path
        async with self.session.request(
            method, url, data=io.BytesIO(body), headers=headers, allow_redirects=False
        ) as response:
            return Answer(response.status, await response.text(), response.headers)

    def headers(
        self, body: bytes, *, kind: str = FORM, at: str = "", secret: str = ""
    ) -> dict[str, str]:
        """What goes with a body that Slack sends: now, and signed with its secret."""
        at = at or now()
        secret = secret or self.office.sandbox.signing_secret
        base = b"v0:" + at.encode() + b":" + body
        signed = "v0=" + hmac.new(secret.encode(), base, "sha256").hexdigest()
        return {
            "content-type": kind,
            "x-slack-request-timestamp": at,
            "x-slack-signature": signed,
        }

    async def post(self, body: bytes, **changed: str) -> Answer:
        """Post a form that Slack signed; `changed` are other headers."""
        return await self.ask("POST", EVENTS, body=body, headers=self.headers(body) | changed)

    async def json(self, body: bytes, **changed: str) -> Answer:
        """Post JSON that Slack signed."""
        headers = self.headers(body, kind="application/json") | changed
        return await self.ask("POST", EVENTS, body=body, headers=headers)


@asynccontextmanager
async def posting(office: Office) -> AsyncIterator[Poster]:
    """Somebody who can reach the bot."""
    async with aiohttp.ClientSession() as session:
        yield Poster(office, session)


def command(office: Office, text: str = NOTES) -> bytes:
    """The body of `/weekly-report`, as ana types it."""
    ana, general = office.ws.person("ana"), office.ws.channel("general")
    fields = payloads.slash(office.sandbox.hub, ana, general, command="/weekly-report", text=text)
    return urlencode(fields).encode()


def now(offset: int = 0) -> str:
    """A timestamp, some seconds off."""
    return str(int(time.time()) + offset)


def event(office: Office, fields: Mapping[str, object]) -> dict[str, object]:
    """An event of the Events API, as it comes."""
    return {
        "type": "event_callback",
        "event_id": "Ev01",
        "event_time": int(time.time()),
        "team_id": office.sandbox.team_id,
        "api_app_id": "A01",
        "authorizations": [
            {"team_id": office.sandbox.team_id, "user_id": office.sandbox.bot_user_id}
        ],
        "event": dict(fields),
    }
