"""Trigger ids and response_urls: short-lived permissions that an interaction gives to the app."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import digits

TRIGGER_SECONDS: Final = 3.0
RESPONSE_URL_SECONDS: Final = 30 * 60.0
RESPONSE_URL_USES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """Lets the app open one modal for one person. `view` is the modal that it came from, or ""."""

    person: str
    view: str
    made_at: float
    used: bool = False


class Triggers:
    """The trigger ids in the world: three seconds each, once."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._known: dict[str, Trigger] = {}

    def new(self, person: str, *, view: str = "") -> str:
        """A trigger id for what a person just did."""
        trigger_id = f"{digits(13)}.{digits(12)}.{secrets.token_hex(16)}"
        self._known[trigger_id] = Trigger(person=person, view=view, made_at=self._now())
        return trigger_id

    def exchange(self, trigger_id: str) -> Trigger:
        """Use it up.

        Raises SlackError: `invalid_trigger_id` (never given), `exchanged_trigger_id` (used),
        `expired_trigger_id` (older than three seconds).
        """
        trigger = self._known.get(trigger_id)
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.used:
            raise SlackError("exchanged_trigger_id")
        if self._now() - trigger.made_at > TRIGGER_SECONDS:
            raise SlackError("expired_trigger_id")
        self._known[trigger_id] = replace(trigger, used=True)
        return trigger


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """A response_url: whom it answers, where, and which message it came from (or "")."""

    person: str
    channel: str
    ts: str
    thread_ts: str | None
    made_at: float
    uses: int = 0


class Hooks:
    """The response_urls in the world: five uses in thirty minutes (node-slack-sdk#828)."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._known: dict[str, Hook] = {}

    def new(self, person: str, channel: str, *, ts: str = "", thread_ts: str | None = None) -> str:
        """The secret part of a response_url."""
        key = f"{digits(13)}/{secrets.token_urlsafe(18)}"
        self._known[key] = Hook(
            person=person, channel=channel, ts=ts, thread_ts=thread_ts, made_at=self._now()
        )
        return key

    def use(self, key: str) -> Hook:
        """Take one use. Raises SlackError: `invalid_url`, `expired_url`, `used_url`."""
        hook = self._known.get(key)
        if hook is None:
            raise SlackError("invalid_url")
        if self._now() - hook.made_at > RESPONSE_URL_SECONDS:
            raise SlackError("expired_url")
        if hook.uses >= RESPONSE_URL_USES:
            raise SlackError("used_url")
        self._known[key] = replace(hook, uses=hook.uses + 1)
        return hook

    def answered(self, key: str, ts: str) -> None:
        """Remember the message that it made, so that `replace_original` finds it."""
        hook = self._known[key]
        if not hook.ts:
            self._known[key] = replace(hook, ts=ts)


class Tickets:
    """The tickets of apps.connections.open: one websocket connection each."""

    def __init__(self) -> None:
        self._open: set[str] = set()

    def new(self) -> str:
        """A ticket for the address of a connection."""
        ticket = secrets.token_urlsafe(24)
        self._open.add(ticket)
        return ticket

    def use(self, ticket: str) -> bool:
        """Whether this ticket was given and not used yet."""
        known = ticket in self._open
        self._open.discard(ticket)
        return known
