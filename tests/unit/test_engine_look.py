"""What a stored checkpoint says, as far as it can be tested without one."""

from typing import Any

import pytest

from bot.adapters.graph_engine import _reason
from bot.adapters.graph_look import _refused, look, unwrapped, was_cancelled


@pytest.mark.parametrize(
    ("error", "cancelled"),
    [
        ({"lc": 2, "type": "constructor", "id": ["asyncio", "exceptions", "CancelledError"]}, True),
        ({"lc": 2, "type": "constructor", "id": ["builtins", "ValueError"]}, False),
        ({"id": "CancelledError"}, False),
        ("CancelledError()", False),
        (None, False),
    ],
)
def test_a_stored_cancellation_is_known_by_its_class(error: object, cancelled: bool) -> None:  # noqa: FBT001 - a table
    assert was_cancelled(error) is cancelled


@pytest.mark.parametrize(
    ("error", "refused"),
    [
        ({"kwargs": {"_langgraph_invalid_resume": True}}, True),
        ({"kwargs": {}}, False),
        ({"kwargs": None}, False),
        ("ValidationError()", False),
    ],
)
def test_a_stored_refusal_is_known_by_its_mark(error: object, refused: bool) -> None:  # noqa: FBT001 - a table
    assert _refused(error) is refused


def test_an_object_that_came_back_as_its_arguments_is_its_fields() -> None:
    inner = {"lc": 2, "type": "constructor", "id": ["m", "Inner"], "kwargs": {"n": 1}}
    outer = {"lc": 2, "type": "constructor", "id": ["m", "Outer"], "kwargs": {"list": [inner]}}
    assert unwrapped({"a": outer, "b": "text"}) == {"a": {"list": [{"n": 1}]}, "b": "text"}


async def test_a_graph_that_cannot_be_read_without_a_checkpoint_raises_its_own_error() -> None:
    class Broken:
        async def aget_state(self, _: object) -> None:
            raise KeyError("broken")

    class Empty:
        async def aget_tuple(self, _: object) -> None:
            return None

    graph: Any = Broken()
    saver: Any = Empty()
    with pytest.raises(KeyError, match="broken"):
        await look(graph, saver, {})


def test_a_refusal_of_another_kind_keeps_its_text() -> None:
    assert _reason(ValueError("not like this")) == "not like this"
