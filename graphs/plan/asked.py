"""Asking within bounds: a shorter prompt where one is too long, and which failures go on."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from graphs.model import (
    DeclinedError,
    MalformedReplyError,
    ModelError,
    PromptTooLongError,
    TruncatedError,
)

T = TypeVar("T")
_SHORTEST = 1_000


def unusable(error: ModelError) -> bool:
    """Whether the model did answer, and its answer is of no use: asking again gives no other.

    Everything else is an endpoint that does not answer. That fails the step, so that people
    can have it done again once the endpoint is back.
    """
    return isinstance(
        error, MalformedReplyError | TruncatedError | DeclinedError | PromptTooLongError
    )


async def fitting(ask: Callable[[int], Awaitable[T]], *, room: int) -> T:
    """The answer to a prompt with so many characters of material; half of it where it is too long.

    PromptTooLongError where next to nothing is too long.
    """
    while True:
        try:
            return await ask(room)
        except PromptTooLongError:
            if room <= _SHORTEST:
                raise
            room //= 2
