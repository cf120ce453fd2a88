"""Shortcuts: global ones from the composer, and those in the menu of a message."""

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Kind
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.people.outcome import NO_ANSWER, Eyes, Outcome, check_sees
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Message, Person


class Shortcuts:
    """The person's side of shortcuts. Each raises NotPossibleError for one that is not offered."""

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self._hub = hub
        self._courier = courier

    async def run(self, person: Person, callback_id: str) -> Outcome:
        """Choose a global shortcut."""
        self._check_declared("global", callback_id)
        eyes = Eyes(self._hub, person)
        payload = payloads.shortcut(self._hub, person, callback_id)
        delivery = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=False)
        # It has no place in a channel where a line could be shown: the outcome carries it alone.
        return eyes.outcome(NO_ANSWER if delivery.error else "")

    async def run_on(self, person: Person, message: Message, callback_id: str) -> Outcome:
        """Choose a shortcut in the menu of a message."""
        check_sees(self._hub, person, message)
        self._check_declared("message", callback_id)
        if message.only_for is not None or message.subtype == "tombstone":
            raise NotPossibleError("this message has no menu")
        eyes = Eyes(self._hub, person)
        payload = payloads.message_shortcut(self._hub, person, message, callback_id)
        delivery = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=False)
        return eyes.unanswered(message) if delivery.error else eyes.outcome()

    def _check_declared(self, kind: str, callback_id: str) -> None:
        """Without a manifest any will do, as with slash commands."""
        app = self._hub.app
        known = {s.callback_id for s in app.shortcuts if s.type == kind}
        anything = app.commands is None and not app.shortcuts
        if not self._courier.installed or (not anything and callback_id not in known):
            raise NotPossibleError(f"there is no {kind} shortcut {callback_id!r}")
