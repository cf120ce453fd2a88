"""Where a project's modules come from, and what they are called in this process.

A file of a package that can be imported is imported by the package's name. Any other gets a name
of ours from its path in the project, so that two projects may call theirs the same, and a class
that a checkpoint names is found again where the project lies in another folder.
"""

import importlib
import importlib.util
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Final

OURS: Final = ("graphs", "bot")
"""Our own top-level packages: a project's of the same name cannot be imported beside them."""
OUR_ROOT: Final = Path(__file__).parent.parent.parent.resolve()
PREFIX: Final = "signoff_project"


class CodeError(Exception):
    """The code cannot be loaded. The text is one sentence; `__cause__` is what it raised."""


def module(path: str, *, root: Path) -> ModuleType:
    """The module of a file under `root`, or of that name. CodeError, and whatever it raises."""
    if path.endswith(".py") or "/" in path:
        return _of_file((root / path).resolve(), root.resolve())
    if path.partition(".")[0] in OURS:
        raise CodeError(
            f"\"{path}\" is Signoff's own: name the project's as a file, or rename its package."
        )
    return importlib.import_module(path)


def is_in(folder: Path, name: str) -> bool:
    """Whether there is a module or package of that name."""
    return (folder / name).is_dir() or (folder / f"{name}.py").is_file()


@contextmanager
def first(folders: Sequence[Path], others: Sequence[Path]) -> Iterator[list[tuple[str, Path]]]:
    """Let a project's own modules go before those of the same name of earlier projects.

    Meanwhile, and only then. What is given are, at the end, the names of both and the own file.
    """
    names = _names(folders) & _names(others)
    path, aside = list(sys.path), _taken(names, others)
    sys.path[:] = _before(path, folders, others)
    doubled: list[tuple[str, Path]] = []
    try:
        yield doubled
    finally:
        doubled += [
            (name, Path(str(module.__file__)))
            for name, module in _taken(names, folders).items()
            if name in aside
        ]
        if names:
            sys.path[:] = path
        sys.modules.update(aside)


def _names(folders: Sequence[Path]) -> set[str]:
    """What can be imported from these folders."""
    return {
        found.stem
        for folder in folders
        for found in _entries(folder)
        if found.suffix == ".py" or (found / "__init__.py").is_file()
    }


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:  # what cannot be listed can still be imported from
        return []


def _taken(names: set[str], folders: Sequence[Path]) -> dict[str, ModuleType]:
    """Take the modules of these names out of this process that came from these folders."""
    found = {
        name: module
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] in names and _lies_in(module, folders)
    }
    for name in found:
        del sys.modules[name]
    return found


def _before(path: list[str], folders: Sequence[Path], others: Sequence[Path]) -> list[str]:
    """The import path with the own folders before the others, behind all else."""
    own, rest = {*map(str, folders)}, {*map(str, others)}
    kept = [entry for entry in path if entry not in own and entry not in rest]
    return [*kept, *map(str, folders), *(entry for entry in path if entry in rest - own)]


def _lies_in(module: ModuleType, folders: Sequence[Path]) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and any(Path(file).is_relative_to(one) for one in folders)


def _of_file(file: Path, root: Path) -> ModuleType:
    if not file.is_file():
        raise CodeError(f"there is no file {file}.")
    if name := _importable(file):
        return importlib.import_module(name)
    name = _free_name(file, root)
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise CodeError(f"{file} is no Python file.")
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    try:
        spec.loader.exec_module(made)
    except BaseException:
        del sys.modules[name]
        raise
    return made


def _importable(file: Path) -> str:
    """The dotted name by which Python would import exactly this file; "" where it would not."""
    parts = [] if file.stem == "__init__" else [file.stem]
    folder = file.parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    if folder == file.parent or not all(part.isidentifier() for part in parts):
        return ""
    if parts[0] in OURS:
        return ""
    top = sys.modules.get(parts[0])
    spec = top.__spec__ if top else PathFinder.find_spec(parts[0])
    where = Path(spec.origin).resolve() if spec and spec.origin else None
    return ".".join(parts) if where == folder / parts[0] / "__init__.py" else ""


def _free_name(file: Path, root: Path) -> str:
    """A name from the file's place in the project; with a number where another project has it.

    The module is in a package of the file's folder, so that it may import its neighbours
    relatively.
    """
    inside = file.relative_to(root) if file.is_relative_to(root) else Path(file.name)
    slug = re.sub(r"\W+", "_", str(inside.parent)).strip("_")
    package = f"{PREFIX}_{slug}".rstrip("_")
    number, name = 1, package
    while name in sys.modules and [str(file.parent)] != list(sys.modules[name].__path__):
        number += 1
        name = f"{package}_{number}"
    if name not in sys.modules:
        made = ModuleType(name, "The folder of somebody's graph.")
        made.__path__ = [str(file.parent)]
        sys.modules[name] = made
    return f"{name}.{file.stem}"
