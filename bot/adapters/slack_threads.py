"""Messages that somebody wants a run about: one, or a whole thread with who said what."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import islice

from pydantic import ValidationError

from bot.adapters.slack_answers import ChannelInfo, Conversation, Identity, Spoken, read
from bot.adapters.slack_calls import SlackCalls, Terms
from bot.adapters.slack_errors import SlackTroubleError
from bot.core.model import Person
from bot.core.ports.messenger import DeliveryError, GaveWayError
from bot.core.ports.threads import MOST_MESSAGES, ReadText, Threads, UnreadablePlaceError
from bot.core.spoken import as_read, channels, mentioned

_AT_ONCE = Terms(may_drop=True, timeout=2.0)
_PAGE = 500
_GONE = frozenset({"thread_not_found", "message_not_found"})
_BURIED = "tombstone"
_MOST_NAMES = 60
"""People who are asked for by name: users.info takes about 100 a minute."""

_MOST_CHANNELS = 10

PersonOf = Callable[[str, str], Awaitable[Person]]
"""Who somebody is, by team and user id."""


class SlackThreads(Threads):
    """Reads with the bot's token; needs the history scopes, and membership."""

    def __init__(self, calls: SlackCalls, person: PersonOf) -> None:
        self._calls = calls
        self._person = person
        self._me: frozenset[str] = frozenset()

    async def message(self, team: str, message: object) -> ReadText:
        """A message as Slack sent it along: markup is made readable, files are named."""
        try:
            spoken = Spoken.model_validate(message)
        except ValidationError:
            return ReadText("")
        names = await self._names(team, [spoken])
        return ReadText(_said(spoken, names))

    async def thread(self, team: str, channel: str, ts: str) -> ReadText:
        """A whole thread, given by its first message: each as `Name: text`, but for our own.

        UnreadablePlaceError; GaveWayError where Slack gave no answer in time.
        """
        try:
            me = await self._who_am_i()
            found, more = await self._replies(channel, ts)
        except SlackTroubleError as error:
            if error.complaint.code in _GONE:
                return ReadText("")
            raise UnreadablePlaceError(error.complaint.code) from error
        except DeliveryError as error:
            raise GaveWayError(error.code) from error
        kept = [m for m in found if not me & {m.user, m.bot_id} and m.subtype != _BURIED]
        names = await self._names(team, kept)
        lines = (_line(spoken, names) for spoken in kept)
        return ReadText("\n".join(filter(None, lines)), left_out=more)

    async def _replies(self, channel: str, ts: str) -> tuple[list[Spoken], bool]:
        """The messages of a thread, the oldest first, and whether there are more."""
        args: dict[str, object] = {"channel": channel, "ts": ts, "limit": _PAGE}
        found: dict[str, Spoken] = {}
        while True:
            answer = await self._calls.call("conversations.replies", args, _AT_ONCE)
            page = read(Conversation, answer)
            # A later page may begin with the first message again.
            found.update((message.ts, message) for message in page.messages)
            cursor = page.response_metadata.next_cursor
            if not cursor or len(found) >= MOST_MESSAGES:
                most = list(found.values())[:MOST_MESSAGES]
                return most, bool(cursor) or len(found) > MOST_MESSAGES
            args = {**args, "cursor": cursor}

    async def _who_am_i(self) -> frozenset[str]:
        if not self._me:
            identity = read(Identity, await self._calls.call("auth.test", {}, _AT_ONCE))
            self._me = frozenset({identity.user_id, identity.bot_id} - {""})
        return self._me

    async def _names(self, team: str, messages: Sequence[Spoken]) -> Mapping[str, str]:
        """Names by id of who speaks, and of who and what is mentioned; where Slack tells them."""
        texts = [_stored(spoken) for spoken in messages]
        speakers = (spoken.user for spoken in messages if spoken.user)
        users = islice(dict.fromkeys([*speakers, *mentioned(texts)]), _MOST_NAMES)
        places = islice(channels(texts), _MOST_CHANNELS)
        persons, found = await asyncio.gather(
            asyncio.gather(*(self._person(team, user) for user in users)),
            asyncio.gather(*(self._channel(place) for place in places)),
        )
        return {person.user: person.name for person in persons} | dict(found)

    async def _channel(self, channel: str) -> tuple[str, str]:
        """A channel's id and name; "" where Slack does not tell that."""
        try:
            answer = await self._calls.call("conversations.info", {"channel": channel}, _AT_ONCE)
            return channel, read(ChannelInfo, answer).channel.name
        except (SlackTroubleError, DeliveryError, GaveWayError):
            return channel, ""


def _line(spoken: Spoken, names: Mapping[str, str]) -> str:
    """What somebody said, with who it was; "" where it is nothing."""
    said = _said(spoken, names)
    app = spoken.username or spoken.bot_profile.name
    speaker = names.get(spoken.user) or app or spoken.user or spoken.bot_id
    return f"{speaker}: {said}" if said else ""


def _said(spoken: Spoken, names: Mapping[str, str]) -> str:
    files = (f"[{file.name}]" for file in spoken.files if file.name)
    return " ".join(filter(None, [as_read(_stored(spoken), names).strip(), *files]))


def _stored(spoken: Spoken) -> str:
    """The text of a message; of one that only shares another, that one's."""
    shared = (part.text or part.fallback for part in spoken.attachments)
    return spoken.text or "\n".join(filter(None, shared))
