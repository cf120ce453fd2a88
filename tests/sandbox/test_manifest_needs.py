"""What the parts of a manifest need of each other, and what an app gets from its switches."""

import json

import pytest

from bot.sandbox.manifest import read_manifest
from tests.sandbox.blocks import Json
from tests.sandbox.manifests import BOT, BOT_EVENTS, COMMAND, WHOLE, changed, problems


def test_what_needs_a_scope_says_which() -> None:
    assert problems(changed(BOT, ["chat:write"])) == {
        "/features/slash_commands": f'need the scope "commands" in {BOT}.',
        "/features/shortcuts": f'need the scope "commands" in {BOT}.',
        f"{BOT_EVENTS}/0": f'app_mention needs the scope "app_mentions:read" in {BOT}.',
        f"{BOT_EVENTS}/1": f'message.channels needs the scope "channels:history" in {BOT}.',
    }


def test_an_event_can_need_one_of_two_scopes_or_be_for_users_only() -> None:
    said = problems(changed(BOT_EVENTS, ["member_joined_channel", "star_added"]))
    assert said == {
        f"{BOT_EVENTS}/0": (
            f'member_joined_channel needs the scope "channels:read" or "groups:read" in {BOT}.'
        ),
        f"{BOT_EVENTS}/1": "star_added is for users: move it to user_events.",
    }


def without_addresses() -> Json:
    made: Json = json.loads(json.dumps(WHOLE))
    del made["features"]["slash_commands"][0]["url"]
    del made["settings"]["event_subscriptions"]["request_url"]
    del made["settings"]["interactivity"]["request_url"]
    return made


def test_without_socket_mode_everything_needs_an_address() -> None:
    said = problems(without_addresses())
    assert set(said) == {
        f"{COMMAND}/url",
        "/settings/interactivity/request_url",
        "/settings/event_subscriptions/request_url",
    }
    assert all("socket_mode_enabled" in sentence for sentence in said.values())
    made = without_addresses()
    made["settings"]["socket_mode_enabled"] = True
    assert read_manifest(made).socket_mode


def test_with_a_request_url_for_everything_no_address_is_needed() -> None:
    app = read_manifest(without_addresses(), request_url="http://127.0.0.1:3000/slack/events")
    assert not app.socket_mode


@pytest.mark.parametrize(
    ("declared", "tab", "read_only"),
    [
        ({}, False, False),
        ({"messages_tab_enabled": True}, True, False),
        ({"messages_tab_enabled": True, "messages_tab_read_only_enabled": True}, True, True),
    ],
)
def test_the_messages_tab_is_there_where_it_is_asked_for(
    declared: Json, *, tab: bool, read_only: bool
) -> None:
    app = read_manifest(changed("/features/app_home", declared))
    assert (app.messages_tab, app.messages_tab_read_only) == (tab, read_only)


def test_shortcuts_need_interactivity() -> None:
    said = problems(changed("/settings/interactivity/is_enabled", False))
    assert said == {"/settings/interactivity/is_enabled": "must be true: shortcuts need it."}
