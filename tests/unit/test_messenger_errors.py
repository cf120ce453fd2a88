"""What Slack's refusals mean for the caller."""

import json
from types import SimpleNamespace

import aiohttp
import pytest
from aiohttp.client_reqrep import ConnectionKey
from slack_sdk.errors import SlackApiError

from bot.adapters.slack_errors import (
    Complaint,
    Trouble,
    for_caller,
    read_api_error,
    read_broken_call,
)
from bot.core.ports.messenger import CannotSpeakError, DeliveryError, MessageGoneError


def answer(
    body: object, *, status: int = 200, headers: dict[str, str] | None = None
) -> SlackApiError:
    response = SimpleNamespace(status_code=status, data=body, headers=headers or {})
    # slack_sdk annotates nothing here.
    return SlackApiError("failed", response)  # type: ignore[no-untyped-call]


def refused(code: str, **more: object) -> SlackApiError:
    return answer({"ok": False, "error": code, **more})


@pytest.mark.parametrize(
    ("code", "trouble"),
    [
        ("message_not_found", Trouble.GONE),
        ("thread_not_found", Trouble.GONE),
        ("is_archived", Trouble.MUTE),
        ("channel_not_found", Trouble.MUTE),
        ("token_revoked", Trouble.MUTE),
        ("restricted_action_thread_locked", Trouble.MUTE),
        ("not_in_channel", Trouble.NOT_MEMBER),
        ("invalid_blocks", Trouble.BLOCKS),
        ("msg_blocks_too_long", Trouble.BLOCKS),
        ("msg_too_long", Trouble.TOO_LONG),
        ("rate_limited", Trouble.RATE),
        ("internal_error", Trouble.UNSURE),
        ("no_text", Trouble.REFUSED),
        ("something_new", Trouble.REFUSED),
    ],
)
def test_each_code_has_a_class(code: str, trouble: Trouble) -> None:
    assert read_api_error(refused(code)) == Complaint(
        trouble, code, retry_after=5.0 if trouble is Trouble.RATE else 0.0
    )


@pytest.mark.parametrize(
    ("complaint", "kind"),
    [
        (Complaint(Trouble.GONE, "message_not_found"), MessageGoneError),
        (Complaint(Trouble.MUTE, "is_archived"), CannotSpeakError),
        (Complaint(Trouble.NOT_MEMBER, "not_in_channel"), CannotSpeakError),
        (Complaint(Trouble.BLOCKS, "invalid_blocks"), DeliveryError),
        (Complaint(Trouble.REFUSED, "no_text"), DeliveryError),
    ],
)
def test_each_class_has_an_error_of_the_port_that_carries_the_code(
    complaint: Complaint, kind: type[Exception]
) -> None:
    error = for_caller(complaint)
    assert type(error) is kind
    assert str(error) == complaint.code


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("0", 0.0), ("-3", 0.0), ("soon", 5.0), ("86400", 600.0), ("nan", 0.0)],
)
def test_retry_after_is_believed_within_reason(header: str, seconds: float) -> None:
    error = answer({"ok": False}, status=429, headers={"Retry-After": header})
    complaint = read_api_error(error)
    assert complaint.trouble is Trouble.RATE
    assert complaint.retry_after == seconds


@pytest.mark.parametrize("body", [{}, "Bad Gateway", None, b"\x00", {"ok": False}])
def test_a_server_error_may_have_had_its_effect_whatever_its_body_is(body: object) -> None:
    complaint = read_api_error(answer(body, status=502))
    assert complaint == Complaint(Trouble.UNSURE, "http_502")


def test_an_empty_answer_200_says_nothing() -> None:
    assert read_api_error(answer({})).trouble is Trouble.UNSURE


def test_an_answer_that_is_not_json_is_read_by_its_status() -> None:
    response = SimpleNamespace(status=500, headers={})
    error = SlackApiError("unexpected body", response)  # type: ignore[no-untyped-call]
    assert read_api_error(error) == Complaint(Trouble.UNSURE, "http_500")


def test_invalid_arguments_about_blocks_count_as_refused_blocks() -> None:
    lines = ["[ERROR] must be less than 3001 characters [json-pointer:/blocks/2/text/text]"]
    about_blocks = refused("invalid_arguments", response_metadata={"messages": lines})
    complaint = read_api_error(about_blocks)
    assert complaint.trouble is Trouble.BLOCKS
    assert complaint.pointers == ("/blocks/2/text/text",)
    other = refused("invalid_arguments", response_metadata={"messages": ["[ERROR] missing: ts"]})
    assert read_api_error(other).trouble is Trouble.REFUSED


def test_a_complaint_quotes_nothing_that_people_wrote() -> None:
    lines = ['[ERROR] unsupported: "our secret plan" [json-pointer:/blocks/0/type]']
    error = refused("invalid_blocks", response_metadata={"messages": lines}, errors=lines)
    assert "secret" not in json.dumps(read_api_error(error).pointers)


def test_only_a_connection_that_never_came_about_surely_had_no_effect() -> None:
    key = ConnectionKey("slack.test", 443, is_ssl=True, ssl=True, proxy=None, proxy_auth=None,
                        proxy_headers_hash=None)  # fmt: skip
    never = aiohttp.ClientConnectorError(key, OSError("refused"))
    assert read_broken_call(never).trouble is Trouble.UNREACHED
    for error in (TimeoutError(), aiohttp.ServerDisconnectedError()):
        assert read_broken_call(error) == Complaint(Trouble.UNSURE, type(error).__name__)
