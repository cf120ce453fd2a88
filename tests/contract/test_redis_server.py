"""The embedded Redis: its data outlives it, and it outlives nobody."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError

from bot.adapters import redis_files, redis_lock, redis_server
from bot.adapters.redis_connection import open_redis
from bot.adapters.redis_files import RedisServerError
from bot.adapters.redis_lock import DirectoryLock
from bot.adapters.redis_server import EmbeddedRedis, Fsync

pytestmark = pytest.mark.usefixtures("wheels")

OWNER = """
import asyncio, sys
from pathlib import Path
from bot.adapters.redis_connection import open_redis
from bot.adapters.redis_server import EmbeddedRedis

async def main():
    async with EmbeddedRedis(Path(sys.argv[1])) as server, open_redis(server.url) as client:
        await client.set("kept", "yes")
        print(server.pid, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


def running(pid: int) -> bool:
    """Whether a process lives (a zombie does not)."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def command_line(pid: int) -> str:
    """What everybody on the machine can see of a process."""
    return Path(f"/proc/{pid}/cmdline").read_text()


@pytest.mark.parametrize("fsync", ["always", "no"])
async def test_data_outlives_a_kill(tmp_path: Path, fsync: Fsync) -> None:
    async with EmbeddedRedis(tmp_path, fsync=fsync) as server, open_redis(server.url) as client:
        await client.mset({f"key{nth}": nth for nth in range(1000)})
        port = server.port
        await server.kill()
        assert server.pid is None
        await server.restart()
        assert server.port == port
        assert await client.dbsize() == 1000


async def test_data_outlives_an_orderly_end(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as server, open_redis(server.url) as client:
        await client.set("kept", "yes")
    async with EmbeddedRedis(tmp_path) as server, open_redis(server.url) as client:
        assert await client.get("kept") == "yes"


async def test_the_server_ends_with_the_context(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as server:
        pid = server.pid
        assert pid is not None
        assert running(pid)
    assert not running(pid)
    assert server.pid is None


async def test_two_servers_never_share_a_directory(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as first:
        with pytest.raises(RedisServerError, match=f"Process {os.getpid()} already runs a Redis"):
            await EmbeddedRedis(tmp_path).__aenter__()
        assert running(first.pid or 0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
async def test_the_server_dies_with_a_killed_owner_and_the_next_one_finds_the_data(
    tmp_path: Path,
) -> None:
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OWNER, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert owner.stdout is not None
    pid = int(await owner.stdout.readline())
    assert running(pid)
    owner.kill()
    await owner.wait()
    async with EmbeddedRedis(tmp_path) as server, open_redis(server.url) as client:
        assert not running(pid)
        assert await client.get("kept") == "yes"


async def test_a_server_left_over_from_a_dead_owner_is_waited_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_lock, "_PATIENCE_SECONDS", 0.1)
    left_over = DirectoryLock(tmp_path)
    await left_over.take()
    (holder,) = left_over.descriptors
    dead = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await dead.wait()
    os.ftruncate(holder, 0)
    os.pwrite(holder, str(dead.pid).encode(), 0)
    with pytest.raises(RedisServerError, match=f"left over from process {dead.pid} still uses"):
        await EmbeddedRedis(tmp_path).__aenter__()
    left_over.give_back()
    async with EmbeddedRedis(tmp_path) as server:
        assert server.pid


async def test_ctrl_c_in_the_terminal_does_not_reach_the_server(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as server:
        assert os.getpgid(server.pid or 0) != os.getpgrp()


async def test_the_server_answers_nobody_without_its_password(tmp_path: Path) -> None:
    once = Retry(NoBackoff(), 0)
    async with EmbeddedRedis(tmp_path) as server, Redis(port=server.port, retry=once) as stranger:
        with pytest.raises(AuthenticationError):
            await stranger.get("key")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_the_password_is_not_in_the_list_of_processes(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as server:
        password = server.url.split("@")[0].removeprefix("redis://:")
        assert password not in command_line(server.pid or 0)


async def test_a_path_with_spaces_and_quotes_will_do(tmp_path: Path) -> None:
    async with (
        EmbeddedRedis(tmp_path / 'my "own" data') as server,
        open_redis(server.url) as client,
    ):
        assert await client.ping()


async def test_a_server_that_does_not_react_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_server, "_STOP_SECONDS", 0.05)
    async with EmbeddedRedis(tmp_path) as server:
        pid = server.pid or 0
        os.kill(pid, signal.SIGSTOP)
    assert not running(pid)


async def test_a_server_that_does_not_answer_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_server, "_START_SECONDS", 0)
    server = EmbeddedRedis(tmp_path)
    with pytest.raises(RedisServerError, match="did not answer"):
        await server.__aenter__()
    assert server.pid is None


async def test_a_taken_port_is_named_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RedisServerError, match=r"did not start: .*"):
            await EmbeddedRedis(tmp_path, port=port).__aenter__()


async def test_a_free_port_that_somebody_took_meanwhile_is_given_up_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        free = redis_server._free_port()
        ports = iter([taken.getsockname()[1], free])
        monkeypatch.setattr(redis_server, "_free_port", lambda: next(ports))
        async with EmbeddedRedis(tmp_path) as server:
            assert server.port == free


async def test_a_directory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RedisServerError, match="Cannot use"):
        await EmbeddedRedis(tmp_path / "file").__aenter__()


async def test_without_the_wheels_one_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_files, "find_spec", lambda _: None)
    with pytest.raises(RedisServerError, match=r"compose\.yaml"):
        await EmbeddedRedis(tmp_path).__aenter__()
