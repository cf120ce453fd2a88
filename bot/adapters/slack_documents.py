"""Documents from Slack: what people added to a form, downloaded and read in time.

The bot's token goes along, so it goes to Slack alone: to the hosts of the API that we call, or
of slack.com, and to nobody they redirect to.
"""

import asyncio
from contextlib import nullcontext
from http import HTTPStatus
from urllib.parse import SplitResult, urljoin, urlsplit

import aiohttp
import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.core.ports.documents import Documents, SentFile, UnreadableFileError
from bot.core.problems import FileFault
from graphs.sources.documents import MAX_BYTES, DocumentError, refusal, text_of

IN_TIME = 1.8
"""Seconds for all of it: Slack waits three for the answer to a form, and is reported to deliver
again before that (bolt-js#2188)."""
_HOPS = 3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_FAMILIES = ("slack.com", "slack-gov.com")
_PIECE = 64 * 1024

log = structlog.get_logger(__name__)


class SlackDocuments(Documents):
    """Downloads with the token of a client, and with its session where it has one."""

    def __init__(self, client: AsyncWebClient, *, in_time: float = IN_TIME) -> None:
        self._client = client
        self._in_time = in_time

    async def text(self, file: SentFile) -> str:
        """The text in a file. UnreadableFileError, and nothing else."""
        if not file.address:  # of a file in somebody else's workspace Slack sends its id alone
            raise UnreadableFileError(FileFault.UNREACHED)
        if refused := refusal(file.name, file.size):
            raise UnreadableFileError(FileFault(refused))
        try:
            async with asyncio.timeout(self._in_time):
                data = await self._downloaded(file)
                # A thread that is too late goes on to its end, which is bounded.
                return await asyncio.to_thread(text_of, file.name, data)
        except TimeoutError:
            log.info("document.late", size=file.size)
            raise UnreadableFileError(FileFault.LATE) from None
        except DocumentError as error:
            raise UnreadableFileError(FileFault(error.kind)) from error

    async def _downloaded(self, file: SentFile) -> bytes:
        try:
            data = await self._fetched(file)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            # Its text would name the address, which is nobody's business.
            raise _unreached(type(error).__name__) from None
        if len(data) != file.size:
            # A page to sign in on, for one: that is how Slack answers without files:read.
            raise _unreached("another_size")
        return data

    async def _fetched(self, file: SentFile) -> bytes:
        address = file.address
        session = self._client.session
        async with nullcontext(session) if session else aiohttp.ClientSession() as opened:
            for _ in range(_HOPS):
                self._check(address)
                async with opened.get(
                    address,
                    headers={"Authorization": f"Bearer {self._client.token}"},
                    allow_redirects=False,
                    proxy=self._client.proxy,
                    ssl=self._client.ssl or True,
                ) as answer:
                    if answer.status not in _REDIRECTS:
                        return await _bytes_of(answer, most=file.size)
                    address = _further(address, answer.headers.get("Location", ""))
        raise _unreached("redirects")

    def _check(self, address: str) -> None:
        """Whether the token may go there."""
        place, api = urlsplit(address), urlsplit(self._client.base_url)
        ours = _origin(place) == _origin(api) or (
            place.scheme == "https"
            and place.port in {None, 443}
            and any(_is_of(place.hostname, family) for family in (*_FAMILIES, api.hostname))
        )
        if not ours or place.username is not None:
            raise _unreached("foreign_address")


async def _bytes_of(answer: aiohttp.ClientResponse, *, most: int) -> bytes:
    """The body. What is longer than the file should be is not read to its end."""
    if answer.status != HTTPStatus.OK:
        raise _unreached(f"http_{answer.status}")
    data = bytearray()
    async for piece in answer.content.iter_chunked(_PIECE):
        data += piece
        if len(data) > min(most, MAX_BYTES):
            raise _unreached("another_size")
    return bytes(data)


def _further(address: str, location: str) -> str:
    """Where a redirect leads, if that is the same host."""
    target = urljoin(address, location)
    if _origin(urlsplit(target)) != _origin(urlsplit(address)):
        raise _unreached("redirected_away")
    return target


def _origin(place: SplitResult) -> tuple[str, str | None, int | None]:
    return place.scheme, place.hostname, place.port


def _is_of(host: str | None, family: str | None) -> bool:
    """Whether a host is the family's own or below it. An API at an IP address has none below."""
    return bool(host and family) and (host == family or f"{host}".endswith(f".{family}"))


def _unreached(why: str) -> UnreadableFileError:
    log.warning("document.unreached", why=why)
    return UnreadableFileError(FileFault.UNREACHED)
