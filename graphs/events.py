"""The way from a node to the progress message: events into the run's stream."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from langgraph.config import get_stream_writer

from graphs.contract import StatusEvent, TokenEvent, UsageEvent

_Note = Callable[[UsageEvent], None]
# Of the running task and those that it starts: steps side by side never count each other's calls.
_counting: ContextVar[tuple[_Note, ...]] = ContextVar("counting", default=())


def tell(event: StatusEvent | TokenEvent | UsageEvent) -> None:
    """Put an event into the stream of the run that this code is part of.

    Outside a run (a script, a doctor's check, a test) nobody listens: nothing happens.
    """
    if event["type"] == "signoff.usage":
        for note in _counting.get():
            note(event)
    try:
        write = get_stream_writer()
    except RuntimeError:  # LangGraph's way to say: no run here
        return
    write(event)


@contextmanager
def counted(note: _Note) -> Iterator[None]:
    """Note what the model calls inside take, besides telling it."""
    token = _counting.set((*_counting.get(), note))
    try:
        yield
    finally:
        _counting.reset(token)
