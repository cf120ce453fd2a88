"""The job queue in small: one job a key, until it is taken."""

from dataclasses import dataclass, field

from bot.core.ports.jobs import Jobs
from bot.core.ports.store import StoreUnavailableError


@dataclass(frozen=True)
class Job:
    run_id: str
    at: int | None


@dataclass
class FakeJobs(Jobs):
    """Implements `Jobs`. While `down`, nothing is enqueued."""

    waiting: dict[str, Job] = field(default_factory=dict)
    down: bool = False

    async def wake(self, run_id: str, *, key: str, at: int | None = None) -> None:
        if self.down:
            raise StoreUnavailableError
        self.waiting.setdefault(key, Job(run_id, at))

    def take(self, now: int) -> list[str]:
        """Take the jobs that are due; gives their runs."""
        due = [key for key, job in self.waiting.items() if job.at is None or job.at <= now]
        return [self.waiting.pop(key).run_id for key in due]
