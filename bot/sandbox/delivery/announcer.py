"""Watches the workspace and tells the app what happens in it, where it subscribed to that."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

from bot.sandbox.delivery import events
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.state.changes import Change
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import CHANNELS, Channel, ChannelKind, Message
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.wire import Json


class Announcer:
    """Compares what was there before each change with what is there after it.

    So it does not matter who made the change: a person, the app itself, or Slack.
    """

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self._hub = hub
        self._courier = courier

    def watching(self) -> AbstractContextManager[None]:
        """Tell the app of all that changes from now on, while the block runs."""
        return self._hub.world.changes.listening(self._heard)

    def _heard(self, change: Change) -> None:
        listeners: Mapping[str, Callable[[Change], None]] = {
            "message": self._message,
            "deleted": self._deleted,
            "channel": self._channel,
        }
        if change.kind in listeners:
            listeners[change.kind](change)

    def _message(self, change: Change) -> None:
        after = self._hub.world.message(change.channel, change.ts)
        if after is None:
            return
        before, channel = change.before, self._hub.world.channels[change.channel]
        if BOT_USER not in channel.members:
            return
        if not isinstance(before, Message):
            self._new(after, channel)
            return
        if _shown(before) != _shown(after) and not after.streaming:
            self._tell_message(events.changed(self._hub, before, after, channel), channel)
        self._reactions(before, after, channel)

    def _new(self, message: Message, channel: Channel) -> None:
        self._tell_message(events.message(self._hub, message, channel), channel)
        if f"@{BOT_USER}" in message.pings and channel.kind is not ChannelKind.IM:
            self._courier.announce(events.mention(self._hub, message, channel), channel)
        for file_id in message.file_ids:
            self._courier.announce(events.file_shared(self._hub, file_id, message), channel)

    def _tell_message(self, event: Json, channel: Channel) -> None:
        self._courier.announce(event, channel, name=f"message.{channel.kind}")

    def _reactions(self, before: Message, after: Message, channel: Channel) -> None:
        old, new = _reacted(before), _reacted(after)
        for kind, pairs in (("reaction_added", new - old), ("reaction_removed", old - new)):
            for name, user in sorted(pairs):
                event = events.reaction(self._hub, kind, after, user=user, name=name)
                self._courier.announce(event, channel)

    def _deleted(self, change: Change) -> None:
        before, channel = change.before, self._hub.world.channels[change.channel]
        if not isinstance(before, Message) or BOT_USER not in channel.members:
            return
        tombstone = self._hub.world.message(change.channel, change.ts)
        if tombstone is None:
            self._tell_message(events.deleted(self._hub, before, channel), channel)
        else:
            event = events.changed(self._hub, before, tombstone, channel)
            self._tell_message(event, channel)

    def _channel(self, change: Change) -> None:
        before, after = change.before, self._hub.world.channels[change.channel]
        if not isinstance(before, Channel) or after.kind not in CHANNELS:
            return
        if BOT_USER in after.members:
            self._members(before, after)
        elif BOT_USER in before.members:
            self._courier.announce(events.about_channel(self._hub, "left", after), after)

    def _members(self, before: Channel, after: Channel) -> None:
        joined, left = after.members - before.members, before.members - after.members
        for kind, users in (("member_joined_channel", joined), ("member_left_channel", left)):
            for user in sorted(users):
                event = events.membership(self._hub, kind, user, after)
                self._courier.announce(event, after)


def _shown(message: Message) -> tuple[object, ...]:
    """What makes a message another one to its readers; one that is being written is told once."""
    content = (message.text, message.blocks, message.attachments, message.file_ids)
    return (*content, message.edited_ts, message.streaming)


def _reacted(message: Message) -> set[tuple[str, str]]:
    return {(name, user) for name, users in message.reactions for user in users}
