"""Slack's answers, as far as we read them: parsed once, into frozen values.

Slack leaves fields out, and sends null, where there is nothing to say.
"""

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from bot.adapters.slack_calls import Answer
from bot.core.ports.messenger import DeliveryError


class _Read(BaseModel):
    # People's words stay out of errors, and so out of logs.
    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, raw: object) -> object:
        if not isinstance(raw, dict):
            return raw
        return {key: value for key, value in raw.items() if value is not None}


class Cursor(_Read):
    """Where the next page begins; empty on the last one."""

    next_cursor: str = ""


class Metadata(_Read):
    """What travels with a message unseen."""

    event_type: str = ""
    event_payload: dict[str, Any] = Field(default_factory=dict)


class NamedFile(_Read):
    """A file in a message."""

    name: str = ""


class FoundMessage(_Read):
    """A message of a channel or a thread, as far as it tells whether it is ours."""

    ts: str
    user: str = ""
    bot_id: str = ""
    metadata: Metadata = Field(default_factory=Metadata)
    files: tuple[NamedFile, ...] = ()


class History(_Read):
    """conversations.history, conversations.replies."""

    messages: tuple[FoundMessage, ...] = ()
    response_metadata: Cursor = Field(default_factory=Cursor)


class BotProfile(_Read):
    """An app that wrote a message."""

    name: str = ""


class Attachment(_Read):
    """What hangs below a message: a shared one, a preview of a link."""

    text: str = ""
    fallback: str = ""


class Spoken(_Read):
    """A message as far as people read it."""

    ts: str = ""
    user: str = ""
    bot_id: str = ""
    username: str = ""
    subtype: str = ""
    text: str = ""
    bot_profile: BotProfile = Field(default_factory=BotProfile)
    attachments: tuple[Attachment, ...] = ()
    files: tuple[NamedFile, ...] = ()


class Conversation(_Read):
    """conversations.replies, as people read it."""

    messages: tuple[Spoken, ...] = ()
    response_metadata: Cursor = Field(default_factory=Cursor)


class Members(_Read):
    """conversations.members."""

    members: tuple[str, ...] = ()
    response_metadata: Cursor = Field(default_factory=Cursor)


class Identity(_Read):
    """auth.test."""

    user_id: str
    bot_id: str = ""


class Posted(_Read):
    """chat.postMessage."""

    ts: str


class Permalink(_Read):
    """chat.getPermalink."""

    permalink: str


class Channel(_Read):
    """A conversation, and whether the bot is in it."""

    id: str = ""
    name: str = ""
    is_archived: bool = False
    is_channel: bool = False
    is_im: bool = False
    is_member: bool = False
    is_private: bool = False


class ChannelInfo(_Read):
    """conversations.info, conversations.open."""

    channel: Channel


class Profile(_Read):
    """How somebody is called."""

    display_name: str = ""
    real_name: str = ""


class User(_Read):
    """A person. `tz` as `Europe/Berlin`, `locale` as `zh-CN`."""

    locale: str = ""
    tz: str = ""
    profile: Profile = Field(default_factory=Profile)


class UserInfo(_Read):
    """users.info."""

    user: User


class UploadPlace(_Read):
    """files.getUploadURLExternal. Whoever has the URL can write to it."""

    file_id: str
    upload_url: str = Field(repr=False)


class Share(_Read):
    """A message that a file was shared with."""

    ts: str


class SharedFile(_Read):
    """A file and where it was shared: by kind of channel, then by channel."""

    shares: dict[str, dict[str, tuple[Share, ...]]] = Field(default_factory=dict)


class Completed(_Read):
    """files.completeUploadExternal. Slack shares after it answered: `shares` is often empty."""

    files: tuple[SharedFile, ...] = ()


T = TypeVar("T", bound=BaseModel)


def read(kind: type[T], answer: Answer) -> T:
    """Read an answer. Raises DeliveryError where it is not of that kind."""
    try:
        return kind.model_validate(answer)
    except ValidationError as error:
        raise DeliveryError("unreadable_answer") from error
