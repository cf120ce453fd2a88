"""What to do where Slack does not let the bot speak."""

from collections.abc import Mapping
from datetime import timedelta

import structlog

from bot.cards import replies
from bot.core.model import Snapshot
from bot.core.ports.messenger import DeliveryError, Messenger
from bot.core.ports.store import Store
from graphs.contract import Workflow

QUIET = timedelta(minutes=10)
"""How long not to try again. An interaction in the channel tries at once."""
ABSENT = frozenset({"channel_not_found", "not_in_channel"})
"""Slack's codes that an invitation mends: the bot is no member (of a private channel it is
not even told that it exists). With any other one it would be asked for in vain."""

log = structlog.get_logger(__name__)


class Speechless:
    """Tells the starter, once, where else to look; then leaves the channel alone for a while."""

    def __init__(
        self, store: Store, messenger: Messenger, workflows: Mapping[str, Workflow]
    ) -> None:
        self._store = store
        self._messenger = messenger
        self._workflows = workflows

    async def __call__(self, snapshot: Snapshot, code: str) -> None:
        """Handle a refusal. A run that nobody has seen is called off where we are no member."""
        run = snapshot.run
        log.warning("slack.speechless", run_id=run.run_id, channel=run.channel, code=code)
        if code in ABSENT and await self._called_off(snapshot):
            return
        # Another look may have been refused, too, since this snapshot was read.
        told = (await self._store.load(run.run_id)).told
        until = await self._store.now() + int(QUIET.total_seconds() * 1000)
        # Before the line, not after it: whoever reads it may open the channel and act there
        # at once, which ends the quiet.
        await self._store.mute(run.run_id, until=until, told=True)
        if not told:
            await self._tell(snapshot, until)

    async def _called_off(self, snapshot: Snapshot) -> bool:
        """Forget a run that has shown nothing and done nothing; say whether it is gone."""
        run = snapshot.run
        if snapshot.root or run.fence:
            return False
        # Before it is gone: after that nobody would know whom to tell.
        await self._messenger.tell(run, replies.invite(run.language, channel=run.channel).text)
        return await self._store.discard(run.run_id)

    async def _tell(self, snapshot: Snapshot, until: int) -> None:
        run = snapshot.run
        about = self._workflows.get(run.workflow)
        try:
            await self._messenger.tell(run, replies.cannot_speak(snapshot, about).text)
        except DeliveryError:
            await self._store.mute(run.run_id, until=until, told=False)
            raise
