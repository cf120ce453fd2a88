"""What was typed into one field becomes its JSON value, or a problem. Nothing raises."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime

from bot.core.fields import Field, Format, Kind, Option
from bot.core.numerals import MAX_INTEGER, integer, number
from bot.core.problems import Fault, Problem
from bot.core.strict_json import json_of

MAX_CHARS = 200_000
"""More than a form can carry."""
_NAMED = 20
"""Options that a problem names."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATETIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?"
    r"(?:Z|[+-][0-9]{2}:[0-9]{2}))"
)
_SECONDS = re.compile(r"[0-9]{1,11}")
_PERSON = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^>]*)?>|@?([UW][A-Z0-9]+)")
_CHANNEL = re.compile(r"<#([CDG][A-Z0-9]+)(?:\|[^>]*)?>|#?([CDG][A-Z0-9]+)")
_LINK = re.compile(r"<(?:mailto:)?([^|>]*)(?:\|[^>]*)?>")
_FORMATS: Mapping[Format, tuple[re.Pattern[str], Fault]] = {
    Format.EMAIL: (re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+"), Fault.NOT_EMAIL),
    Format.URI: (re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+"), Fault.NOT_URI),
    Format.UUID: (
        re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
        Fault.NOT_UUID,
    ),
}
_BOOLEANS = {"true": True, "false": False}


def value_of(field: Field, given: str | Sequence[str]) -> object:
    """The value of what was typed, or a `Problem`. It is not empty: that is for the form to judge.

    A list is the options that were picked, and only for SEVERAL.
    """
    if not isinstance(given, str):
        return _several(field, given) if field.kind is Kind.SEVERAL else Problem(Fault.UNREADABLE)
    if len(given) > MAX_CHARS:
        return Problem(Fault.TOO_LONG, bound=MAX_CHARS)
    return _READERS[field.kind](field, given)


def lines(text: str) -> list[str]:
    """Entries of a list, one a line; empty lines are none.

    A line that is a JSON string is what that string holds: so entries with line ends come back.
    """
    return [_entry(line.strip()) for line in text.split("\n") if line.strip()]


def _entry(line: str) -> str:
    if not line.startswith('"'):
        return line
    held = json_of(line)
    return held if isinstance(held, str) else line


def _text(field: Field, text: str) -> object:
    if field.options:
        named = text.strip().casefold()
        picked = [o for o in field.options if o.label.strip().casefold() == named]
        exact = [o for o in picked if o.label == text]
        return (exact or picked)[0].value if picked else _no_option(field)
    if field.format in _FORMATS:
        pattern, fault = _FORMATS[field.format]
        link = _LINK.fullmatch(text.strip())
        text = link[1] if link else text.strip()
        if not pattern.fullmatch(text):
            return Problem(fault)
    if field.worded and not any(map(str.isalnum, text)):
        return Problem(Fault.REQUIRED)
    return _counted(field, text, short=Fault.TOO_SHORT, long=Fault.TOO_LONG)


def _counted(field: Field, value: str | Sequence[object], *, short: Fault, long: Fault) -> object:
    if field.least is not None and len(value) < field.least:
        return Problem(short, bound=field.least)
    if field.most is not None and len(value) > field.most:
        return Problem(long, bound=field.most)
    return value


def _integer(field: Field, text: str) -> object:
    value = integer(text)
    if value is None:
        return Problem(Fault.NOT_INTEGER)
    if abs(value) > MAX_INTEGER:
        small = value < 0
        return Problem(
            Fault.TOO_SMALL if small else Fault.TOO_LARGE,
            bound=-MAX_INTEGER if small else MAX_INTEGER,
        )
    return _bounded(field, value)


def _number(field: Field, text: str) -> object:
    value = number(text)
    return Problem(Fault.NOT_NUMBER) if value is None else _bounded(field, value)


def _bounded(field: Field, value: float) -> object:
    if field.least is not None and value < field.least:
        return Problem(Fault.TOO_SMALL, bound=field.least)
    if field.most is not None and value > field.most:
        return Problem(Fault.TOO_LARGE, bound=field.most)
    if field.above is not None and value <= field.above:
        return Problem(Fault.NOT_ABOVE, bound=field.above)
    if field.below is not None and value >= field.below:
        return Problem(Fault.NOT_BELOW, bound=field.below)
    return value


def _boolean(_: Field, text: str) -> object:
    value = _BOOLEANS.get(text.strip().lower())
    return Problem(Fault.NOT_BOOLEAN) if value is None else value


def _choice(field: Field, text: str) -> object:
    picked = _option(field, text)
    return picked.value if picked else _no_option(field)


def _several(field: Field, picked: Iterable[str]) -> object:
    found = {index: _option(field, index) for index in picked}
    values = [option.value for option in found.values() if option]
    if len(values) < len(found):
        return _no_option(field)
    return _counted(field, values, short=Fault.TOO_FEW, long=Fault.TOO_MANY)


def _option(field: Field, index: str) -> Option | None:
    place = integer(index)
    if place is None or not 0 <= place < len(field.options):
        return None
    return field.options[place]


def _no_option(field: Field) -> Problem:
    return Problem(Fault.NOT_AN_OPTION, names=tuple(o.label for o in field.options[:_NAMED]))


def _lines(field: Field, text: str) -> object:
    return _counted(field, lines(text), short=Fault.TOO_FEW, long=Fault.TOO_MANY)


def _date(_: Field, text: str) -> object:
    try:
        found = _DATE.fullmatch(text.strip())
        return date.fromisoformat(found[0]).isoformat() if found else Problem(Fault.NOT_DATE)
    except ValueError:
        return Problem(Fault.NOT_DATE)


def _datetime(_: Field, text: str) -> object:
    """A moment as it was typed, or from seconds since 1970, which Slack's picker gives."""
    if _SECONDS.fullmatch(text.strip()):
        return datetime.fromtimestamp(int(text), tz=UTC).isoformat()
    found = _DATETIME.fullmatch(text.strip())
    try:
        made = f"{found[1]}T{found[2]}" if found else ""
        datetime.fromisoformat(made)
    except ValueError:
        return Problem(Fault.NOT_DATETIME)
    return made


def _person(_: Field, text: str) -> object:
    found = _PERSON.fullmatch(text.strip())
    return (found[1] or found[2]) if found else Problem(Fault.NOT_PERSON)


def _channel(_: Field, text: str) -> object:
    found = _CHANNEL.fullmatch(text.strip())
    return (found[1] or found[2]) if found else Problem(Fault.NOT_CHANNEL)


def _json(field: Field, text: str) -> object:
    value = json_of(text)
    if isinstance(value, Problem):
        return value
    if field.format is Format.OBJECT and not isinstance(value, dict):
        return Problem(Fault.NOT_OBJECT)
    if field.format is Format.LIST and not isinstance(value, list):
        return Problem(Fault.NOT_LIST)
    return value


def _message(field: Field, text: str) -> object:
    content = _counted(field, text, short=Fault.TOO_SHORT, long=Fault.TOO_LONG)
    return content if isinstance(content, Problem) else [{"role": "user", "content": content}]


_READERS: Mapping[Kind, Callable[[Field, str], object]] = {
    Kind.TEXT: _text,
    Kind.LONG_TEXT: _text,
    Kind.INTEGER: _integer,
    Kind.NUMBER: _number,
    Kind.BOOLEAN: _boolean,
    Kind.CHOICE: _choice,
    Kind.SEVERAL: lambda field, text: _several(field, [t.strip() for t in text.split(",")]),
    Kind.LINES: _lines,
    Kind.DATE: _date,
    Kind.DATETIME: _datetime,
    Kind.PERSON: _person,
    Kind.CHANNEL: _channel,
    Kind.JSON: _json,
    Kind.MESSAGE: _message,
}
