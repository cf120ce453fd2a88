"""What was typed or picked in a form of fields, by key, and what is wrong with it.

What a form gives is what `bot.core.entries.read` reads. Nothing raises.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.cards import forms, ids, limits, readable, text
from bot.cards.catalogue import words
from bot.cards.fields import SPOKEN, name, seconds_of
from bot.core.entries import shown
from bot.core.fields import Field
from bot.core.problems import Fault, Problem
from graphs.contract import Language


def typed(fields: Sequence[Field], state: object) -> dict[str, object]:
    """What was typed or picked, by field key. `state` is `view.state` or its `values`.

    What is not ours is left out. What nobody touched is as it was before it was made visible.
    Never raises.
    """
    texts = forms.joined(state)
    found = state.get("values", state) if isinstance(state, Mapping) else {}
    picks = {
        block_id.partition("#")[0]: _picked(actions)
        for block_id, actions in (found.items() if isinstance(found, Mapping) else ())
        if isinstance(block_id, str)
    }
    given = {**{k: v for k, v in picks.items() if v is not None}, **_not_empty(texts)}
    return {
        field.key: _as_before(field, given[name(index)])
        for index, field in enumerate(fields)
        if name(index) in given
    }


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
    return {
        f"{name(index)}#0": _said(field, problems[field.key], language)
        for index, field in enumerate(fields)
        if field.key in problems
    }


def sentence(problem: Problem, language: Language) -> str:
    """What is wrong and what to do, in one sentence of plain text."""
    w = words(language)
    if problem.fault is Fault.NOT_JSON and not problem.line:
        return w.fields.not_json
    return w.fields.problems[problem.fault].format(
        bound="" if problem.bound is None else readable.number(problem.bound),
        line=problem.line,
        column=problem.column,
        names=text.cut(w.units.comma.join(problem.names), limits.PROBLEM_TEXT),
    )


def _said(field: Field, problem: Problem, language: Language) -> str:
    if problem.fault is Fault.REQUIRED and field.kind in SPOKEN:
        return words(language).forms.empty
    return sentence(problem, language)


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
