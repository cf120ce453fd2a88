"""What Slack knows of people and channels, for those who answer people.

Listeners have three seconds, so nothing here waits for its turn or tries twice.
"""

import structlog

from bot.adapters.slack_answers import (
    Channel,
    ChannelInfo,
    Members,
    Permalink,
    T,
    User,
    UserInfo,
    read,
)
from bot.adapters.slack_calls import SlackCalls, Terms
from bot.adapters.slack_errors import UNINSTALLED, SlackTroubleError
from bot.core.model import Person
from bot.core.ports.directory import Directory
from bot.core.ports.messenger import CannotSpeakError, DeliveryError, GaveWayError

_AT_ONCE = Terms(may_drop=True, timeout=1.5)
_TWICE_AT_ONCE = Terms(may_drop=True, timeout=1.0)
"""For two calls in a row."""
_MAY_NOT_TELL = "missing_scope"
_MEMBERS_PAGE = 1_000
_MAX_MEMBERS = 5_000
_KEEP_PERSON = 600.0
"""Seconds a person's locale and time zone are taken for known."""
_MAX_PERSONS = 5_000

log = structlog.get_logger(__name__)


class SlackDirectory(Directory):
    """Looks up people and channels with the bot's token."""

    def __init__(self, calls: SlackCalls) -> None:
        self._calls = calls
        self._persons: dict[tuple[str, str], tuple[float, Person]] = {}

    async def person(self, team: str, user: str) -> Person:
        """Who this is, after at most 1.5 s; with default locale and time zone if Slack fails."""
        now = self._calls.clock.monotonic()
        until, known = self._persons.get((team, user), (now, Person(user)))
        if until > now:
            return known
        answer = await self._ask(UserInfo, "users.info", user=user, include_locale=True)
        if answer is None:
            return known
        if len(self._persons) >= _MAX_PERSONS:
            self._persons.clear()
        found = _person(user, answer.user)
        self._persons[team, user] = (now + _KEEP_PERSON, found)
        return found

    async def members(self, channel: str) -> frozenset[str]:
        """The user ids in a channel, at most 5,000; none where Slack refuses to say.

        Raises GaveWayError where Slack gave no answer in time: ask again.
        """
        found: set[str] = set()
        args: dict[str, object] = {"channel": channel, "limit": _MEMBERS_PAGE}
        while len(found) < _MAX_MEMBERS:
            try:
                answer = await self._calls.call("conversations.members", args, _AT_ONCE)
            except SlackTroubleError as error:
                _note("conversations.members", channel, error)
                return frozenset()
            page = read(Members, answer)
            found.update(page.members)
            if not (cursor := page.response_metadata.next_cursor):
                return frozenset(found)
            args = {**args, "cursor": cursor}
        log.warning("slack.members_unfinished", channel=channel, known=len(found))
        return frozenset(found)

    async def permalink(self, channel: str, ts: str) -> str | None:
        """A link to a message; None where Slack gives none."""
        answer = await self._ask(Permalink, "chat.getPermalink", channel=channel, message_ts=ts)
        return answer.permalink if answer else None

    async def can_speak(self, channel: str) -> bool:
        """Whether the bot is in the channel; it joins a public one.

        True as well where Slack gave no answer in time, or may not tell us (group messages
        have scopes of their own): the first post will tell. Raises CannotSpeakError where
        Slack does not take the token any more: no channel is to blame then.
        """
        try:
            answer = await self._calls.call(
                "conversations.info", {"channel": channel}, _TWICE_AT_ONCE
            )
            place = read(ChannelInfo, answer).channel
            return not place.is_archived and (
                place.is_member
                or place.is_im
                or (_is_public(place) and await join(self._calls, channel, _TWICE_AT_ONCE))
            )
        except SlackTroubleError as error:
            _note("conversations.info", channel, error)
            if error.complaint.code in UNINSTALLED:
                raise CannotSpeakError(error.complaint.code) from error
            return error.complaint.code == _MAY_NOT_TELL
        except GaveWayError:
            return True

    async def _ask(self, kind: type[T], method: str, **args: object) -> T | None:
        try:
            return read(kind, await self._calls.call(method, args, _AT_ONCE))
        except SlackTroubleError as error:
            _note(method, str(args.get("channel", "")), error)
        except (GaveWayError, DeliveryError) as error:
            log.info("slack.unanswered", method=method, why=type(error).__name__)
        return None


async def join(calls: SlackCalls, channel: str, terms: Terms) -> bool:
    """Join a public channel; False where Slack does not let us. Raises as `calls.call` else."""
    try:
        await calls.call("conversations.join", {"channel": channel}, terms)
    except SlackTroubleError as error:
        _note("conversations.join", channel, error)
        return False
    log.info("slack.joined", channel=channel)
    return True


def _note(method: str, channel: str, error: SlackTroubleError) -> None:
    log.info("slack.refused", method=method, channel=channel, code=error.complaint.code)


def _is_public(place: Channel) -> bool:
    return place.is_channel and not place.is_private


def _person(user: str, found: User) -> Person:
    unknown = Person(user)
    return Person(
        user=user,
        name=found.profile.display_name or found.profile.real_name,
        locale=found.locale or unknown.locale,
        timezone=found.tz or unknown.timezone,
    )
