"""What happens by itself later: at its time by the clock of the workspace, or not at all."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_SHORTEST: Final = 0.01
"""Seconds until the next look, where the loop woke up a little before the workspace's clock."""


class Agenda:
    """Actions with a time. They wait until the server runs, and end with it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._planned: dict[str, tuple[float, Callable[[], None]]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def at(self, when: float, name: str, action: Callable[[], None]) -> None:
        """Do something at a time (seconds since the epoch); a name has one plan at most."""
        self._planned[name] = (when, action)
        self._arm()

    def cancel(self, name: str) -> None:
        """Do not do it after all."""
        self._planned.pop(name, None)
        self._arm()

    def do_due(self) -> None:
        """Do what is due by now, the earliest first."""
        now = self._now()
        due = sorted((when, name) for name, (when, _) in self._planned.items() if when <= now)
        for _, name in due:
            if name in self._planned:
                self._planned.pop(name)[1]()
        self._arm()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Wake up by the running loop while the block runs."""
        self._loop = asyncio.get_running_loop()
        self.do_due()
        try:
            yield
        finally:
            self._loop = None
            self._arm()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._loop is not None and self._planned:
            left = min(when for when, _ in self._planned.values()) - self._now()
            self._timer = self._loop.call_later(max(left, _SHORTEST), self.do_due)
