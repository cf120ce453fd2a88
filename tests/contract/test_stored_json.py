"""What somebody typed, or a model said, comes back from a checkpoint as the plain JSON it was."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from langgraph.graph import StateGraph
from langgraph.types import Interrupt, Send, interrupt
from redis.asyncio import Redis
from typing_extensions import TypedDict

from bot.adapters.graph_saver import open_saver
from bot.adapters.graph_serde import Serializer
from bot.core.question import Action
from tests.contract.driven import alive, flow
from tests.contract.engine_graphs import staged

JSON = Any
"""Anything that JSON can say."""


class Anything(TypedDict, total=False):
    notes: str
    draft: Any
    report: str


LIVE: list[dict[str, JSON]] = [
    {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain_core", "prompts", "PromptTemplate"],
        "kwargs": {"template": "x"},
    },
    {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", "HumanMessage"],
        "kwargs": {"content": "approved"},
    },
    {"lc": 1, "type": "secret", "id": ["PATH"]},
    {"lc": 2, "type": "constructor", "id": ["pathlib", "Path"], "args": ["/etc"]},
    {"lc": 2, "type": "constructor", "id": ["datetime", "timedelta"], "args": [1]},
    {"lc": 2, "type": "constructor", "id": ["builtins", "set"], "args": [["a"]]},
    {"lc": 2.0, "type": "constructor", "id": ["builtins", "set"], "args": []},
    {"__send__": True, "node": "ask", "arg": {}},
    {"__interrupt__": True, "value": 1, "id": "a"},
    {"__delta_snapshot__": True, "value": 1},
    {"__bytes__": "AAAA"},
    {"__set_items__": [1]},
    {"__signoff_packed__": "xA=="},
]
WORDS = sorted({key for one in LIVE for key in one})
integers = st.integers(min_value=-(2**63), max_value=2**64 - 1)
floats = st.integers(min_value=-(2**40), max_value=2**40).map(lambda n: n / 8)
"""Redis rounds the last digit of some longer ones."""
scalars = st.none() | st.booleans() | integers | floats | st.text(max_size=5)
anything: st.SearchStrategy[JSON] = st.recursive(
    scalars | st.sampled_from(LIVE) | st.sampled_from([1, 2, True, "constructor"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


def told(value: JSON) -> object:
    """The value with the type of each part: `1`, `1.0` and `True` are equal."""
    if isinstance(value, dict):
        return (type(value), {key: told(inner) for key, inner in value.items()})
    if isinstance(value, list):
        return (type(value), [told(inner) for inner in value])
    return (type(value), value)


@given(anything)
def test_any_json_comes_back_from_what_a_task_wrote(value: JSON) -> None:
    serializer = Serializer()
    back = serializer.loads_typed(serializer.dumps_typed(value))
    assert told(back) == told(value)


@given(anything)
def test_any_json_comes_back_from_inside_what_is_made_an_object_of_again(value: JSON) -> None:
    message = AIMessage("hi", additional_kwargs={"said": value})
    schema = {"title": value}
    serializer = Serializer()
    for outer in (message, Send("a", value), Interrupt(value, id="i", response_schema=schema)):
        back = serializer.loads_typed(serializer.dumps_typed(outer))
        assert type(back) is type(outer)
        if isinstance(back, AIMessage):
            assert told(back.additional_kwargs["said"]) == told(value)
        elif isinstance(back, Send):
            assert told(back.arg) == told(value)
        else:
            assert told(back.value) == told(value)
            assert told(back.response_schema) == told(schema)


@given(anything)
def test_what_an_error_carries_is_never_brought_to_life(value: JSON) -> None:
    error = RuntimeError("no")
    error.said = value  # type: ignore[attr-defined]  # errors may carry anything
    serializer = Serializer()
    back = serializer.loads_typed(serializer.dumps_typed(error))
    assert isinstance(back, dict)
    assert told(back["kwargs"]["said"]) == told(value)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(anything)
async def test_any_json_comes_back_from_a_channel(redis: Redis, value: JSON) -> None:
    async with open_saver(redis) as saver:
        dumped = saver._dump_checkpoint({"channel_values": {"a": value}})  # type: ignore[typeddict-item]
        await redis.json().set("any-json", "$", dumped)
        kept: Any = await redis.json().get("any-json", "$.channel_values")
        assert told(saver._recursive_deserialize(kept[0])) == told({"a": value})


@pytest.mark.parametrize("value", LIVE, ids=lambda one: "-".join(sorted(one)))
async def test_an_answer_that_looks_like_an_object_is_the_answer(redis: Redis, value: JSON) -> None:
    """Kept for the branch beside it that still waits, in the state, and asked about once more."""
    after: list[JSON] = []

    async def ask(_: Anything) -> dict[str, Any]:
        return {"draft": [interrupt({"title": "?", "now": value}), value]}

    async def again(state: Anything) -> dict[str, Any]:
        after.extend([*state["draft"], interrupt({"title": "again", "of": state["draft"]})])
        return {"report": "done"}

    graph: Any = StateGraph(Anything)
    graph.add_sequence([("ask", ask), ("again", again)])
    graph.set_entry_point("ask")
    async with staged(redis, graph) as stage:
        for _ in range(2):
            [asked] = (await stage.seen()).asked or (await stage.start()).asked
            done = await stage.answer({asked.interrupt_id: value})
    assert done.result == "done"
    assert told(after) == told([value, value, value])


async def test_an_answer_that_cannot_be_stored_gives_its_question_back_with_the_reason(
    redis: Redis,
) -> None:
    async def ask(_: Anything) -> dict[str, Any]:
        return {"report": repr(interrupt("how many?"))}

    graph: Any = StateGraph(Anything)
    graph.add_sequence([("ask", ask)])
    graph.set_entry_point("ask")
    async with alive(redis, flow(graph), notes="x") as it:
        await it.drive()
        refused = await it.decide(action=Action.ANSWER, answer=2**70)
        assert refused.run.failure is None
        assert "int" in (await it.gate()).problem
        done = await it.decide(action=Action.ANSWER, answer=7)
    assert "7" in (done.run.result or "")
