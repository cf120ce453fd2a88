"""A manifest file: YAML or JSON, with the line of each place in it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from bot.sandbox.errors import ManifestError
from bot.sandbox.manifest.problems import Problem, pointer, shown

BYTES_MOST: Final = 1_000_000
"""Bytes of a manifest file; Slack's own ones are far below."""

# What PyYAML raises for a scalar that its tag does not fit, beside its own errors.
_NOT_YAML: Final = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)


@dataclass(frozen=True, slots=True)
class Document:
    """What a manifest file holds. `lines` has JSON pointer -> line, where it is YAML."""

    content: object
    lines: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    """Keys that are there twice."""


def read(path: Path) -> Document:
    """The content of a manifest file. Raises ManifestError."""
    text = _text(path)
    if not text.strip():
        raise ManifestError([f"{path}: is empty: paste the manifest of the app into it."])
    try:
        return _parsed(text)
    except yaml.YAMLError as error:
        raise ManifestError([f"{path}{_where(error)}"]) from error
    except RecursionError as error:
        raise ManifestError([f"{path}: is nested too deeply."]) from error
    except _NOT_YAML as error:
        raise ManifestError([f"{path}: has a value that is not valid YAML."]) from error


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(BYTES_MOST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise ManifestError([f"{path}: cannot be read: {reason}."]) from error
    if len(content) > BYTES_MOST:
        raise ManifestError([f"{path}: has more than {BYTES_MOST} bytes: is it a manifest?"])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ManifestError([f"{path}: is not a UTF-8 text: save it as one."]) from error


def _parsed(text: str) -> Document:
    if text.lstrip().startswith("{"):
        try:
            return Document(json.loads(text))
        except ValueError:
            pass  # YAML can begin like that as well, and names the line of a mistake
    loader = yaml.SafeLoader(text)
    try:
        node = loader.get_single_node()
        content = loader.construct_document(node) if node else None
    finally:
        loader.dispose()
    lines: dict[str, int] = {}
    problems = tuple(_walk(node, "", lines, set())) if node else ()
    return Document(content, lines, problems)


def _walk(node: yaml.Node, at: str, lines: dict[str, int], seen: set[int]) -> Iterator[Problem]:
    """Note the line of each place, and give what is there twice. A node is entered once."""
    lines[at] = node.start_mark.line + 1
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.SequenceNode):
        for index, child in enumerate(node.value):
            yield from _walk(child, f"{at}/{index}", lines, seen)
    elif isinstance(node, yaml.MappingNode):
        keys: set[str] = set()
        for key, child in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            place = f"{at}/{pointer(name)}"
            if name in keys:
                yield Problem(place, f"{shown(name)} is there twice: remove one.")
            keys.add(name)
            yield from _walk(child, place, lines, seen)
            lines[place] = key.start_mark.line + 1


def _where(error: yaml.YAMLError) -> str:
    mark: Any = getattr(error, "problem_mark", None)
    what = getattr(error, "problem", None) or "it has a character that is not allowed"
    line = f" line {mark.line + 1}" if mark else ""
    return f"{line}: is not valid YAML: {what}."
