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

    def is_due(args: object) -> bool:
        return doom.where in repr(args) and next(calls) == doom.nth

    async def call(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - whatever it is
        due = is_due((args, kwargs))
        if due and doom.moment == "before":
            doom.strike()
        result = await method(*args, **kwargs)
        if due and doom.moment == "after":
            doom.strike()
        return result

    async def iterate(*args: Any, **kwargs: Any) -> AsyncIterator[Any]:  # noqa: ANN401 - as above
        if is_due((args, kwargs)):
            doom.strike()
        async for item in method(*args, **kwargs):
            yield item

    return iterate if inspect.isasyncgenfunction(method) else call
