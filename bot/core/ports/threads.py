"""Messages that somebody wants a run about."""

from dataclasses import dataclass
from typing import Protocol

MOST_MESSAGES = 1_000
"""Of a thread that are read."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """What messages say, as people read it. `left_out`: there are more than are read at once."""

    text: str
    left_out: bool = False


class UnreadablePlaceError(Exception):
    """Slack does not show the bot these messages. `code` is Slack's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Threads(Protocol):
    """Reads messages, for a listener: nothing waits for its turn or tries twice."""

    async def message(self, team: str, message: object) -> ReadText:
        """A message as Slack sent it along: markup is made readable, files are named.

        Never raises; people whom Slack does not name in time keep their id.
        """
        ...

    async def thread(self, team: str, channel: str, ts: str) -> ReadText:
        """A whole thread, given by its first message: each as `Name: text`, but for our own.

        UnreadablePlaceError; GaveWayError where Slack gave no answer in time.
        """
        ...
