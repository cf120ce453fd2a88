"""How long Slack waits, and how long its connections last."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Seconds, all of them; a test makes them short.

    `ack_within`: until the person is told that the app did not answer. `redelivery_after`: until
    a command or an interaction is sent once more over Socket Mode, if the person was not told by
    then. `event_retries_after`: the waits before each retry of an event, after it failed or was
    not acknowledged in time. `connection_lasts`: how old a websocket connection gets, with
    `debug_reconnects` the other number; it is announced `warning_before` its end.
    """

    ack_within: float = 3.0
    redelivery_after: float = 2.0
    event_retries_after: tuple[float, ...] = (0.0, 60.0, 300.0)
    connection_lasts: float = 18_060.0
    debug_connection_lasts: float = 360.0
    warning_before: float = 10.0

    @property
    def event_kept(self) -> float:
        """How long an event that nobody took is worth sending."""
        return sum(self.event_retries_after)
