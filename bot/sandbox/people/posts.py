"""What people do with messages and channels without the app: post, edit, react, join, leave."""

from dataclasses import replace

from bot.sandbox.errors import NotPossibleError
from bot.sandbox.markup import all_pings
from bot.sandbox.people import typed
from bot.sandbox.people.commands import check_can_type
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import EMOJI, Channel, ChannelKind, Message, Person


class Posts:
    """The person's side of conversations. Each raises NotPossibleError, with a sentence."""

    def __init__(self, hub: Hub) -> None:
        self._world = hub.world
        self._hub = hub

    def post(
        self, person: Person, channel: Channel, text: str, *, thread_ts: str | None = None
    ) -> Message:
        """Post a message; the app hears of it where it subscribed to that."""
        check_can_type(self._hub.app, person, channel)
        if thread_ts:
            self._check_thread(channel, thread_ts)
        content = self._content(text)
        return self._world.put(
            Message(
                channel=channel.id,
                ts=self._world.new_ts(),
                user=person.id,
                text=content,
                thread_ts=thread_ts,
                pings=all_pings(content, ()),
                via="person",
            )
        )

    def _check_thread(self, channel: Channel, thread_ts: str) -> None:
        root = self._world.message(channel.id, thread_ts)
        if root is None or root.is_reply:
            raise NotPossibleError("there is no such thread")

    def _content(self, text: str) -> str:
        if not text.strip():
            raise NotPossibleError("an empty message cannot be sent")
        return typed.in_message(self._world, text)

    def edit(self, person: Person, message: Message, text: str) -> Message:
        """Change an own message."""
        self._check_own(person, message)
        content = self._content(text)
        edited = self._world.new_ts()
        return self._world.put(
            replace(message, text=content, pings=all_pings(content, ()), edited_ts=edited)
        )

    def unsend(self, person: Person, message: Message) -> None:
        """Delete an own message."""
        self._check_own(person, message)
        self._world.remove(message)

    def _check_own(self, person: Person, message: Message) -> None:
        if message.user != person.id or message.via != "person":
            raise NotPossibleError(f"this is not a message of {person.name}")

    def react(self, person: Person, message: Message, name: str, *, on: bool = True) -> Message:
        """Add an emoji to a message, or take it away again."""
        if message.only_for is not None:
            raise NotPossibleError("private lines take no reactions")
        if not EMOJI.fullmatch(name):
            raise NotPossibleError(f"{name!r} is no name of an emoji")
        reactions = dict(message.reactions)
        others = tuple(user for user in reactions.get(name, ()) if user != person.id)
        reactions[name] = (*others, person.id) if on else others
        kept = tuple((emoji, users) for emoji, users in reactions.items() if users)
        return self._world.put(replace(message, reactions=kept))

    def join(self, person: Person, channel: Channel) -> None:
        """Join a public channel."""
        if channel.kind is not ChannelKind.PUBLIC or channel.archived or person.team:
            raise NotPossibleError(f"{person.name} cannot join {channel.name}")
        self._world.join(channel.id, person.id)

    def leave(self, person: Person, channel: Channel) -> None:
        """Leave a channel; nobody can leave #general."""
        stays = channel.kind is ChannelKind.IM or channel.name == "general"
        if person.id not in channel.members or stays:
            raise NotPossibleError(f"{person.name} cannot leave {channel.name}")
        self._world.leave(channel.id, person.id)
