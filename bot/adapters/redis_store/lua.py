"""Runs the Lua scripts of this package, and says in our words when Redis cannot."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from redis.asyncio import Redis
from redis.commands.core import AsyncScript
from redis.exceptions import (
    ClusterDownError,
    ConnectionError,  # noqa: A004 - redis' own, not the built-in
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,  # noqa: A004 - redis' own, not the built-in
    TryAgainError,
)

from bot.core.ports.store import StoreUnavailableError

_CANNOT = (
    ConnectionError,  # also: loading, wrong password, no free connection
    TimeoutError,
    ReadOnlyError,
    OutOfMemoryError,
    ClusterDownError,
    TryAgainError,
)
# Codes that redis-py has no class for: the disk is full, too few replicas, a script hangs.
_CANNOT_CODES = ("MISCONF", "NOREPLICAS", "BUSY")


@contextmanager
def reachable() -> Iterator[None]:
    """Turn redis' ways to say "not now" into StoreUnavailableError."""
    try:
        yield
    except _CANNOT as error:
        raise StoreUnavailableError(str(error)) from error
    except ResponseError as error:
        if not str(error).startswith(_CANNOT_CODES):
            raise
        raise StoreUnavailableError(str(error)) from error


@dataclass(frozen=True, slots=True)
class Call:
    """A script to run, with its keys and arguments."""

    name: str
    keys: Sequence[str]
    args: tuple[str | int, ...] = ()


class Lua:
    """The scripts, loaded on first use and run by their digest."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._scripts: dict[str, AsyncScript] = {}

    async def run(self, name: str, keys: Sequence[str], *args: str | int) -> Any:  # noqa: ANN401
        """Run `scripts/{name}.lua`. All keys must be in one hash slot.

        Gives what the script returned; each caller knows its shape. Raises
        StoreUnavailableError.
        """
        script = self._scripts.get(name) or await self._load(name)
        with reachable():
            return await script(keys=keys, args=args)

    async def run_in_turn(self, first: Call, second: Call) -> Any:  # noqa: ANN401
        """Run two scripts one after the other in one round trip; give what the second returned.

        They may be in different hash slots, so this is not a transaction: a crash can
        leave the first alone. Raises StoreUnavailableError when either fails.
        """
        pipe = self._client.pipeline(transaction=False)
        for call in (first, second):
            script = self._scripts.get(call.name) or await self._load(call.name)
            pipe.evalsha(script.sha, len(call.keys), *call.keys, *call.args)
        with reachable():
            replies = await pipe.execute(raise_on_error=False)
            for call, reply in zip((first, second), replies, strict=True):
                result = await self._checked(call, reply)
        return result

    async def _checked(self, call: Call, reply: Any) -> Any:  # noqa: ANN401
        """Give the reply; run the script anew where Redis did not know it (after a restart)."""
        if isinstance(reply, NoScriptError):
            return await self.run(call.name, call.keys, *call.args)
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def _load(self, name: str) -> AsyncScript:
        text = await asyncio.to_thread(script_text, name)
        self._scripts[name] = self._client.register_script(text)
        return self._scripts[name]


def text_or_none(value: bytes | str | None) -> str | None:
    """Narrow what redis-py says it may give; the client decodes, so it is text."""
    return None if value is None else str(value)


@cache
def script_text(name: str) -> str:
    """Give a script as Redis gets it: its first line, the shared functions, its body."""
    folder = resources.files(__package__) / "scripts"
    first, _, body = (folder / f"{name}.lua").read_text(encoding="utf-8").partition("\n")
    prelude = (folder / "prelude.lua").read_text(encoding="utf-8")
    return f"{first}\n{prelude}\n{body}"
