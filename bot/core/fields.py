"""Fields of forms: from a JSON Schema or from values, and from what was typed back to values.

Start forms, questions, tool arguments and response schemas are all made of these.
"""

import re
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a field takes, and its value in JSON."""

    TEXT = "text"
    LONG_TEXT = "long_text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    """One of the options: its value."""
    SEVERAL = "several"
    """A list of values of options."""
    LINES = "lines"
    """A list of strings, typed one a line."""
    DATE = "date"
    """`2026-11-30`."""
    DATETIME = "datetime"
    """ISO 8601 with an offset."""
    PERSON = "person"
    """A Slack user id."""
    CHANNEL = "channel"
    """A Slack channel id."""
    JSON = "json"
    """Any JSON, typed as such."""
    MESSAGE = "message"
    """What somebody says to a chat, typed as text: `[{"role": "user", "content": text}]`."""
    FILE = "file"
    """A document, whose text another field gets. It has no value of its own."""


class Format(StrEnum):
    """What a text has to be besides its length, or what JSON has to hold."""

    ANY = ""
    EMAIL = "email"
    URI = "uri"
    UUID = "uuid"
    OBJECT = "object"
    LIST = "list"


class Part(StrEnum):
    """How a field hangs on the object that it is a part of."""

    ALWAYS = ""
    """The object is always given; or the field is of no object."""
    FREE = "free"
    """The object may be left out; the field too, where the object is given."""
    BOUND = "bound"
    """The object may be left out; the field is needed once another one of it is filled."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of a few values. `value` is any JSON scalar, `label` what people read."""

    value: str | int | float | bool | None
    label: str


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form. `key` names its place (`key_of`): `outer.inner` in a nested object.

    The key "" is a form of one value that is no object, `REST` all that has no field of its own.
    `default` is a JSON value, None where there is none; a form begins with it. `least` and `most`
    bound a number, or the characters of a text, or the entries of a list; `above` and `below`
    bound a number that must not reach them. `nullable`: left empty it means null.
    A TEXT with options takes the label of one of them: there are too many to pick from.
    `worded`: a text needs a letter or a digit at least.
    `fills` of a FILE is the key of the field that gets its text; `filled_by` of that one is the
    key of the file, without which nothing need be typed.
    """

    key: str
    label: str
    kind: Kind = Kind.TEXT
    hint: str = ""
    required: bool = True
    options: tuple[Option, ...] = ()
    default: object = None
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    nullable: bool = False
    format: Format = Format.ANY
    part: Part = Part.ALWAYS
    fills: str = ""
    filled_by: str = ""
    worded: bool = False


REST = "*"
"""The key of the field that takes, as one object, what a form has no room for."""
_NOTHING = r"\0"
_STEP = re.compile(r"\\(.?)|(\.)|([^\\.]+)", re.DOTALL)


def key_of(*names: str) -> str:
    """The key of a place in nested objects: names joined by `.`, those with dots escaped."""
    return ".".join(_escaped(name) for name in names)


def path_of(key: str) -> tuple[str, ...]:
    """The names that `key_of` joined. Any text has some."""
    names = [""]
    for step in _STEP.finditer(key):
        if step[2]:
            names.append("")
        elif step[0] != _NOTHING:
            names[-1] += step[1] or step[3] or ""
    return tuple(names)


def _escaped(name: str) -> str:
    """A name as a part of a key: the empty one, `*`, dots and backslashes mean something there."""
    if not name:
        return _NOTHING
    return "\\" + name if name == REST else name.replace("\\", r"\\").replace(".", r"\.")
