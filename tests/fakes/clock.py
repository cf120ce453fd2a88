"""A clock that moves when told to."""


class FakeClock:
    """Time in ms since the epoch. Call it to read it."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self._now = now

    def __call__(self) -> int:
        """Read the time."""
        return self._now

    def advance(self, ms: int) -> None:
        """Let time pass."""
        self._now += ms
