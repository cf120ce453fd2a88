"""A drive runs in a task of its own; stopping it closes first and cancels then."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from bot.adapters import graph_pump
from bot.adapters.graph_pump import TimeLimitError, pump


class Source:
    """Gives `parts` and then waits for ever, or raises; notes the order of what happens."""

    def __init__(self, *parts: int, ends: bool = True, error: Exception | None = None) -> None:
        self.parts = parts
        self.ends = ends
        self.error = error
        self.order: list[str] = []
        self.waiting = asyncio.Event()

    async def stream(self) -> AsyncIterator[int]:
        for part in self.parts:
            yield part
        if self.error:
            raise self.error
        if self.ends:
            return
        self.waiting.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.order.append("cancelled")
            raise

    def close(self) -> None:
        self.order.append("closed")


async def test_parts_come_in_order_and_a_normal_end_closes_nothing() -> None:
    source = Source(1, 2, 3)
    assert [p async for p in pump(source.stream(), limit_s=5, close=source.close)] == [1, 2, 3]
    assert source.order == []


async def test_what_the_source_raises_arrives_after_its_parts() -> None:
    source = Source(1, error=ValueError("no"))
    got: list[int] = []
    with pytest.raises(ValueError, match="no"):
        await keep(got, pump(source.stream(), limit_s=5, close=source.close))
    assert got == [1]
    assert source.order == []


async def keep(got: list[int], parts: AsyncIterator[int]) -> None:
    """Read all, keeping what came before an error."""
    async for part in parts:
        got.append(part)  # noqa: PERF401 - see above


async def test_leaving_closes_before_it_cancels() -> None:
    source = Source(1, ends=False)
    async with aclosing(pump(source.stream(), limit_s=5, close=source.close)) as parts:
        assert await anext(parts) == 1
        await source.waiting.wait()
    assert source.order == ["closed", "cancelled"]


async def test_a_cancelled_reader_closes_before_it_cancels() -> None:
    source = Source(ends=False)

    reader = asyncio.create_task(keep([], pump(source.stream(), limit_s=5, close=source.close)))
    await source.waiting.wait()
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert source.order == ["closed", "cancelled"]


async def test_the_time_limit_ends_it() -> None:
    source = Source(1, ends=False)
    got: list[int] = []
    with pytest.raises(TimeLimitError):
        await keep(got, pump(source.stream(), limit_s=0.05, close=source.close))
    assert got == [1]
    assert source.order == ["closed", "cancelled"]


async def test_a_source_that_will_not_stop_is_left_after_the_grace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(graph_pump, "STOP_GRACE_S", 0.02)
    waiting, release, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def stubborn() -> AsyncIterator[int]:
        yield 1
        waiting.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await release.wait()
        ended.set()
        raise ValueError("too late for anybody")

    source = Source()
    async with aclosing(pump(stubborn(), limit_s=5, close=source.close)) as parts:
        await anext(parts)
        await waiting.wait()
    assert source.order == ["closed"]
    release.set()
    await ended.wait()
