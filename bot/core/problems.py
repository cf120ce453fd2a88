"""Why something that was typed into a field is not a value of it. Cards make sentences of these."""

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """What is wrong. Where there is a bound, `Problem.bound` has it."""

    REQUIRED = "required"
    UNREADABLE = "unreadable"
    """Not what a form gives for such a field."""
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    """A text has fewer or more characters than the bound."""
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    """A list has fewer or more entries than the bound."""
    NOT_INTEGER = "not_integer"
    NOT_NUMBER = "not_number"
    TOO_SMALL = "too_small"
    """Less than the bound."""
    TOO_LARGE = "too_large"
    """More than the bound."""
    NOT_ABOVE = "not_above"
    """Not more than the bound."""
    NOT_BELOW = "not_below"
    """Not less than the bound."""
    NOT_BOOLEAN = "not_boolean"
    NOT_AN_OPTION = "not_an_option"
    """`Problem.names` has the labels of the options, the first ones."""
    NOT_DATE = "not_date"
    NOT_DATETIME = "not_datetime"
    """No date and time, or one without an offset."""
    NOT_EMAIL = "not_email"
    NOT_URI = "not_uri"
    NOT_UUID = "not_uuid"
    NOT_PERSON = "not_person"
    NOT_CHANNEL = "not_channel"
    NOT_JSON = "not_json"
    """`Problem.line` and `column` say where, from 1; 0 where that is not known."""
    TOO_DEEP = "too_deep"
    """JSON with more levels than the bound."""
    NOT_OBJECT = "not_object"
    NOT_LIST = "not_list"
    UNKNOWN_KEY = "unknown_key"
    """`Problem.names` has the keys that there are."""
    UNCLOSED = "unclosed"
    """A quotation mark is missing at the end."""


class FileFault(StrEnum):
    """Why there is no text to be had from a file."""

    UNKNOWN = "unknown"
    """Of a kind that is not read."""
    ENCRYPTED = "encrypted"
    EMPTY = "empty"
    TOO_BIG = "too_big"
    TOO_LONG = "too_long"
    """More pages or characters than are read."""
    BROKEN = "broken"
    LATE = "late"
    """It could not be read in time."""
    UNREACHED = "unreached"
    """Slack did not hand it out."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with what was typed."""

    fault: Fault
    bound: float | None = None
    line: int = 0
    column: int = 0
    names: tuple[str, ...] = ()
    count: int = 0
    """How many characters a text has that is too long, where that is told."""
