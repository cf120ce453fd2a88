"""The one path on which this process calls Slack's Web API: paced, bounded in time, retried.

Retries live here and nowhere else. slack_sdk's own retry handlers sleep inside one call, so
others would run into the same 429, and post again after a lost answer, which makes two
messages; generic retry libraries know neither. So the client must come without handlers.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.adapters.slack_errors import (
    SlackTroubleError,
    Trouble,
    read_api_error,
    read_broken_call,
)
from bot.adapters.slack_pacing import Clock, Pacer, Priority
from bot.core.ports.messenger import DeliveryError, GaveWayError, Ready

Answer: TypeAlias = Mapping[str, Any]
"""The body of an answer that was `ok`."""

T = TypeVar("T")

log = structlog.get_logger(__name__)


async def _at_once() -> None:
    """Nothing to check before an attempt."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a call may be made.

    `channel` is for the log, and for methods that are paced per channel. `ready` is awaited
    after the pacing, before each attempt. `timeout` is in seconds, for one attempt.
    """

    channel: str = ""
    priority: Priority = Priority.FIRST
    may_drop: bool = False
    timeout: float = 10.0
    ready: Ready = _at_once


DEFAULT_TERMS = Terms()


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long to try. Times are in seconds; waiting for one's turn does not count.

    `rate_limited` is how long a call goes on against 429 answers, from its first one.
    """

    attempts: int = 5
    first_pause: float = 0.5
    rate_limited: float = 180.0


@dataclass(slots=True)
class _Tries:
    """What became of a call so far."""

    failed: int = 0
    limited_since: float | None = None


@dataclass(slots=True)
class SlackCalls:
    """Calls methods of the Web API with one client, that is with one token.

    Give it a client with a session, else each call opens a connection of its own. All users
    of that token in a process share this object: a 429 holds all of them back.
    """

    client: AsyncWebClient
    clock: Clock = field(default_factory=Clock)
    bounds: Bounds = field(default_factory=Bounds)
    jitter: Callable[[], float] = random.random
    pacer: Pacer = field(init=False)

    def __post_init__(self) -> None:
        """Refuse a client that would repeat calls by itself."""
        if self.client.retry_handlers:
            raise ValueError("The client must be made with retry_handlers=[]")
        self.pacer = Pacer(self.clock)

    async def call(
        self, method: str, args: Mapping[str, object], terms: Terms = DEFAULT_TERMS
    ) -> Answer:
        """Call a method until Slack takes it, or refuses it.

        Raises SlackTroubleError where Slack refuses, DeliveryError when all attempts are used
        up, GaveWayError instead of both a wait and a retry where the call may be dropped, and
        whatever `ready` raises.
        """

        async def once() -> Answer:
            return await self.send(method, args)

        channel = terms.channel or str(args.get("channel", ""))
        return await self.attempt(method, once, replace(terms, channel=channel))

    async def attempt(
        self,
        method: str,
        once: Callable[[], Awaitable[T]],
        terms: Terms,
        *,
        landed: Callable[[], Awaitable[T | None]] | None = None,
    ) -> T:
        """The same for anything that is to be paced and retried as `method`.

        `landed` is asked before a repetition that could act twice: what it gives is taken for
        the answer that was lost.
        """
        if terms.may_drop:
            return await self._at_most_once(method, once, terms)
        tries = _Tries()
        while True:
            await self.pacer.turn(method, channel=terms.channel, priority=terms.priority)
            await terms.ready()
            try:
                return await self._try(method, once, terms)
            except SlackTroubleError as error:
                await self._settle(method, error, tries, terms)
                trouble = error.complaint.trouble
            if trouble is Trouble.UNSURE and landed and (found := await landed()):
                log.info("slack.landed", method=method, channel=terms.channel)
                return found

    async def send(self, method: str, args: Mapping[str, object]) -> Answer:
        """Call a method here and now, for use inside `attempt`. Raises SlackTroubleError."""
        # slack_sdk names its functions after the methods, and knows how each is encoded.
        function = getattr(self.client, method.replace(".", "_"))
        try:
            response = await function(**args)
        except SlackApiError as error:
            raise SlackTroubleError(read_api_error(error)) from None
        except (aiohttp.ClientError, AttributeError) as error:
            # AttributeError: slack_sdk stumbles over an answer 200 in plain text.
            raise SlackTroubleError(read_broken_call(error)) from None
        body: Answer = response.data
        return body

    async def _at_most_once(self, method: str, once: Callable[[], Awaitable[T]], terms: Terms) -> T:
        if not self.pacer.try_turn(method, channel=terms.channel):
            raise GaveWayError("no call left")
        await terms.ready()
        try:
            return await self._try(method, once, terms)
        except SlackTroubleError as error:
            if error.complaint.trouble in {Trouble.RATE, Trouble.UNREACHED, Trouble.UNSURE}:
                raise GaveWayError(error.complaint.code) from None
            raise

    async def _try(self, method: str, once: Callable[[], Awaitable[T]], terms: Terms) -> T:
        """One attempt. A 429 holds back all others, too."""
        try:
            async with asyncio.timeout(terms.timeout):
                return await once()
        except TimeoutError as error:
            complaint = read_broken_call(error)
        except SlackTroubleError as error:
            complaint = error.complaint
        code, trouble = complaint.code, complaint.trouble.value
        log.info("slack.failed", method=method, channel=terms.channel, code=code, trouble=trouble)
        if complaint.trouble is Trouble.RATE:
            self.pacer.pause(method, complaint.retry_after)
        raise SlackTroubleError(complaint)

    async def _settle(
        self, method: str, error: SlackTroubleError, tries: _Tries, terms: Terms
    ) -> None:
        """Return when it is time to try again; raise where that would not help."""
        complaint = error.complaint
        if complaint.trouble is Trouble.RATE:
            # The wait itself is the pacer's, for this call and for all others.
            now = self.clock.monotonic()
            tries.limited_since = now if tries.limited_since is None else tries.limited_since
            over = now + complaint.retry_after - tries.limited_since > self.bounds.rate_limited
        elif complaint.trouble in {Trouble.UNREACHED, Trouble.UNSURE}:
            tries.failed += 1
            over = tries.failed >= self.bounds.attempts
        else:
            raise error
        if over:
            log.warning("slack.gave_up", method=method, channel=terms.channel, code=complaint.code)
            raise DeliveryError(complaint.code) from None
        if complaint.trouble is not Trouble.RATE:
            await self.clock.sleep(self._pause(tries.failed))

    def _pause(self, failed: int) -> float:
        """Seconds before the next attempt: doubled each time, the upper half of it random."""
        return self.bounds.first_pause * 2.0 ** (failed - 1) * (0.5 + 0.5 * self.jitter())
