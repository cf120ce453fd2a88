"""Reads `langgraph.json`: which graphs a project has, and what it says of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot.projects import about as abouts
from bot.projects.about import About
from bot.projects.surroundings import folders_of, variables_of
from bot.projects.trouble import ProjectError, Trouble

MAX_BYTES = 1_000_000
_SCRIPTS = (".js", ".ts", ".mjs", ".mts", ".cjs", ".cts", ".tsx", ".jsx")


@dataclass(frozen=True, slots=True)
class Entry:
    """One graph of a project. `path` is a file under `root` or a module; `attribute` is in it."""

    name: str
    root: Path
    path: str
    attribute: str
    description: str
    about: About
    where: str
    """The place in the file, for messages."""


@dataclass(frozen=True, slots=True)
class Project:
    """What a file holds. `folders` go on the import path, `variables` into the environment."""

    file: Path
    entries: tuple[Entry, ...]
    troubles: tuple[Trouble, ...]
    folders: tuple[Path, ...]
    variables: Mapping[str, str]


class _TwiceError(ValueError):
    """A key stands twice in one object."""


def read_project(file: Path) -> Project:
    """Read a file. ProjectError with the first thing that makes it none; the rest is in it."""
    content = _object(file)
    graphs = content.get("graphs")
    if not isinstance(graphs, dict) or not graphs:
        raise ProjectError(
            Trouble(f"{file}, graphs", 'must be an object like {"name": "file.py:graph"}.')
        )
    beside, strangers = abouts.read_toml(file.with_name(abouts.TOML), names=graphs.keys())
    read = [_entry(file, name, value, beside.get(name)) for name, value in graphs.items()]
    variables, unread = variables_of(file, content.get("env"))
    wrong = tuple(found for found in read if isinstance(found, Trouble))
    return Project(
        file=file,
        entries=tuple(found for found in read if isinstance(found, Entry)),
        troubles=(*strangers, *unread, *wrong),
        folders=folders_of(file, content.get("dependencies")),
        variables=variables,
    )


def _object(file: Path) -> dict[str, Any]:
    content = _parsed(file, _text(file))
    if not isinstance(content, dict):
        raise ProjectError(Trouble(str(file), 'must be an object with "graphs" in it.'))
    return content


def _text(file: Path) -> str:
    try:
        if not file.is_file():
            what = "is a folder: name the langgraph.json in it." if file.is_dir() else "is no file."
            raise ProjectError(Trouble(str(file), what))
        if file.stat().st_size > MAX_BYTES:
            raise ProjectError(Trouble(str(file), "is too big for a langgraph.json."))
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        place = f"{file}, byte {error.start + 1}"
        raise ProjectError(Trouble(place, "is no text in UTF-8.")) from error
    except OSError as error:
        raise ProjectError(Trouble(str(file), f"cannot be read: {error.strerror}.")) from error


def _parsed(file: Path, text: str) -> Any:  # noqa: ANN401 - any JSON
    try:
        return json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        place = f"{file}, line {error.lineno}, column {error.colno}"
        raise ProjectError(Trouble(place, f"is not JSON: {error.msg}.")) from error
    except _TwiceError as error:
        raise ProjectError(Trouble(str(file), f"has the key {error} twice.")) from error
    except RecursionError as error:
        raise ProjectError(Trouble(str(file), "is nested too deeply.")) from error
    except ValueError as error:  # a number of thousands of digits
        raise ProjectError(Trouble(str(file), "has a number that is too long.")) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise _TwiceError(json.dumps(key, ensure_ascii=False))
        made[key] = value
    return made


def _entry(file: Path, name: str, value: object, beside: object) -> Entry | Trouble:
    where = f"{file}, graphs.{name}"
    described = value if isinstance(value, dict) else {"path": value}
    place, _, attribute = _path(described).rpartition(":")
    if not place or not all(part.isidentifier() for part in attribute.split(".")):
        return Trouble(where, 'must name a file and an attribute, like "agent.py:graph".')
    if place.endswith(_SCRIPTS):
        return Trouble(where, "is not Python; only Python graphs can be run here.")
    try:
        about = abouts.merged(described.get("signoff"), beside)
    except ValidationError as error:
        return Trouble(*abouts.explained(error, f"{where}.signoff"))
    description = described.get("description")
    return Entry(
        name=name,
        root=file.parent,
        path=place,
        attribute=attribute,
        description=" ".join(description.split()) if isinstance(description, str) else "",
        about=about,
        where=where,
    )


def _path(described: Mapping[str, object]) -> str:
    path = described.get("path")
    return path if isinstance(path, str) else ""
