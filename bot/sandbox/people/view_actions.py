"""What people do in views, modals and App Home alike: press, choose, type."""

from typing import Protocol

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Kind
from bot.sandbox.people.actions import action_of, block_of, state_of
from bot.sandbox.people.outcome import Eyes, Outcome
from bot.sandbox.people.suggestions import Suggestions
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Person
from bot.sandbox.wire import Json


class Views(Protocol):
    """Where views are kept."""

    def put(self, view: View) -> View:
        """Keep a changed view."""
        ...


class ViewActions:
    """The person's side of one kind of view. `unanswered` is what they read without an answer."""

    def __init__(
        self, hub: Hub, courier: Courier, suggestions: Suggestions, *, views: Views, unanswered: str
    ) -> None:
        self._hub = hub
        self._courier = courier
        self._suggestions = suggestions
        self._views = views
        self._unanswered = unanswered

    async def press(
        self, person: Person, view: View, element: Json, given: object = None
    ) -> Outcome:
        """Press or choose an element of a view that sends its action at once."""
        eyes = Eyes(self._hub, person)
        block = block_of(view.payload["blocks"], element)
        offered = self._suggestions.offered(person, view, block, element)
        action, state = action_of(
            self._hub, person, block=block, element=element, given=given, offered=offered
        )
        if state:
            view = self._kept(view, block, element, state)
        if block["type"] == "input" and not block.get("dispatch_action"):
            return eyes.outcome()
        payload = payloads.view_action(self._hub, person, view, action)
        delivery = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=False)
        return eyes.outcome(self._unanswered if delivery.error else "")

    def enter(self, view: View, block: Json, given: object) -> View:
        """Type or choose something in a field; nothing is sent yet."""
        person, element = self._hub.world.people[view.person], block["element"]
        offered = self._suggestions.offered(person, view, block, element)
        state = state_of(self._hub, person, element, given, offered)
        return self._kept(view, block, element, state)

    def _kept(self, view: View, block: Json, element: Json, state: Json) -> View:
        return self._views.put(view.with_entry(block["block_id"], element["action_id"], state))
