"""The long texts of runs in Redis: one hash a run, beside its record, and gone when that goes."""

from datetime import timedelta

from redis.asyncio import Redis

from bot.adapters.redis_store.keys import keys_of, texts_key
from bot.adapters.redis_store.lua import reachable
from graphs.texts import TextGoneError, id_of

# A driver that has not heard yet that its run was ended may still write: what it writes goes
# with the record, though whoever retires the run has been there already.
_PUT = """#!lua
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
local left = redis.call('PTTL', KEYS[2])
if left > 0 then redis.call('PEXPIRE', KEYS[1], left) end
"""


class RedisTexts:
    """`graphs.texts.Texts`. All of it raises StoreUnavailableError.

    Texts of a run that has not ended have no TTL, since it may wait for people.
    """

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._put = client.register_script(_PUT)

    async def put(self, run_id: str, text: str) -> str:
        """Keep a text; its id. TextTooLongError."""
        text_id = id_of(text)
        await self._keep(run_id, text_id, text)
        return text_id

    async def get(self, run_id: str, text_id: str) -> str:
        """The text of an id. TextGoneError."""
        with reachable():
            text = await self._client.hget(texts_key(run_id), text_id)
        if text is None:
            raise TextGoneError(text_id)
        return str(text)

    async def copy(self, source: str, target: str) -> None:
        """Keep all texts of a run for another one, too: it goes on from a checkpoint of it."""
        with reachable():
            texts = await self._client.hgetall(texts_key(source))
        for text_id, text in texts.items():
            await self._keep(target, str(text_id), str(text))

    async def retire(self, run_id: str, *, ttl: timedelta) -> None:
        """Let the texts of a run that ended expire. Doing it again sets the same TTL anew."""
        with reachable():
            await self._client.pexpire(texts_key(run_id), ttl)

    async def _keep(self, run_id: str, text_id: str, text: str) -> None:
        keys = [texts_key(run_id), keys_of(run_id).run]
        with reachable():
            await self._put(keys=keys, args=[text_id, text])
