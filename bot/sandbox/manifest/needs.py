"""What the parts of a manifest need of each other: scopes, addresses, interactivity."""

from collections.abc import Iterator, Sequence

from bot.sandbox.manifest.app import App
from bot.sandbox.manifest.events import EVENTS
from bot.sandbox.manifest.problems import Problem
from bot.sandbox.manifest.scopes import BOT_SCOPES

_SCOPES = "/oauth_config/scopes/bot"
_NO_WAY = "is missing: give the address where it is posted, or set /settings/socket_mode_enabled."


def needs(app: App, bot_events: Sequence[str], *, addresses: bool) -> Iterator[Problem]:
    """What is missing for what the manifest of an app declares.

    `addresses` says whether it has to name where payloads are posted, without Socket Mode.
    """
    yield from _scopes(app, bot_events)
    if app.shortcuts and not app.interactive:
        yield Problem("/settings/interactivity/is_enabled", "must be true: shortcuts need it.")
    if addresses and not app.socket_mode:
        yield from _addresses(app)


def _scopes(app: App, bot_events: Sequence[str]) -> Iterator[Problem]:
    for feature, declared in (("slash_commands", app.commands), ("shortcuts", app.shortcuts)):
        if declared and "commands" not in app.bot_scopes:
            yield Problem(f"/features/{feature}", f'need the scope "commands" in {_SCOPES}.')
    for index, event in enumerate(bot_events):
        wanted = EVENTS[event]
        place = f"/settings/event_subscriptions/bot_events/{index}"
        if wanted and BOT_SCOPES.isdisjoint(wanted):
            yield Problem(place, f"{event} is for users: move it to user_events.")
        elif wanted and app.bot_scopes.isdisjoint(wanted):
            names = " or ".join(f'"{scope}"' for scope in wanted)
            yield Problem(place, f"{event} needs the scope {names} in {_SCOPES}.")


def _addresses(app: App) -> Iterator[Problem]:
    for index, command in enumerate((app.commands or {}).values()):
        if not command.url:
            yield Problem(f"/features/slash_commands/{index}/url", _NO_WAY)
    if app.interactive and not app.interactivity_url:
        yield Problem("/settings/interactivity/request_url", _NO_WAY)
    if app.events and not app.events_url:
        yield Problem("/settings/event_subscriptions/request_url", _NO_WAY)
