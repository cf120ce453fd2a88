"""The record of runs in Redis: key names, Lua scripts, and the store made of them."""

from bot.adapters.redis_store.store import RedisStore

__all__ = ["RedisStore"]
