"""Manifests: what an app gets from one, and every mistake with its place and what to do."""

import pytest

from bot.sandbox.errors import ManifestError
from bot.sandbox.manifest import EVERY_SCOPE, App, Command, Shortcut, read_manifest, silent
from bot.sandbox.manifest.events import EVENTS, SENT
from bot.sandbox.manifest.scopes import USER_SCOPES
from bot.sandbox.web_api.methods import METHODS
from tests.sandbox.blocks import Json
from tests.sandbox.manifests import (
    BAD_COMMAND,
    BAD_URL,
    BOT,
    BOT_EVENTS,
    COMMAND,
    NO_FLAG,
    NO_LIST,
    NO_OBJECT,
    NO_TEXT,
    SHORTCUT,
    URL,
    WHOLE,
    changed,
    problems,
)


def test_an_app_gets_all_that_its_manifest_declares() -> None:
    assert read_manifest(WHOLE) == App(
        name="Reporter",
        display_name="reporter",
        bot_scopes=frozenset(
            {"app_mentions:read", "channels:history", "chat:write", "commands", "users:read"}
        ),
        user_scopes=frozenset({"search:read"}),
        commands={
            "/report": Command(
                description="Report",
                usage_hint="[notes]",
                should_escape=True,
                url=f"{URL}/commands",
            )
        },
        shortcuts=(Shortcut(name="Report", type="message", callback_id="report", description="d"),),
        home_tab=True,
        interactive=True,
        interactivity_url=f"{URL}/actions",
        options_url=f"{URL}/options",
        events_url=f"{URL}/events",
        socket_mode=False,
        events=frozenset({"app_mention", "message.channels", "app_home_opened"}),
    )


def test_the_smallest_manifest_is_a_name_and_gives_little() -> None:
    assert read_manifest({"display_information": {"name": "Small"}}) == App(
        name="Small",
        display_name="Small",
        bot_scopes=frozenset(),
        user_scopes=frozenset(),
        commands={},
        home_tab=False,
        messages_tab=False,
        interactive=False,
        socket_mode=False,
    )


def test_without_a_manifest_an_app_may_call_every_method() -> None:
    app = read_manifest(None)
    assert (app.bot_scopes, app.user_scopes) == (EVERY_SCOPE, USER_SCOPES)
    of_app_tokens = {"apps.connections.open"}
    for name in METHODS.keys() - of_app_tokens:
        scopes = set(METHODS[name].scopes)
        assert scopes <= EVERY_SCOPE | USER_SCOPES, name
        assert not scopes or scopes & EVERY_SCOPE, name
    assert app.commands is None


def test_each_event_needs_scopes_that_slack_knows() -> None:
    assert {scope for wanted in EVENTS.values() for scope in wanted} <= EVERY_SCOPE | USER_SCOPES


def test_the_events_that_come_here_are_events_of_slack() -> None:
    assert EVENTS.keys() >= SENT
    assert silent(["team_join", "app_mention", "emoji_changed"]) == ["emoji_changed", "team_join"]
    assert silent(SENT) == []


ONE_MISTAKE: list[tuple[str, object, str]] = [
    ("/display_information", 1, NO_OBJECT),
    ("/display_information/name", None, NO_TEXT),
    ("/display_information/background_color", "green", 'must be a color like "#1f4d3a".'),
    ("/display_information/background_color", "#12345", 'must be a color like "#1f4d3a".'),
    ("/features", [], NO_OBJECT),
    ("/features/app_home/home_tab_enabled", "yes", NO_FLAG),
    ("/features/bot_user/display_name", 7, NO_TEXT),
    ("/features/slash_commands", {}, NO_LIST),
    (COMMAND, "x", NO_OBJECT),
    (f"{COMMAND}/command", "report", BAD_COMMAND),
    (f"{COMMAND}/command", "/my report", BAD_COMMAND),
    (f"{COMMAND}/command", "/Report", BAD_COMMAND),
    (f"{COMMAND}/command", "/a/b", BAD_COMMAND),
    (f"{COMMAND}/command", "/a\n", BAD_COMMAND),
    (f"{COMMAND}/should_escape", 1, NO_FLAG),
    (f"{COMMAND}/url", "example.com", BAD_URL),
    (f"{COMMAND}/description", "\ud800", "has half a character in it: write it anew."),
    (
        f"{SHORTCUT}/type",
        "massage",
        'the type "massage" is not known to Slack; do you mean "message"?',
    ),
    (BOT, "chat:write", NO_LIST),
    (f"{BOT}/0", 1, NO_TEXT),
    (
        f"{BOT}/0",
        "reaction:write",
        'the bot scope "reaction:write" is not known to Slack; do you mean "reactions:write"?',
    ),
    (f"{BOT}/0", "xyz", 'the bot scope "xyz" is not known to Slack.'),
    (f"{BOT}/3", "app_mentions:read", '"app_mentions:read" is there twice: remove one.'),
    (
        "/oauth_config/scopes/user/0",
        "search:reed",
        'the user scope "search:reed" is not known to Slack; do you mean "search:read"?',
    ),
    (
        f"{BOT_EVENTS}/0",
        "app_mentions",
        'the event "app_mentions" is not known to Slack; do you mean "app_mention"?',
    ),
    ("/settings/interactivity/is_enabled", None, NO_FLAG),
    ("/settings/interactivity/request_url", "ftp://example.com", BAD_URL),
    ("/settings/socket_mode_enabled", "true", NO_FLAG),
    (
        "/settings/socket_mode",
        True,
        'is not a key that Slack knows; do you mean "socket_mode_enabled"?',
    ),
    ("/feature", {}, 'is not a key that Slack knows; do you mean "features"?'),
    ("/xyz\n", {}, "is not a key that Slack knows."),
]


