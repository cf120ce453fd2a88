"""Where a run shows something: who writes a slot now, and what Slack has there.

Writing here is no news for the run, so its rev stays.
"""

from bot.adapters.redis_store.base import Part
from bot.adapters.redis_store.keys import keys_of, thread_key
from bot.adapters.redis_store.lua import reachable, text_or_none
from bot.core.ports.store import NoRunError, SlotClaim

ROOT = "root"
"""The slot whose message is the thread of the run."""


class Slots(Part):
    """Claim a slot, fill or drop it; and the way back from a thread to its run."""

    async def claim_slot(
        self, run_id: str, name: str, *, nonce: str, ttl_ms: int
    ) -> SlotClaim | None:
        """Become the one who posts or updates the slot; None while another does.

        Notes `nonce` as the intent when the slot has no ts and no intent yet. An
        intent that an earlier claim left stays (`stale`): look for its message.
        """
        status, *rest = await self._lua.run("claim_slot", _of(run_id), name, nonce, ttl_ms)
        if status == "none":
            raise NoRunError(run_id)
        if status == "busy":
            return None
        ts, intent, stale, digest, rev = rest
        return SlotClaim(
            name=name,
            nonce=nonce,
            ts=ts,
            intent=intent,
            stale=bool(stale),
            digest=digest or "",
            rev=int(rev or 0),
        )

    async def fill_slot(
        self, run_id: str, claim: SlotClaim, *, ts: str | None, digest: str, rev: int
    ) -> int:
        """Note what Slack has now, and let go of the slot; gives the run's newest rev.

        `ts` None forgets the message (and its intent). Nothing changes when
        somebody else has claimed the slot since.
        """
        moved = claim.name == ROOT and ts != claim.ts
        channel = await self._lead_here(run_id, old=claim.ts, new=ts) if moved else ""
        status, *rest = await self._lua.run(
            "fill_slot", _of(run_id), claim.name, claim.nonce, ts or "", digest, rev
        )
        if status == "none":
            raise NoRunError(run_id)
        newest, kept_ms, stands = rest
        if moved:
            # A message that is not the root after all is forgotten with time; the root itself
            # with its run, if that ended meanwhile.
            await self._end_thread(channel, ts, ttl_ms=kept_ms if stands == ts else self._kept_ms)
        return int(newest)

    async def _lead_here(self, run_id: str, *, old: str | None, new: str | None) -> str:
        """Write the look-up from the new thread, end that of the old one; give the channel."""
        keys = keys_of(run_id)
        with reachable():
            channel = text_or_none(await self._client.hget(keys.run, "channel"))
            if channel is None:
                raise NoRunError(run_id)
            if new:
                left = await self._client.pttl(keys.run)
                kept = left if left > 0 else None
                await self._client.set(thread_key(channel, new), run_id, px=kept)
        await self._end_thread(channel, old, ttl_ms=self._kept_ms)
        return channel

    async def drop_slot(self, run_id: str, claim: SlotClaim) -> None:
        """Let go of the slot without a change (the call failed). The intent stays."""
        (status,) = await self._lua.run("drop_slot", _of(run_id), claim.name, claim.nonce)
        if status == "none":
            raise NoRunError(run_id)

    async def mute(self, run_id: str, *, until: int, told: bool) -> None:
        """Slack refuses to let us speak there: do not try before `until`."""
        (status,) = await self._lua.run("mute", [keys_of(run_id).run], until, int(told))
        if status == "none":
            raise NoRunError(run_id)

    async def run_at(self, channel: str, root_ts: str) -> str | None:
        """The run whose root message this is."""
        with reachable():
            found = await self._client.get(thread_key(channel, root_ts))
        return text_or_none(found)


def _of(run_id: str) -> list[str]:
    keys = keys_of(run_id)
    return [keys.run, keys.slots]
