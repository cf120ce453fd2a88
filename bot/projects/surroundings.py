"""What a project's code finds around it: folders to import from, environment variables."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from dotenv import dotenv_values

from bot.projects.trouble import Trouble

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def folders_of(file: Path, dependencies: object) -> tuple[Path, ...]:
    """The file's own folder, the project's among its dependencies, and `src` in each of them.

    A folder that is a package itself can be imported by its name, too.
    """
    listed = dependencies if isinstance(dependencies, list) else []
    local = [file.parent / one for one in listed if isinstance(one, str) and one.startswith(".")]
    return tuple(
        dict.fromkeys(one for given in (file.parent, *local) for one in _importable(given))
    )


def _importable(given: Path) -> Iterator[Path]:
    try:
        folder = given.resolve()
    except (OSError, RuntimeError, ValueError):  # links in a circle, a name that cannot be one
        return
    if not folder.is_dir():
        return
    yield folder
    if (folder / "src").is_dir():
        yield folder / "src"
    if (folder / "__init__.py").is_file():
        yield folder.parent


def variables_of(file: Path, env: object) -> tuple[Mapping[str, str], list[Trouble]]:
    """The environment that the project wants: an object, or the name of a file of lines."""
    where = f"{file}, env"
    given: Mapping[str, object] = {}
    if isinstance(env, dict):
        given = env
    elif isinstance(env, str):
        found = file.parent / env
        if not found.is_file():
            return {}, [Trouble(where, f"there is no file {env}.", fatal=False)]
        try:
            given = dotenv_values(found)
        except (OSError, UnicodeDecodeError):
            return {}, [Trouble(where, f"{env} is no text in UTF-8.", fatal=False)]
    elif env is not None:
        return {}, [Trouble(where, "must be an object or the name of a file.", fatal=False)]
    set_ = {name: str(value) for name, value in given.items() if value is not None}
    good = {name: value for name, value in set_.items() if _NAME.fullmatch(name)}
    good = {name: value for name, value in good.items() if "\0" not in value}
    wrong = [
        Trouble(where, f'"{name}" is no variable of an environment.', fatal=False)
        for name in set_
        if name not in good
    ]
    return good, wrong
