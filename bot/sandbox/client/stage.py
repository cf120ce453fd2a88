"""What all objects of the client share: the workspace, the names in it, and how a wait ends."""

from collections.abc import Callable, Collection
from typing import Final, NoReturn, TypeVar

from bot.sandbox.errors import NotPossibleError, NotSeenError
from bot.sandbox.messages.transcript import Reader, transcript
from bot.sandbox.people.interactions import Interactions
from bot.sandbox.server import Sandbox
from bot.sandbox.state.records import Channel, ChannelKind, Message, Person
from bot.sandbox.state.world import World

T = TypeVar("T")

WITHIN: Final = 10.0
"""Seconds that a wait takes at most, unless it says otherwise."""


class Stage:
    """A running sandbox, as cards, forms and the workspace look at it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    @property
    def world(self) -> World:
        """People, channels, messages, files."""
        return self.sandbox.world

    @property
    def do(self) -> Interactions:
        """What a person can do."""
        return self.sandbox.interactions

    def person(self, name: str) -> Person:
        """A person by name or id. Raises NotPossibleError, with who is there."""
        try:
            return self.world.person(name)
        except KeyError as unknown:
            known = [person.name for person in self.world.people.values()]
            raise NotPossibleError(f"{unknown.args[0]}, only {known}") from None

    def channel(self, name: str) -> Channel:
        """A channel by name or id. Raises NotPossibleError, with what is there."""
        try:
            return self.world.channel(name)
        except KeyError as unknown:
            known = [channel.name for channel in self.world.channels.values()]
            raise NotPossibleError(f"{unknown.args[0]}, only {known}") from None

    def shortcut(self, kind: str, name: str) -> str:
        """The callback id of a shortcut, "message" or "global", by its name or callback id.

        Raises NotPossibleError for one that the manifest does not declare.
        """
        declared = [s for s in self.sandbox.hub.app.shortcuts if s.type == kind]
        for shortcut in declared:
            if name in {shortcut.name, shortcut.callback_id}:
                return shortcut.callback_id
        names = [shortcut.name for shortcut in declared]
        raise NotPossibleError(f"there is no {kind} shortcut {name!r}, only {names}")

    def reader(self, person: Person | None = None) -> Reader:
        """Reads messages in the time zone of a person, or in UTC."""
        return Reader(self.world, tz=person.tz) if person else Reader(self.world)

    def current(self, message: Message) -> Message:
        """A message as it is now. Raises NotSeenError when it is gone."""
        channel, ts = message.channel, message.ts
        found = self.world.message(channel, ts) or self.world.ephemeral(channel, ts)
        if found is None:
            self.not_seen(f"the message {ts} any more", channel)
        return found

    def transcript(self, channel: str, *, as_: str | None = None) -> str:
        """A channel and its threads as text; dates in UTC, or in a person's time zone."""
        tz = self.person(as_).tz if as_ else "Etc/UTC"
        return transcript(self.world, self.channel(channel).id, tz=tz)

    def not_seen(self, what: str, channel: str) -> NoReturn:
        """Raise NotSeenError, with the channel as text."""
        place = self.channel(channel)
        mark = "" if place.kind is ChannelKind.IM else "#"
        text = self.transcript(channel) or "(empty)"
        raise NotSeenError(f"nobody saw {what}; {mark}{place.name} is\n{text}")

    async def until(
        self,
        find: Callable[[], T | None],
        *,
        within: float,
        what: str,
        channel: str,
        kinds: Collection[str] = ("message", "deleted", "ephemeral"),
    ) -> T:
        """What `find` gives once it gives something; it is asked after each change of these kinds.

        Raises NotSeenError after `within` seconds.
        """
        found = await self.world.changes.until(find, within=within, kinds=kinds)
        if found is None:
            self.not_seen(f"{what} within {within:g} s", channel)
        return found
