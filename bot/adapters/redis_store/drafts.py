"""What people typed for a new version of a run, kept until they ask for it."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from bot.adapters.redis_store.base import Part
from bot.adapters.redis_store.keys import draft_key
from bot.adapters.redis_store.lua import reachable


class Drafts(Part):
    """One draft a run and person; a newer one replaces it."""

    async def keep_draft(
        self, run_id: str, *, user: str, inputs: Mapping[str, Any], ttl: timedelta
    ) -> None:
        """Keep what a person typed for a new version of a run, until they ask for it."""
        with reachable():
            await self._client.set(draft_key(run_id, user), json.dumps(dict(inputs)), px=ttl)

    async def draft(self, run_id: str, *, user: str) -> Mapping[str, Any] | None:
        """What they typed; None where there is nothing (any more)."""
        with reachable():
            text = await self._client.get(draft_key(run_id, user))
        if text is None:
            return None
        inputs: dict[str, Any] = json.loads(text)
        return inputs
