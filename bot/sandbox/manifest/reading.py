"""From a manifest to the app that it declares, or all that is wrong with it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bot.sandbox.errors import ManifestError
from bot.sandbox.manifest.app import App, Command, Shortcut
from bot.sandbox.manifest.document import Document, read
from bot.sandbox.manifest.needs import needs
from bot.sandbox.manifest.problems import Problem
from bot.sandbox.manifest.schema import MANIFEST


def read_manifest(
    source: Mapping[str, Any] | Path | str | App | None, *, request_url: str | None = None
) -> App:
    """The app of a manifest: an object, or the path of a YAML or JSON file.

    An app is taken as it is; None gives one with every scope and any slash command. With a
    `request_url` all payloads are posted there, so the manifest needs no addresses of its own.
    Raises ManifestError with all that is wrong, in the order of the lines: each with its JSON
    pointer, and in a file with its name, and its line where the file is YAML.
    """
    if source is None or isinstance(source, App):
        return source or App()
    if isinstance(source, Mapping):
        return _checked(Document(dict(source)), needs_addresses=not request_url)
    document = read(Path(source))
    if not isinstance(document.content, dict):
        raise ManifestError([f"{source}: must be an object, with keys and values."])
    return _checked(document, str(source), needs_addresses=not request_url)


def _checked(document: Document, file: str = "", *, needs_addresses: bool) -> App:
    content: Any = document.content
    problems = [*document.problems, *MANIFEST(content, "")]
    if not problems:
        app = _app(content)
        events = _at(content, "settings", "event_subscriptions", "bot_events") or []
        problems += needs(app, events, addresses=needs_addresses)
        if not problems:
            return app
    placed = [(_line(problem, document.lines), problem) for problem in problems]
    placed.sort(key=lambda pair: pair[0])
    raise ManifestError([_sentence(problem, line, file) for line, problem in placed])


def _line(problem: Problem, lines: Mapping[str, int]) -> int:
    """The line of a problem, or 0; what is missing has the line of what it is missing in."""
    place = problem.at
    while place and place not in lines:
        place = place.rpartition("/")[0]
    return lines.get(place, 0)


def _sentence(problem: Problem, line: int, file: str) -> str:
    where = f"{file} line {line}: " if line else f"{file}: " if file else ""
    return f"{where}{problem.at or '/'}: {problem.text}"


def _at(content: Any, *names: str) -> Any:  # noqa: ANN401 - any value of a manifest
    for name in names:
        content = content.get(name, {})
    return content


def _app(content: Mapping[str, Any]) -> App:
    name: str = content["display_information"]["name"]
    scopes, features = _at(content, "oauth_config", "scopes"), _at(content, "features")
    settings, home = _at(content, "settings"), _at(features, "app_home")
    interactivity, events = _at(settings, "interactivity"), _at(settings, "event_subscriptions")
    return App(
        name=name,
        display_name=_at(features, "bot_user").get("display_name", name),
        bot_scopes=_granted(scopes, "bot"),
        user_scopes=_granted(scopes, "user"),
        commands=_commands(features.get("slash_commands", ())),
        shortcuts=tuple(Shortcut(**entry) for entry in features.get("shortcuts", ())),
        home_tab=home.get("home_tab_enabled", False),
        # Slack leaves the tab off unless the manifest asks for it (hermes-agent#20503).
        messages_tab=home.get("messages_tab_enabled", False),
        messages_tab_read_only=home.get("messages_tab_read_only_enabled", False),
        interactive=interactivity.get("is_enabled", False),
        interactivity_url=interactivity.get("request_url", ""),
        options_url=interactivity.get("message_menu_options_url", ""),
        events_url=events.get("request_url", ""),
        socket_mode=settings.get("socket_mode_enabled", False),
        events=frozenset(events.get("bot_events", ())),
    )


def _granted(scopes: Mapping[str, list[str]], kind: str) -> frozenset[str]:
    """What the token gets: optional scopes, too, as if nobody took them off the list."""
    return frozenset(scopes.get(kind, ())) | frozenset(scopes.get(f"{kind}_optional", ()))


def _commands(declared: Iterable[Mapping[str, Any]]) -> dict[str, Command]:
    return {
        entry["command"]: Command(**{k: v for k, v in entry.items() if k != "command"})
        for entry in declared
    }
