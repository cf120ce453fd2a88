"""App Home: people open it, press and choose in it."""

from bot.sandbox.delivery import events
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.people.outcome import NO_ANSWER
from bot.sandbox.people.suggestions import Suggestions
from bot.sandbox.people.view_actions import ViewActions
from bot.sandbox.state.direct import open_im
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Person
from bot.sandbox.state.sample import BOT_USER


class HomeActions(ViewActions):
    """The person's side of App Home."""

    def __init__(self, hub: Hub, courier: Courier, suggestions: Suggestions) -> None:
        super().__init__(hub, courier, suggestions, views=hub.homes, unanswered=NO_ANSWER)

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
