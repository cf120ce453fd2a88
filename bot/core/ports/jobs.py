"""The job queue, as the inner parts see it."""

from typing import Protocol


class Jobs(Protocol):
    """The queue: it says "look at this run", nothing else."""

    async def wake(self, run_id: str, *, key: str, at: int | None = None) -> None:
        """Have some worker look at the run, now or at `at` (ms). One job per key."""
        ...
