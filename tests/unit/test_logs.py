"""What a line of the log has, and what it never has: secrets, and the words of people."""

import json
import logging
import re
from collections.abc import Mapping
from typing import Any, Literal

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from bot import logs

pytestmark = pytest.mark.usefixtures("log_as_it_was")
STYLES = ("console", "json")
WORDS = "Ben leaves the company in March"
ALNUM = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
tails = st.text(ALNUM + "-_.", min_size=12, max_size=40).filter(lambda t: t[0] in ALNUM)
planted = st.one_of(
    st.tuples(st.sampled_from(["xoxb-", "xoxp-", "xoxe.xoxb-1-", "xapp-1-", "xwfp-"]), tails),
    st.tuples(st.sampled_from(["sk-", "sk-proj-", "sk-ant-api03-"]), tails),
    st.tuples(st.sampled_from(["redis://:", "rediss://user:", "https://key:"]), tails).map(
        lambda pair: (pair[0], f"{pair[1]}@host:6379/0")
    ),
    st.tuples(st.just("wss://wss-primary.slack.com/link/?app_id=1&ticket="), tails),
    st.tuples(st.just("https://hooks.slack.com/commands/"), tails),
    st.tuples(st.sampled_from(["password=", "SLACK_BOT_TOKEN=", "client_secret="]), tails),
    st.tuples(st.just('{"token": "'), tails).map(lambda pair: (pair[0], f'{pair[1]}"}}')),
    st.tuples(st.just("Authorization: Bearer "), tails),
)
around = st.text(" \n,;:()<>é中", max_size=8)


class Notes(BaseModel):
    """What a person typed."""

    lines: int


def scrubbed(event: Mapping[str, Any]) -> dict[str, Any]:
    return dict(logs.Secrets()(None, "info", dict(event)))


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def fail(words: str) -> None:
    try:
        Notes.model_validate({"lines": [words]})
    except ValidationError as error:
        raise RuntimeError(f"about: {words}") from error


def caused(words: str) -> RuntimeError:
    with pytest.raises(RuntimeError) as raised:
        fail(words)
    return raised.value


@given(planted, around, around)
def test_whatever_secret_is_planted_does_not_come_out(
    secret: tuple[str, str], before: str, after: str
) -> None:
    text = f"{before}{secret[0]}{secret[1]}{after}"
    tail = secret[1].split("@")[0].rstrip('"}')
    places = {
        "event": text,
        "deep": {"list": [text, (text, {"more": text})], text: 1},
        "object": ValueError(text),
        "other": {text},
        "bytes": text.encode(),
        "told": Notes.model_construct(lines=text),
    }
    assert tail not in repr(scrubbed(places))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("key sk-proj-abcd_EFGHsecret.tail used", "key [secret] used"),
        ("redis://:p/a@ss@host:6379/0", "redis://[secret]@host:6379/0"),
        ("wss://x/link/?ticket=1a2b&app_id=7", "wss://x/link/?ticket=[secret]&app_id=7"),
        ("https://hooks.slack.com/commands/T1/2/abc", "https://[secret]"),
        ("a task-force for risk-assessment", "a task-force for risk-assessment"),
        ("https://slack.com/api/ tokens=12", "https://slack.com/api/ tokens=12"),
    ],
)
def test_only_the_secret_is_cut_out_of_a_text(text: str, shown: str) -> None:
    assert scrubbed({"event": text}) == {"event": shown}


def test_a_value_is_cut_out_by_its_name_and_counts_are_not() -> None:
    event = {"signing_secret": "8f742231b10e", "body": {"token": "abcdef"}, "tokens_in": 12}
    assert scrubbed(event) == {
        "signing_secret": "[secret]",
        "body": {"token": "[secret]"},
        "tokens_in": 12,
    }


def test_known_secrets_are_cut_out_whatever_they_look_like(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("json", "info", hide={"8f742231b10e", ""})
    structlog.get_logger("bot.x").info("signed with 8f742231b10e")
    assert lines(capsys)[0]["event"] == "signed with [secret]"


@pytest.mark.parametrize("style", STYLES)
def test_an_error_is_logged_with_types_and_places_and_without_a_word(
    style: Literal["console", "json"], capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(style, "info")
    log, library = structlog.get_logger("bot.x"), logging.getLogger("some.library")
    error = caused(WORDS)
    log.error("step.failed", run_id="weekly-1", why=f"it said {error}", exc_info=error)
    log.error("step.failed", exc_info=(type(error), error, error.__traceback__))
    log.error("step.failed", error=error, exc_info=error)
    library.error("Task failed: %s (%r)", error, error, exc_info=error)
    library.error(f"never retrieved: {error!r}", exc_info=error)  # as asyncio does
    library.error(error)
    said = capsys.readouterr().err
    assert WORDS not in said
    assert len(said.splitlines()) == 6
    assert said.count("unit/test_logs.py:") >= 5
    assert said.count("; from ValidationError") == 5


def test_an_exception_that_is_being_handled_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "info")
    try:
        fail(WORDS)
    except RuntimeError:
        structlog.get_logger("bot.x").exception("step.failed")
    [line] = lines(capsys)
    assert re.fullmatch(
        r"RuntimeError < \S*unit/test_logs\.py:\d+ fail < \S+ test_\w+; from ValidationError < .*",
        line["raised"],
    )
    assert WORDS not in str(line)


def test_all_parts_of_a_group_are_named() -> None:
    group = ExceptionGroup("parts", [ValueError(WORDS), KeyError(WORDS)])
    event = logs.Exceptions(whole=False)(None, "error", {"exc_info": group})
    assert event["raised"] == "ExceptionGroup; from ValueError; from KeyError"


@given(st.text(min_size=8).filter(lambda words: len(words.strip()) >= 8))
def test_no_words_of_an_exception_come_out(words: str) -> None:
    error = caused(words)
    event = {"event": f"failed: {error} {error.__cause__}", "exc_info": error}
    shown = logs.Exceptions(whole=False)(None, "error", event)
    assert shown["event"] == "failed: [RuntimeError] [ValidationError]"
    assert words not in shown["raised"]


def test_level_debug_shows_the_whole_traceback_without_secrets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("json", "debug")
    error = caused(f"{WORDS} xoxb-12345")
    structlog.get_logger("bot.x").error("step.failed", exc_info=error)
    [line] = lines(capsys)
    assert WORDS in line["exception"]
    assert "Traceback" in line["exception"]
    assert "12345" not in line["exception"]


def test_a_line_carries_the_run_that_is_bound_around_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("json", "info")
    with structlog.contextvars.bound_contextvars(run_id="weekly-1"):
        structlog.get_logger("graphs.x").warning("step.defaulted")
        logging.getLogger("some.library").warning("slow")
    assert [line["run_id"] for line in lines(capsys)] == ["weekly-1"] * 2


def test_libraries_are_heard_from_warnings_on_and_in_a_quiet_log_from_errors_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for level in ("info", "error"):
        logs.configure("json", level)
        logging.getLogger("some.library").info("x")
        logging.getLogger("some.library").warning("y")
        structlog.get_logger("bot.x").warning("z")
    assert [line["event"] for line in lines(capsys)] == ["y", "z"]
