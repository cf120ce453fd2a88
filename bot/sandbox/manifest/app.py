"""The app that is installed in the workspace: name, scopes, commands, delivery."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.sandbox.manifest.events import EVENTS
from bot.sandbox.manifest.scopes import BOT_SCOPES, USER_SCOPES


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
    bot_scopes: frozenset[str] = BOT_SCOPES
    user_scopes: frozenset[str] = USER_SCOPES
    commands: Mapping[str, Command] | None = None
    """Slash command, with its slash -> what is declared for it."""
    shortcuts: tuple[Shortcut, ...] = ()
    home_tab: bool = True
    messages_tab: bool = True
    """Whether people and the app can write to each other directly."""
    messages_tab_read_only: bool = False
    """Whether only the app writes there."""
    interactive: bool = True
    interactivity_url: str = ""
    options_url: str = ""
    """Where choices of external selects are asked for; "" takes the interactivity URL."""
    events_url: str = ""
    socket_mode: bool = True
    events: frozenset[str] = frozenset()
    """Names of the bot events that the app subscribed to."""


EVERYTHING: Final = App(events=frozenset(EVENTS))
"""An app that may do all there is, and hears of everything."""
