"""The offline model: what plain code can do, for trying things out without a key.

It knows no task. Each `Ask` brings its own deterministic stand-in.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import TypeVar

from pydantic import BaseModel

from graphs.model.protocol import Ask

M = TypeVar("M", bound=BaseModel)


class OfflineModel:
    """Answers from the input alone: no network, no chance, no usage to report.

    `pause_s` is how long each answer takes, so that a run can be watched.
    """

    offline = True
    input_chars = 1_000_000

    def __init__(self, *, pause_s: float = 0.0) -> None:
        self._pause_s = pause_s

    async def text(self, ask: Ask[str]) -> str:
        """What the ask's own stand-in writes."""
        await asyncio.sleep(self._pause_s)
        return await asyncio.to_thread(ask.offline)  # a long text takes it a while

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        """What the ask's own stand-in picks, checked against the schema."""
        await asyncio.sleep(self._pause_s)
        return schema.model_validate(await asyncio.to_thread(ask.offline))

    async def stream(self, ask: Ask[str]) -> AsyncIterator[str]:
        """The stand-in's text, line by line."""
        for line in (await self.text(ask)).splitlines(keepends=True):
            yield line

    async def check(self) -> str:
        """Always ready."""
        return "offline model: no network; it picks lines and sorts them by their words"
