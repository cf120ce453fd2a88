"""What a workspace is made of: team, people, channels, messages, files. All values are frozen."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.sandbox.wire import Blocks, Json

SLACKBOT: Final = "USLACKBOT"
EMOJI: Final = re.compile(r"[a-z0-9_+'\-]{1,100}(::skin-tone-[2-6])?")
"""Names of emoji, without the colons."""


class ChannelKind(StrEnum):
    """Who can see a conversation. The values are the names of Slack's scopes for it."""

    PUBLIC = "channels"
    PRIVATE = "groups"
    MPIM = "mpim"
    IM = "im"


CHANNELS: Final = frozenset({ChannelKind.PUBLIC, ChannelKind.PRIVATE})
"""What people call channels: no direct messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """The workspace itself."""

    id: str
    name: str
    domain: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody here, or the bot's user. `locale` is like "en-US", `tz` like "Asia/Shanghai"."""

    id: str
    name: str
    real_name: str
    locale: str = "en-US"
    tz: str = "Etc/UTC"
    is_bot: bool = False
    team: str = ""
    """The workspace of somebody who is here by a shared channel; "" for our own people."""

    @property
    def email(self) -> str:
        """The address, made from the name."""
        return f"{self.name}@example.com"


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A channel or a direct message."""

    id: str
    name: str
    kind: ChannelKind
    members: frozenset[str]
    created: int = 0
    archived: bool = False
    shared: bool = False
    """Whether people of another workspace are in it, too (Slack Connect)."""

    def seen_by(self, person: Person) -> bool:
        """Whether it is on a person's list; people from elsewhere see only where they are in."""
        public = self.kind is ChannelKind.PUBLIC and not person.team
        return public or person.id in self.members

    @property
    def payload_name(self) -> str:
        """The name in what Slack sends to apps: private places do not tell theirs."""
        shown = {
            ChannelKind.PRIVATE: "privategroup",
            ChannelKind.MPIM: self.name,
            ChannelKind.IM: "directmessage",
        }
        return shown.get(self.kind, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A user group: people who are mentioned together as `@handle`."""

    id: str
    handle: str
    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """An uploaded file. `content` is None until it was sent; `channels` where it is shared."""

    id: str
    name: str
    title: str
    length: int
    user: str
    created: int
    ticket: str
    content: bytes | None = None
    shares: tuple[tuple[str, str, str], ...] = ()
    """Where it was shared: channel, ts of the message, thread_ts or ""."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message as Slack keeps it. `ts` is its name in the channel.

    `text` is stored escaped. `pings` are the live mentions in it (`@U…`, `!channel`, `!here`,
    `!everyone`, `!subteam^…`). `only_for` is the one person who sees it, for ephemeral ones.
    `via` says where it came from: "api", "stream", "response_url", "ack", "person" or "slack".
    """

    channel: str
    ts: str
    user: str
    text: str
    blocks: Blocks = ()
    attachments: Blocks = ()
    thread_ts: str | None = None
    bot_id: str | None = None
    app_id: str | None = None
    subtype: str | None = None
    metadata: Json | None = None
    file_ids: tuple[str, ...] = ()
    edited_ts: str | None = None
    broadcast: bool = False
    pings: tuple[str, ...] = ()
    only_for: str | None = None
    via: str = "api"
    state: Json = field(default_factory=dict)
    """What people chose in its elements: block id -> action id -> value."""
    reactions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Emoji name and who reacted with it, in the order they came."""
    streaming: bool = False
    """Whether an app is still writing it by `chat.appendStream`."""

    @property
    def is_reply(self) -> bool:
        """Whether it stands in a thread below another message."""
        return self.thread_ts is not None and self.thread_ts != self.ts


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheduled:
    """A message that waits for its time. `post_at` is in seconds since the epoch."""

    id: str
    post_at: int
    created: int
    message: Message
    """What will be posted; its `ts` is given when it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """What an app streamed into a message so far.

    `started` is in seconds since the epoch; `display` is "timeline", "plan" or "dense"; `mode`
    says how the app sends, "markdown_text" or "chunks", and is "" before it sent anything.
    """

    started: float
    display: str
    mode: str = ""
    title: str = ""
    parts: Blocks = ()
