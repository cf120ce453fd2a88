"""The embedded Redis: a real server with JSON and Search, for the demo and the tests.

It listens on the loopback with a password of its own, keeps an append-only
file, and belongs to one process: it ends with it. For anything else, run a Redis.
"""

import asyncio
import os
import secrets
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import RedisError

from bot.adapters.redis_files import RedisFiles, RedisServerError, find_redis
from bot.adapters.redis_lock import DirectoryLock

Fsync = Literal["always", "everysec", "no"]

_LOOPBACK = "127.0.0.1"
_LAUNCHER = Path(__file__).with_name("redis_launcher.py")
_LOG = "redis.log"
_START_SECONDS = 30.0
_ANSWER_SECONDS = 0.5
"""How long one look waits. Whoever else listens on our port may accept and say nothing."""
_STOP_SECONDS = 10.0
_PORTS_TRIED = 3


class EmbeddedRedis:
    """A Redis server of our own, as an async context manager.

    `data_dir` is created where missing and belongs to one server at a time.
    `port` 0 takes a free one. `fsync` is Redis' appendfsync: with "no" and
    "always" a write is in the file before its answer is sent, so killing the
    server loses nothing; "always" also survives a power cut; "everysec" may hold
    a write back while the disk is busy. `with_modules` False leaves JSON and
    Search out.

    The server ends with the process that started it, also when that is killed
    (on Linux, where it even ends with the *thread*: start it from one that
    lasts). Elsewhere a killed process leaves it running, and the next start in
    that directory says so. Ctrl-C in the terminal does not reach it.

    Raises RedisServerError, on entry and on `restart`.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        port: int = 0,
        fsync: Fsync = "always",
        with_modules: bool = True,
    ) -> None:
        self._dir = data_dir
        self._fixed_port = port
        self._fsync = fsync
        self._with_modules = with_modules
        self._password = secrets.token_urlsafe(24)
        self._lock = DirectoryLock(data_dir)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = port
        """Where it listens, once started. A restart keeps it."""

    @property
    def url(self) -> str:
        """Address with password: not for logs."""
        return f"redis://:{self._password}@{_LOOPBACK}:{self.port}/0"

    @property
    def pid(self) -> int | None:
        """The server's process id; None while it does not run."""
        return self._process.pid if self._process else None

    async def __aenter__(self) -> Self:
        """Start the server, and wait until it has read its data."""
        files = find_redis()
        await self._lock.take()
        try:
            await self._start_somewhere(files)
        except BaseException:
            self._lock.give_back()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the server: ask, wait, then kill."""
        try:
            await self._stop()
        finally:
            self._lock.give_back()

    async def kill(self) -> None:
        """End it as a crash would (SIGKILL)."""
        if self._process:
            self._process.kill()
            await self._gone(self._process)

    async def restart(self) -> None:
        """Start it again on the same port and data, whether it runs or not."""
        await self._stop()
        await self._start(find_redis())

    async def _start_somewhere(self, files: RedisFiles) -> None:
        for tried in range(1, _PORTS_TRIED + 1):
            self.port = self._fixed_port or _free_port()
            try:
                await self._start(files)
            except RedisServerError:
                # Between our look and Redis' bind somebody else can take a free port.
                if self._fixed_port or tried == _PORTS_TRIED or not self._port_was_taken():
                    raise
            else:
                return

    async def _start(self, files: RedisFiles) -> None:
        self._process = process = self._spawn(files)
        try:
            async with asyncio.timeout(_START_SECONDS):
                await self._ready(process)
        except TimeoutError as error:
            await self.kill()
            raise RedisServerError(
                f"The embedded Redis did not answer within {_START_SECONDS:.0f} s; "
                f"its log is {self._dir / _LOG}."
            ) from error
        except BaseException:
            await self.kill()
            raise

    def _spawn(self, files: RedisFiles) -> subprocess.Popen[bytes]:
        """Start the process. Its settings go through stdin: others cannot read the password."""
        command = [str(files.server), "-"]
        if sys.platform == "linux":
            launcher = [sys.executable, "-I", "-S", str(_LAUNCHER), str(os.getpid())]
            command = launcher + command
        with (self._dir / _LOG).open("wb") as log:
            process = subprocess.Popen(  # noqa: S603 - our own files, no shell
                command,
                cwd=self._dir,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                process_group=0,
                pass_fds=self._lock.descriptors,
            )
        _feed(process, self._settings(files))
        return process

    def _settings(self, files: RedisFiles) -> str:
        modules = files.modules if self._with_modules else ()
        return "\n".join(
            (
                f"bind {_LOOPBACK}",
                f"port {self.port}",
                f"requirepass {self._password}",
                "daemonize no",
                "loglevel notice",
                "appendonly yes",
                f"appendfsync {self._fsync}",
                'save ""',
                "maxmemory-policy noeviction",
                *(f"loadmodule {_quoted(module)}" for module in modules),
                "",
            )
        )

    async def _ready(self, process: subprocess.Popen[bytes]) -> None:
        """Wait for an answer: it refuses connections first, then says that it is loading."""
        once = Retry(NoBackoff(), 0)
        client = Redis.from_url(self.url, retry=once, socket_timeout=_ANSWER_SECONDS)

        async def still_alive(_: Exception) -> None:
            if process.poll() is not None:
                raise RedisServerError(f"The embedded Redis did not start: {self._last_words()}")

        patience = Retry(ExponentialBackoff(cap=0.1, base=0.005), retries=-1)
        try:
            await patience.call_with_retry(client.ping, still_alive)
        finally:
            # On a machine that is that busy, the connection of a probe may go as it likes.
            with suppress(RedisError):
                await client.aclose()

    async def _stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            await self._gone(self._process, seconds=_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            await self.kill()

    async def _gone(
        self, process: subprocess.Popen[bytes], *, seconds: float | None = None
    ) -> None:
        await asyncio.to_thread(process.wait, seconds)
        self._process = None

    def _last_words(self) -> str:
        lines = (self._dir / _LOG).read_text(errors="replace").splitlines()
        return lines[-1] if lines else "it left no message."

    def _port_was_taken(self) -> bool:
        return "already in use" in (self._dir / _LOG).read_text(errors="replace")


def _feed(process: subprocess.Popen[bytes], settings: str) -> None:
    """Hand the settings over. A process that ended already is noticed by whoever waits for it."""
    if process.stdin is None:
        return
    with suppress(BrokenPipeError), process.stdin as pipe:
        pipe.write(settings.encode())


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        return int(probe.getsockname()[1])


def _quoted(path: Path) -> str:
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
