"""What was typed or picked in a form of fields, by key, and what is wrong with it.

What a form gives is what `bot.core.entries.read` reads. Nothing raises.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.cards import forms, ids, limits, readable, text
from bot.cards.catalogue import words
from bot.cards.fields import SPOKEN, name, seconds_of
from bot.cards.file_fields import kinds, megabytes
from bot.core.entries import shown
from bot.core.fields import Field, Kind
from bot.core.ports.documents import SentFile
from bot.core.problems import Fault, FileFault, Problem
from graphs.contract import Language


def typed(fields: Sequence[Field], state: object) -> dict[str, object]:
    """What was typed or picked, by field key. `state` is `view.state` or its `values`.

    What is not ours is left out. What nobody touched is as it was before it was made visible.
    Never raises.
    """
    texts = forms.joined(state)
    found = state.get("values", state) if isinstance(state, Mapping) else {}
    given = {**_picks(found), **_not_empty(texts)}
    return {
        field.key: _as_before(field, given[name(index)])
        for index, field in enumerate(fields)
        if name(index) in given
    }


def files(fields: Sequence[Field], state: object) -> dict[str, SentFile]:
    """The files that were added, by the key of the file field. Never raises."""
    found = state.get("values", state) if isinstance(state, Mapping) else {}
    places = found if isinstance(found, Mapping) else {}
    added = {
        field.key: _file(places.get(block_of(index)))
        for index, field in enumerate(fields)
        if field.kind is Kind.FILE
    }
    return {key: file for key, file in added.items() if file is not None}


def block_of(index: int) -> str:
    """The id of the block of a field, the first one where it has several."""
    return f"{name(index)}#0"


def _file(actions: object) -> SentFile | None:
    element = actions.get(ids.FIELD) if isinstance(actions, Mapping) else None
    listed = element.get("files") if isinstance(element, Mapping) else None
    match listed:
        case [{"name": str(called), "size": int(size), **more}, *_]:
            address = more.get("url_private_download") or more.get("url_private")
            return SentFile(called, size, address if isinstance(address, str) else "")
        case [Mapping(), *_]:  # of somebody else's workspace Slack tells the id alone
            return SentFile("?", 0, "")
    return None


def _as_before(field: Field, given: object) -> object:
    begun = shown(field, field.default)
    if isinstance(given, list):  # of several options: in the order that they had
        return begun.split(",") if sorted(given) == sorted(begun.split(",")) else given
    as_shown = (text.visible(begun), str(seconds_of(field, begun)))
    return begun if begun and given in as_shown else given


def errors(
    fields: Sequence[Field], problems: Mapping[str, Problem], language: Language
) -> dict[str, str]:
    """Sentences by block id, as `response_action: errors` takes them."""
    labels = {field.key: readable.label(field, language) for field in fields}
    return {
        block_of(index): said(field, problems[field.key], labels.get(field.filled_by), language)
        for index, field in enumerate(fields)
        if field.key in problems
    }


def sentence(problem: Problem, language: Language) -> str:
    """What is wrong and what to do, in one sentence of plain text."""
    w = words(language)
    if problem.fault is Fault.NOT_JSON and not problem.line:
        return w.fields.not_json
    if problem.fault is Fault.TOO_LONG and problem.count:
        bound = f"{problem.bound or 0:,.0f}"
        return w.forms.too_long.format(bound=bound, count=f"{problem.count:,}")
    return w.fields.problems[problem.fault].format(
        bound="" if problem.bound is None else readable.number(problem.bound),
        line=problem.line,
        column=problem.column,
        names=text.cut(w.units.comma.join(problem.names), limits.PROBLEM_TEXT),
    )


def file_sentence(fault: FileFault, called: str, language: Language) -> str:
    """Why there is no text to be had from a file, and what to do, in plain text."""
    shown_name = text.cut(text.visible(called), limits.LABEL_TEXT)
    said = words(language).given.faults[fault]
    return said.format(name=shown_name, kinds=kinds(language), size=megabytes())


def said(field: Field, problem: Problem, beside: str | None, language: Language) -> str:
    """The same, of this field; `beside` is the label of the one whose file would do as well."""
    if problem.fault is Fault.REQUIRED and beside:
        label = text.cut(beside, limits.LABEL_TEXT)
        return words(language).given.empty_or_file.format(label=label)
    if problem.fault is Fault.REQUIRED and field.key == readable.ENTRIES:
        return words(language).forms.keep_one
    if problem.fault is Fault.REQUIRED and field.kind in SPOKEN:
        return words(language).forms.empty
    return sentence(problem, language)


def _picks(found: object) -> dict[str, object]:
    """What was picked, by the name of the field; of checkboxes in two groups, both together."""
    picks: dict[str, object] = {}
    places = found.items() if isinstance(found, Mapping) else ()
    for block_id, actions in sorted(
        (place for place in places if isinstance(place[0], str)), key=lambda place: place[0]
    ):
        key, picked = block_id.partition("#")[0], _picked(actions)
        before = picks.get(key)
        if isinstance(before, list) and isinstance(picked, list):
            picks[key] = [*before, *picked]
        elif picked is not None:
            picks[key] = picked
    return picks


def _not_empty(texts: Mapping[str, str]) -> dict[str, object]:
    return {key: value for key, value in texts.items() if value}


def _picked(actions: object) -> object:
    """What an element that is no text field gives; None where nothing is picked."""
    element = actions.get(ids.FIELD) if isinstance(actions, Mapping) else None
    if not isinstance(element, Mapping):
        return None
    for key, read in _GIVEN.items():
        if (value := element.get(key)) is not None:
            return read(value)
    return None


def _value(option: object) -> object:
    return option.get("value") if isinstance(option, Mapping) else None


def _values(listed: object) -> object:
    return [_value(option) for option in listed] if isinstance(listed, list) else None


_GIVEN: Mapping[str, Callable[[Any], object]] = {
    "selected_option": _value,
    "selected_options": _values,
    "selected_date_time": str,
    "selected_date": str,
    "selected_user": str,
    "selected_conversation": str,
}
