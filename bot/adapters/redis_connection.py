"""Opens the one Redis client of a process, and says whether that Redis will do."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthenticationWrongNumberOfArgsError,
    NoPermissionError,
    RedisError,
)

MIN_VERSION = (7, 0)
"""The scripts declare flags (`#!lua`), which Redis reads from 7.0 on."""

_CONNECTIONS = 64
_SECONDS = 5.0
_HEALTH_SECONDS = 15
_NEEDED = {"JSON": {"rejson", "json"}, "Search": {"search", "searchlight"}}
_HOW = "use Redis 8 or Redis Stack (compose.yaml has one)"


class RedisSetupError(Exception):
    """This Redis cannot be used. The text is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class RedisFacts:
    """What a usable Redis says of itself. `warnings` are sentences for whoever runs it."""

    version: str
    modules: Mapping[str, str] = field(default_factory=dict)
    """Name to version, as `{"search": "2.10.5"}`."""
    warnings: tuple[str, ...] = ()


@asynccontextmanager
async def open_redis(url: str, *, max_connections: int = _CONNECTIONS) -> AsyncIterator[Redis]:
    """Open a client for `redis://`, `rediss://` or `unix://`, and close it with its connections.

    Nothing is sent yet. Beyond `max_connections` a call waits for a free one (redis-py's
    default pool raises). A call is tried twice: a restart of Redis breaks every
    connection once. Text may hold lone surrogates, as models sometimes write them.
    Raises RedisSetupError for an address of another kind.
    """
    try:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=max_connections,
            timeout=_SECONDS,
            socket_timeout=_SECONDS,
            socket_connect_timeout=_SECONDS,
            health_check_interval=_HEALTH_SECONDS,
            retry=Retry(ExponentialBackoff(cap=0.2, base=0.05), retries=1),
            decode_responses=True,
            encoding_errors="surrogatepass",
        )
    except ValueError as error:
        raise RedisSetupError(
            "REDIS_URL must be an address like redis://host:6379/0, rediss://... or unix://..."
        ) from error
    client = Redis.from_pool(pool)
    try:
        yield client
    finally:
        await client.aclose()


async def check_redis(client: Redis) -> RedisFacts:
    """Ask Redis for version, modules and memory policy. RedisSetupError where it will not do."""
    try:
        server, memory = await client.info("server"), await client.info("memory")
        modules = _modules(await client.module_list())
    except (AuthenticationError, AuthenticationWrongNumberOfArgsError) as error:
        raise RedisSetupError(
            f"Redis at {_address(client)} refused the user or password in REDIS_URL: correct them."
        ) from error
    except NoPermissionError as error:
        raise RedisSetupError(
            "The Redis user in REDIS_URL may not run INFO and MODULE LIST: allow it both."
        ) from error
    except RedisError as error:
        raise RedisSetupError(
            f"Redis at {_address(client)} does not answer ({type(error).__name__}): start it "
            "(`docker compose up -d` starts one), or correct REDIS_URL."
        ) from error
    version = str(server["redis_version"])
    _check_version(version)
    _check_modules(modules, version)
    return RedisFacts(version=version, modules=modules, warnings=tuple(_warnings(memory)))


def _check_version(version: str) -> None:
    if tuple(int(part) for part in version.split(".")[:2]) < MIN_VERSION:
        needed = ".".join(map(str, MIN_VERSION))
        raise RedisSetupError(f"Redis {version} is older than {needed}: {_HOW}.")


def _check_modules(modules: Mapping[str, str], version: str) -> None:
    names = {name.lower() for name in modules}
    missing = [label for label, known in _NEEDED.items() if not names & known]
    if missing:
        raise RedisSetupError(f"Redis {version} has no {' and no '.join(missing)}: {_HOW}.")


def _warnings(memory: Mapping[str, Any]) -> list[str]:
    policy = memory.get("maxmemory_policy", "noeviction")
    if policy == "noeviction":
        return []
    return [f"maxmemory-policy is {policy}: Redis may drop waiting runs; set noeviction."]


def _modules(reply: list[Any]) -> dict[str, str]:
    """Read MODULE LIST: maps in RESP3, flat lists in RESP2."""
    found = (
        item if isinstance(item, dict) else dict(zip(item[::2], item[1::2], strict=True))
        for item in reply
    )
    return {str(item["name"]): _dotted(int(item["ver"])) for item in found}


def _dotted(number: int) -> str:
    """Write a module's number: 21005 is 2.10.5."""
    return f"{number // 10_000}.{number // 100 % 100}.{number % 100}"


def _address(client: Redis) -> str:
    of = client.connection_pool.connection_kwargs
    return str(of["path"]) if "path" in of else f"{of.get('host')}:{of.get('port', 6379)}"
