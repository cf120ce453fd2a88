"""What Slack's refusals mean for the caller: one table from code to class."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from types import MappingProxyType
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.core.ports.messenger import CannotSpeakError, DeliveryError, MessageGoneError

_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500
_OK = 200
_DEFAULT_RETRY_AFTER = 5.0
_MAX_RETRY_AFTER = 600.0
"""A longer wait is asked for again when this one is over; no header stops us for a day."""


class Trouble(StrEnum):
    """What the caller does next."""

    GONE = "gone"
    """The message (or the thread) is not there: post anew."""
    MUTE = "mute"
    """The bot may not speak there: back off slowly."""
    NOT_MEMBER = "not_member"
    """Join the channel, then as before."""
    BLOCKS = "blocks"
    """Slack does not take these blocks: send simpler ones."""
    TOO_LONG = "too_long"
    """The text is too long: cut it."""
    RATE = "rate"
    """Too many calls: wait as long as Slack says. Nothing happened."""
    UNREACHED = "unreached"
    """No connection came about: try again. Nothing happened."""
    UNSURE = "unsure"
    """No clear answer: try again, but the call may have had its effect."""
    REFUSED = "refused"
    """Anything else; the same call again would be refused again."""


_CODES: Mapping[Trouble, tuple[str, ...]] = {
    Trouble.GONE: (
        "message_not_found",
        "thread_not_found",
        "cannot_reply_to_message",
        "cant_update_message",
        "edit_window_closed",
    ),
    Trouble.MUTE: (
        "access_denied",
        "accesslimited",
        "account_inactive",
        "cannot_dm_bot",
        "channel_is_archived",
        "channel_not_found",
        "ekm_access_denied",
        "enterprise_is_restricted",
        "external_channel_migrating",
        "invalid_auth",
        "invalid_channel",
        "is_archived",
        "is_inactive",
        "message_limit_exceeded",
        "messages_tab_disabled",
        "missing_scope",
        "no_permission",
        "not_allowed_token_type",
        "not_authed",
        "org_login_required",
        "posting_to_channel_denied",
        "restricted_action",
        "restricted_action_non_threadable_channel",
        "restricted_action_read_only_channel",
        "restricted_action_thread_locked",
        "restricted_action_thread_only_channel",
        "team_access_not_granted",
        "team_added_to_org",
        "team_not_found",
        "token_expired",
        "token_revoked",
        "two_factor_setup_required",
    ),
    Trouble.NOT_MEMBER: ("not_in_channel",),
    Trouble.BLOCKS: ("invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"),
    Trouble.TOO_LONG: ("msg_too_long",),
    Trouble.RATE: ("ratelimited", "rate_limited"),
    # "It's possible some aspect of the operation succeeded", say Slack's pages of the first two.
    Trouble.UNSURE: (
        "fatal_error",
        "internal_error",
        "request_timeout",
        "service_unavailable",
        "update_failed",
    ),
}
"""Slack's codes, from the pages of chat.postMessage, chat.update, conversations.* and files.*."""

TROUBLES: Mapping[str, Trouble] = MappingProxyType(
    {code: trouble for trouble, codes in _CODES.items() for code in codes}
)

UNINSTALLED = frozenset(
    {
        "account_inactive",
        "invalid_auth",
        "not_authed",
        "team_access_not_granted",
        "token_expired",
        "token_revoked",
    }
)
"""Codes that are about the token: nobody in a channel can do anything about them."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """One failed call, as far as it may be logged: no text of a message, no token, no URL.

    `code` is Slack's, or the name of what broke. `retry_after` is in seconds. `pointers` say
    which blocks Slack did not like.
    """

    trouble: Trouble
    code: str
    retry_after: float = 0.0
    pointers: tuple[str, ...] = ()


class SlackTroubleError(Exception):
    """A call that Slack did not take, read into a complaint."""

    def __init__(self, complaint: Complaint) -> None:
        super().__init__(complaint.code)
        self.complaint = complaint


def for_caller(complaint: Complaint) -> MessageGoneError | CannotSpeakError | DeliveryError:
    """The error of the port for a call that is refused for good."""
    if complaint.trouble is Trouble.GONE:
        return MessageGoneError(complaint.code)
    if complaint.trouble in {Trouble.MUTE, Trouble.NOT_MEMBER}:
        return CannotSpeakError(complaint.code)
    return DeliveryError(complaint.code)


def read_api_error(error: SlackApiError) -> Complaint:
    """Read an answer that is not `ok`, whatever its body looks like."""
    # slack_sdk hands over its own response, or aiohttp's where the body was broken JSON.
    response: Any = error.response
    status: int = getattr(response, "status_code", 0) or getattr(response, "status", _OK)
    data = getattr(response, "data", None)
    body: Mapping[str, Any] = data if isinstance(data, dict) else {}
    code = str(body.get("error") or f"http_{status}")
    trouble = _trouble(status, code, _messages(body))
    return Complaint(
        trouble=trouble,
        code=code,
        retry_after=_retry_after(response.headers) if trouble is Trouble.RATE else 0.0,
        pointers=_pointers(_messages(body)),
    )


def read_broken_call(error: Exception) -> Complaint:
    """Read a connection error, a timeout, or an answer that is none of Slack's."""
    never_sent = isinstance(error, aiohttp.ClientConnectorError)
    return Complaint(
        trouble=Trouble.UNREACHED if never_sent else Trouble.UNSURE,
        code=type(error).__name__,
    )


def _trouble(status: int, code: str, messages: tuple[str, ...]) -> Trouble:
    if status == _TOO_MANY_REQUESTS:
        return Trouble.RATE
    if code in TROUBLES:
        return TROUBLES[code]
    if status >= _SERVER_ERROR or code == f"http_{_OK}":
        return Trouble.UNSURE
    if code == "invalid_arguments" and any("/blocks" in message for message in messages):
        return Trouble.BLOCKS
    return Trouble.REFUSED


def _messages(body: Mapping[str, Any]) -> tuple[str, ...]:
    metadata = body.get("response_metadata")
    if not isinstance(metadata, dict):
        return ()
    lists = (body.get("errors"), metadata.get("messages"))
    return tuple(str(line) for line in chain.from_iterable(part or () for part in lists))


def _pointers(messages: tuple[str, ...]) -> tuple[str, ...]:
    """The places only: the rest of a message may quote what somebody wrote."""
    marked = (message.partition("[json-pointer:") for message in messages)
    return tuple(rest.partition("]")[0] for _, mark, rest in marked if mark)


def _retry_after(headers: Mapping[str, str]) -> float:
    try:
        seconds = float(headers.get("Retry-After", _DEFAULT_RETRY_AFTER))
    except ValueError:
        return _DEFAULT_RETRY_AFTER
    return min(max(0.0, seconds), _MAX_RETRY_AFTER)
