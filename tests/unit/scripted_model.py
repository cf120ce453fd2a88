"""A model that says what a test tells it to, and remembers what it was asked."""

from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from graphs.model import Ask

M = TypeVar("M", bound=BaseModel)


class ScriptedModel:
    """Plays the replies of each task in order; without any left it answers as offline.

    A reply is a text, what a schema is made from, or an exception.
    """

    offline = False

    def __init__(self, *, input_chars: int = 100_000, **replies: Sequence[object]) -> None:
        self.input_chars = input_chars
        self.asked: list[Ask[Any]] = []
        self._replies = defaultdict[str, list[object]](list)
        for task, said in replies.items():
            self.says(task, *said)

    def tasks(self) -> list[str]:
        return [ask.task for ask in self.asked]

    def says(self, task: str, *replies: object) -> None:
        self._replies[task] += replies

    def last(self, task: str) -> Ask[Any]:
        return next(ask for ask in reversed(self.asked) if ask.task == task)

    async def text(self, ask: Ask[str]) -> str:
        reply = self._next(ask)
        return ask.offline() if reply is None else str(reply)

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        reply = self._next(ask)
        return ask.offline() if reply is None else schema.model_validate(reply)

    async def stream(self, ask: Ask[str]) -> AsyncIterator[str]:
        yield await self.text(ask)

    async def check(self) -> str:
        return "scripted"

    def _next(self, ask: Ask[Any]) -> object:
        self.asked.append(ask)
        left = self._replies[ask.task]
        reply = left.pop(0) if left else None
        if isinstance(reply, Exception):
            raise reply
        return reply
