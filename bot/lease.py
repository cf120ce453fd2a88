"""Holding the lease of a run while driving it."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from time import monotonic

from bot.core.model import Lease
from bot.core.ports.store import FencedError, Store, StoreUnavailableError

LEASE_TTL = timedelta(seconds=10)
BEAT = timedelta(seconds=1)
"""How often the driver looks at the record: a Cancel takes effect within two beats."""
TRUST = timedelta(seconds=2)
"""How long a renewal is trusted without another look. By the monotonic clock, which goes
on while a process is stopped, so a woken one looks before it writes."""


class HeldLease:
    """A lease that is being renewed. Tells cheaply whether it still stands."""

    def __init__(
        self, store: Store, lease: Lease, *, clock: Callable[[], float] = monotonic
    ) -> None:
        self._store = store
        self.lease = lease
        self._clock = clock
        self._renewed = clock()

    async def check(self) -> None:
        """Raise FencedError when somebody else drives, or the run ended.

        Reads Redis only when the last renewal is too old to be trusted; having looked
        is no renewal, since a lease that still stands may be about to expire. The check
        and the write after it are not one transaction: a window of milliseconds stays.
        """
        if self._clock() - self._renewed < TRUST.total_seconds():
            return
        if not await self._store.holds(self.lease):
            raise FencedError

    async def renew(self) -> None:
        """Beat once. FencedError when the lease is lost."""
        began = self._clock()
        ttl_ms = int(LEASE_TTL.total_seconds() * 1000)
        pulse = await self._store.pulse(self.lease, ttl_ms=ttl_ms)
        if not pulse.held:
            raise FencedError
        self._renewed = began

    async def keep(self, *, each_beat: Callable[[], object]) -> None:
        """Renew until cancelled; raises FencedError when the lease is lost.

        A Redis that is away for less than the lease lasts costs no drive: meanwhile
        `check` lets nothing be written.
        """
        while True:
            await asyncio.sleep(BEAT.total_seconds())
            try:
                await self.renew()
            except StoreUnavailableError:
                if self._clock() - self._renewed >= LEASE_TTL.total_seconds():
                    raise
            each_beat()
