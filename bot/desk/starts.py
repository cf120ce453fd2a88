"""Starting runs, and the texts that a new version begins with."""

from datetime import timedelta

import structlog

from bot.core import identity
from bot.core.inputs import spoken_text
from bot.core.language import language_of_locale, language_of_text
from bot.core.model import Run
from bot.core.plain import canonical
from bot.core.ports.store import Exists, NoRunError
from bot.desk.outcomes import AlreadyThere, Ask, Draft, Started
from bot.desk.records import Records

DRAFT_TTL = timedelta(days=1)

log = structlog.get_logger(__name__)


class Starts(Records):
    """Records that somebody wants a run."""

    async def start(self, ask: Ask) -> Started | AlreadyThere:
        """Record a run, once a delivery and once a business key."""
        now = await self._store.now()
        created = await self._store.create(self._run(ask, now), new_version=ask.new_version)
        if isinstance(created, Exists):
            return await self._there_already(ask, created.run.run_id)
        await self._wake(created.run)
        log.info("run.asked", run_id=created.run.run_id, again=created.again)
        return Started(created.run, again=created.again)

    async def _there_already(self, ask: Ask, run_id: str) -> AlreadyThere:
        """Keep what was typed, so that "New version" can begin with it."""
        user = ask.person.user
        await self._store.keep_draft(run_id, user=user, inputs=ask.inputs, ttl=DRAFT_TTL)
        return await self._there(run_id, user)

    async def draft(self, run_id: str, user: str) -> Draft | None:
        """What a new version of this run would begin with, for this person."""
        try:
            run = (await self._store.load(run_id)).run
        except NoRunError:
            return None
        typed = await self._store.draft(run_id, user=user)
        return Draft(workflow=run.workflow, inputs=typed or run.inputs)

    def _run(self, ask: Ask, now: int) -> Run:
        workflow = ask.workflow
        period = identity.week(now, ask.person.timezone) if workflow.period else ""
        key = identity.BusinessKey(
            team=ask.team,
            channel=ask.channel,
            person="" if workflow.business_key else ask.person.user,
            period=period,
            once="" if period else _once(ask),
        )
        spoken = language_of_text(spoken_text(workflow, ask.inputs))
        return Run(
            run_id=identity.run_id(workflow.name, key),
            workflow=workflow.name,
            team=ask.team,
            channel=ask.channel,
            starter=ask.person.user,
            language=spoken or language_of_locale(ask.person.locale),
            timezone=ask.person.timezone,
            period=period,
            version=1,
            inputs=dict(ask.inputs),
            trigger_id=ask.trigger_id,
            created_at=now,
            offline=self._offline and workflow.own_model,
            response_url=ask.response_url,
        )


def _once(ask: Ask) -> str:
    """What tells starts apart: the value that the run is about, else the delivery."""
    if not ask.workflow.business_key:
        return ask.trigger_id
    value = ask.inputs.get(ask.workflow.business_key)
    return canonical(identity.same_text(value) if isinstance(value, str) else value)
