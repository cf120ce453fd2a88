"""The shape of a manifest: which keys there are, and what each may hold.

Sources: Slack's reference of app manifests and the types of its SDK for Node.
"""

from typing import Any, Final

from bot.sandbox.manifest.events import EVENTS
from bot.sandbox.manifest.problems import Rule, anything, flag, items, known, shape, text, unique
from bot.sandbox.manifest.scopes import BOT_SCOPES, USER_SCOPES

SCOPES_MOST: Final = 255
EVENTS_MOST: Final = 100
COMMANDS_MOST: Final = 50
SHORTCUTS_MOST: Final = 10

_UNUSED: Final = (
    "$schema",
    "_metadata",
    "agent",
    "app_directory",
    "datastores",
    "external_auth_providers",
    "functions",
    "outgoing_domains",
    "types",
    "workflows",
)
_UNUSED_FEATURES: Final = (
    "agent_view",
    "assistant_view",
    "functions",
    "rich_previews",
    "search",
    "user_connections",
    "workflow_steps",
)
_UNUSED_SETTINGS: Final = ("function_runtime", "hermes_app_type", "siws_links")
_SWITCHES: Final = (
    "org_deploy_enabled",
    "socket_mode_enabled",
    "token_rotation_enabled",
    "is_hosted",
    "is_mcp_enabled",
)

_URL: Final = text(1, 3000, form=r"https?://\S+", wanted='an address that begins with "https://"')
_COMMAND: Final = text(
    2,
    32,
    form=r"/[^\sA-Z/]+",
    wanted='a slash and a name without spaces and capital letters, like "/report"',
)
_DISPLAY: Final = shape(
    {
        "name": text(1, 35),
        "description": text(1, 140),
        "long_description": text(174, 4000),
        "background_color": text(
            4, 7, form="#([0-9a-fA-F]{3}){1,2}", wanted='a color like "#1f4d3a"'
        ),
    },
    ["name"],
)


def _named(key: str) -> Any:  # noqa: ANN401 - a getter for any entry
    return lambda entry: entry.get(key) if isinstance(entry, dict) else None


def _scopes(known_scopes: frozenset[str], what: str) -> Rule:
    return unique(items(known(known_scopes, what), SCOPES_MOST), lambda scope: scope)


_BOT: Final = _scopes(BOT_SCOPES, "the bot scope")
_USER: Final = _scopes(USER_SCOPES, "the user scope")
_OAUTH: Final = shape(
    {
        "redirect_urls": items(text(1, 2500), 1000),
        "scopes": shape({"bot": _BOT, "user": _USER, "bot_optional": _BOT, "user_optional": _USER}),
        "token_management_enabled": flag,
        "pkce_enabled": flag,
    }
)

_COMMANDS: Final = items(
    shape(
        {
            "command": _COMMAND,
            "description": text(1, 2000),
            "usage_hint": text(1, 1000),
            "should_escape": flag,
            "url": _URL,
        },
        ["command", "description"],
    ),
    COMMANDS_MOST,
)
_SHORTCUTS: Final = items(
    shape(
        {
            "name": text(1, 24),
            "type": known(["message", "global"], "the type"),
            "callback_id": text(1, 255),
            "description": text(1, 150),
        },
        ["name", "type", "callback_id", "description"],
    ),
    SHORTCUTS_MOST,
)
_FEATURES: Final = shape(
    {
        "app_home": shape(
            {
                "home_tab_enabled": flag,
                "messages_tab_enabled": flag,
                "messages_tab_read_only_enabled": flag,
            }
        ),
        "bot_user": shape({"display_name": text(1, 80), "always_online": flag}, ["display_name"]),
        "slash_commands": unique(_COMMANDS, _named("command"), "/command"),
        "shortcuts": _SHORTCUTS,
        "unfurl_domains": items(text(1, 255), 5),
        **dict.fromkeys(_UNUSED_FEATURES, anything),
    }
)

_EVENT_LIST: Final = unique(items(known(EVENTS, "the event"), EVENTS_MOST), lambda event: event)
_SETTINGS: Final = shape(
    {
        "interactivity": shape(
            {"is_enabled": flag, "request_url": _URL, "message_menu_options_url": _URL},
            ["is_enabled"],
        ),
        "event_subscriptions": shape(
            {
                "request_url": _URL,
                "bot_events": _EVENT_LIST,
                "user_events": _EVENT_LIST,
                "metadata_subscriptions": anything,
            }
        ),
        "incoming_webhooks": shape({"incoming_webhooks_enabled": flag}),
        "allowed_ip_address_ranges": items(text(1, 50), 50),
        **dict.fromkeys(_SWITCHES, flag),
        **dict.fromkeys(_UNUSED_SETTINGS, anything),
    }
)

MANIFEST: Final = shape(
    {
        "display_information": _DISPLAY,
        "oauth_config": _OAUTH,
        "features": _FEATURES,
        "settings": _SETTINGS,
        **dict.fromkeys(_UNUSED, anything),
    },
    ["display_information"],
)
"""A whole manifest."""
