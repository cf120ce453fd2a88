"""What was typed into a form becomes JSON values by key, and values what a form begins with.

What a form gives for a field (`typed`), by kind:
- CHOICE: the index of the option as text (`"0"`), since options need not be texts;
- SEVERAL: a list of those, or one text with commas between them;
- BOOLEAN: `"true"` or `"false"`;
- DATETIME: ISO 8601 with an offset, or seconds since 1970 as text;
- everything else: the text. A number, a date and JSON are texts too.
Nothing, None, blank text and an empty list are the same: not filled.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made_of

from bot.core.fields import REST, Field, Kind, Option, Part, key_of, path_of
from bot.core.model import JSONDict
from bot.core.problems import Fault, Problem
from bot.core.typed import lines, value_of

_MISSING = object()
_TEXTS = (Kind.TEXT, Kind.LONG_TEXT)
_LISTS = (Kind.LINES, Kind.SEVERAL)


@dataclass(frozen=True, slots=True)
class Entered:
    """What a form gave. `values` are JSON by key; with `problems` they are only a part of it."""

    values: JSONDict = made_of(default_factory=dict)
    problems: Mapping[str, Problem] = made_of(default_factory=dict)


def read(fields: Iterable[Field], typed: Mapping[str, object]) -> Entered:
    """Read a form that was sent. Never raises, whatever was typed.

    A form begins with the defaults, so what is empty was emptied, and no default comes back: a
    nullable field becomes null, an optional text or list that had a default becomes empty, any
    other field is left out. An object that is always given becomes `{}` where nothing of it is
    filled; one that may be left out is, unless something of it is filled. Files are not read
    here, and a field that a file may fill may stay empty: `bot.core.inputs.with_texts` judges.
    """
    listed = tuple(f for f in fields if f.kind is not Kind.FILE)
    found = {f.key: _entered(f, typed.get(f.key)) for f in listed}
    for place, parts in _objects(listed).items():
        found.update(_judged(place, parts, found))
    kept = {key: value for key, value in found.items() if value is not _MISSING}
    return Entered(
        values={key: value for key, value in kept.items() if not isinstance(value, Problem)},
        problems={key: value for key, value in kept.items() if isinstance(value, Problem)},
    )


def nested(values: Mapping[str, object]) -> JSONDict:
    """Put values by key into the objects that their keys name."""
    made: JSONDict = {}
    for key, value in values.items():
        *outer, name = path_of(key)
        place = made
        for step in outer:
            inner = place.get(step)
            if not isinstance(inner, dict):
                inner = place[step] = {}
            place = inner
        if key == REST and isinstance(value, Mapping):
            made.update(value)
        else:
            place[name] = value
    return made


def whole(values: Mapping[str, object]) -> object:
    """What a form stands for: the object, or the one value of a form that has no keys."""
    return values[""] if "" in values else nested(values)


def flat(values: Mapping[str, object], fields: Iterable[Field]) -> JSONDict:
    """Pick from nested objects what the fields are about, by key. What is not there is left out."""
    listed = tuple(fields)
    own = {path_of(f.key)[0] for f in listed if f.key != REST}
    rest = {name: value for name, value in values.items() if name not in own}
    found = {f.key: rest if f.key == REST else _at(values, path_of(f.key)) for f in listed}
    return {key: value for key, value in found.items() if value is not _MISSING}


def shown(field: Field, value: object) -> str:
    """What a form begins with for a value, such that `read` gives it back: None is empty.

    Of a CHOICE the index of the option, of SEVERAL the indexes with commas between them. A value
    of another type than the field's is shown as it is.
    """
    if value is None:
        return ""
    return _SHOWN.get(field.kind, _plainly)(field, value)


def gives_back(field: Field, value: object) -> bool:
    """Whether a form that begins with the value is sent with the same value."""
    again = _entered(field, shown(field, value))
    if again is _MISSING or isinstance(again, Problem):
        return False
    return _json(again) == _json(value)


def _entered(field: Field, typed: object) -> object:
    given = _given(typed)
    if given is None:
        return Problem(Fault.UNREADABLE)
    return value_of(field, given) if given else _empty(field)


def _given(typed: object) -> str | Sequence[str] | None:
    """Bring what came from a form to text or a list of texts; None where it is neither."""
    if typed is None:
        return ""
    if isinstance(typed, bool):
        return str(typed).lower()
    if isinstance(typed, str):
        return _writable(typed) if typed.strip() else ""
    if isinstance(typed, list | tuple) and all(isinstance(one, str) for one in typed):
        return typed
    return None


def _empty(field: Field) -> object:
    if field.nullable:
        return None
    if field.required and not field.filled_by:
        return Problem(Fault.REQUIRED)
    if field.default is None or (field.least or 0) > 0:
        return _MISSING
    if field.kind in _TEXTS and not field.format and not field.options:
        return ""
    return [] if field.kind in _LISTS else _MISSING


def _objects(fields: Iterable[Field]) -> dict[tuple[str, ...], list[Field]]:
    """The fields of nested objects, by the object's place."""
    made: dict[tuple[str, ...], list[Field]] = {}
    for field in fields:
        *outer, _ = path_of(field.key)
        if outer:
            made.setdefault(tuple(outer), []).append(field)
    return made


