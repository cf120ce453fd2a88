"""Files of forms are downloaded from Slack alone, in time, and no larger than announced."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from aiohttp import web
from slack_sdk.web.async_client import AsyncWebClient

from bot.adapters.slack_documents import SlackDocuments
from bot.core.ports.documents import SentFile, UnreadableFileError
from bot.core.problems import FileFault
from tests.sandbox.bolt import served

TOKEN = "xoxb-not-for-others"  # noqa: S105 - nobody's


@dataclass
class Host:
    """A server with files, which remembers who asked with what."""

    tokens: list[str] = field(default_factory=list)
    location: str = ""
    content: bytes = b"We ship."
    status: int = 200
    held: asyncio.Event | None = None

    def app(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/{path:.*}", self._answer)
        return app

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.tokens.append(request.headers.get("Authorization", ""))
        if self.location and request.path != "/moved":
            return web.Response(status=302, headers={"Location": self.location})
        if self.held:
            await self.held.wait()
        return web.Response(body=self.content, status=self.status)


@dataclass
class Place:
    """Slack with a file in it, and another server that is not Slack."""

    slack: Host
    other: Host
    documents: SlackDocuments
    file: SentFile
    other_url: str

    async def fault(self, **change: Any) -> FileFault:  # noqa: ANN401 - any field of it
        """Why the file has no text."""
        with pytest.raises(UnreadableFileError) as caught:
            await self.documents.text(replace(self.file, **change))
        return caught.value.fault


@asynccontextmanager
async def placed(**options: float) -> AsyncIterator[Place]:
    slack, other = Host(), Host()
    async with served(slack.app()) as url, served(other.app()) as other_url:
        client = AsyncWebClient(token=TOKEN, base_url=f"{url}api/")
        documents = SlackDocuments(client, **options)
        file = SentFile("a.txt", len(slack.content), f"{url}files-pri/a.txt")
        yield Place(slack, other, documents, file, other_url)


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    async with placed() as it:
        yield it


async def test_a_file_is_downloaded_with_the_token_and_read(place: Place) -> None:
    assert await place.documents.text(place.file) == "We ship."
    assert place.slack.tokens == [f"Bearer {TOKEN}"]


async def test_a_redirect_on_the_same_host_is_followed(place: Place) -> None:
    place.slack.location = "/moved"
    assert await place.documents.text(place.file) == "We ship."


@pytest.mark.parametrize(
    "change",
    [
        {"name": "a.exe"},
        {"name": "a.txt", "size": 0},
        {"size": 20 * 1024 * 1024 + 1},
        {"address": ""},
    ],
)
async def test_what_its_name_or_size_tells_is_told_without_a_download(
    place: Place, change: dict[str, Any]
) -> None:
    assert await place.fault(**change) in FileFault
    assert place.slack.tokens == []


async def test_the_token_goes_to_nobody_else(place: Place) -> None:
    other = place.other_url
    for address in (
        f"{other}files-pri/a.txt",
        other.replace("127.0.0.1", "localhost"),
        "http://files.slack.com/a.txt",
        "https://files.slack.com:8443/a.txt",
        "https://files.slack.com.example.com/a.txt",
        "https://notslack.com/a.txt",
        f"{place.file.address.replace('http://', 'http://ana:word@')}",
        "file:///etc/passwd",
        "not an address",
        "http://[::1",
    ):
        assert await place.fault(address=address) is FileFault.UNREACHED, address
    place.slack.location = f"{other}moved"
    assert await place.fault() is FileFault.UNREACHED
    assert place.other.tokens == []


async def test_redirects_without_end_are_given_up(place: Place) -> None:
    place.slack.location = "/files-pri/a.txt"
    assert await place.fault() is FileFault.UNREACHED
    assert len(place.slack.tokens) <= 3


@pytest.mark.parametrize(
    "change",
    [
        {"status": 404},
        {"status": 500},
        {"content": b"<html>Sign in"},
        {"content": b"x" * 3_000_000},
        {"content": b""},
    ],
)
async def test_another_answer_than_the_file_is_not_read(
    place: Place, change: dict[str, Any]
) -> None:
    for name, value in change.items():
        setattr(place.slack, name, value)
    assert await place.fault() is FileFault.UNREACHED


async def test_a_slow_download_is_given_up_in_time() -> None:
    async with placed(in_time=0.05) as place:
        place.slack.held = asyncio.Event()
        assert await place.fault() is FileFault.LATE
        place.slack.held.set()


async def test_a_server_that_is_away_is_said_so(place: Place) -> None:
    async with served(web.Application()) as url:
        gone = SlackDocuments(AsyncWebClient(token=TOKEN, base_url=f"{url}api/"))
    place.documents = gone
    assert await place.fault(address=f"{url}a.txt") is FileFault.UNREACHED


async def test_why_a_file_has_no_text_is_passed_on(place: Place) -> None:
    assert await place.fault(name="a.pdf") is FileFault.BROKEN
