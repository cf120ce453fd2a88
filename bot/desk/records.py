"""What all of the desk does: find the run that a click is about, ask who it is, wake the run."""

from collections.abc import Awaitable, Callable, Mapping

import structlog

from bot.core import policy
from bot.core.model import Run, Snapshot
from bot.core.ports.engine import Histories
from bot.core.ports.jobs import Jobs
from bot.core.ports.store import Claimed, NoRunError, Store, StoreUnavailableError
from bot.core.standing import standing
from bot.desk.outcomes import AlreadyThere, Click, Done, Outcome, TooLate
from graphs.contract import Workflow

log = structlog.get_logger(__name__)


class Records:
    """The record of runs, for those who write what people ask."""

    def __init__(
        self,
        store: Store,
        jobs: Jobs,
        workflows: Mapping[str, Workflow],
        *,
        members: Callable[[str], Awaitable[frozenset[str]]],
        histories: Histories,
        offline: bool,
    ) -> None:
        self._store = store
        self._jobs = jobs
        self._workflows = workflows
        self._members = members
        self._histories = histories
        self._offline = offline

    async def _meant(self, click: Click) -> Snapshot | None:
        """The run that a click is about; None where it is gone, or in another channel."""
        try:
            snapshot = await self._store.load(click.run_id)
        except NoRunError:
            return None
        return None if _elsewhere(click, snapshot.run) else snapshot

    async def _is_one_of(self, circle: policy.Circle, user: str, run: Run) -> bool:
        members = await self._members(run.channel) if circle.asks_members else None
        return policy.may_decide(user, circle, channel_members=members)

    async def _owns(self, user: str, run: Run) -> bool:
        """Whether somebody may cancel, retry and go on with a run."""
        circle = policy.owners(run, self._workflows.get(run.workflow))
        return await self._is_one_of(circle, user, run)

    async def _there(self, run_id: str, user: str) -> AlreadyThere:
        """A run that is there already, to somebody who wanted one."""
        snapshot = await self._store.load(run_id)
        can = standing(snapshot).can_go_on
        return AlreadyThere(snapshot, may_go_on=can and await self._owns(user, snapshot.run))

    async def _recorded(self, claimed: Claimed) -> Outcome:
        """Wake the run also for those who are too late.

        The process that took the first request may have died before it could.
        """
        await self._wake(claimed.snapshot.run)
        return Done(claimed.snapshot) if claimed.won else TooLate(claimed.snapshot)

    async def _unless_again(self, late: TooLate, delivery: str) -> Outcome:
        """Tell a second delivery from a second decision.

        The process that took the first one may have died before it could wake the run.
        """
        made = late.gate.decision if late.gate else None
        if made is None or not made.delivery or made.delivery != delivery:
            return late
        await self._wake(late.snapshot.run)
        return Done(late.snapshot)

    async def _stir(self, snapshot: Snapshot) -> None:
        """Try a muted channel again at once: somebody acts in it, so it may be open again."""
        if muted := snapshot.muted_until:
            await self._store.mute(snapshot.run.run_id, until=0, told=snapshot.told)
            await self._wake(snapshot.run, why=f"unmuted:{muted}")

    async def _wake(self, run: Run, *, why: str = "") -> None:
        """Have a worker look at once. It is recorded already: a lost wake-up is swept up later."""
        try:
            await self._jobs.wake(run.run_id, key=f"{run.run_id}:{why or run.rev}")
        except StoreUnavailableError:
            log.warning("run.wake_lost", run_id=run.run_id)


def _elsewhere(click: Click, run: Run) -> bool:
    return bool(click.channel) and click.channel != run.channel
