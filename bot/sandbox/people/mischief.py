"""What people can do that hurts an app: delete, archive, remove, revoke; and the way back."""

from dataclasses import replace

from bot.sandbox.delivery import events
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.state.changes import Change
from bot.sandbox.state.direct import open_im
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import CHANNELS, Channel, ChannelKind, Message, Person
from bot.sandbox.state.sample import ANA, BOT_USER
from bot.sandbox.state.tokens import TokenKind


class Mischief:
    """Changes to the workspace behind the app's back."""

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self._hub = hub
        self._courier = courier

    def delete(self, message: Message) -> None:
        """Delete a message of anybody, as an administrator can."""
        self._hub.world.remove(message)

    def archive(self, channel: Channel, *, archived: bool = True, by: str = ANA) -> None:
        """Archive a channel, or take it back; `by` is the id of who does it."""
        if channel.kind not in CHANNELS:
            raise NotPossibleError(f"{channel.name} cannot be archived")
        if channel.archived is archived:
            code = "already_archived" if archived else "not_archived"
            raise NotPossibleError(f"#{channel.name} stays as it is: {code}")
        self._hub.world.put_channel(replace(channel, archived=archived))
        if BOT_USER in channel.members:
            what = "archive" if archived else "unarchive"
            event = events.about_channel(self._hub, what, channel, user=by)
            self._courier.announce(event, channel)

    def kick_bot(self, channel: Channel) -> None:
        """Remove the bot from a channel."""
        if BOT_USER not in channel.members:
            raise NotPossibleError(f"the bot is no member of {channel.name}")
        if channel.kind is ChannelKind.IM:
            raise NotPossibleError("nobody can be removed from a direct message")
        self._hub.world.leave(channel.id, BOT_USER)

    def invite_bot(self, channel: Channel) -> None:
        """Make the bot a member, as `/invite` does."""
        if channel.kind not in CHANNELS:
            raise NotPossibleError("nobody can be invited into a direct message")
        self._hub.world.join(channel.id, BOT_USER)

    def revoke(self) -> None:
        """Revoke the bot's token; the app is told by `tokens_revoked`."""
        self._courier.announce(
            {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [BOT_USER]}}
        )
        self._hub.gate.revoke(TokenKind.BOT)
        self._tell()

    def uninstall(self) -> None:
        """Take the app out of the workspace: its tokens end, and nothing is delivered any more."""
        self._courier.announce({"type": "app_uninstalled"})
        self.revoke()
        self._hub.gate.uninstall()
        self._tell()

    def reinstall(self) -> None:
        """Install the app again, with the tokens that it had."""
        self._hub.gate.install()
        self._tell()

    def _tell(self) -> None:
        self._hub.world.changes.tell(Change("app"))

    def dm(self, person: Person) -> Channel:
        """A person's direct message with the bot, made if it is new."""
        return open_im(self._hub.world, {person.id, BOT_USER})
