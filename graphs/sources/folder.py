"""Which documents lie in a folder, and which paths lead to one.

Links are not followed, wherever they lead, and hidden files are left out.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import structlog

from graphs.sources.documents import refusal

MAX_FILES = 10_000
"""Of a folder: the first ones by path."""

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()


def documents(folder: Path) -> Mapping[str, str]:
    """Path (with slashes) -> what changes when the file does. OSError where there is no folder.

    A folder inside that cannot be read is as if it were empty.
    """
    with os.scandir(folder):
        found = sorted(_found(folder))
    if len(found) > MAX_FILES:
        log.warning("library.too_many", documents=len(found), most=MAX_FILES)
    return dict(found[:MAX_FILES])


def is_inside(folder: Path, path: str) -> bool:
    """Whether a path is one that `documents` may give: it leads to a file, and not out of here."""
    if not all(map(_is_presentable, path.split("/"))):
        return False
    try:
        root = folder.resolve(strict=True)
        file = root / path
        return file.resolve(strict=True) == file and file.is_file()
    except (OSError, ValueError):
        return False


def _found(folder: Path) -> Iterator[tuple[str, str]]:
    left = [(str(folder), "")]
    while left:
        place, at = left.pop()
        for entry in _entries(place):
            path = f"{at}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                left.append((entry.path, f"{path}/"))
            elif stamp := _stamp(entry):
                yield path, stamp


def _entries(place: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(place) as entries:
            return [entry for entry in entries if _is_presentable(entry.name)]
    except OSError:
        return []


def _stamp(entry: os.DirEntry[str]) -> str:
    """When a file was changed and how big it is; "" for what is no document, or gone already."""
    try:
        if not entry.is_file(follow_symlinks=False):
            return ""
        state = entry.stat(follow_symlinks=False)
    except OSError:
        return ""
    if refusal(entry.name, state.st_size) == "unknown":
        return ""
    return f"{state.st_mtime_ns}:{state.st_ctime_ns}:{state.st_size}"


def _is_presentable(name: str) -> bool:
    """Whether a name can be shown: not hidden, no control characters, no undecodable bytes."""
    return bool(name) and not name.startswith(".") and name.isprintable()