@pytest.mark.parametrize(("place", "value", "sentence"), ONE_MISTAKE)
def test_a_mistake_is_said_with_its_place(place: str, value: object, sentence: str) -> None:
    assert problems(changed(place, value))[place.replace("\n", "\\n")] == sentence


LENGTHS = {
    "/display_information/name": (1, 35),
    "/display_information/description": (1, 140),
    "/display_information/long_description": (174, 4000),
    "/features/bot_user/display_name": (1, 80),
    f"{COMMAND}/description": (1, 2000),
    f"{COMMAND}/usage_hint": (1, 1000),
    f"{SHORTCUT}/name": (1, 24),
    f"{SHORTCUT}/callback_id": (1, 255),
    f"{SHORTCUT}/description": (1, 150),
}


@pytest.mark.parametrize("place", LENGTHS)
def test_a_text_at_its_ends_passes_and_one_beyond_is_refused(place: str) -> None:
    least, most = LENGTHS[place]
    for size in (least, most):
        read_manifest(changed(place, "x" * size))
    for size in (least - 1, most + 1):
        said = problems(changed(place, "x" * size))
        assert said == {place: f"must have {least} to {most} characters; it has {size}."}


def test_a_command_has_up_to_32_characters_with_its_slash() -> None:
    read_manifest(changed(f"{COMMAND}/command", "/" + "x" * 31))
    said = problems(changed(f"{COMMAND}/command", "/" + "x" * 32))
    assert said == {f"{COMMAND}/command": "must have 2 to 32 characters; it has 33."}


def commands(count: int) -> list[Json]:
    return [{**WHOLE["features"]["slash_commands"][0], "command": f"/c{n}"} for n in range(count)]


@pytest.mark.parametrize(
    ("place", "entries", "most"),
    [
        ("/features/slash_commands", commands(51), 50),
        ("/features/shortcuts", WHOLE["features"]["shortcuts"] * 11, 10),
        (BOT, [*WHOLE["oauth_config"]["scopes"]["bot"], *["chat:write"] * 252], 255),
        (BOT_EVENTS, ["app_mention"] * 101, 100),
    ],
)
def test_lists_have_an_end(place: str, entries: list[object], most: int) -> None:
    said = problems(changed(place, entries))
    assert said[place] == f"must have at most {most} entries; it has {most + 1}."
    full = changed(place, entries[:most])
    assert "must have at most" not in str(said_of(full))


def said_of(manifest: Json) -> dict[str, str]:
    try:
        read_manifest(manifest)
    except ManifestError:
        return problems(manifest)
    return {}


def test_a_command_twice_is_said_at_the_second_one() -> None:
    twice = changed("/features/slash_commands", commands(1) * 2)
    said = {"/features/slash_commands/1/command": '"/c0" is there twice: remove one.'}
    assert problems(twice) == said


def test_what_must_be_there_is_said() -> None:
    manifest = {
        "features": {"bot_user": {}, "slash_commands": [{}], "shortcuts": [{}]},
        "settings": {"interactivity": {}},
    }
    assert problems(manifest) == dict.fromkeys(
        [
            "/display_information",
            "/features/bot_user/display_name",
            f"{COMMAND}/command",
            f"{COMMAND}/description",
            *(f"{SHORTCUT}/{key}" for key in ("name", "type", "callback_id", "description")),
            "/settings/interactivity/is_enabled",
        ],
        "is missing.",
    )


def test_a_key_of_any_kind_is_named_in_one_short_line() -> None:
    name: dict[object, object] = {"display_information": {"name": "A"}}
    for key, place in ((1, "/1"), (10**5000, "/int"), ("a" * 99, f"/{'a' * 60}…"), ("~/", "/~0~1")):
        assert problems({**name, key: 1}) == {place: "is not a key that Slack knows."}
