"""Fields and values that are right for them, for properties that must hold for any."""

import string
from dataclasses import replace
from datetime import UTC

from hypothesis import strategies as st

from bot.core.fields import Field, Format, Kind, Option

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
said = texts.filter(str.strip)
finite = st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | finite | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
ids = st.text(string.ascii_uppercase + string.digits, min_size=1, max_size=11)
scalars = st.booleans() | st.integers(-5, 5) | st.sampled_from([0.5, -1.5]) | said
several = st.lists(scalars, min_size=1, max_size=6, unique_by=lambda v: (type(v), v))

VALUES: dict[Kind, st.SearchStrategy[object]] = {
    Kind.TEXT: said,
    Kind.LONG_TEXT: said,
    Kind.INTEGER: st.integers(-(2**53), 2**53),
    Kind.NUMBER: finite | st.integers(-(2**53), 2**53),
    Kind.BOOLEAN: st.booleans(),
    Kind.LINES: st.lists(texts, min_size=1, max_size=5),
    Kind.DATE: st.dates().map(str),
    Kind.DATETIME: st.datetimes(timezones=st.just(UTC)).map(lambda at: at.isoformat()),
    Kind.PERSON: ids.map("U{}".format),
    Kind.CHANNEL: ids.map("C{}".format),
    Kind.JSON: json_values.filter(lambda value: value is not None),
    Kind.MESSAGE: said.map(lambda text: [{"role": "user", "content": text}]),
}
FORMATS: dict[Format, st.SearchStrategy[object]] = {
    Format.EMAIL: ids.map("{}@example.com".format),
    Format.URI: ids.map("https://example.com/{}".format),
    Format.UUID: st.uuids().map(str),
}


@st.composite
def fields_and_values(draw: st.DrawFn, key: str = "key") -> tuple[Field, object]:
    """A field of any kind, and a value that is right for it."""
    kind = draw(st.sampled_from([kind for kind in Kind if kind is not Kind.FILE]))
    field = Field(key=key, label="Label", kind=kind, required=draw(st.booleans()))
    if kind in {Kind.CHOICE, Kind.SEVERAL}:
        values = draw(several)
        options = tuple(Option(value=v, label=str(v)) for v in values)
        some = draw(st.lists(st.sampled_from(values), min_size=1, unique_by=lambda v: (type(v), v)))
        return replace(field, options=options), some if kind is Kind.SEVERAL else some[0]
    if kind is Kind.TEXT and draw(st.booleans()):
        form = draw(st.sampled_from(sorted(FORMATS)))
        return replace(field, format=form), draw(FORMATS[form])
    return field, draw(VALUES[kind])


bounds = st.none() | st.integers(-20, 20) | st.floats(-20, 20)


@st.composite
def bounded_fields(draw: st.DrawFn, key: str = "key") -> Field:
    """A field of any kind with any bounds, also ones that nothing can meet."""
    field, value = draw(fields_and_values(key))
    return replace(
        field,
        default=draw(st.none() | st.just(value)),
        nullable=draw(st.booleans()),
        least=draw(bounds),
        most=draw(bounds),
        above=draw(bounds),
        below=draw(bounds),
    )
