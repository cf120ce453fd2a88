"""One call of the Web API: its arguments, who makes it, and the workspace it is about."""

import json
from dataclasses import dataclass
from typing import Any, Final

from bot.sandbox.errors import SlackError
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, ChannelKind, Message, Person
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.state.tokens import Principal, TokenKind
from bot.sandbox.wire import Json

_TRUE: Final = frozenset({"true", "1"})
_FALSE: Final = frozenset({"false", "0", ""})


def wrong(name: str, message: str) -> SlackError:
    """The refusal of an argument."""
    return SlackError("invalid_arguments", messages=[f"[ERROR] {message} [json-pointer:/{name}]"])


class Args:
    """The arguments, whichever way they came. Unknown names are ignored, as by Slack."""

    def __init__(self, values: Json) -> None:
        self.values = values

    def has(self, name: str) -> bool:
        """Whether an argument was given."""
        return self.values.get(name) is not None

    def text(self, name: str) -> str:
        """A required string."""
        value = self.optional(name)
        if not value:
            raise SlackError(
                "invalid_arguments", messages=[f"[ERROR] missing required field: {name}"]
            )
        return value

    def optional(self, name: str) -> str | None:
        """A string, or None."""
        value = self.values.get(name)
        if value is None:
            return None
        if isinstance(value, (dict, list)):
            raise wrong(name, "must provide a string")
        return str(value)

    def number(self, name: str, default: int, *, most: int) -> int:
        """A whole number from 1, cut to `most`."""
        value = self.optional(name)
        if value is None or value == "":
            return default
        try:
            number = int(value)
        except ValueError:
            raise wrong(name, "must provide an integer") from None
        if number < 1:
            raise SlackError("invalid_limit")
        return min(number, most)

    def flag(self, name: str) -> bool:
        """A boolean; false where it is not given."""
        value = str(self.values.get(name) or "").lower()
        if value in _TRUE:
            return True
        if value in _FALSE:
            return False
        raise wrong(name, "must provide a boolean")

    def data(self, name: str) -> Any:  # noqa: ANN401 - any JSON
        """An object or list, which forms carry as a string of JSON; None if it is not given."""
        value = self.values.get(name)
        if not isinstance(value, str) or not value:
            return value
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value

    def fields(self) -> Json:
        """The parts of a message, decoded."""
        complex_ones = {name: self.data(name) for name in ("blocks", "attachments", "metadata")}
        return {**self.values, **complex_ones}


@dataclass(frozen=True, slots=True)
class Call:
    """A call that got past token and scope."""

    hub: Hub
    principal: Principal
    args: Args

    @property
    def user(self) -> str:
        """The user id of the caller."""
        return self.principal.user

    def need(self, *scopes: str) -> None:
        """Refuse with `missing_scope` unless one of the scopes is there."""
        if not self.principal.scopes.intersection(scopes):
            raise SlackError(
                "missing_scope",
                needed=",".join(scopes),
                provided=",".join(sorted(self.principal.scopes)),
            )

    def channel(self, name: str = "channel") -> Channel:
        """A conversation by id, as far as the caller can see it. Raises `channel_not_found`."""
        channel = self.hub.world.channels.get(self.args.text(name))
        if channel is None or not self.sees(channel):
            raise SlackError("channel_not_found")
        return channel

    def sees(self, channel: Channel) -> bool:
        """Whether the caller may know of this conversation."""
        return channel.kind is ChannelKind.PUBLIC or self.user in channel.members

    def person(self, name: str = "user") -> Person:
        """A person by id. Raises `user_not_found`."""
        person = self.hub.world.people.get(self.args.text(name))
        if person is None:
            raise SlackError("user_not_found")
        return person

    def check_can_post(self, channel: Channel) -> None:
        """Raises `is_archived`, `messages_tab_disabled`, `not_in_channel`."""
        if channel.archived:
            raise SlackError("is_archived")
        self.check_messages_tab(channel)
        anywhere = "chat:write.public" in self.principal.scopes
        if self.user not in channel.members and not (
            anywhere and channel.kind is ChannelKind.PUBLIC
        ):
            raise SlackError("not_in_channel")

    def check_messages_tab(self, channel: Channel) -> None:
        """Direct messages with the app need its tab for them. Raises `messages_tab_disabled`."""
        direct = channel.kind is ChannelKind.IM and BOT_USER in channel.members
        if direct and not self.hub.app.messages_tab:
            raise SlackError("messages_tab_disabled")

    def thread(self, channel: Channel) -> str | None:
        """The thread to answer in. Raises `thread_not_found`, `cannot_reply_to_message`."""
        thread_ts = self.args.optional("thread_ts")
        if not thread_ts:
            return None
        root = self.hub.world.message(channel.id, thread_ts)
        if root is None:
            raise SlackError("thread_not_found")
        if root.is_reply:
            raise SlackError("cannot_reply_to_message")
        return thread_ts

    def own_message(self, channel: Channel, code: str) -> Message:
        """The message `ts`, made by the caller. Raises `message_not_found`, or `code`."""
        message = self.hub.world.message(channel.id, self.args.text("ts"))
        if message is None or message.subtype == "tombstone":
            raise SlackError("message_not_found")
        mine = message.user == self.user and (
            bool(message.bot_id) == (self.principal.kind is TokenKind.BOT)
        )
        if not mine:
            raise SlackError(code)
        return message
