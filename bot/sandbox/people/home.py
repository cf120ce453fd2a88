"""App Home: people open it, press and choose in it."""

from dataclasses import replace

from bot.sandbox.delivery import events, payloads
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Kind
from bot.sandbox.people.actions import action_of, block_of, state_of
from bot.sandbox.people.outcome import NO_ANSWER, Eyes, Outcome
from bot.sandbox.people.suggestions import Suggestions
from bot.sandbox.state.direct import open_im
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Person
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.wire import Json


class HomeActions:
    """The person's side of App Home."""

    def __init__(self, hub: Hub, courier: Courier, suggestions: Suggestions) -> None:
        self._hub = hub
        self._courier = courier
        self._suggestions = suggestions

    @property
    def tab(self) -> str:
        """What people see first of the app: "home", or "messages" where it has no home."""
        return "home" if self._hub.app.home_tab else "messages"

    async def open(self, person: Person) -> View | None:
        """Look at the app; it is told, and may publish then. What is published already, or None."""
        view = self._hub.homes.of(person.id)
        channel = open_im(self._hub.world, {person.id, BOT_USER})
        event = events.home_opened(self._hub, person, channel, tab=self.tab, view=view)
        self._courier.announce(event)
        return view

    async def press(
        self, person: Person, view: View, element: Json, given: object = None
    ) -> Outcome:
        """Press or choose an element of the home."""
        eyes = Eyes(self._hub, person)
        block = block_of(view.payload["blocks"], element)
        offered = self._suggestions.offered(person, view, block, element)
        action, state = action_of(
            self._hub, person, block=block, element=element, given=given, offered=offered
        )
        if state:
            view = self._keep(view, block, element, state)
        if block["type"] == "input" and not block.get("dispatch_action"):
            return eyes.outcome()
        payload = payloads.view_action(self._hub, person, view, action)
        delivery = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=False)
        return eyes.outcome(NO_ANSWER if delivery.error else "")

    def enter(self, view: View, block: Json, given: object) -> View:
        """Type or choose something in a field; nothing is sent yet."""
        person, element = self._hub.world.people[view.person], block["element"]
        offered = self._suggestions.offered(person, view, block, element)
        return self._keep(
            view, block, element, state_of(self._hub, person, element, given, offered)
        )

    def _keep(self, view: View, block: Json, element: Json, state: Json) -> View:
        chosen = {**view.entered.get(block["block_id"], {}), element["action_id"]: state}
        entered = {**view.entered, block["block_id"]: chosen}
        return self._hub.homes.put(replace(view, entered=entered))
