"""How the store talks to Redis: scripts within one hash slot, and few commands."""

import hashlib
from collections.abc import Awaitable, Iterator
from datetime import timedelta
from importlib import resources

import pytest
from redis.asyncio import Redis
from redis.crc import key_slot

from bot.adapters.redis_store import RedisStore
from bot.adapters.redis_store.keys import base_of, keys_of, versioned
from bot.adapters.redis_store.lua import script_text
from tests.contract.samples import APPROVE, BASE, GATE, ask, live_a_whole_life, start

END = "end"
HANDSHAKE = {"HELLO", "CLIENT", "AUTH"}


@pytest.fixture
def store(redis: Redis) -> RedisStore:
    return RedisStore(redis, grace=timedelta(0))


def scripts() -> list[str]:
    """Every script of the store."""
    folder = resources.files("bot.adapters.redis_store") / "scripts"
    names = [file.name.removesuffix(".lua") for file in folder.iterdir()]
    return [script_text(name) for name in names if name != "prelude"]


def sha1(script: str) -> str:
    """The name that Redis gives to a script."""
    return hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()


async def seen_by(redis: Redis, work: Awaitable[object]) -> list[list[str]]:
    """Every command that Redis runs meanwhile, those inside scripts too, as words."""
    commands: list[list[str]] = []
    async with redis.monitor() as monitor:
        await work
        await redis.echo(END)
        while (words := (await monitor.next_command())["command"].split()) != ["ECHO", END]:
            commands.append(words)
    return [words for words in commands if words[0] not in HANDSHAKE]


def script_calls(commands: list[list[str]]) -> Iterator[tuple[str, list[str]]]:
    """The name and the keys of every script that ran."""
    for words in commands:
        if words[0] == "EVALSHA":
            yield words[1], words[3 : 3 + int(words[2])]


async def test_every_script_keeps_to_one_hash_slot(redis: Redis, store: RedisStore) -> None:
    calls = list(script_calls(await seen_by(redis, live_a_whole_life(store))))
    assert {sha for sha, _ in calls} == {sha1(script) for script in scripts()}
    for _, keys in calls:
        assert len({key_slot(key.encode()) for key in keys}) == 1


def test_a_run_and_its_versions_share_a_hash_slot() -> None:
    ids = [versioned(BASE, version) for version in range(1, 12)]
    keys = [key for run_id in ids for key in keys_of(run_id).everything]
    assert len({key_slot(key.encode()) for key in keys}) == 1
    assert len(set(keys)) == 3 * len(ids) + 1
    assert {base_of(run_id) for run_id in ids} == {BASE}


async def test_recording_an_answer_costs_the_same_whatever_else_is_open(
    redis: Redis, store: RedisStore
) -> None:
    first = "first-00000000"
    await ask(store, await start(store, first))
    await store.decide(first, "none", APPROVE)  # loads the scripts
    alone = await seen_by(redis, store.decide(first, GATE.key, APPROVE))
    await ask(store, await start(store))
    for nth in range(50):
        await ask(store, await start(store, f"other-{nth}-00000000", trigger_id=f"o{nth}"))
    busy = await seen_by(redis, store.decide(BASE, GATE.key, APPROVE))
    assert [words[0] for words in busy] == [words[0] for words in alone]
