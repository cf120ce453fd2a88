"""Going on from what an ended run had, as a new version of it.

An end is final: the older run stays as it is. The new one begins as a copy of its thread,
belongs to the same person, and says on whose word it goes on.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import structlog

from bot.core import progress
from bot.core.model import NodeProgress, Origin, Run
from bot.core.ports.engine import Moment
from bot.core.ports.store import Exists, StoreUnavailableError
from bot.core.standing import standing
from bot.desk.outcomes import (
    AlreadyThere,
    Click,
    Outcome,
    Past,
    Started,
    TooLate,
)
from bot.desk.steering import Steering

MOMENTS = 50
"""The newest checkpoints of a run that are looked at."""
FOR_A_LOOK = timedelta(seconds=1)
FOR_A_CHOICE = timedelta(seconds=1.5)
"""For reading them: three seconds after a click a form must be open, or answered. There is
more for a choice, so that what was listed is found again."""
PATIENCE = timedelta(seconds=2)
"""Until a store that answers nothing counts as away."""

log = structlog.get_logger(__name__)


class Versions(Steering):
    """Records that somebody wants more of a run that ended. Who may: as for Cancel and Retry."""

    async def go_on(self, click: Click) -> Outcome | Started | AlreadyThere:
        """Go on where a run stands: retry it, or where it ended, in the next version.

        However often people press, or Slack brings a click, it is one version.
        """
        if refused := await self._may_steer(click):
            return refused
        snapshot = await self._store.load(click.run_id)
        older = snapshot.run
        if not older.state.final:
            return await self.retry(click)
        if not standing(snapshot).can_go_on:
            return TooLate(snapshot)
        origin = _origin(older, click)
        run = self._next(older, origin, click, progress.taken_over(older))
        return await self._begin(run, click, after=older.run_id)

    async def history(self, click: Click, *, within: timedelta = FOR_A_LOOK) -> Outcome | Past:
        """Where an ended run can be gone on from. StoreUnavailableError also if it takes long.

        A version that only finished what it began with has no steps of its own: those of the
        version before it are given, which is then the one that runs again.
        """
        if refused := await self._may_steer(click):
            return refused
        snapshot = await self._store.load(click.run_id)
        if not snapshot.run.state.final:
            return TooLate(snapshot)
        moments = await self._moments(snapshot.run, within)
        origin = snapshot.run.origin
        if moments or origin is None:
            return Past(snapshot, moments)
        older = await self.history(replace(click, run_id=origin.run_id), within=within)
        return older if isinstance(older, Past) else Past(snapshot, moments)

    async def again(self, click: Click, checkpoint: str) -> Outcome | Past | Started | AlreadyThere:
        """Run an ended run again from a checkpoint; the `Past` as it is now where that is gone."""
        found = await self.history(click, within=FOR_A_CHOICE)
        if not isinstance(found, Past):
            return found
        older = found.snapshot.run
        ids = [moment.checkpoint for moment in found.moments]
        if checkpoint not in ids:
            return found
        at = ids.index(checkpoint)
        moment, later = found.moments[at], found.moments[:at]
        origin = replace(_origin(older, click), checkpoint=checkpoint, nodes=moment.nodes)
        lines = progress.taken_back(older, moment, later)
        return await self._begin(self._next(older, origin, click, lines), click)

    async def _moments(self, run: Run, within: timedelta) -> Sequence[Moment]:
        try:
            async with asyncio.timeout(PATIENCE.total_seconds()):
                return await self._histories.history(run, limit=MOMENTS, within=within)
        except TimeoutError as error:
            raise StoreUnavailableError("the history cannot be read in time") from error

    async def _begin(
        self, run: Run, click: Click, *, after: str | None = None
    ) -> Started | AlreadyThere:
        created = await self._store.create(run, new_version=after is None, after=after)
        if isinstance(created, Exists):
            return await self._there(created.run.run_id, click.user)
        await self._wake(created.run)
        made = created.run.run_id
        log.info("run.goes_on", run_id=made, of=run.run_id, again=created.again)
        return Started(created.run, again=created.again)

    def _next(
        self, older: Run, origin: Origin, click: Click, lines: tuple[NodeProgress, ...]
    ) -> Run:
        """The next version, before it has its number."""
        about = self._workflows.get(older.workflow)
        return Run(
            run_id=older.run_id,
            workflow=older.workflow,
            team=older.team,
            channel=older.channel,
            starter=older.starter,
            language=older.language,
            timezone=older.timezone,
            period=older.period,
            version=older.version,
            inputs=older.inputs,
            trigger_id=click.delivery,
            created_at=older.created_at,
            offline=self._offline and about is not None and about.own_model,
            origin=origin,
            progress=lines,
        )


def _origin(older: Run, click: Click) -> Origin:
    return Origin(
        run_id=older.run_id,
        version=older.version,
        checkpoint=older.checkpoint,
        by=click.user,
        fingerprint=older.fingerprint,
    )
