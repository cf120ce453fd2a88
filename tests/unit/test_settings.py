"""What is read from the environment, and what is said about what is missing or wrong."""

import os
from pathlib import Path

import pytest

from bot.errors import CannotStartError
from bot.settings import Mode, load

ENOUGH = {
    "SLACK_BOT_TOKEN": "xoxb-1",
    "SLACK_APP_TOKEN": "xapp-1",
    "OPENAI_API_KEY": "key-of-some-vendor",
}


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SLACK", "OPENAI", "REDIS", "SIGNOFF", "TAVILY"):
        for known in [key for key in os.environ if key.startswith(f"{name}_")]:
            monkeypatch.delenv(known)


def complaints(monkeypatch: pytest.MonkeyPatch, **given: str) -> tuple[str, ...]:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(CannotStartError) as raised:
        load(env_file=None)
    return raised.value.lines


def test_a_copied_example_file_names_what_is_to_be_filled_in() -> None:
    example = Path(__file__).parents[2] / ".env.example"
    with pytest.raises(CannotStartError) as raised:
        load(env_file=example)
    assert [line.split()[0] for line in raised.value.lines] == [*ENOUGH]
    assert all("is missing" in line for line in raised.value.lines)


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("SIGNOFF_OFFLINE_PAUSE", "soon", "must be a number."),
        ("SIGNOFF_OFFLINE_PAUSE", "99", "must be 60 or less."),
        ("SIGNOFF_FINISHED_DAYS", "0", "must be more than 0."),
        ("SIGNOFF_PRICE_INPUT", "-1", "must be 0 or more."),
        ("SIGNOFF_OFFLINE_MODEL", "perhaps", "must be true or false."),
        ("SIGNOFF_LIBRARY", "/no/such/folder", "must be a folder that is there."),
        ("SIGNOFF_WEB_SEARCH", "all", "must be none, tavily, ddgs or searxng."),
        ("SIGNOFF_SEARXNG_URL", "host", "must begin with https:// (or http://)."),
        ("SIGNOFF_RUN_CALLS", "many", "must be a whole number."),
        ("SIGNOFF_RUN_CALLS", "1.5", "must be a whole number."),
        ("SIGNOFF_RUN_TOKENS", "-1", "must be 0 or more."),
        ("SIGNOFF_RUN_COST", "little", "must be a number."),
        ("SIGNOFF_LOG", "loud", "must be console or json."),
        ("SIGNOFF_LOG_LEVEL", "all", "must be debug, info, warning or error."),
        ("REDIS_URL", "host:6379", "must begin with redis://, rediss:// or unix://."),
        ("OPENAI_BASE_URL", "host", "must begin with https:// (or http://)."),
        ("SLACK_BOT_TOKEN", "xoxp-1", "is not a Bot User OAuth Token: those begin with xoxb-."),
    ],
)
def test_a_wrong_value_is_named_in_plain_words(
    name: str, value: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert complaints(monkeypatch, **ENOUGH | {name: value}) == (f"{name}: {line}",)


@pytest.mark.parametrize(
    ("mode", "lacking"),
    [
        ("run", ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "OPENAI_API_KEY"]),
        ("web", ["SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "OPENAI_API_KEY"]),
        ("worker", ["SLACK_BOT_TOKEN", "OPENAI_API_KEY"]),
    ],
)
def test_each_command_names_what_it_lacks_and_nothing_more(
    mode: Mode, lacking: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CannotStartError) as raised:
        load(mode, env_file=None)
    assert [line.split()[0] for line in raised.value.lines] == lacking
    for name in lacking:
        monkeypatch.setenv(name, {**ENOUGH, "SLACK_SIGNING_SECRET": "8f742231b10e"}[name])
    assert load(mode, env_file=None).slack_bot_token


def test_one_price_alone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    [line] = complaints(monkeypatch, **ENOUGH, SIGNOFF_PRICE_INPUT="1")
    assert line == "set both SIGNOFF_PRICE_INPUT and SIGNOFF_PRICE_OUTPUT, or none."


@pytest.mark.parametrize(
    ("service", "line"),
    [
        ("tavily", "SIGNOFF_WEB_SEARCH=tavily needs TAVILY_API_KEY."),
        ("searxng", "SIGNOFF_WEB_SEARCH=searxng needs SIGNOFF_SEARXNG_URL."),
    ],
)
def test_a_web_search_without_what_it_needs_is_refused(
    service: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert complaints(monkeypatch, **ENOUGH, SIGNOFF_WEB_SEARCH=service) == (line,)


def test_the_settings_know_their_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENOUGH.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("SLACK_SIGNING_SECRET", "8f742231b10e")
    monkeypatch.setenv("REDIS_URL", "redis://:p%40ss@host:6379/0")
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-1")
    monkeypatch.setenv("SIGNOFF_SEARXNG_URL", "http://ana:hush@search.example")
    secrets = load(env_file=None).secrets()
    assert secrets == {*ENOUGH.values(), "8f742231b10e", "p%40ss", "p@ss", "tvly-1", "hush"}


@pytest.mark.parametrize(
    ("given", "files"),
    [
        ("a.json", ["a.json"]),
        ("a.json,b c/d.json", ["a.json", "b c/d.json"]),
        (f"a.json{os.pathsep} b.json ,", ["a.json", "b.json"]),
        ("", []),
    ],
)
def test_graphs_are_files_with_commas_or_the_systems_sign_between_them(
    given: str, files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**ENOUGH, "SIGNOFF_GRAPHS": given}.items():
        monkeypatch.setenv(name, value)
    settings = load(env_file=None)
    assert [*map(str, settings.graphs)] == files
    assert settings.offering(None).graphs == settings.graphs
    assert settings.offering([Path("x.json")]).graphs == (Path("x.json"),)
