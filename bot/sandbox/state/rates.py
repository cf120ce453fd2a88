"""Slack's rate tiers, as token buckets. Switched off unless a test asks for them."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from bot.sandbox.errors import RateLimitedError


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` calls at once, refilled by `per_second`."""

    burst: float
    per_second: float


class Tier(Enum):
    """Slack's tiers: calls a minute for one method, one workspace, one app."""

    ONE = Rate(10, 1 / 60)
    """More at once than the tier's name says: an app may open ten connections when it starts."""
    TWO = Rate(20, 20 / 60)
    THREE = Rate(50, 50 / 60)
    FOUR = Rate(100, 100 / 60)
    POSTING = Rate(4, 1)
    """chat.postMessage: about one a second in a channel, short bursts are let through."""
    NONE = Rate(math.inf, 0)


POSTING_ALTOGETHER = Rate(60, 300 / 60)
"""chat.postMessage in the whole workspace: "several hundred" a minute."""


class Rates:
    """The buckets. `enabled` can be changed at any time."""

    def __init__(self, now: Callable[[], float], *, enabled: bool) -> None:
        self.enabled = enabled
        self._now = now
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, method: str, tier: Tier, channel: str) -> None:
        """Count a call. Raises RateLimitedError with the whole seconds to wait."""
        if not self.enabled or tier is Tier.NONE:
            return
        if tier is Tier.POSTING:
            self._take((method, channel), tier.value)
            self._take((method, ""), POSTING_ALTOGETHER)
        else:
            self._take((method, ""), tier.value)

    def _take(self, key: tuple[str, str], rate: Rate) -> None:
        now = self._now()
        left, then = self._buckets.get(key, (rate.burst, now))
        left = min(rate.burst, left + (now - then) * rate.per_second)
        if left < 1:
            self._buckets[key] = (left, now)
            raise RateLimitedError(max(1, math.ceil((1 - left) / rate.per_second)))
        self._buckets[key] = (left - 1, now)
