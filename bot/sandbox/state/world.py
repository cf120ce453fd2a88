"""The state of the workspace in memory; each write tells those who wait for changes."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bot.sandbox.state.changes import Change, Changes
from bot.sandbox.state.records import (
    Channel,
    ChannelKind,
    File,
    Group,
    Message,
    Person,
    Scheduled,
    Stream,
    Team,
)


class World:
    """People, channels, messages and files, by their ids."""

    def __init__(self, team: Team, *, now: Callable[[], float] = time.time) -> None:
        self.team = team
        self.now = now
        self.changes = Changes()
        self.people: dict[str, Person] = {}
        self.channels: dict[str, Channel] = {}
        self.files: dict[str, File] = {}
        self.groups: dict[str, Group] = {}
        self.scheduled: dict[str, Scheduled] = {}
        self.streams: dict[tuple[str, str], Stream] = {}
        self.statuses: dict[tuple[str, str], str] = {}
        """What the app says it is doing in a thread: channel and thread_ts -> line."""
        self.ephemerals: list[Message] = []
        # Both in the order of their ts, as a new ts is later than every one before.
        self._messages: dict[str, dict[str, Message]] = {}
        self._threads: dict[tuple[str, str], dict[str, None]] = {}
        self._last_ts = 0

    def new_ts(self) -> str:
        """A ts later than every one before, in Slack's form: seconds, a dot, six digits."""
        self._last_ts = max(int(self.now() * 1_000_000), self._last_ts + 1)
        return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    def put_person(self, person: Person) -> None:
        """Add or change a person."""
        self.people[person.id] = person
        self.changes.tell(Change("people", person=person.id))

    def put_channel(self, channel: Channel) -> None:
        """Add or change a channel."""
        before = self.channels.get(channel.id)
        self.channels[channel.id] = channel
        self.changes.tell(Change("channel", channel.id, before=before))

    def put_file(self, file: File) -> None:
        """Add or change a file."""
        self.files[file.id] = file

    def put(self, message: Message) -> Message:
        """Add or change a message; ephemeral ones are kept apart."""
        if message.only_for is not None:
            self._put_ephemeral(message)
            return message
        known = self._messages.setdefault(message.channel, {})
        if message.bot_id and message.thread_ts and message.ts not in known:
            self.set_status(message.channel, message.thread_ts, "")
        before = known.get(message.ts)
        known[message.ts] = message
        if message.is_reply and message.thread_ts:
            self._threads.setdefault((message.channel, message.thread_ts), {})[message.ts] = None
        self._last_ts = max(self._last_ts, int(message.ts.replace(".", "")))
        self.changes.tell(Change("message", message.channel, message.ts, before=before))
        return message

    def _put_ephemeral(self, message: Message) -> None:
        for index, known in enumerate(self.ephemerals):
            if known.ts == message.ts:
                self.ephemerals[index] = message
                break
        else:
            self.ephemerals.append(message)
        self.changes.tell(Change("ephemeral", message.channel, message.ts, message.only_for or ""))

    def set_status(self, channel: str, thread_ts: str, status: str) -> None:
        """Say what the app is doing in a thread; "" takes the line away."""
        before = self.statuses.pop((channel, thread_ts), "")
        if status:
            self.statuses[channel, thread_ts] = status
        if status != before:
            self.changes.tell(Change("status", channel, thread_ts))

    def put_scheduled(self, scheduled: Scheduled) -> None:
        """Keep a message for later."""
        self.scheduled[scheduled.id] = scheduled
        self.changes.tell(Change("scheduled", scheduled.message.channel))

    def drop_scheduled(self, scheduled_id: str) -> None:
        """Forget a message that waited for its time."""
        gone = self.scheduled.pop(scheduled_id)
        self.changes.tell(Change("scheduled", gone.message.channel))

    def remove(self, message: Message) -> None:
        """Take a message away. A root with replies leaves a tombstone, as in Slack."""
        self.set_status(message.channel, message.ts, "")
        before = self.message(message.channel, message.ts)
        if message.only_for is not None:
            self.ephemerals = [m for m in self.ephemerals if m.ts != message.ts]
        elif not message.is_reply and self.replies(message.channel, message.ts):
            self._bury(message)
        else:
            del self._messages[message.channel][message.ts]
            self._threads.get((message.channel, message.thread_ts or ""), {}).pop(message.ts, None)
        self.changes.tell(Change("deleted", message.channel, message.ts, before=before))

    def _bury(self, message: Message) -> None:
        tombstone = Message(
            channel=message.channel,
            ts=message.ts,
            user="USLACKBOT",
            text="This message was deleted.",
            subtype="tombstone",
            thread_ts=message.ts,
            via="slack",
        )
        self._messages[message.channel][message.ts] = tombstone

    def message(self, channel: str, ts: str) -> Message | None:
        """A message that everybody in the channel sees."""
        return self._messages.get(channel, {}).get(ts)

    def ephemeral(self, channel: str, ts: str) -> Message | None:
        """A message that only one person sees."""
        return next((m for m in self.ephemerals if (m.channel, m.ts) == (channel, ts)), None)

    def messages(self, channel: str) -> list[Message]:
        """All messages of a channel, threads included, the oldest first."""
        return list(self._messages.get(channel, {}).values())

    def all_messages(self) -> Iterator[Message]:
        """All messages of all channels."""
        for channel in self._messages:
            yield from self.messages(channel)

    def roots(self, channel: str) -> list[Message]:
        """What stands in the channel itself: no replies, unless they were sent there too."""
        return [m for m in self.messages(channel) if not m.is_reply or m.broadcast]

    def replies(self, channel: str, root_ts: str) -> list[Message]:
        """What stands in a thread below its root."""
        known = self._messages.get(channel, {})
        return [known[ts] for ts in self._threads.get((channel, root_ts), ())]

    def person(self, name: str) -> Person:
        """A person by name or id. Raises KeyError for somebody unknown."""
        if name in self.people:
            return self.people[name]
        found = next((p for p in self.people.values() if p.name == name.lstrip("@")), None)
        if found is None:
            raise KeyError(f"nobody is called {name!r} here")
        return found

    def channel(self, name: str) -> Channel:
        """A channel by name or id. Raises KeyError for an unknown one."""
        if name in self.channels:
            return self.channels[name]
        found = next((c for c in self.channels.values() if c.name == name.lstrip("#")), None)
        if found is None:
            raise KeyError(f"there is no channel {name!r}")
        return found

    def direct(self, kind: ChannelKind, people: Iterable[str]) -> Channel | None:
        """The direct message (IM or MPIM) between exactly these people, if there is one."""
        members = frozenset(people)
        found = (c for c in self.channels.values() if (c.kind, c.members) == (kind, members))
        return next(found, None)

    def join(self, channel_id: str, person_id: str) -> Channel:
        """Make somebody a member of a channel."""
        channel = self.channels[channel_id]
        joined = replace(channel, members=channel.members | {person_id})
        self.put_channel(joined)
        return joined

    def leave(self, channel_id: str, person_id: str) -> Channel:
        """Take somebody out of a channel."""
        channel = self.channels[channel_id]
        left = replace(channel, members=channel.members - {person_id})
        self.put_channel(left)
        return left
