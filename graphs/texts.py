"""Long texts of a run, kept outside its checkpoints: a step puts one away, another gets it by id.

Every checkpoint holds the whole state, so a page of 100 kB in it would be written at each step.
"""

from hashlib import sha256
from typing import Protocol

from langgraph.config import get_config

MAX_CHARS = 500_000
"""Of one text."""


class TextTooLongError(ValueError):
    """A text is longer than MAX_CHARS: whoever reads it has to cut it, and to say so."""


class TextGoneError(Exception):
    """There is no text of that id: it has expired, or it is another run's."""


class Texts(Protocol):
    """Where a run's long texts are. They live as long as the run's checkpoints do."""

    async def put(self, run_id: str, text: str) -> str:
        """Keep a text; its id. The same text again has the same id. TextTooLongError."""
        ...

    async def get(self, run_id: str, text_id: str) -> str:
        """The text of an id. TextGoneError."""
        ...


class TextsInMemory:
    """Texts of a script or a test: gone with the process."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], str] = {}

    async def put(self, run_id: str, text: str) -> str:
        """Keep a text. TextTooLongError."""
        text_id = id_of(text)
        self._kept[run_id, text_id] = text
        return text_id

    async def get(self, run_id: str, text_id: str) -> str:
        """The text of an id. TextGoneError."""
        try:
            return self._kept[run_id, text_id]
        except KeyError:
            raise TextGoneError(text_id) from None


def id_of(text: str) -> str:
    """The id of a text: 16 hex of its SHA-256. TextTooLongError where it is not to be kept."""
    if len(text) > MAX_CHARS:
        raise TextTooLongError(f"a text of {len(text):,} characters; {MAX_CHARS:,} at most")
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def this_run() -> str:
    """The id of the run that the calling node is part of."""
    return str(get_config()["configurable"]["thread_id"])
