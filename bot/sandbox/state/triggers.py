"""Trigger ids and response_urls: short-lived permissions that an interaction gives to the app."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import digits

TRIGGER_SECONDS: Final = 3.0
RESPONSE_URL_SECONDS: Final = 30 * 60.0
RESPONSE_URL_USES: Final = 5
REMEMBERED_SECONDS: Final = 60 * 60.0
"""How long a permission is told apart from one that never was: longer than any lasts."""
TICKETS_MOST: Final = 1_000
"""Tickets that wait for their connection; older ones are worth nothing any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """Lets the app open one modal for one person. `view` is the modal that it came from, or ""."""

    person: str
    view: str
    made_at: float
    used: bool = False


Dated = TypeVar("Dated", Trigger, "Hook")


def _forget(known: dict[str, Dated], *, before: float) -> None:
    """Drop what was made before a time; what came first stands first."""
    for key in tuple(known):
        if known[key].made_at >= before:
            return
        del known[key]


class Triggers:
    """The trigger ids in the world: three seconds each, once."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._known: dict[str, Trigger] = {}

    def new(self, person: str, *, view: str = "") -> str:
        """A trigger id for what a person just did."""
        trigger_id = f"{digits(13)}.{digits(12)}.{secrets.token_hex(16)}"
        now = self._now()
        _forget(self._known, before=now - REMEMBERED_SECONDS)
        self._known[trigger_id] = Trigger(person=person, view=view, made_at=now)
        return trigger_id

    def exchange(self, trigger_id: str) -> Trigger:
        """Use it up.

        Raises SlackError: `invalid_trigger_id` (not given lately), `exchanged_trigger_id` (used),
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
        now = self._now()
        _forget(self._known, before=now - REMEMBERED_SECONDS)
        self._known[key] = Hook(
            person=person, channel=channel, ts=ts, thread_ts=thread_ts, made_at=now
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
        self._open: dict[str, None] = {}

    def new(self) -> str:
        """A ticket for the address of a connection."""
        ticket = secrets.token_urlsafe(24)
        self._open[ticket] = None
        if len(self._open) > TICKETS_MOST:
            del self._open[next(iter(self._open))]
        return ticket

    def use(self, ticket: str) -> bool:
        """Whether this ticket was given and not used yet."""
        return self._open.pop(ticket, ticket) is None
