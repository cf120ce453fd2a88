"""Slack, as far as a run speaks through it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot.core.model import Run


@dataclass(frozen=True, slots=True)
class File:
    """A text to put beside a message."""

    name: str
    title: str
    content: str


@dataclass(frozen=True, slots=True)
class Message:
    """What a slot should show. `text` is the one-line fallback for notifications.

    `plain` are blocks that every Slack accepts (sections, context, actions), with the same
    buttons; used when `blocks` are refused. `file` goes into the thread under `{slot}:file`.
    """

    slot: str
    text: str
    blocks: tuple[Mapping[str, object], ...]
    plain: tuple[Mapping[str, object], ...] = field(default=())
    file: File | None = None


class MessageGoneError(Exception):
    """The message to update is not there any more."""


class CannotSpeakError(Exception):
    """Slack refuses to let the bot speak there (archived, removed, revoked). `code` is Slack's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class GaveWayError(Exception):
    """A progress update was left out: rates are used up, or the call failed. Try again later."""


class DeliveryError(Exception):
    """Slack did not take the call after all retries. Try again later. `code` is Slack's, or ""."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


Ready = Callable[[], Awaitable[None]]
"""Awaited after the pacing, right before each attempt. What it raises stops the call."""


class Messenger(Protocol):
    """Slack, as far as a run speaks through it. All calls are paced and retried inside.

    Raises MessageGoneError (update; post and upload where the thread is gone),
    CannotSpeakError, GaveWayError (only where `may_drop`), DeliveryError.
    """

    async def post(
        self, run: Run, message: Message, *, thread: str | None, nonce: str, ready: Ready
    ) -> str:
        """Post with metadata `{run_id, slot, nonce}`; gives the ts. Joins public channels."""
        ...

    async def update(
        self, run: Run, message: Message, *, ts: str, may_drop: bool, ready: Ready
    ) -> None:
        """Replace what the message shows."""
        ...

    async def upload(self, run: Run, file: File, *, thread: str, slot: str, ready: Ready) -> str:
        """Put a file into the thread; gives the ts of its message (or the file id)."""
        ...

    async def find(self, run: Run, slot: str, *, thread: str | None) -> str | None:
        """The ts of a message that was posted for this slot, by its metadata (files: by name).

        None where there is none, or where Slack refuses the look-up.
        """
        ...

    async def tell(self, run: Run, text: str) -> None:
        """A private line to the starter: by `response_url` while it lives, else as a DM."""
        ...
