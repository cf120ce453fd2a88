"""Runs a drive in a task of its own, so that stopping it has an order.

LangGraph notes an error for every node that is cancelled. A run that is handed over or
cancelled has not failed, so its fence must be closed *before* LangGraph hears of the
cancellation. Iterating its stream directly would be the other way round.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import TypeVar

STOP_GRACE_S = 1.0
"""How long a cancelled drive may take to unwind. A node that ignores its cancellation is
left behind: it is fenced off."""

T = TypeVar("T")


class TimeLimitError(Exception):
    """The drive took longer than its workflow allows."""


async def pump(
    parts: AsyncIterator[T], *, limit_s: float, close: Callable[[], None]
) -> AsyncGenerator[T, None]:
    """Yield `parts`, produced by a task of its own.

    When the reader is cancelled or leaves, or after `limit_s` seconds, `close` is
    called, then that task is cancelled. Raises TimeLimitError, or what `parts` raised.
    """
    queue: asyncio.Queue[T | None] = asyncio.Queue()
    work = asyncio.create_task(_fill(queue, parts))
    deadline = asyncio.get_running_loop().time() + limit_s
    try:
        while (part := await _next(queue, deadline)) is not None:
            yield part
        await asyncio.wait({work})
        work.result()
    finally:
        await _stop(work, close)


async def _fill(queue: asyncio.Queue[T | None], parts: AsyncIterator[T]) -> None:
    try:
        async for part in parts:
            queue.put_nowait(part)
    finally:
        queue.put_nowait(None)


async def _next(queue: asyncio.Queue[T | None], deadline: float) -> T | None:
    try:
        async with asyncio.timeout_at(deadline):
            return await queue.get()
    except TimeoutError:
        raise TimeLimitError("the time limit of this workflow was reached") from None


async def _stop(work: asyncio.Task[None], close: Callable[[], None]) -> None:
    if work.done():
        return
    close()
    work.cancel()
    work.add_done_callback(_forget)
    await asyncio.wait({work}, timeout=STOP_GRACE_S)


def _forget(work: asyncio.Task[None]) -> None:
    """Take the exception, or asyncio complains that nobody did."""
    if not work.cancelled():
        work.exception()
