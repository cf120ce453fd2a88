"""The way from a node to the progress message: events into the run's stream."""

from langgraph.config import get_stream_writer

from graphs.contract import StatusEvent, TokenEvent, UsageEvent


def tell(event: StatusEvent | TokenEvent | UsageEvent) -> None:
    """Put an event into the stream of the run that this code is part of.

    Outside a run (a script, a doctor's check, a test) nobody listens: nothing happens.
    """
    try:
        write = get_stream_writer()
    except RuntimeError:  # LangGraph's way to say: no run here
        return
    write(event)
