"""Compares an app manifest with the one that is needed: each difference in one line."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from bot.errors import CannotStartError

_ABSENT = object()


def read(file: Path) -> Mapping[str, Any]:
    """A manifest in YAML or JSON. CannotStartError with the place of what is wrong."""
    try:
        content = yaml.safe_load(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CannotStartError(f"{file} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, yaml.reader.ReaderError) as error:
        raise CannotStartError(f"{file} is not a text in UTF-8.") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise CannotStartError(f"{file}{place}: is not YAML: {error.problem}.") from error
    except (RecursionError, ValueError) as error:
        raise CannotStartError(f"{file} is not a manifest in YAML or JSON.") from error
    if not isinstance(content, dict):
        raise CannotStartError(f"{file} is not a manifest: it must be an object.")
    return content


def differences(found: object, needed: object, *, at: str = "") -> Iterator[str]:
    """What has to change in `found`, by place, one line each."""
    if found == needed and isinstance(found, bool) == isinstance(needed, bool):
        return
    ours, theirs = _named(needed), _named(found)
    if ours is None or theirs is None or type(found) is not type(needed):
        yield f"{at or 'manifest'}: {_change(found, needed)}"
        return
    for key in dict.fromkeys([*ours, *theirs]):
        place = f"{at}.{key}" if at else key
        yield from differences(theirs.get(key, _ABSENT), ours.get(key, _ABSENT), at=place)


def _named(value: object) -> Mapping[str, object] | None:
    """Parts by name: an object's keys, a list's commands, shortcuts or texts in any order."""
    if isinstance(value, dict):
        return {str(key): inner for key, inner in value.items()}
    if isinstance(value, list):
        if all(isinstance(one, str) for one in value):
            return {one: one for one in value}
        for name in ("command", "callback_id"):
            if all(isinstance(one, dict) and name in one for one in value):
                return {str(one[name]): one for one in value}
    return None


def _change(found: object, needed: object) -> str:
    if needed is _ABSENT:
        return "is not needed."
    if found is _ABSENT:
        return "is missing." if isinstance(needed, dict) else f"is missing: {_shown(needed)}."
    if isinstance(found, list) and isinstance(needed, list):
        return "is not such a list as it must be."
    return f"is {_shown(found)}, must be {_shown(needed)}."


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
