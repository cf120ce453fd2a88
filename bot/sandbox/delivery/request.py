"""One signed request to the app, and what came of it in Slack's words."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urljoin

import aiohttp

_MOST_REDIRECTS: Final = 2
"""Slack follows so many for events, and none for interactions."""
_REDIRECTS: Final = frozenset(
    {
        HTTPStatus.MOVED_PERMANENTLY,
        HTTPStatus.FOUND,
        HTTPStatus.TEMPORARY_REDIRECT,
        HTTPStatus.PERMANENT_REDIRECT,
    }
)
_MOST_BYTES: Final = 1024 * 1024
"""Of an answer; what is longer is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What the app answered. `failure` is "" or one of the values of `X-Slack-Retry-Reason`."""

    status: int | None = None
    text: str = ""
    failure: str = ""
    no_retry: bool = False


async def post(
    session: aiohttp.ClientSession,
    url: str,
    body: bytes,
    *,
    headers: Mapping[str, str],
    within: float,
    is_event: bool,
) -> Answered:
    """Post to a request URL. Events take any 2xx and two redirects; the others 200 alone."""
    try:
        async with asyncio.timeout(within):
            return await _followed(session, url, body, headers=headers, is_event=is_event)
    except TimeoutError:
        return Answered(failure="http_timeout")
    except aiohttp.ClientSSLError:
        return Answered(failure="ssl_error")
    except aiohttp.ClientConnectionError:
        return Answered(failure="connection_failed")
    except (aiohttp.ClientError, ValueError):
        return Answered(failure="unknown_error")


async def _followed(
    session: aiohttp.ClientSession,
    url: str,
    body: bytes,
    *,
    headers: Mapping[str, str],
    is_event: bool,
) -> Answered:
    for _ in range(_MOST_REDIRECTS + 1):
        async with session.post(url, data=body, headers=headers, allow_redirects=False) as response:
            if not is_event or response.status not in _REDIRECTS:
                return await _read(response, is_event=is_event)
            url = urljoin(url, response.headers.get("Location", ""))
    return Answered(failure="too_many_redirects")


async def _read(response: aiohttp.ClientResponse, *, is_event: bool) -> Answered:
    content = b""
    async for chunk in response.content.iter_any():
        content += chunk
        if len(content) > _MOST_BYTES:
            break
    good = response.ok and response.status < HTTPStatus.MULTIPLE_CHOICES
    taken = good if is_event else response.status == HTTPStatus.OK
    return Answered(
        status=response.status,
        text=content.decode(errors="replace"),
        failure="" if taken else "http_error",
        no_retry=response.headers.get("X-Slack-No-Retry") == "1",
    )
