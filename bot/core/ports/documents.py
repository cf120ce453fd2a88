"""Documents that people send with a form."""

from dataclasses import dataclass
from typing import Protocol

from bot.core.problems import FileFault


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file as a form names it. `size` is in bytes; `address` is where its bytes are."""

    name: str
    size: int
    address: str


class UnreadableFileError(Exception):
    """There is no text to be had from a file."""

    def __init__(self, fault: FileFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


class Documents(Protocol):
    """Gives the text of what people send."""

    async def text(self, file: SentFile) -> str:
        """The text in a file. UnreadableFileError, and nothing else."""
        ...
