"""Schemas as graphs and pydantic write them: their forms, and that what a form takes they take."""

from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, NotRequired
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import BaseMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from pydantic import BaseModel, Field, TypeAdapter, create_model
from typing_extensions import TypedDict

from bot.core.entries import nested, read, whole
from bot.core.fields import Field as Shown
from bot.core.fields import Format, Kind, Option, Part
from bot.core.schemas import from_schema

RED = (Option("red", "red"), Option("blue", "blue"))


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Size(BaseModel):
    wide: int = Field(ge=1)
    deep: int | None
    note: str = "none"
    more: dict[str, int] = {}


class Wish(BaseModel):
    size: Size
    spare: Size | None = None
    loose: Size = Size(wide=2, deep=None)
    harder: list[Size] = []
    again: "Wish | None" = None


WISH = from_schema(Wish.model_json_schema())


def test_a_nested_object_gives_fields_one_level_deep() -> None:
    found = {f.key: f for f in WISH}
    wide = Shown("size.wide", "Size · Wide", Kind.INTEGER, least=1)
    assert found["size.wide"] == wide
    assert found["size.deep"].nullable
    assert found["size.note"].default == "none"
    assert found["size.more"].kind is Kind.JSON
    assert found["loose.wide"].default == 2
    assert found["loose.wide"].required
    assert found["harder"].format is Format.LIST


def test_a_nested_object_that_may_be_left_out_begins_empty() -> None:
    found = {f.key: f for f in WISH}
    assert found["spare.wide"].part is Part.BOUND
    assert found["spare.deep"].part is Part.FREE
    assert found["spare.note"].default is None
    assert not found["spare.wide"].required
    assert found["again.size"].format is Format.OBJECT


def test_a_nested_object_that_must_be_there_or_null_is_json() -> None:
    (found,) = from_schema(create_model("M", o=(Size | None, ...)).model_json_schema())
    assert (found.kind, found.nullable) == (Kind.JSON, True)


def graph_input(state: type) -> dict[str, Any]:
    builder: StateGraph[Any] = StateGraph(state)
    builder.add_node("work", lambda _: {})
    builder.add_edge(START, "work")
    builder.add_edge("work", END)
    return builder.compile().get_input_jsonschema()


def test_messages_of_a_graph_are_one_text() -> None:
    (found,) = from_schema(graph_input(MessagesState))
    assert found == Shown("messages", "Messages", Kind.MESSAGE)


class Plain(TypedDict):
    topic: Annotated[str, Field(description="What about", max_length=300)]
    due: date
    count: NotRequired[int]
    messages: list  # type: ignore[type-arg] # as people write it
    history: list[BaseMessage]


def test_a_typed_dict_of_a_graph_gives_its_fields() -> None:
    assert from_schema(graph_input(Plain)) == (
        Shown("topic", "Topic", Kind.LONG_TEXT, hint="What about", most=300),
        Shown("due", "Due", Kind.DATE),
        Shown("count", "Count", Kind.INTEGER, required=False),
        Shown("messages", "Messages", Kind.MESSAGE),
        Shown("history", "History", Kind.MESSAGE),
    )


@dataclass
class Order:
    item: str
    count: int = 3
    tags: list[str] = field(default_factory=list)


def test_a_dataclass_of_a_graph_gives_its_fields() -> None:
    assert from_schema(graph_input(Order)) == (
        Shown("item", "Item"),
        Shown("count", "Count", Kind.INTEGER, required=False, default=3),
        Shown("tags", "Tags", Kind.LINES, required=False),
    )


class Painting(BaseModel):
    who: Annotated[str, Field(json_schema_extra={"x-signoff": "person"})]
    colour: Colour = Colour.RED


def test_a_model_of_a_graph_gives_its_fields() -> None:
    assert from_schema(graph_input(Painting)) == (
        Shown("who", "Who", Kind.PERSON),
        Shown("colour", "Colour", Kind.CHOICE, required=False, options=RED, default="red"),
    )


TYPES: list[Any] = [
    *(str, int, bool, date, datetime, UUID, Colour, Decimal),
    Literal["a", "b", 3],
    Annotated[str, Field(min_length=2, max_length=4)],
    Annotated[int, Field(gt=0, le=9)],
    Annotated[float, Field(ge=-1, lt=1)],
    Annotated[list[str], Field(min_length=2)],
    Annotated[list[Colour], Field(max_length=1)],
    *(list[str], set[Literal["a", "b"]], Size),
]
types = st.sampled_from([*TYPES, *(kind | None for kind in TYPES)])
properties = st.dictionaries(
    st.sampled_from(["a", "b", "c", "with.dot", "d_e"]),
    st.tuples(types, st.sampled_from(["needed", "left out"])),
    min_size=1,
)
TYPED = [
    *("a", "abc", "0", "1", "2", "true", "2026-11-30", "2026-11-30T10:00:00Z", "0.5", "", "x\ny"),
    *("12345678-1234-1234-1234-123456789012", "-1", "1e3", "0,1"),
]


def fitting(field: Shown) -> list[str]:
    """What could be typed into it, most of the time rightly."""
    alone = replace(field, key="x")
    return ["", "a", *(t for t in TYPED if not read((alone,), {"x": t}).problems)]


@settings(deadline=None)
@given(properties, st.data())
def test_what_a_form_accepts_its_model_accepts(
    parts: dict[str, tuple[Any, str]], data: st.DataObject
) -> None:
    spec: Any = {
        f"f{n}": (kind, Field(alias=name) if use == "needed" else Field(None, alias=name))
        for n, (name, (kind, use)) in enumerate(parts.items())
    }
    model = create_model("Model", **spec)
    fields = from_schema(model.model_json_schema())
    typed = {f.key: data.draw(st.sampled_from(fitting(f))) for f in fields}
    found = read(fields, typed)
    if not found.problems:
        model.model_validate(nested(found.values))


@pytest.mark.parametrize("kind", [k for k in TYPES if k is not Size])
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_a_single_value_that_a_form_accepts_its_type_accepts(
    kind: type, data: st.DataObject
) -> None:
    adapter: TypeAdapter[object] = TypeAdapter(kind)
    fields = from_schema(adapter.json_schema())
    found = read(fields, {"": data.draw(st.sampled_from(TYPED))})
    if not found.problems:
        adapter.validate_python(whole(found.values))
