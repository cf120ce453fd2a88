"""What a person has on the screen, as data for the page."""

from bot.sandbox.messages import shown
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, ChannelKind, Message, Person
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.wire import Json


class Screen:
    """Reads the workspace for one person at a time."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def sees(self, person: Person, channel: Channel) -> bool:
        """Whether the channel is on the person's list."""
        return channel.kind is ChannelKind.PUBLIC or person.id in channel.members

    def state(self, person: Person, channel: Channel) -> Json:
        """Everything that the page shows for a person who looks at a channel."""
        world = self._hub.world
        private = [
            m for m in world.ephemerals if (m.only_for, m.channel) == (person.id, channel.id)
        ]
        return {
            "ok": True,
            "team": world.team.name,
            "me": person.id,
            "tz": person.tz,
            "channel": channel.id,
            "people": {p.id: {"name": p.name, "is_bot": p.is_bot} for p in world.people.values()},
            "channels": [
                self._channel(person, c) for c in world.channels.values() if self.sees(person, c)
            ],
            "messages": [self.message(m) for m in [*world.messages(channel.id), *private]],
            "view": self.view(person),
            "commands": {
                name: {"description": command.description, "usage_hint": command.usage_hint}
                for name, command in (self._hub.app.commands or {}).items()
            },
        }

    def _channel(self, person: Person, channel: Channel) -> Json:
        name = channel.name
        if channel.kind is ChannelKind.IM:
            others = sorted(channel.members - {person.id})
            name = ", ".join(self._hub.world.people[other].name for other in others)
        return {
            "id": channel.id,
            "name": name,
            "kind": str(channel.kind),
            "archived": channel.archived,
            "has_bot": BOT_USER in channel.members,
        }

    def message(self, message: Message) -> Json:
        """A message with what only its reader needs: for whom it is, what was chosen in it."""
        wire = shown.message(self._hub, message)
        private = {"only_for": message.only_for, "broadcast": message.broadcast}
        return {**wire, **private, "state": message.state, "channel": message.channel}

    def view(self, person: Person) -> Json | None:
        """The form on the person's screen."""
        view = self._hub.modals.top(person.id)
        if view is None:
            return None
        wire = view.wire(self._hub.world.team.id)
        return {**wire, "errors": dict(view.errors)}
