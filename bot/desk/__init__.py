"""What people may ask: start, decide, cancel, retry. Listeners call it and say what came back.

Everything is recorded in Redis before it returns, so whoever calls may acknowledge.
"""

from bot.desk.decisions import Decisions
from bot.desk.outcomes import (
    AlreadyThere,
    Ask,
    Click,
    Done,
    Draft,
    Moved,
    NotOffered,
    NotYours,
    Outcome,
    Past,
    Started,
    TooLate,
    Unfinished,
    Unknown,
)
from bot.desk.starts import Starts
from bot.desk.versions import Versions

__all__ = [
    "AlreadyThere",
    "Ask",
    "Click",
    "Desk",
    "Done",
    "Draft",
    "Moved",
    "NotOffered",
    "NotYours",
    "Outcome",
    "Past",
    "Started",
    "TooLate",
    "Unfinished",
    "Unknown",
]


class Desk(Starts, Decisions, Versions):
    """All of it, on one store."""
