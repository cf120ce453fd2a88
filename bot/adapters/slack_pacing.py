"""When the next call of a Slack method may go: how often, in which order, and not before when.

Slack counts per method, workspace and app (tiers 1 to 4: 1, 20, 50, 100 calls a minute and
some more), chat.postMessage also per channel (about one a second). One `Pacer` belongs to
one token, so it stands for one workspace. Nothing here knows what a call does.

Own code and not aiolimiter: a limiter of that library serves in the order of arrival, can
neither be told to pause (the answer 429) nor be drained, and reads the event loop's clock.
"""

import asyncio
import heapq
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from types import MappingProxyType

_MOMENT = 1e-6
"""Seconds that are no time: what is left over when floating point numbers are subtracted."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Time as this process has it, in seconds; tests bring their own."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class Priority(IntEnum):
    """Who goes first where several wait."""

    FIRST = 0
    LAST = 1
    """Progress: it may be late, a card or a result may not."""


@dataclass(frozen=True, slots=True)
class Budget:
    """`per_minute` calls, `burst` of them at once; the last `reserve` are not for droppable ones.

    `burst + per_minute` bounds the calls of any one minute.
    """

    per_minute: float
    burst: int
    reserve: int = 0

    @property
    def interval(self) -> float:
        """Seconds until one more call may go."""
        return 60 / self.per_minute


TIER_3 = Budget(per_minute=40, burst=10)
"""50+ calls a minute."""
TIER_4 = Budget(per_minute=80, burst=20)
"""100+ calls a minute."""
SPECIAL = Budget(per_minute=180, burst=20)
"""Several hundred calls a minute."""
IN_CHANNEL = Budget(per_minute=60, burst=3)
"""About one message a second in one channel, "short bursts" allowed."""

BUDGETS: Mapping[str, Budget] = MappingProxyType(
    {
        "auth.test": SPECIAL,
        "chat.getPermalink": SPECIAL,
        "chat.postMessage": SPECIAL,
        # A run's progress uses what is left over by its card and its root message.
        "chat.update": Budget(per_minute=40, burst=10, reserve=4),
        "conversations.members": TIER_4,
        "files.completeUploadExternal": TIER_4,
        "files.getUploadURLExternal": TIER_4,
        "users.info": TIER_4,
    }
)
"""Per workspace, from the pages of the methods; all others are taken for tier 3."""
PER_CHANNEL: Mapping[str, Budget] = MappingProxyType(
    {"chat.postMessage": IN_CHANNEL, "files.completeUploadExternal": IN_CHANNEL}
)
"""Methods that are counted per channel as well."""
_MAX_LANES = 1_000


class Bucket:
    """How many calls may go, as the one moment at which the budget is full again.

    Pure: `now` comes from outside, in seconds. (The generic cell rate algorithm.)
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._full_at = float("-inf")

    def delay(self, now: float, *, keep: int = 0) -> float:
        """Seconds until a call may go that leaves `keep` others; 0 where it may go now."""
        ahead = self._full_at - now
        wait = ahead - (self._budget.burst - 1 - keep) * self._budget.interval
        return wait if wait > _MOMENT else 0.0

    def take(self, now: float) -> None:
        """Count a call that goes now."""
        self._full_at = max(self._full_at, now) + self._budget.interval

    def pause(self, until: float) -> None:
        """Let nothing go before `until`, and then one call, not a burst."""
        rest = (self._budget.burst - 1) * self._budget.interval
        self._full_at = max(self._full_at, until + rest)

    def idle(self, now: float) -> bool:
        """Whether it is as good as a new one."""
        return self._full_at <= now


@dataclass(order=True, slots=True)
class _Ticket:
    """One caller's place in the queue."""

    priority: Priority
    arrival: int
    granted: bool = field(default=False, compare=False)


class Lane:
    """A bucket with a queue before it: by priority, then by arrival."""

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self._reserve = budget.reserve
        self._bucket = Bucket(budget)
        self._clock = clock
        self._arrivals = count()
        self._waiting: list[_Ticket] = []

    async def turn(self, priority: Priority) -> None:
        """Wait for a place.

        Whoever wakes up gives the free place to the first in the queue, which need not be
        itself. So there is no task and no lock that a cancelled caller could leave behind.
        """
        ticket = _Ticket(priority, next(self._arrivals))
        heapq.heappush(self._waiting, ticket)
        try:
            while not ticket.granted:
                delay = self._bucket.delay(self._clock.monotonic())
                if delay:
                    await self._clock.sleep(delay)
                else:
                    self._bucket.take(self._clock.monotonic())
                    heapq.heappop(self._waiting).granted = True
        finally:
            if not ticket.granted:
                self._waiting.remove(ticket)
                heapq.heapify(self._waiting)

    def free(self) -> bool:
        """Whether a droppable call may go now: nobody waits, and the reserve stays whole."""
        now = self._clock.monotonic()
        return not self._waiting and self._bucket.delay(now, keep=self._reserve) == 0

    def take(self) -> None:
        """Count a call that goes without having waited."""
        self._bucket.take(self._clock.monotonic())

    def pause(self, seconds: float) -> None:
        """Let nothing go for so long."""
        self._bucket.pause(self._clock.monotonic() + seconds)

    def idle(self) -> bool:
        """Whether it can be forgotten."""
        return not self._waiting and self._bucket.idle(self._clock.monotonic())


class Pacer:
    """All lanes of one token. Calls pass the channel's lane first, then the method's."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lanes: dict[tuple[str, str], Lane] = {}

    async def turn(self, method: str, *, channel: str, priority: Priority) -> None:
        """Wait until the call may go."""
        for lane in self._passed(method, channel):
            await lane.turn(priority)

    def try_turn(self, method: str, *, channel: str) -> bool:
        """Whether a droppable call may go now; if so it is counted."""
        lanes = self._passed(method, channel)
        if not all(lane.free() for lane in lanes):
            return False
        for lane in lanes:
            lane.take()
        return True

    def pause(self, method: str, seconds: float) -> None:
        """Slack answered 429: nobody calls this method for so long, in any channel."""
        self._lane(method, "", BUDGETS.get(method, TIER_3)).pause(seconds)

    def _passed(self, method: str, channel: str) -> list[Lane]:
        lanes = [self._lane(method, "", BUDGETS.get(method, TIER_3))]
        if channel and (budget := PER_CHANNEL.get(method)):
            lanes.insert(0, self._lane(method, channel, budget))
        return lanes

    def _lane(self, method: str, channel: str, budget: Budget) -> Lane:
        key = (method, channel)
        if key not in self._lanes:
            if len(self._lanes) >= _MAX_LANES:
                self._lanes = {k: lane for k, lane in self._lanes.items() if not lane.idle()}
            self._lanes[key] = Lane(budget, self._clock)
        return self._lanes[key]
