"""Slots, threads and drafts of the fake store."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.adapters.redis_store.keys import base_of
from bot.core.model import Slot
from bot.core.ports.store import SlotClaim
from tests.fakes.store_memory import Memory


class FakeSlots(Memory):
    async def claim_slot(
        self, run_id: str, name: str, *, nonce: str, ttl_ms: int
    ) -> SlotClaim | None:
        record, now = self.record(run_id), self.tick()
        holder, until = record.claims.get(name, (nonce, 0))
        if holder != nonce and until > now:
            return None
        slot = record.slots.get(name, Slot(name))
        intent = slot.intent or nonce
        if slot.ts is None:
            slot = replace(slot, intent=intent)
        record.slots[name], record.claims[name] = slot, (nonce, now + ttl_ms)
        return SlotClaim(
            name=name,
            nonce=nonce,
            ts=slot.ts,
            intent=intent,
            stale=slot.ts is None and intent != nonce,
            digest=slot.digest,
            rev=slot.rev,
        )

    async def fill_slot(
        self, run_id: str, claim: SlotClaim, *, ts: str | None, digest: str, rev: int
    ) -> int:
        record = self.record(run_id)
        if claim.name == "root" and ts:
            self.threads[record.run.channel, ts] = run_id
        if record.claims.get(claim.name, ("", 0))[0] == claim.nonce:
            del record.claims[claim.name]
            record.slots[claim.name] = Slot(
                claim.name, ts=ts, digest=digest, rev=rev, shown_at=self.tick()
            )
        return record.run.rev

    async def drop_slot(self, run_id: str, claim: SlotClaim) -> None:
        record = self.record(run_id)
        if record.claims.get(claim.name, ("", 0))[0] == claim.nonce:
            del record.claims[claim.name]

    async def mute(self, run_id: str, *, until: int, told: bool) -> None:
        record = self.record(run_id)
        record.muted_until, record.told = until, told

    async def run_at(self, channel: str, root_ts: str) -> str | None:
        self.tick()
        run_id = self.threads.get((channel, root_ts))
        return run_id if run_id and self.find(run_id) else None

    async def keep_draft(
        self, run_id: str, *, user: str, inputs: Mapping[str, Any], ttl: timedelta
    ) -> None:
        until = self.tick() + ttl // timedelta(milliseconds=1)
        self.drafts[base_of(run_id), user] = (dict(inputs), until)

    async def draft(self, run_id: str, *, user: str) -> Mapping[str, Any] | None:
        now = self.tick()
        inputs, until = self.drafts.get((base_of(run_id), user), (None, 0))
        return inputs if until > now else None
