"""The start form of a workflow, and the input that its graph gets."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.core.entries import Entered, shown, whole
from bot.core.fields import Field, Kind
from bot.core.problems import Fault, Problem
from bot.core.schemas import from_schema
from graphs.contract import FormField, Language, Words, Workflow

LANGUAGE = "language"
"""The key of the input that gets the language of the run; nobody is asked for it."""
_PROSE = {Kind.LONG_TEXT, Kind.MESSAGE}


def form_fields(about: Workflow, language: Language) -> tuple[Field, ...]:
    """The fields of the start form: declared, or made from the schema of the graph's input."""
    if about.form or about.input_schema is None:
        by_file = {field.fills: field.key for field in about.form if field.kind == "file"}
        return tuple(
            replace(_declared(field, language), filled_by=by_file.get(field.key, ""))
            for field in about.form
        )
    return tuple(f for f in from_schema(about.input_schema) if f.key != LANGUAGE)


def start_fields(about: Workflow, language: Language) -> tuple[Field, ...]:
    """The same without files: what the graph gets, and what a command can say."""
    return tuple(f for f in form_fields(about, language) if f.kind is not Kind.FILE)


def with_texts(fields: Iterable[Field], entered: Entered, texts: Mapping[str, str]) -> Entered:
    """What a form gave, with the texts of its files, by the key of the file field.

    What was typed stands above the file's text. A text that gets too long is a problem of the
    file; where there is neither, the field that was to be filled has one.
    """
    by_key = {field.key: field for field in fields}
    values, problems = dict(entered.values), dict(entered.problems)
    for key, text in texts.items():
        target = by_key[by_key[key].fills]
        whole_text = "\n\n".join(filter(None, [_text(values.get(target.key)), text]))
        if target.most is not None and len(whole_text) > target.most:
            problems[key] = Problem(Fault.TOO_LONG, bound=target.most, count=len(whole_text))
        values[target.key] = whole_text
    return Entered(values=values, problems={**unfilled(by_key.values(), values), **problems})


def unfilled(fields: Iterable[Field], values: Mapping[str, object]) -> dict[str, Problem]:
    """The fields that need a text, typed or from a file, and have neither."""
    return {
        field.key: Problem(Fault.REQUIRED)
        for field in fields
        if field.filled_by and field.required and not values.get(field.key)
    }


def spoken_text(about: Workflow, values: Mapping[str, object]) -> str:
    """What a person wrote in own words, by which one can tell the language.

    In a form that is made from a schema that is prose alone: a name or a city tells nothing.
    """
    if about.form or about.input_schema is None:
        return "\n".join(value for value in values.values() if isinstance(value, str))
    prose = [field for field in start_fields(about, "en") if field.kind in _PROSE]
    return "\n".join(shown(field, values.get(field.key)) for field in prose)


def graph_input(values: Mapping[str, object], *, language: str | None) -> object:
    """What the graph starts with. `values` are in JSON, by field key.

    `language` is added where it is given and the input is an object.
    """
    made = whole(values)
    return {LANGUAGE: language, **made} if language and isinstance(made, dict) else made


def _declared(field: FormField, language: Language) -> Field:
    file = field.kind == "file"
    return Field(
        key=field.key,
        label=_in(language, field.label),
        kind=Kind.FILE if file else Kind.LONG_TEXT,
        hint=_in(language, field.hint),
        # What it fills is what is needed, and a text does as well.
        required=field.required and not file,
        most=None if file else field.max_chars,
        fills=field.fills if file else "",
        worded=field.required and not file,
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _in(language: Language, words: Words) -> str:
    """The words in this language, else in any that there is."""
    return words.get(language) or next(iter(words.values()), "")
