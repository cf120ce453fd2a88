"""The workspace for scripts: what people do and see, in the words of people.

    ws = Workspace(sandbox)
    await ws.slash("/weekly-report", text="Login shipped", as_="ana", channel="general")
    card = await ws.wait_for_card("Review")
    await card.click("Approve", as_="ana")

Waits end by an event in the workspace, never by polling; what does not come raises NotSeenError
with the channel as text.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.sandbox.client.card import Card
from bot.sandbox.client.modal import Modal
from bot.sandbox.errors import NotSeenError
from bot.sandbox.messages.transcript import Reader, transcript
from bot.sandbox.people.outcome import Outcome
from bot.sandbox.server import Sandbox
from bot.sandbox.state.records import Channel, Message, Person

__all__ = ["Card", "Modal", "NotSeenError", "Said", "Workspace"]

WITHIN = 10.0
"""Seconds that a wait takes at most, unless it says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a person saw right after doing something.

    `text` is all private lines together as read, `error` Slack's own error line or "", `modal`
    the form that is open now.
    """

    text: str
    error: str
    notices: tuple[Card, ...]
    modal: Modal | None


class Workspace:
    """People in a running sandbox. Names: `as_` is a person, `channel` a channel, without marks."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.world = sandbox.world

    def person(self, name: str) -> Person:
        """A person by name."""
        return self.world.person(name)

    def channel(self, name: str) -> Channel:
        """A channel by name."""
        return self.world.channel(name)

    def _said(self, person: Person, outcome: Outcome) -> Said:
        reader = Reader(self.world, tz=person.tz)
        return Said(
            text="\n".join(reader.message(notice) for notice in outcome.notices),
            error=outcome.error,
            notices=tuple(Card(self, notice) for notice in outcome.notices),
            modal=Modal(self, outcome.view) if outcome.view else None,
        )

    async def slash(
        self,
        command: str,
        *,
        text: str = "",
        as_: str = "ana",
        channel: str = "general",
        thread: str = "",
    ) -> Said:
        """Type a slash command; returns once the app acknowledged it, or did not."""
        person = self.person(as_)
        outcome = await self.sandbox.interactions.slash(
            person, self.channel(channel), command, text, thread_ts=thread
        )
        return self._said(person, outcome)

    async def post(
        self, text: str, *, as_: str = "ana", channel: str = "general", thread: str | None = None
    ) -> Card:
        """Post a message."""
        message = await self.sandbox.interactions.post(
            self.person(as_), self.channel(channel), text, thread_ts=thread
        )
        return Card(self, message)

    def messages(self, channel: str = "general") -> list[Card]:
        """All messages of a channel with those in threads, the oldest first."""
        return [Card(self, m) for m in self.world.messages(self.channel(channel).id)]

    def roots(self, channel: str = "general") -> list[Card]:
        """The messages in the channel itself."""
        return [Card(self, m) for m in self.world.roots(self.channel(channel).id)]

    def thread(self, channel: str, ts: str) -> list[Card]:
        """The replies below a message."""
        return [Card(self, m) for m in self.world.replies(self.channel(channel).id, ts)]

    def ephemerals(self, *, as_: str = "ana", channel: str | None = None) -> list[Card]:
        """The private lines of a person, the oldest first."""
        only_for = self.person(as_).id
        place = self.channel(channel).id if channel else None
        return [
            Card(self, m)
            for m in self.world.ephemerals
            if m.only_for == only_for and place in {None, m.channel}
        ]

    def dm(self, name: str = "ana") -> str:
        """The id of a person's direct message with the bot, for `channel`; made if new."""
        return self.sandbox.mischief.dm(self.person(name)).id

    def modal(self, *, as_: str = "ana") -> Modal | None:
        """The form that a person sees."""
        view = self.sandbox.hub.modals.top(self.person(as_).id)
        return Modal(self, view) if view else None

    def transcript(self, channel: str = "general", *, as_: str | None = None) -> str:
        """A channel and its threads as text; dates in UTC, or in a person's time zone."""
        tz = self.person(as_).tz if as_ else "Etc/UTC"
        return transcript(self.world, self.channel(channel).id, tz=tz)

    async def wait_for(
        self,
        predicate: Callable[[Card], bool],
        *,
        channel: str = "general",
        within: float = WITHIN,
        what: str = "a message",
    ) -> Card:
        """The newest message (threads included) that fits, now or when it comes or changes."""
        place = self.channel(channel).id

        def find() -> Card | None:
            cards = (Card(self, m) for m in reversed(self.world.messages(place)))
            return next((card for card in cards if predicate(card)), None)

        return self._seen(await self._until_message(find, within), what, channel)

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
        self, text: str = "", *, as_: str = "ana", within: float = WITHIN, after: str = ""
    ) -> Card:
        """The newest private line of a person with a text in it."""

        def find() -> Card | None:
            cards = reversed(self.ephemerals(as_=as_))
            return next((c for c in cards if text in c.text and c.ts > after), None)

        found = await self._until_message(find, within)
        return self._seen(found, f"a private line for {as_} with {text!r}", "general")

    async def wait_for_modal(
        self, title: str = "", *, as_: str = "ana", within: float = WITHIN
    ) -> Modal:
        """The form on a person's screen, once it is open."""

        def find() -> Modal | None:
            modal = self.modal(as_=as_)
            return modal if modal and title in modal.title else None

        found = await self.world.changes.until(find, within=within, kinds={"view"})
        if found is None:
            raise NotSeenError(f"{as_} saw no form {title!r} within {within} s")
        return found

    async def _until_message(self, find: Callable[[], Card | None], within: float) -> Card | None:
        kinds = {"message", "deleted", "ephemeral"}
        return await self.world.changes.until(find, within=within, kinds=kinds)

    def _seen(self, card: Card | None, what: str, channel: str) -> Card:
        if card is None:
            text = self.transcript(channel)
            raise NotSeenError(f"nobody saw {what}; #{channel} is\n{text or '(empty)'}")
        return card

    def join(self, channel: str, *, as_: str = "ana") -> None:
        """Join a channel."""
        self.world.join(self.channel(channel).id, self.person(as_).id)

    def invite_bot(self, channel: str) -> None:
        """Make the bot a member of a channel."""
        self.sandbox.mischief.invite_bot(self.channel(channel))

    def kick_bot(self, channel: str) -> None:
        """Remove the bot from a channel."""
        self.sandbox.mischief.kick_bot(self.channel(channel))

    def archive(self, channel: str, *, archived: bool = True) -> None:
        """Archive a channel, or take it back."""
        self.sandbox.mischief.archive(self.channel(channel), archived=archived)

    def delete(self, card: Card) -> None:
        """Delete a message."""
        self.sandbox.mischief.delete(self._current(card.message))

    def revoke(self) -> None:
        """Revoke the bot's token."""
        self.sandbox.mischief.revoke()

    def reinstall(self) -> None:
        """Make the bot's token work again."""
        self.sandbox.mischief.reinstall()

    def _current(self, message: Message) -> Message:
        channel, ts = message.channel, message.ts
        found = self.world.message(channel, ts) or self.world.ephemeral(channel, ts)
        if found is None:
            raise NotSeenError(f"the message {ts} is not there any more")
        return found
