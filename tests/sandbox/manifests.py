"""A manifest with everything in it, and what is said when it is changed."""

import json
from typing import Any

import pytest

from bot.sandbox.errors import ManifestError
from bot.sandbox.manifest import read_manifest
from tests.sandbox.blocks import Json

URL = "https://example.com/slack"
WHOLE: Json = {
    "_metadata": {"major_version": 2},
    "display_information": {
        "name": "Reporter",
        "description": "Reports",
        "long_description": "x" * 174,
        "background_color": "#1f4d3a",
    },
    "features": {
        "app_home": {"home_tab_enabled": True, "messages_tab_enabled": True},
        "bot_user": {"display_name": "reporter", "always_online": True},
        "slash_commands": [
            {
                "command": "/report",
                "description": "Report",
                "usage_hint": "[notes]",
                "should_escape": True,
                "url": f"{URL}/commands",
            }
        ],
        "shortcuts": [
            {"name": "Report", "type": "message", "callback_id": "report", "description": "d"}
        ],
        "unfurl_domains": ["example.com"],
        "assistant_view": {"assistant_description": "d"},
        "agent_view": {"agent_description": "d"},
    },
    "oauth_config": {
        "redirect_urls": [URL],
        "scopes": {
            "bot": ["app_mentions:read", "channels:history", "chat:write", "commands"],
            "bot_optional": ["users:read"],
            "user": ["search:read"],
        },
    },
    "settings": {
        "event_subscriptions": {
            "request_url": f"{URL}/events",
            "bot_events": ["app_mention", "message.channels", "app_home_opened"],
        },
        "interactivity": {
            "is_enabled": True,
            "request_url": f"{URL}/actions",
            "message_menu_options_url": f"{URL}/options",
        },
        "socket_mode_enabled": False,
        "org_deploy_enabled": False,
        "token_rotation_enabled": False,
    },
    "functions": {"f": {"title": "F"}},
}

COMMAND = "/features/slash_commands/0"
SHORTCUT = "/features/shortcuts/0"
BOT = "/oauth_config/scopes/bot"
BOT_EVENTS = "/settings/event_subscriptions/bot_events"
NO_TEXT, NO_FLAG, NO_LIST, NO_OBJECT = (
    f"must be {kind}." for kind in ("a text", "true or false", "a list", "an object")
)
BAD_COMMAND = 'must be a slash and a name without spaces and capital letters, like "/report".'
BAD_URL = 'must be an address that begins with "https://".'


def problems(manifest: object) -> dict[str, str]:
    """Place -> sentence."""
    with pytest.raises(ManifestError) as error:
        read_manifest(manifest)  # type: ignore[arg-type]  # what people write is anything
    return dict(problem.split(": ", 1) for problem in error.value.problems)


def changed(place: str, value: object) -> Json:
    """The whole manifest with another value at a JSON pointer."""
    made: Json = json.loads(json.dumps(WHOLE))
    *path, last = [int(part) if part.isdigit() else part for part in place.split("/")[1:]]
    node: Any = made
    for part in path:
        node = node[part]
    node[last] = value
    return made