def _judged(
    place: tuple[str, ...], parts: Iterable[Field], found: Mapping[str, object]
) -> dict[str, object]:
    """What becomes of an object's fields, now that all of them are read."""
    given = [p for p in parts if found[p.key] is not _MISSING]
    if any(p.part is Part.ALWAYS for p in parts):
        return {} if given else {key_of(*place): {}}
    if all(found[p.key] is None for p in given):
        return {p.key: _MISSING for p in given}
    needed = (p for p in parts if p.part is Part.BOUND and found[p.key] is _MISSING)
    return {p.key: Problem(Fault.REQUIRED) for p in needed}


def _at(values: object, path: Iterable[str]) -> object:
    for name in path:
        if not isinstance(values, Mapping) or name not in values:
            return _MISSING
        values = values[name]
    return values


def _writable(text: str) -> str:
    """Replace lone surrogates, which neither Redis nor Slack can take."""
    return text.encode("utf-8", "replace").decode()


def _plainly(_: Field, value: object) -> str:
    return value if isinstance(value, str) else _json(value)


def _label(field: Field, value: object) -> str:
    named = (option.label for option in field.options if _is(option, value))
    return next(named, _plainly(field, value))


def _index(field: Field, value: object) -> str:
    places = (index for index, option in enumerate(field.options) if _is(option, value))
    return str(next(places, ""))


def _indexes(field: Field, value: object) -> str:
    listed = value if isinstance(value, list | tuple) else ()
    return ",".join(filter(None, (_index(field, one) for one in listed)))


def _is(option: Option, value: object) -> bool:
    """Compare as JSON does: there, true is not 1."""
    return type(option.value) is type(value) and option.value == value


def _truth(_: Field, value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else ""


def _lines(field: Field, value: object) -> str:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        return _plainly(field, value)
    return "\n".join(one if lines(one) == [one] else _json(one) for one in value)


def _said(_: Field, value: object) -> str:
    match value:
        case [{"role": "user", "content": str(content), **more}] if not more:
            return content
    return ""


def _json(value: object) -> str:
    """Indented JSON; nothing for what is none."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=2)
    except (TypeError, ValueError, RecursionError):
        return ""


_SHOWN: Mapping[Kind, Callable[[Field, object], str]] = {
    Kind.TEXT: _label,
    Kind.LONG_TEXT: _label,
    Kind.BOOLEAN: _truth,
    Kind.CHOICE: _index,
    Kind.SEVERAL: _indexes,
    Kind.LINES: _lines,
    Kind.JSON: lambda _, value: _json(value),
    Kind.MESSAGE: _said,
}
