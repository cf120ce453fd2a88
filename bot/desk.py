"""What people may ask: start, decide, cancel, retry. Listeners call it and say what came back.

Everything is recorded in Redis before it returns, so whoever calls may acknowledge.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

import structlog

from bot.core import identity, policy
from bot.core.language import language_of_locale, language_of_text
from bot.core.model import Decision, Gate, GateState, Person, Run, Snapshot
from bot.core.ports.jobs import Jobs
from bot.core.ports.store import Claimed, Exists, NoRunError, Store, StoreUnavailableError
from graphs.contract import Workflow

DRAFT_TTL = timedelta(days=1)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody wants a run. `trigger_id` tells one delivery from another."""

    workflow: Workflow
    team: str
    channel: str
    person: Person
    inputs: Mapping[str, str]
    trigger_id: str
    response_url: str = ""
    new_version: bool = False


@dataclass(frozen=True, slots=True)
class Started:
    """The run is recorded. `again`: by an earlier delivery of the same request."""

    run: Run
    again: bool = False


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """There is a run for this person, channel and period."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Draft:
    """The texts that a start form begins with."""

    workflow: str
    inputs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Done:
    """Recorded; the record as it is now."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class NotYours:
    """Somebody else decides that."""

    snapshot: Snapshot
    circle: policy.Circle


@dataclass(frozen=True, slots=True)
class TooLate:
    """It was decided, replaced, ended or retried before. Nothing changed."""

    snapshot: Snapshot
    gate: Gate | None = None


@dataclass(frozen=True, slots=True)
class NotOffered:
    """The question does not offer that answer (any more)."""

    snapshot: Snapshot
    gate: Gate


@dataclass(frozen=True, slots=True)
class Unknown:
    """No such run or question: it expired, or the card is not ours."""


Outcome = Done | NotYours | TooLate | NotOffered | Unknown


@dataclass(frozen=True, slots=True)
class Click:
    """Who pressed something, and where; a channel must be the run's own.

    `delivery` names the click: Slack may bring the same one twice.
    """

    run_id: str
    user: str
    channel: str = ""
    delivery: str = ""


class Desk:
    """Records what people ask. `members` gives a channel's members, where those decide."""

    def __init__(
        self,
        store: Store,
        jobs: Jobs,
        workflows: Mapping[str, Workflow],
        *,
        members: Callable[[str], Awaitable[frozenset[str]]],
        offline: bool,
    ) -> None:
        self._store = store
        self._jobs = jobs
        self._workflows = workflows
        self._members = members
        self._offline = offline

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
        return AlreadyThere(await self._store.load(run_id))

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
            person=ask.person.user,
            period=period,
            once="" if period else ask.trigger_id,
        )
        spoken = language_of_text("\n".join(ask.inputs.values()))
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
            offline=self._offline,
            response_url=ask.response_url,
        )

    async def may_decide(self, click: Click, gate_key: str) -> Outcome:
        """What `decide` would answer by now, without deciding: before a form opens."""
        snapshot = await self._meant(click)
        gate = snapshot.gates.get(gate_key) if snapshot else None
        if snapshot is None or gate is None:
            return Unknown()
        await self._stir(snapshot)
        if snapshot.run.state.final or gate.state is not GateState.OPEN:
            return TooLate(snapshot, gate)
        about = self._workflows.get(snapshot.run.workflow)
        circle = policy.deciders(snapshot.run, gate.question, about)
        if not await self._is_one_of(circle, click.user, snapshot.run):
            return NotYours(snapshot, circle)
        return Done(snapshot)

    async def decide(self, click: Click, gate_key: str, decision: Decision) -> Outcome:
        """Answer a gate. The first answer wins; the same delivery again has won as well."""
        allowed = await self.may_decide(click, gate_key)
        if isinstance(allowed, TooLate):
            return await self._unless_again(allowed, decision)
        if not isinstance(allowed, Done):
            return allowed
        gate = allowed.snapshot.gates[gate_key]
        if decision.action not in gate.question.actions:
            return NotOffered(allowed.snapshot, gate)
        claimed = await self._store.decide(click.run_id, gate_key, decision)
        if not claimed.won:
            late = TooLate(claimed.snapshot, claimed.snapshot.gates.get(gate_key))
            return await self._unless_again(late, decision)
        log.info("gate.decided", run_id=click.run_id, action=decision.action.value, by=click.user)
        return await self._recorded(claimed)

    async def _unless_again(self, late: TooLate, decision: Decision) -> Outcome:
        """Tell a second delivery from a second decision.

        The process that took the first one may have died before it could wake the run.
        """
        made = late.gate.decision if late.gate else None
        if made is None or not made.delivery or made.delivery != decision.delivery:
            return late
        await self._wake(late.snapshot.run)
        return Done(late.snapshot)

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
        circle = policy.owners(run, self._workflows.get(run.workflow))
        if await self._is_one_of(circle, click.user, run):
            return None
        return NotYours(snapshot, circle)

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

    async def _recorded(self, claimed: Claimed) -> Outcome:
        """Wake the run also for those who are too late.

        The process that took the first request may have died before it could.
        """
        await self._wake(claimed.snapshot.run)
        return Done(claimed.snapshot) if claimed.won else TooLate(claimed.snapshot)

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
