"""What is wrong with somebody's project, in one sentence and with its place."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from secrets import token_hex

import structlog

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong. `where` is a file, with a place in it where that is known.

    A `fatal` one keeps its graph from being offered; the others are good to know. `cause` is
    what somebody's code raised; its traceback is for the log alone.
    """

    where: str
    what: str
    fatal: bool = True
    cause: BaseException | None = field(default=None, compare=False)
    ref: str = field(default="", compare=False)
    """Under this the log has more."""

    def __str__(self) -> str:
        log = f" (log: {self.ref})" if self.ref else ""
        return " ".join(f"{self.where}: {self.what}{log}".splitlines())


class ProjectError(Exception):
    """A file that is no project at all."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


def raised(where: str, what: str, error: BaseException | None) -> Trouble:
    """A trouble that somebody's code made, with a reference for the log."""
    return Trouble(where, what, cause=error, ref=token_hex(4) if error else "")


def report(troubles: Iterable[Trouble]) -> None:
    """Log them."""
    for trouble in troubles:
        event = "graph.not_offered" if trouble.fatal else "graph.note"
        ref = {"ref": trouble.ref} if trouble.ref else {}
        logger.warning(event, where=trouble.where, what=trouble.what, exc_info=trouble.cause, **ref)
