"""Whether recording a decision gets slower with the number of gates that wait."""

import time

from redis.asyncio import Redis

from bot.adapters.redis_store import RedisStore
from bot.adapters.redis_store.keys import keys_of
from bot.core.question import Action, Decision
from tests.bench.asks import ANA, a_waiting_run
from tests.bench.rows import Row, ratio
from tests.bench.stage import a_redis

FEW, MANY = 100, 100_000
DECISIONS = 200
BATCH = 1_000


async def measure() -> Row:
    """Two Redis side by side, with few and with many open gates."""
    async with a_redis() as (_, few), a_redis() as (_, many):
        await _fill(few, FEW)
        await _fill(many, MANY)

        async def with_many() -> float:
            return await _decide(RedisStore(many))

        async def with_few() -> float:
            return await _decide(RedisStore(few))

        return Row("open_gates_ratio", await ratio(with_many, with_few), "x", goal=1.2)


async def _fill(client: Redis, number: int) -> None:
    """Copy one waiting run's record under other names: as many records as runs would leave."""
    run, _ = await a_waiting_run(RedisStore(client))
    keys = keys_of(run.run_id)
    for start in range(0, number, BATCH):
        async with client.pipeline(transaction=False) as batch:
            for nth in range(start, min(start + BATCH, number)):
                copy = keys_of(f"weekly-report-copy-{nth:08x}")
                batch.copy(keys.run, copy.run)
                batch.copy(keys.gates, copy.gates)
            await batch.execute()


async def _decide(store: RedisStore) -> float:
    waiting = [await a_waiting_run(store) for _ in range(DECISIONS)]
    began = time.perf_counter()
    for run, key in waiting:
        claimed = await store.decide(run.run_id, key, Decision(Action.APPROVE, by=ANA, at=0))
        if not claimed.won:
            raise RuntimeError("a decision was lost")
    return time.perf_counter() - began
