"""`interrupt(..., response_schema=...)`: a form, and an answer that LangGraph itself checks."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest
from langgraph.types import interrupt
from pydantic import BaseModel, Field
from redis.asyncio import Redis
from typing_extensions import TypedDict

from bot.core.model import GateState, RunState
from bot.core.question import Action, Shape
from tests.contract.driven import alive, flow
from tests.contract.engine_graphs import Builder, Desk, Notes, beside, chain


class Trip(BaseModel):
    """What is wanted of a trip."""

    to: str
    days: int = Field(ge=1, le=30)
    why: Literal["work", "fun"] = "work"


class Order(TypedDict):
    item: str
    count: int


@dataclass
class Point:
    x: int
    y: int


def asking(schema: Any, payload: object = "Which?") -> Builder:  # noqa: ANN401 - any type
    """A graph that asks by a schema, and says what it was told and of which type."""

    async def ask(_: Notes) -> dict[str, Any]:
        told = interrupt(payload, response_schema=schema)
        return {"report": f"{type(told).__name__} {told!r}"}

    return chain(ask=ask)


@pytest.mark.parametrize(
    ("schema", "values", "told"),
    [
        (Trip, {"to": "Oslo", "days": 3, "why": "fun"}, "Trip Trip(to='Oslo', days=3, why='fun')"),
        (Trip, {"to": "Oslo", "days": 3}, "Trip Trip(to='Oslo', days=3, why='work')"),
        (Order, {"item": "tea", "count": 2}, "dict {'item': 'tea', 'count': 2}"),
        (Point, {"x": 1, "y": 2}, "Point Point(x=1, y=2)"),
        (bool, {"": True}, "bool True"),
        (int, {"": 7}, "int 7"),
        (str, {"": "tea"}, "str 'tea'"),
        (Literal["tea", "coffee"], {"": "coffee"}, "str 'coffee'"),
        (list[str], {"": ["a", "b"]}, "list ['a', 'b']"),
        (dict[str, int], {"": {"a": 1}}, "dict {'a': 1}"),
        (Trip.model_json_schema(), {"to": "Oslo", "days": 3}, "dict {'to': 'Oslo', 'days': 3}"),
    ],
    ids=str,
)
async def test_the_form_comes_from_the_schema_and_its_values_reach_the_graph(
    redis: Redis, schema: object, values: dict[str, Any], told: str
) -> None:
    async with alive(redis, flow(asking(schema)), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        assert gate.question.shape is Shape.SCHEMA
        assert gate.question.actions == (Action.ANSWER,)
        keys = {field.key for field in gate.question.fields}
        assert values.keys() <= keys or keys == {"*"}
        done = await it.decide(gate, Action.ANSWER, **values)
    assert done.run.result == told


async def test_the_schema_is_still_there_for_another_process(redis: Redis) -> None:
    """The saver's own serializer drops it (langgraph-checkpoint-redis 0.5)."""
    async with alive(redis, flow(asking(Trip)), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        async with it.released(asking(Trip)) as later:
            [asked] = (await later.engine.inspect((await it.snapshot()).run)).asked
            assert asked.question == gate.question
            days = next(f for f in asked.question.fields if f.key == "days")
            assert (days.least, days.most) == (1, 30)
            done = await later.decide(gate, Action.ANSWER, to="Oslo", days=3)
    assert done.run.state is RunState.DONE


async def test_an_answer_that_the_graph_refuses_opens_the_form_again_and_costs_nothing(
    redis: Redis,
) -> None:
    desk = Desk()

    async def ask(_: Notes) -> dict[str, Any]:
        return {"draft": interrupt("Where?", response_schema=Trip).to}

    async def other(_: Notes) -> dict[str, Any]:
        desk.calls.append("other")
        return {"report": interrupt({"title": "Other?"})["action"]}

    graph = beside(ask=ask, other=other, done=desk.node("done"))
    async with alive(redis, flow(graph), notes="x") as it:
        gates = {g.node: g for g in (await it.drive()).gates_in(GateState.OPEN)}
        before = await it.snapshot()
        refused = await it.decide(gates["ask"], Action.ANSWER, to="Oslo", days=99)
        again = refused.gates[gates["ask"].key]
        assert again.state is GateState.OPEN
        assert again.problem == "days: Input should be less than or equal to 30"
        assert refused.run.failure is None
        assert refused.run.checkpoint == before.run.checkpoint
        assert refused.gates[gates["other"].key].state is GateState.OPEN
        # What had ended is not run again.
        assert desk.calls.count("done") == 1
        fixed = await it.decide(gates["ask"], Action.ANSWER, to="Oslo", days=3)
        assert fixed.gates[gates["ask"].key].state is GateState.APPLIED
        assert (await it.decide(gates["other"])).run.state is RunState.DONE
        assert (await it.values())["draft"] == "Oslo"
    assert desk.calls.count("done") == 1


async def test_a_good_answer_beside_a_refused_one_is_not_lost(redis: Redis) -> None:
    """Two answers at once: one is refused, and only that one is asked for again."""

    def node(key: str) -> Any:  # noqa: ANN401 - a node
        async def ask(_: Notes) -> dict[str, Any]:
            told = interrupt(key, response_schema=Trip)
            return {"log": [f"{key} {told.to}"]}

        return ask

    async with alive(redis, flow(beside(good=node("good"), bad=node("bad"))), notes="x") as it:
        gates = {g.node: g for g in (await it.drive()).gates_in(GateState.OPEN)}
        await it.note(gates["bad"], Action.ANSWER, to="Oslo", days=99)
        await it.note(gates["good"], Action.ANSWER, to="Rome", days=1)
        after = await it.drive()
        assert after.gates[gates["good"].key].state is GateState.APPLIED
        assert after.gates[gates["bad"].key].state is GateState.OPEN
        assert after.gates[gates["bad"].key].problem
        done = await it.decide(gates["bad"], Action.ANSWER, to="Oslo", days=2)
        assert done.run.state is RunState.DONE
        assert sorted((await it.values())["log"]) == ["bad Oslo", "good Rome"]


async def test_a_driver_may_die_anywhere_while_an_answer_is_refused(redis: Redis) -> None:
    for after in range(40):
        async with alive(redis, flow(asking(Trip)), notes="x") as it:
            await it.drive()
            gate = await it.gate()
            await it.note(gate, Action.ANSWER, to="Oslo", days=0)
            died = await it.dies(after)
            await it.drive()
            again = await it.gate()
            assert (again.key, again.problem[:5]) == (gate.key, "days:")
            done = await it.decide(again, Action.ANSWER, to="Oslo", days=1)
            assert done.run.state is RunState.DONE
        if not died:
            break
    else:
        raise AssertionError("it never came to its end")


async def test_a_payload_of_our_own_vocabulary_keeps_its_sections_beside_the_form(
    redis: Redis,
) -> None:
    payload = {
        "type": "r",
        "title": "A trip",
        "sections": [{"key": "a", "label": "About", "value": "far"}],
    }
    async with alive(redis, flow(asking(Trip, payload)), notes="x") as it:
        await it.drive()
        question = (await it.gate()).question
    assert (question.title, [s.value for s in question.sections]) == ("A trip", ["far"])
    assert [f.key for f in question.fields] == ["to", "days", "why"]
