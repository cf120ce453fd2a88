"""Looking at the workspace, and waiting until something is there.

A wait looks at once and then again after each change, so it ends by an event and never by
polling, and it leaves nothing behind when it is cancelled. What does not come raises
NotSeenError with the channel as text.
"""

from collections.abc import Callable

from bot.sandbox.client.screen import Card, Home, Modal
from bot.sandbox.client.stage import WITHIN, Stage
from bot.sandbox.state.records import Channel, Person
from bot.sandbox.state.world import World


class Looks:
    """The part of a `Workspace` that only looks."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.sandbox = stage.sandbox

    @property
    def world(self) -> World:
        """People, channels, messages, files."""
        return self.sandbox.world

    def person(self, name: str) -> Person:
        """A person by name or id. Raises NotPossibleError, with who is there."""
        return self._stage.person(name)

    def channel(self, name: str) -> Channel:
        """A channel by name or id. Raises NotPossibleError, with what is there."""
        return self._stage.channel(name)

    def messages(self, channel: str = "general") -> list[Card]:
        """All messages of a channel with those in threads, the oldest first."""
        return [Card(self._stage, m) for m in self.world.messages(self.channel(channel).id)]

    def roots(self, channel: str = "general") -> list[Card]:
        """The messages in the channel itself."""
        return [Card(self._stage, m) for m in self.world.roots(self.channel(channel).id)]

    def thread(self, channel: str, ts: str) -> list[Card]:
        """The replies below a message."""
        return [Card(self._stage, m) for m in self.world.replies(self.channel(channel).id, ts)]

    def ephemerals(self, *, as_: str = "ana", channel: str | None = None) -> list[Card]:
        """The private lines of a person, the oldest first."""
        only_for = self.person(as_).id
        place = self.channel(channel).id if channel else None
        return [
            Card(self._stage, m)
            for m in self.world.ephemerals
            if m.only_for == only_for and place in {None, m.channel}
        ]

    def modal(self, *, as_: str = "ana") -> Modal | None:
        """The form that a person sees."""
        view = self.sandbox.hub.modals.top(self.person(as_).id)
        return Modal(self._stage, view) if view else None

    def transcript(self, channel: str = "general", *, as_: str | None = None) -> str:
        """A channel and its threads as text; dates in UTC, or in a person's time zone."""
        return self._stage.transcript(channel, as_=as_)

    async def wait_for(
        self,
        predicate: Callable[[Card], bool],
        *,
        channel: str = "general",
        within: float = WITHIN,
        what: str = "a message",
    ) -> Card:
        """The newest message (threads included) that fits, now or when it comes or changes."""

        def find() -> Card | None:
            cards = reversed(self.messages(channel))
            return next((card for card in cards if predicate(card)), None)

        return await self._stage.until(find, within=within, what=what, channel=channel)

    async def wait_for_card(
        self,
        text: str = "",
        *,
        button: str = "",
        channel: str = "general",
        within: float = WITHIN,
        after: str = "",
    ) -> Card:
        """The newest message with buttons, a text in it, perhaps a button of that name.

        `after` is a ts: only messages later than that one.
        """
        return await self.wait_for(
            lambda card: bool(
                card.buttons
                and text in card.text
                and (not button or button in card.buttons)
                and card.ts > after
            ),
            channel=channel,
            within=within,
            what=f"a card with {text!r} and buttons {button!r}",
        )

    async def wait_for_text(
        self, text: str, *, channel: str = "general", within: float = WITHIN, after: str = ""
    ) -> Card:
        """The newest message with a text in it."""
        return await self.wait_for(
            lambda card: text in card.text and card.ts > after,
            channel=channel,
            within=within,
            what=f"a message with {text!r}",
        )

    async def wait_for_ephemeral(
        self,
        text: str = "",
        *,
        as_: str = "ana",
        channel: str = "general",
        within: float = WITHIN,
        after: str = "",
    ) -> Card:
        """The newest private line of a person with a text in it, in any channel.

        `channel` is the one to show when it does not come.
        """

        def find() -> Card | None:
            cards = reversed(self.ephemerals(as_=as_))
            return next((c for c in cards if text in c.text and c.ts > after), None)

        what = f"a private line for {as_} with {text!r}"
        return await self._stage.until(find, within=within, what=what, channel=channel)

    async def wait_for_modal(
        self,
        title: str = "",
        *,
        as_: str = "ana",
        channel: str = "general",
        within: float = WITHIN,
    ) -> Modal:
        """The form on a person's screen, once it is open.

        `channel` is the one to show when it does not come.
        """

        def find() -> Modal | None:
            modal = self.modal(as_=as_)
            return modal if modal and title in modal.title else None

        what = f"a form {title!r} of {as_}"
        return await self._stage.until(
            find, within=within, what=what, channel=channel, kinds=("view",)
        )

    async def wait_for_home(
        self, text: str = "", *, as_: str = "ana", within: float = WITHIN
    ) -> Home:
        """The app's home of a person, once it is published and has a text in it."""
        person = self.person(as_)

        def find() -> Home | None:
            view = self.sandbox.hub.homes.of(person.id)
            home = Home(self._stage, view) if view else None
            return home if home and text in home.text else None

        what = f"a home of {as_} with {text!r}"
        place = self.sandbox.mischief.dm(person).id
        return await self._stage.until(
            find, within=within, what=what, channel=place, kinds=("view",)
        )
