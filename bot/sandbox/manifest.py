"""The app as its manifest declares it: name, scopes, slash commands, delivery."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from bot.sandbox.errors import ManifestError

_MOST_COMMANDS: Final = 50
_LENGTHS: Final[Mapping[str, int]] = {
    "command": 32,
    "description": 2000,
    "usage_hint": 1000,
    "name": 35,
    "display_name": 80,
}

EVERY_SCOPE: Final = frozenset(
    [
        "app_mentions:read",
        "channels:history",
        "channels:join",
        "channels:read",
        "chat:write",
        "chat:write.public",
        "commands",
        "files:read",
        "files:write",
        "groups:history",
        "groups:read",
        "im:history",
        "im:read",
        "im:write",
        "reactions:write",
        "team:read",
        "users:read",
        "users:read.email",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A slash command: what people read of it, and where it is posted without Socket Mode."""

    description: str
    usage_hint: str = ""
    should_escape: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """An entry in the menu of a message ("message") or of the composer ("global")."""

    name: str
    type: str
    callback_id: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """What is installed. `commands` is None where any slash command may be typed."""

    name: str = "Sandbox App"
    display_name: str = "sandbox"
    bot_scopes: frozenset[str] = EVERY_SCOPE
    user_scopes: frozenset[str] = frozenset({"chat:write", "channels:read", "users:read"})
    commands: Mapping[str, Command] | None = None
    """Slash command, with its slash -> what is declared for it."""
    shortcuts: tuple[Shortcut, ...] = ()
    home_tab: bool = True
    interactive: bool = True
    interactivity_url: str = ""
    options_url: str = ""
    """Where choices of external selects are asked for; "" takes the interactivity URL."""
    events_url: str = ""
    socket_mode: bool = True
    events: frozenset[str] = frozenset()
    """Names of the bot events that the app subscribed to."""


def read_manifest(source: Mapping[str, Any] | Path | str | None) -> App:
    """The app of a manifest: an object, or the path of a YAML or JSON file.

    None gives an app with every scope and any slash command. Raises ManifestError with all
    that is wrong.
    """
    if source is None:
        return App()
    manifest = source if isinstance(source, Mapping) else _load(Path(source))
    problems = list(_problems(manifest))
    if problems:
        raise ManifestError(problems)
    return _app(manifest)


def _load(path: Path) -> Mapping[str, Any]:
    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise ManifestError([f"{path}: {error}"]) from error
    if not isinstance(loaded, dict):
        raise ManifestError([f"{path}: must be an object"])
    return loaded


def _section(manifest: Mapping[str, Any], *names: str) -> Any:  # noqa: ANN401 - any JSON
    value: Any = manifest
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _problems(manifest: Mapping[str, Any]) -> list[str]:
    found = []
    name = _section(manifest, "display_information", "name")
    if not isinstance(name, str) or not 1 <= len(name) <= _LENGTHS["name"]:
        found.append(f"/display_information/name: 1 to {_LENGTHS['name']} characters")
    for kind in ("bot", "user"):
        scopes = _section(manifest, "oauth_config", "scopes", kind)
        if scopes is not None and not _is_strings(scopes):
            found.append(f"/oauth_config/scopes/{kind}: must be a list of strings")
    found += _command_problems(_section(manifest, "features", "slash_commands"))
    return found


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _command_problems(commands: object) -> list[str]:
    if commands is None:
        return []
    if not isinstance(commands, list) or len(commands) > _MOST_COMMANDS:
        return [f"/features/slash_commands: a list of at most {_MOST_COMMANDS}"]
    found = []
    for index, command in enumerate(commands):
        at = f"/features/slash_commands/{index}"
        if not isinstance(command, dict) or not str(command.get("command", "")).startswith("/"):
            found.append(f"{at}/command: must start with a slash")
            continue
        if not command.get("description"):
            found.append(f"{at}/description: is required")
        found += [
            f"{at}/{key}: at most {_LENGTHS[key]} characters"
            for key in ("command", "description", "usage_hint")
            if len(str(command.get(key) or "")) > _LENGTHS[key]
        ]
    return found


def _command(declared: Mapping[str, Any]) -> Command:
    return Command(
        description=declared["description"],
        usage_hint=declared.get("usage_hint") or "",
        should_escape=bool(declared.get("should_escape")),
        url=declared.get("url") or "",
    )


def _app(manifest: Mapping[str, Any]) -> App:
    name = _section(manifest, "display_information", "name")
    commands = _section(manifest, "features", "slash_commands") or ()
    return App(
        name=name,
        display_name=_section(manifest, "features", "bot_user", "display_name") or name,
        bot_scopes=frozenset(_section(manifest, "oauth_config", "scopes", "bot") or ()),
        user_scopes=frozenset(_section(manifest, "oauth_config", "scopes", "user") or ()),
        commands={c["command"]: _command(c) for c in commands},
        interactive=bool(_section(manifest, "settings", "interactivity", "is_enabled")),
        events=frozenset(_section(manifest, "settings", "event_subscriptions", "bot_events") or ()),
    )
