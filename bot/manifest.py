"""The app manifest that Slack gets: which scopes the bot counts on, which commands it has."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from bot.core.fields import REST, Field, Kind
from bot.core.inputs import start_fields
from graphs import registry
from graphs.contract import Workflow

EVENTS_PATH = "/slack/events"
"""Where `signoff web` takes everything."""
MOST_COMMANDS = 50
"""Of one app, as Slack's reference for manifests has it."""
_SHOWN_FIELDS = 3
_DESCRIPTION = 200
_DESCRIPTION_OF_SHORTCUT = 150
_COMMANDS = "  slash_commands:"
_SHORTCUTS = "  shortcuts:"
_WITH_URL = {"  interactivity:", "  event_subscriptions:"}


def path() -> Path:
    """Where manifest.yml lies: beside the code in a wheel, above it in a checkout."""
    inside = Path(__file__).parent / "manifest.yml"
    return inside if inside.exists() else Path(__file__).parent.parent / "manifest.yml"


def load() -> dict[str, Any]:
    """The manifest as Slack would read it, with the built-in workflows."""
    return parsed(path().read_text(encoding="utf-8"))


def parsed(text: str) -> dict[str, Any]:
    """A manifest's text as Slack would read it."""
    content: dict[str, Any] = yaml.safe_load(text)
    return content


def bot_scopes() -> frozenset[str]:
    """The scopes that the manifest asks for."""
    return frozenset(load()["oauth_config"]["scopes"]["bot"])


def commands_of(workflows: Iterable[Workflow]) -> int:
    """How many commands the app has."""
    return 1 + sum(bool(workflow.command) for workflow in workflows)


def render(workflows: Iterable[Workflow], *, url: str = "") -> str:
    """The text of manifest.yml with the commands and shortcuts of these workflows.

    With a `url` Slack posts everything there, in place of Socket Mode.
    """
    offered = list(workflows)
    lines = _without(path().read_text(encoding="utf-8").splitlines(), _SHORTCUTS)
    start = lines.index(_COMMANDS) + 1
    end = _end(lines, start)
    commands = [line for workflow in offered for line in _own(workflow, url)]
    ours = [line for line in _parts(lines[start:end]) if f"command: {registry.SIGNOFF}" in line[0]]
    signoff = [*ours[0], *_url(url)]
    shortcuts = [line for workflow in offered for line in _shortcuts(workflow)]
    made = [
        *lines[:start],
        *commands,
        *signoff,
        *([_SHORTCUTS, *shortcuts] if shortcuts else []),
        *lines[end:],
    ]
    return "\n".join(_over_http(made, url) if url else made) + "\n"


def _without(lines: list[str], head: str) -> list[str]:
    """The lines without one list, where it is there."""
    if head not in lines:
        return lines
    start = lines.index(head)
    return [*lines[:start], *lines[_end(lines, start + 1) :]]


def _end(lines: list[str], start: int) -> int:
    """Where the list ends whose entries begin at `start`."""
    return next(n for n in range(start, len(lines)) if not lines[n].startswith("   "))


def _parts(lines: list[str]) -> list[list[str]]:
    """The commands in a list of them, the lines of each."""
    parts: list[list[str]] = []
    for line in lines:
        if line.startswith("    - "):
            parts.append([])
        parts[-1].append(line)
    return parts


def _own(workflow: Workflow, url: str) -> Iterator[str]:
    if not workflow.command:
        return
    yield f"    - command: {workflow.command}"
    yield f"      description: {_scalar(_about(workflow))}"
    if hint := _hint(start_fields(workflow, "en")):
        yield f'      usage_hint: "{hint}"'
    yield "      should_escape: false"
    yield from _url(url)


def _shortcuts(workflow: Workflow) -> Iterator[str]:
    for shortcut in workflow.shortcuts:
        yield f"    - name: {_scalar(shortcut.name)}"
        yield "      type: message"
        yield f"      callback_id: {shortcut.callback_id}"
        yield f"      description: {_scalar(_about(workflow, most=_DESCRIPTION_OF_SHORTCUT))}"


def _url(url: str) -> list[str]:
    return [f"      url: {_scalar(url)}"] if url else []


def _over_http(lines: list[str], url: str) -> Iterator[str]:
    for line in lines:
        yield line.replace("socket_mode_enabled: true", "socket_mode_enabled: false")
        if line in _WITH_URL:
            yield f"    request_url: {_scalar(url)}"


def _about(workflow: Workflow, *, most: int = _DESCRIPTION) -> str:
    """What people read of a command or shortcut. Slack refuses an empty one."""
    text = " ".join((workflow.description["en"] or workflow.title["en"]).split()).rstrip(".")
    shown = "".join(character for character in text if character.isprintable())
    cut = shown if len(shown) <= most else f"{shown[: most - 1]}…"
    return cut or workflow.name


def _hint(fields: tuple[Field, ...]) -> str:
    """What may be typed behind a command."""
    if len(fields) == 1:
        return "[message]" if fields[0].kind is Kind.MESSAGE else "[text]"
    plain = [field.key for field in fields if field.key != REST and field.key.isidentifier()]
    shown = " ".join(f"{key}=…" for key in plain[:_SHOWN_FIELDS])
    return f"[{shown}]" if shown else ""


def _scalar(text: str) -> str:
    """A text as YAML has it: plain where it can be."""
    try:
        if yaml.safe_load(f"- {text}") == [text] and " #" not in text:
            return text
    except yaml.YAMLError:
        pass
    return json.dumps(text, ensure_ascii=False)
