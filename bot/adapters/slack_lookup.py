"""Finding a message of ours whose ts got lost: by its metadata, a file by its name."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePath

import structlog

from bot.adapters.slack_answers import FoundMessage, History, Identity, Metadata, read
from bot.adapters.slack_calls import SlackCalls
from bot.core.model import Run

EVENT_TYPE = "signoff_slot"
"""The metadata's event type: this message is a slot of a run."""

_PAGE = 200
_MAX_PAGES = 10
_CLOCK_SKEW = 60
"""Seconds by which Slack's clock may be behind that of Redis, which dates the run."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which message to look for. `nonce` None: any message that was posted for the slot."""

    run_id: str
    slot: str
    nonce: str | None = None

    def matches(self, message: FoundMessage) -> bool:
        """Whether this is it, whoever wrote it."""
        mark = _mark(self.run_id, self.slot)
        return self._is_in(message.metadata) or any(
            PurePath(file.name).stem.endswith(mark) for file in message.files
        )

    def _is_in(self, metadata: Metadata) -> bool:
        payload = metadata.event_payload
        return (
            metadata.event_type == EVENT_TYPE
            and payload.get("run_id") == self.run_id
            and payload.get("slot") == self.slot
            and self.nonce in {None, payload.get("nonce")}
        )


def metadata_of(run_id: str, slot: str, nonce: str) -> dict[str, object]:
    """What a message of a slot carries, unseen by people."""
    payload = {"run_id": run_id, "slot": slot, "nonce": nonce}
    return {"event_type": EVENT_TYPE, "event_payload": payload}


def file_name(name: str, run_id: str, slot: str) -> str:
    """The name a slot's file has in Slack: always the same, and no other slot's.

    Uploads carry no metadata (files.completeUploadExternal takes none), so the name must do.
    """
    path = PurePath(name)
    return f"{path.stem}{_mark(run_id, slot)}{path.suffix}"


def _mark(run_id: str, slot: str) -> str:
    return "-" + sha256(f"{run_id}\n{slot}".encode()).hexdigest()[:10]


class SlackLookup:
    """Looks through a channel (for a root) or a thread; 2,000 messages at most.

    Needs membership and the history scopes. An old page of Slack's docs denies bots the
    replies in channels, so be ready for a refusal.
    """

    def __init__(self, calls: SlackCalls) -> None:
        self._calls = calls
        self._me: frozenset[str] = frozenset()

    async def find(self, run: Run, wanted: Wanted, *, thread: str | None) -> str | None:
        """The ts of the newest such message of ours; None where there is none.

        Raises SlackTroubleError where Slack refuses to show the messages, DeliveryError.
        """
        me = await self._who_am_i()
        found = [
            message.ts
            async for message in self._messages(run, thread)
            if me & {message.user, message.bot_id} and wanted.matches(message)
        ]
        return max(found, default=None)

    async def _who_am_i(self) -> frozenset[str]:
        """Our user id and our bot id: others could write the same metadata."""
        if not self._me:
            identity = read(Identity, await self._calls.call("auth.test", {}))
            self._me = frozenset({identity.user_id, identity.bot_id} - {""})
        return self._me

    async def _messages(self, run: Run, thread: str | None) -> AsyncIterator[FoundMessage]:
        method, args = _question(run, thread)
        for _ in range(_MAX_PAGES):
            page = read(History, await self._calls.call(method, args))
            for message in page.messages:
                yield message
            if not (cursor := page.response_metadata.next_cursor):
                return
            args = {**args, "cursor": cursor}
        log.warning("slack.lookup_unfinished", run_id=run.run_id, channel=run.channel)


def _question(run: Run, thread: str | None) -> tuple[str, dict[str, object]]:
    """Method and arguments: the channel since the run began, or its thread."""
    args = {"channel": run.channel, "include_all_metadata": True, "limit": _PAGE}
    if thread is not None:
        return "conversations.replies", {**args, "ts": thread}
    oldest = f"{run.created_at / 1000 - _CLOCK_SKEW:.6f}"
    return "conversations.history", {**args, "oldest": oldest}
