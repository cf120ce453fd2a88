"""Answering gates: as a whole, or a row at a time."""

import asyncio

import structlog

from bot.core import policy
from bot.core.model import GateState, Snapshot
from bot.core.question import Action, Choice, Decision, offers
from bot.desk.outcomes import (
    Click,
    Done,
    Moved,
    NotOffered,
    NotYours,
    Outcome,
    TooLate,
    Unfinished,
    Unknown,
)
from bot.desk.records import Records

log = structlog.get_logger(__name__)


class Decisions(Records):
    """Records what people answer."""

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
        snapshot = await self._open_to(click, gate_key, decision.delivery)
        if not isinstance(snapshot, Snapshot):
            return snapshot
        return await self._claim(snapshot, gate_key, decision)

    async def choose(self, click: Click, gate_key: str, row: str, choice: Choice) -> Outcome:
        """Choose for one row. It can be changed until all are sent; a lone row is sent at once."""
        snapshot = await self._open_to(click, gate_key, click.delivery)
        if not isinstance(snapshot, Snapshot):
            return snapshot
        gate = snapshot.gates[gate_key]
        found = next((r for r in gate.question.rows if r.key == row), None)
        if found is None or choice.action not in found.actions:
            return NotOffered(snapshot, gate)
        if len(gate.question.rows) == 1:
            only = Decision(
                choice.action, by=choice.by, at=0, delivery=click.delivery, choices={row: choice}
            )
            return await self._claim(snapshot, gate_key, only)
        claimed = await self._store.choose(click.run_id, gate_key, row, choice)
        if not claimed.won:
            return TooLate(claimed.snapshot, claimed.snapshot.gates.get(gate_key))
        return await self._recorded(claimed)

    async def choose_rest(
        self, click: Click, gate_key: str, choice: Choice, *, most: int
    ) -> Outcome:
        """Choose the same for rows without a choice that allow it; `most` of them at once."""
        allowed = await self.may_decide(click, gate_key)
        if not isinstance(allowed, Done):
            return allowed
        gate = allowed.snapshot.gates[gate_key]
        left = [row for row in gate.question.rows if row.key not in gate.choices]
        free = [row.key for row in left if choice.action in row.actions][:most]
        if not free:
            return allowed
        # At once: the click is acknowledged after the last one.
        claims = await asyncio.gather(
            *(self._store.choose(click.run_id, gate_key, key, choice) for key in free)
        )
        latest = max(claims, key=lambda claimed: claimed.snapshot.run.rev)
        if not all(claimed.won for claimed in claims):
            return TooLate(latest.snapshot, latest.snapshot.gates.get(gate_key))
        return await self._recorded(latest)

    async def submit(self, click: Click, gate_key: str, *, chosen: int) -> Outcome:
        """Send what was chosen for all rows, if nobody chose since the card was shown."""
        snapshot = await self._open_to(click, gate_key, click.delivery)
        if not isinstance(snapshot, Snapshot):
            return snapshot
        gate = snapshot.gates[gate_key]
        if gate.choices.keys() < {row.key for row in gate.question.rows}:
            return Unfinished(snapshot, gate)
        if gate.chosen != chosen:
            return Moved(snapshot, gate)
        decision = Decision(
            Action.ANSWER, by=click.user, at=0, delivery=click.delivery, choices=gate.choices
        )
        return await self._claim(snapshot, gate_key, decision, chosen=chosen)

    async def _open_to(self, click: Click, gate_key: str, delivery: str) -> Snapshot | Outcome:
        """The run with the open gate; else what came of it, also by this delivery before."""
        match await self.may_decide(click, gate_key):
            case Done(snapshot):
                return snapshot
            case TooLate() as late:
                return await self._unless_again(late, delivery)
            case refused:
                return refused

    async def _claim(
        self, snapshot: Snapshot, gate_key: str, decision: Decision, *, chosen: int | None = None
    ) -> Outcome:
        """Decide for somebody who may, if the question offers it and is still open."""
        gate = snapshot.gates[gate_key]
        if not offers(gate.question, decision):
            return NotOffered(snapshot, gate)
        run_id = snapshot.run.run_id
        claimed = await self._store.decide(run_id, gate_key, decision, chosen=chosen)
        if not claimed.won:
            now = claimed.snapshot.gates.get(gate_key)
            if now is not None and now.state is GateState.OPEN:
                return Moved(claimed.snapshot, now)
            return await self._unless_again(TooLate(claimed.snapshot, now), decision.delivery)
        log.info("gate.decided", run_id=run_id, action=decision.action.value, by=decision.by)
        return await self._recorded(claimed)
