"""Cancel and Retry."""

import structlog

from bot.core import policy
from bot.desk.outcomes import Click, NotYours, Outcome, Unknown
from bot.desk.records import Records

log = structlog.get_logger(__name__)


class Steering(Records):
    """Records that somebody ends a run, or lets its failed steps run again."""

    async def cancel(self, click: Click) -> Outcome:
        """End a run for good. The same delivery again has won as well."""
        refused = await self._may_steer(click)
        if refused:
            return refused
        claimed = await self._store.cancel(click.run_id, by=click.user, delivery=click.delivery)
        log.info("run.cancelled", run_id=click.run_id, by=click.user, won=claimed.won)
        return await self._recorded(claimed)

    async def retry(self, click: Click) -> Outcome:
        """Let the failed steps run again. The same delivery again asks for nothing more."""
        refused = await self._may_steer(click)
        if refused:
            return refused
        claimed = await self._store.retry(click.run_id, by=click.user, delivery=click.delivery)
        log.info("run.retry", run_id=click.run_id, by=click.user, won=claimed.won)
        return await self._recorded(claimed)

    async def _may_steer(self, click: Click) -> Outcome | None:
        """Cancel and Retry: whoever started the run, or may decide in it."""
        snapshot = await self._meant(click)
        if snapshot is None:
            return Unknown()
        await self._stir(snapshot)
        run = snapshot.run
        if await self._owns(click.user, run):
            return None
        return NotYours(snapshot, policy.owners(run, self._workflows.get(run.workflow)))
