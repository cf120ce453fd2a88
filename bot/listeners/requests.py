"""Signed HTTP: only what Slack signed, a moment ago, and only once.

Bolt's own check raises on a timestamp that is no number or a signature that is no
ASCII, logs the body of what it refuses, and takes the same request again and again
while its timestamp is fresh. Socket Mode needs none of this: its connection is ours.
"""

import hmac
import re
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256

import structlog
from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.core.ports.store import StoreUnavailableError

FRESH = 300
"""Seconds that a request's timestamp may be off, as Slack advises."""
REMEMBERED = 2 * FRESH
"""Seconds for which a signature can come back: a timestamp may lie ahead of our clock."""

_SECONDS = re.compile(r"[0-9]{1,12}")

FirstTime = Callable[[str], Awaitable[bool]]
"""Whether this signature has not been seen before; remembers it. StoreUnavailableError."""

log = structlog.get_logger(__name__)


class SignedRequests(AsyncMiddleware):
    """Refuses forged, stale and replayed requests, and logs why, without their bodies."""

    def __init__(
        self, secret: str, first_time: FirstTime, *, now: Callable[[], float] = time.time
    ) -> None:
        self._secret = secret.encode()
        self._first_time = first_time
        self._now = now

    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,
        next: Callable[[], Awaitable[BoltResponse]],  # noqa: A002 - Bolt's name for it
    ) -> BoltResponse:
        """Let the request through, or answer 401."""
        del resp
        why = "" if req.mode == "socket_mode" else await self._refusal(req)
        if not why:
            return await next()
        log.warning("request.refused", why=why)
        return BoltResponse(status=401, body="")

    async def _refusal(self, req: AsyncBoltRequest) -> str:
        timestamp = _header(req, "x-slack-request-timestamp")
        if not _SECONDS.fullmatch(timestamp):
            return "no_timestamp"
        if abs(self._now() - int(timestamp)) > FRESH:
            return "stale"
        signature = _header(req, "x-slack-signature").encode()
        if not self._secret or not hmac.compare_digest(self._sign(timestamp, req), signature):
            return "forged"
        return "" if await self._is_new(signature) else "replayed"

    def _sign(self, timestamp: str, req: AsyncBoltRequest) -> bytes:
        base = f"v0:{timestamp}:{req.raw_body}".encode(errors="surrogatepass")
        return b"v0=" + hmac.new(self._secret, base, sha256).hexdigest().encode()

    async def _is_new(self, signature: bytes) -> bool:
        try:
            return await self._first_time(signature.decode())
        except StoreUnavailableError:
            # The listener tells the person that nothing was recorded.
            return True


def _header(req: AsyncBoltRequest, name: str) -> str:
    values = req.headers.get(name) or ("",)
    return values[0]
