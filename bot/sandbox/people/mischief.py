"""What people can do that hurts an app: delete, archive, remove, revoke; and the way back."""

from dataclasses import replace

from bot.sandbox.errors import NotPossibleError
from bot.sandbox.state.direct import open_im
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, Message, Person
from bot.sandbox.state.sample import BOT_USER


class Mischief:
    """Changes to the workspace behind the app's back."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def delete(self, message: Message) -> None:
        """Delete a message of anybody, as an administrator can."""
        self._hub.world.remove(message)

    def archive(self, channel: Channel, *, archived: bool = True) -> None:
        """Archive a channel, or take it back."""
        self._hub.world.put_channel(replace(channel, archived=archived))

    def kick_bot(self, channel: Channel) -> None:
        """Remove the bot from a channel."""
        if BOT_USER not in channel.members:
            raise NotPossibleError(f"the bot is no member of {channel.name}")
        self._hub.world.leave(channel.id, BOT_USER)

    def invite_bot(self, channel: Channel) -> None:
        """Make the bot a member, as `/invite` does."""
        self._hub.world.join(channel.id, BOT_USER)

    def revoke(self) -> None:
        """Revoke the bot's token."""
        self._hub.gate.revoke(self._hub.tokens.bot)

    def reinstall(self) -> None:
        """Make the bot's token work again."""
        self._hub.gate.restore(self._hub.tokens.bot)

    def dm(self, person: Person) -> Channel:
        """A person's direct message with the bot, made if it is new."""
        return open_im(self._hub.world, {person.id, BOT_USER})
