"""A command that stops itself at a given point of its work, as a power cut would.

What runs is the real command in a process of its own. Only one method is wrapped: at its
n-th call the process sends itself a signal, right before the call or right after it.
"""

import inspect
import os
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from typing import Any, Literal

Moment = Literal["before", "after"]
"""Of the call at which a process ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doom:
    """Where a process ends: `module:Class.method`, of the calls with `where` in them the n-th."""

    at: str
    moment: Moment = "before"
    nth: int = 1
    where: str = ""
    sign: signal.Signals = signal.SIGKILL

    def strike(self) -> None:
        """End this process, or stop it, here and now."""
        os.kill(os.getpid(), self.sign)


def prepare(doom: Doom) -> None:
    """Wrap the method in this process."""
    module, _, path = doom.at.partition(":")
    owner_name, _, method = path.partition(".")
    owner = getattr(import_module(module), owner_name)
    setattr(owner, method, _wrapped(getattr(owner, method), doom))


def _wrapped(method: Callable[..., Any], doom: Doom) -> Callable[..., Any]:
    calls = count(1)

    def reached(moment: Moment, *, meant: bool) -> None:
        # Of calls side by side those count that came to the moment: "after" the second one,
        # two are over.
        if meant and doom.moment == moment and next(calls) == doom.nth:
            doom.strike()

    async def call(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - whatever it is
        meant = doom.where in repr((args, kwargs))
        reached("before", meant=meant)
        result = await method(*args, **kwargs)
        reached("after", meant=meant)
        return result

    async def iterate(*args: Any, **kwargs: Any) -> AsyncIterator[Any]:  # noqa: ANN401 - as above
        reached("before", meant=doom.where in repr((args, kwargs)))
        async for item in method(*args, **kwargs):
            yield item

    return iterate if inspect.isasyncgenfunction(method) else call
