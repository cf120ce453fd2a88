"""The start form of a workflow, and the input that its graph gets."""

from collections.abc import Mapping

from bot.core.entries import shown, whole
from bot.core.fields import Field, Kind
from bot.core.schemas import from_schema
from graphs.contract import FormField, Language, Words, Workflow

LANGUAGE = "language"
"""The key of the input that gets the language of the run; nobody is asked for it."""
_PROSE = {Kind.LONG_TEXT, Kind.MESSAGE}


def start_fields(about: Workflow, language: Language) -> tuple[Field, ...]:
    """The fields of the start form: declared, or made from the schema of the graph's input."""
    if about.form or about.input_schema is None:
        return tuple(_declared(field, language) for field in about.form)
    return tuple(f for f in from_schema(about.input_schema) if f.key != LANGUAGE)


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
    return Field(
        key=field.key,
        label=_in(language, field.label),
        kind=Kind.LONG_TEXT,
        hint=_in(language, field.hint),
        required=field.required,
        most=field.max_chars,
    )


def _in(language: Language, words: Words) -> str:
    """The words in this language, else in any that there is."""
    return words.get(language) or next(iter(words.values()), "")
