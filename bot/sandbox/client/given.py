"""What a script gives for a field, turned into what a person would type or choose."""

from datetime import date, datetime, time
from pathlib import Path
from typing import TypeAlias

from bot.sandbox.errors import NotPossibleError

File: TypeAlias = tuple[str, bytes]
"""The name of a file and what is in it."""


def typed(value: object) -> object:
    """Dates and times as Slack writes them; lists of those; all else as it is.

    A moment without a time zone is meant in the one of the person who types it.
    """
    if isinstance(value, (list, tuple, set, frozenset)):
        return [typed(item) for item in value]
    if isinstance(value, datetime):
        return int(value.timestamp()) if value.tzinfo else value.isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return value.strftime("%H:%M")
    return value


def files(value: object) -> list[File]:
    """Files for a field: a path, a pair of name and bytes, or a list of those; None for none.

    Raises NotPossibleError for anything else, and for a file that cannot be read.
    """
    if value is None:
        return []
    return [_file(one) for one in value] if isinstance(value, list) else [_file(value)]


def _file(value: object) -> File:
    match value:
        case (str(name), bytes(content)):
            return name, content
        case Path() | str():
            try:
                return Path(value).name, Path(value).read_bytes()
            except OSError as error:
                raise NotPossibleError(f"{value} cannot be read: {error.strerror}") from error
    raise NotPossibleError(f"{value!r} is no path and no pair of name and bytes")
