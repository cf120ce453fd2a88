"""A static breakpoint: no payload, only a place in the graph and the state as it is there."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from bot.core.fields import Field, Kind
from bot.core.payloads import reading
from bot.core.payloads.reading import few, shown
from bot.core.plain import plain
from bot.core.question import Action, Question, Section, Shape
from bot.core.schemas import from_values

When = Literal["before", "after"]


def question(
    nodes: Sequence[str],
    *,
    when: When,
    state: Mapping[str, Any],
    editable: Collection[str],
    schema: Mapping[str, Any] | None,
) -> Question:
    """Ask whether the graph may go on before (or after) these nodes.

    `editable` are the keys of the state that an edit replaces (one with a reducer would be
    added to). `schema` is that of the state, None where the graph cannot give one; then the
    values say what can be typed.
    """
    values = plain(dict(state))
    known = values if isinstance(values, dict) else {}
    fields = _fields({key: known[key] for key in known if key in editable}, schema)
    sections = [
        Section(key=key, label=key, value=_shown(value))
        for key, value in known.items()
        if value not in (None, "", [], {})
    ]
    return Question(
        kind=when,
        title=", ".join(nodes),
        sections=few(sections),
        actions=(Action.APPROVE, Action.EDIT) if fields else (Action.APPROVE,),
        shape=Shape.BREAKPOINT,
        fields=fields,
    )


def _fields(values: Mapping[str, Any], schema: Mapping[str, Any] | None) -> tuple[Field, ...]:
    """One field a key: what is nested is typed as JSON, since an edit replaces whole keys."""
    shown = reading.editable(values, schema)
    flat = tuple(f for f in shown if f.key in values and f.kind is not Kind.MESSAGE)
    rest = {key: value for key, value in values.items() if key not in {f.key for f in flat}}
    return (*flat, *from_values(rest))


def _shown(value: object) -> str:
    if isinstance(value, list) and value and all(_is_message(entry) for entry in value):
        return "\n".join(f"{entry['type']}: {shown(entry['content'])}" for entry in value)
    return shown(value)


def _is_message(entry: object) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("type"), str) and "content" in entry
