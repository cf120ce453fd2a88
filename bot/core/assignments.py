"""`key=value key2="two words"` behind a command becomes values of a form."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as made_of

from bot.core.fields import Field, Kind
from bot.core.model import JSONDict
from bot.core.problems import Fault, Problem
from bot.core.typed import value_of

_DOUBLE = '"“”„＂'
_SINGLE = "'‘’"
"""Slack's composer makes curly marks of straight ones."""
_QUOTED = (
    rf"[{_DOUBLE}](?P<double>(?:\\.|[^\\{_DOUBLE}])*)[{_DOUBLE}](?!\S)"
    rf"|[{_SINGLE}](?P<single>.*?)[{_SINGLE}](?!\S)"
)
_WORD = re.compile(
    rf"(?<!\S)(?:(?P<key>[^\W\d][\w.*\\-]*)[=＝](?:{_QUOTED}|(?P<bare><[@#][^>]*>(?!\S)|\S*))"
    rf"|[{_DOUBLE}][^{_DOUBLE}]*[{_DOUBLE}](?!\S)|\S+)",
    re.DOTALL,
)
_MARKS = (*_DOUBLE, *_SINGLE)
_BACKSLASH = re.compile(r"\\(.)", re.DOTALL)
_NO_OPTION = -1
_COMMA = re.compile(r"[,，、]")
_TRUE = ("true", "yes", "y", "on", "1", "是", "对", "ja")
_FALSE = ("false", "no", "n", "off", "0", "否", "不", "nein")
_TEXTS = (Kind.TEXT, Kind.LONG_TEXT, Kind.MESSAGE)


@dataclass(frozen=True, slots=True)
class Words:
    """What a command's text says. `values` are JSON by key, `rest` is text that has no place."""

    values: JSONDict = made_of(default_factory=dict)
    problems: Mapping[str, Problem] = made_of(default_factory=dict)
    rest: str = ""


def words(fields: Iterable[Field], text: str) -> Words:
    """Read the text behind a command. Never raises; what is missing is no problem here.

    Options go by label or value, several of them and the entries of a list with commas between
    them. Text without a key is the first text field's, as it was typed. The last of several
    values of one key counts.
    """
    listed = tuple(fields)
    by_key = {f.key.casefold(): f for f in listed} | {f.key: f for f in listed}
    found: dict[str, object] = {}
    for assigned in _assigned(text):
        name = assigned["key"]
        field = by_key.get(name) or by_key.get(name.casefold())
        key = field.key if field else name
        found[key] = _value(field, assigned) if field else _unknown(listed)
    return _with_rest(listed, _left(text), _sorted(found))


def _sorted(found: Mapping[str, object]) -> Words:
    return Words(
        values={k: v for k, v in found.items() if not isinstance(v, Problem)},
        problems={k: v for k, v in found.items() if isinstance(v, Problem)},
    )


def _value(field: Field, assigned: re.Match[str]) -> object:
    text = _given(assigned)
    if isinstance(text, Problem):
        return text
    return value_of(field, _typed(field, text)) if text.strip() else Problem(Fault.REQUIRED)


def _assigned(text: str) -> Iterable[re.Match[str]]:
    return (found for found in _WORD.finditer(text) if found["key"])


def _left(text: str) -> str:
    """The text without what is assigned, and otherwise as it was typed."""
    left, start = "", 0
    for found in _assigned(text):
        left += text[start : found.start()]
        start = found.end()
        start += len(text[start:]) - len(text[start:].lstrip(" "))
    return (left + text[start:]).strip()


def _unknown(fields: Iterable[Field]) -> Problem:
    return Problem(Fault.UNKNOWN_KEY, names=tuple(f.key for f in fields))


def _with_rest(fields: Iterable[Field], rest: str, found: Words) -> Words:
    first = next((f for f in fields if f.kind in _TEXTS and not (f.options or f.format)), None)
    if not rest or first is None or first.key in {**found.values, **found.problems}:
        return Words(values=found.values, problems=found.problems, rest=rest)
    return _sorted({first.key: value_of(first, rest), **found.values, **found.problems})


def _given(found: re.Match[str]) -> str | Problem:
    """The text behind a `=`, without its quotation marks."""
    if found["double"] is not None:
        return _BACKSLASH.sub(r"\1", found["double"])
    if found["single"] is not None:
        return found["single"]
    bare = found["bare"]
    return Problem(Fault.UNCLOSED) if bare.startswith(_MARKS) else bare


def _typed(named: Field, text: str) -> str | list[str]:
    """What a form would have given for it."""
    match named.kind:
        case Kind.BOOLEAN:
            return _boolean(text.strip().casefold())
        case Kind.CHOICE:
            return _index(named, text)
        case Kind.SEVERAL:
            return [_index(named, one) for one in _COMMA.split(text)]
        case Kind.LINES:
            return text if "\n" in text else "\n".join(_COMMA.split(text))
    return text


def _boolean(text: str) -> str:
    return "true" if text in _TRUE else "false" if text in _FALSE else text


def _index(named: Field, text: str) -> str:
    """The index of the option with this label or value, however it is capitalised."""
    wanted = text.strip()
    names = [(o.label.strip(), _as_text(o.value)) for o in named.options]
    exact = [n for n, both in enumerate(names) if wanted in both]
    alike = [n for n, both in enumerate(names) if wanted.casefold() in map(str.casefold, both)]
    return str((exact or alike or [_NO_OPTION])[0])


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
