"""Signed HTTP: only what Slack signed, a moment ago, and only once.

Checked on the bytes as they came, before anything reads them. Bolt's own check needs a
body that it could read, raises on a timestamp that is no number or a signature that is
no ASCII, logs the body of what it refuses, and takes the same request again and again
while its timestamp is fresh. Socket Mode needs none of this: its connection is ours.
"""

import hmac
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256

from bot.core.ports.store import StoreUnavailableError

FRESH = 300
"""Seconds that a request's timestamp may be off, as Slack advises."""
REMEMBERED = 2 * FRESH
"""Seconds for which a signature can come back: a timestamp may lie ahead of our clock."""

_SECONDS = re.compile(r"[0-9]{1,12}")

FirstTime = Callable[[str], Awaitable[bool]]
"""Whether this signature has not been seen before; remembers it. StoreUnavailableError."""


class SignedRequests:
    """Tells forged, stale and replayed requests from Slack's. Without a secret all are forged."""

    def __init__(
        self, secret: str, first_time: FirstTime, *, now: Callable[[], float] = time.time
    ) -> None:
        self._secret = secret.encode()
        self._first_time = first_time
        self._now = now

    async def refusal(self, headers: Mapping[str, str], body: bytes) -> str:
        """Why a request is not to be taken, in one word for the log; "" where it is."""
        timestamp = headers.get("x-slack-request-timestamp", "")
        if not _SECONDS.fullmatch(timestamp):
            return "no_timestamp"
        if abs(self._now() - int(timestamp)) > FRESH:
            return "stale"
        signature = headers.get("x-slack-signature", "").encode()
        if not self._secret or not hmac.compare_digest(self._sign(timestamp, body), signature):
            return "forged"
        return "" if await self._is_new(signature) else "replayed"

    def _sign(self, timestamp: str, body: bytes) -> bytes:
        base = b"v0:" + timestamp.encode() + b":" + body
        return b"v0=" + hmac.new(self._secret, base, sha256).hexdigest().encode()

    async def _is_new(self, signature: bytes) -> bool:
        try:
            return await self._first_time(signature.decode())
        except StoreUnavailableError:
            # The listener tells the person that nothing was recorded.
            return True
