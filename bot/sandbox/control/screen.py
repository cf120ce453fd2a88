"""What a person has on the screen, as data for the page."""

from codecs import getincrementaldecoder
from collections.abc import Iterable, Sequence
from typing import Final

from bot.sandbox.messages import shown, shown_files
from bot.sandbox.state import forms
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, ChannelKind, File, Message, Person
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.wire import Json

_PREVIEW_CHARACTERS: Final = 600
_LOUD: Final = frozenset({"!channel", "!here", "!everyone"})
_LATEST_PINGS: Final = 20
_ASKING: Final = frozenset({"actions", "card", "carousel", "container"})
"""Blocks whose elements ask for something; a button beside a text or for feedback can wait."""


class Screen:
    """Reads the workspace for one person at a time."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def listed(self, person: Person) -> Sequence[Channel]:
        """The channels and direct messages that a person sees."""
        return [c for c in self._hub.world.channels.values() if c.seen_by(person)]

    def state(self, person: Person, channel: Channel) -> Json:
        """Everything that the page shows for a person who looks at a channel."""
        world = self._hub.world
        return {
            "team": world.team.name,
            "me": person.id,
            "tz": person.tz,
            "locale": person.locale,
            "channel": channel.id,
            "people": {p.id: _person(p) for p in world.people.values()},
            "channels": [self._channel(person, c) for c in self.listed(person)],
            "messages": [self._message(person, m) for m in self._messages(person, channel)],
            "statuses": self._statuses(channel),
            "view": self.view(person),
            "home": self._home(person),
            "app": self._app(person),
            "commands": {
                name: {"description": command.description, "usage_hint": command.usage_hint}
                for name, command in (self._hub.app.commands or {}).items()
            },
        }

    def _messages(self, person: Person, channel: Channel) -> Iterable[Message]:
        private = (
            m
            for m in self._hub.world.ephemerals
            if (m.only_for, m.channel) == (person.id, channel.id)
        )
        return sorted([*self._hub.world.messages(channel.id), *private], key=lambda m: m.ts)

    def _channel(self, person: Person, channel: Channel) -> Json:
        name = channel.name
        if channel.kind in {ChannelKind.IM, ChannelKind.MPIM}:
            others = sorted(channel.members - {person.id})
            name = ", ".join(self._hub.world.people[other].name for other in others) or person.name
        messages = self._hub.world.messages(channel.id)
        from_others = [m for m in messages if m.user != person.id]
        return {
            "id": channel.id,
            "name": name,
            "kind": str(channel.kind),
            "archived": channel.archived,
            "shared": channel.shared,
            "members": sorted(channel.members),
            "has_bot": BOT_USER in channel.members,
            "latest": from_others[-1].ts if from_others else "",
            "pings": [m.ts for m in from_others if _calls(person, m)][-_LATEST_PINGS:],
            "waiting": [
                {"ts": m.ts, "thread_ts": m.thread_ts} for m in messages if waits(person, m)
            ],
        }

    def _app(self, person: Person) -> Json:
        app = self._hub.app
        direct = self._hub.world.direct(ChannelKind.IM, {BOT_USER, person.id})
        return {
            "name": app.display_name,
            "user": BOT_USER,
            "home_tab": app.home_tab,
            "messages_tab": app.messages_tab,
            "messages_tab_read_only": app.messages_tab_read_only,
            "not_kept": self._hub.not_kept,
            "channel": direct.id if direct else None,
            "shortcuts": [
                {
                    "name": shortcut.name,
                    "type": shortcut.type,
                    "callback_id": shortcut.callback_id,
                    "description": shortcut.description,
                }
                for shortcut in app.shortcuts
            ],
        }

    def _statuses(self, channel: Channel) -> list[Json]:
        return [
            {"thread_ts": thread_ts, "status": status}
            for (channel_id, thread_ts), status in self._hub.world.statuses.items()
            if channel_id == channel.id and status
        ]

    def _message(self, person: Person, message: Message) -> Json:
        return {**self.message(message), "waits": waits(person, message)}

    def message(self, message: Message) -> Json:
        """A message with what only its reader needs: for whom it is, what was chosen in it."""
        wire = shown.message(self._hub, message)
        if message.file_ids:
            files = [self._hub.world.files[file_id] for file_id in message.file_ids]
            wire["files"] = [
                {**shown_files.file(self._hub, file), "preview": _preview(file)} for file in files
            ]
        return {
            **wire,
            "only_for": message.only_for,
            "broadcast": message.broadcast,
            "streaming": message.streaming,
            "state": message.state,
            "channel": message.channel,
        }

    def view(self, person: Person) -> Json | None:
        """The form on the person's screen."""
        view = self._hub.modals.top(person.id)
        if view is None:
            return None
        wire = view.wire(self._hub.world.team.id)
        return {**wire, "errors": dict(view.errors)}

    def _home(self, person: Person) -> Json | None:
        view = self._hub.homes.of(person.id)
        return view.wire(self._hub.world.team.id) if view else None


def _person(person: Person) -> Json:
    return {"name": person.name, "real_name": person.real_name, "is_bot": person.is_bot}


def _calls(person: Person, message: Message) -> bool:
    """Whether the message notifies the person by name or with everybody."""
    return any(ping == f"@{person.id}" or ping in _LOUD for ping in message.pings)


def waits(person: Person, message: Message) -> bool:
    """Whether a message of an app asks this person for something that can be pressed.

    It does if it calls the person, or nobody by name. Links and what an app still writes ask for
    nothing; private lines go away on their own.
    """
    if not message.bot_id or message.only_for or message.streaming:
        return False
    asks = (b for b in message.blocks if b["type"] in _ASKING)
    pressed = any(not element.get("url") for _, element in forms.elements(list(asks)))
    named = any(ping.startswith("@") for ping in message.pings)
    return pressed and (_calls(person, message) or not named)


def _preview(file: File) -> str:
    """The first characters of a text file; "" for anything else."""
    # An incremental decoder minds no character that is cut at the end.
    start = (file.content or b"")[: _PREVIEW_CHARACTERS * 4]
    try:
        return getincrementaldecoder("utf-8")().decode(start)[:_PREVIEW_CHARACTERS]
    except UnicodeDecodeError:
        return ""
