"""What a checkpoint keeps: values as they were, or a failed node; never something else."""

import copy
import threading
from collections import deque
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from langchain_core.messages import AIMessage
from langgraph.graph import StateGraph
from langgraph.types import interrupt
from pydantic import BaseModel
from redis.asyncio import Redis
from typing_extensions import TypedDict

from bot.core.model import RunState
from tests.contract.driven import alive, flow
from tests.contract.engine_graphs import Notes, chain

Made = Any
"""What somebody's `build` gives."""


class Anything(TypedDict, total=False):
    notes: str
    draft: Any
    report: str


@pytest.mark.parametrize("where", ["payload", "output"])
async def test_what_cannot_be_stored_fails_at_its_node_and_works_after_a_fix(
    redis: Redis, where: str
) -> None:
    bad: list[object] = [threading.Lock()]

    async def make(_: Notes) -> dict[str, Any]:
        odd = bad[0] if bad else "fine"
        if where == "payload":
            interrupt({"title": "?", "sections": [{"key": "a", "value": odd}]})
            odd = "told"
        return {"draft": odd}

    async def end(state: Notes) -> dict[str, Any]:
        return {"report": state["draft"]}

    async with alive(redis, flow(chain(make=make, end=end)), notes="x") as it:
        failed = await it.drive()
        assert failed.run.failure is not None
        assert failed.run.failure.nodes == ("make",)
        assert failed.run.failure.detail == "lock"
        assert failed.run.state is RunState.ACTIVE
        bad.clear()
        done = await it.retry()
        while await it.open():
            done = await it.decide()
    assert done.run.result in {"fine", "told"}


class Cell:
    __slots__ = ("held",)


class Box(BaseModel, arbitrary_types_allowed=True):
    held: Cell


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        (2**64, "int"),
        ([{"a": (1, Cell())}], "Cell"),
        ({"a": Box(held=Cell())}, "Cell"),
        ({Decimal(1): {2: Cell()}}, "Cell"),
    ],
    ids=["long integer", "nested", "in a model", "by odd keys"],
)
async def test_what_cannot_be_stored_is_named_by_its_type_wherever_it_is(
    redis: Redis, odd: object, kind: str
) -> None:
    async def make(_: Notes) -> dict[str, Any]:
        return {"draft": odd}

    async with alive(redis, flow(chain(make=make)), notes="x") as it:
        failure = (await it.drive()).run.failure
    assert failure is not None
    assert (failure.nodes, failure.detail) == (("make",), kind)


async def test_a_node_that_raises_over_a_copy_of_its_own_has_stored_nothing_odd(
    redis: Redis,
) -> None:
    async def make(_: Notes) -> dict[str, Any]:
        copy.deepcopy(threading.Lock())
        return {}

    async with alive(redis, flow(chain(make=make)), notes="x") as it:
        failure = (await it.drive()).run.failure
    assert failure is not None
    assert failure.detail == ""


class Level(Enum):
    HIGH = "high"


class Plan(BaseModel):
    steps: list[str]
    budget: Decimal


@dataclass(frozen=True)
class Place:
    name: str
    when: datetime


NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
EVERYTHING: dict[str, object] = {
    "money": Decimal("1500.50"),
    "span": timedelta(days=2),
    "noon": NOON,
    "day": date(2026, 11, 30),
    "id": UUID(int=7),
    "path": Path("/reports/w48"),
    "level": Level.HIGH,
    "plan": Plan(steps=["a"], budget=Decimal(7)),
    "place": Place("Oslo", NOON),
    "frozen": frozenset({"a"}),
    "queue": deque([1, 2]),
    "set": {1, 2},
    "raw": b"\x00\xff",
    "by number": {1: "one"},
    "message": AIMessage("hi"),
    "infinite": float("inf"),
    "odd": {"__signoff_packed__": "x"},
    "nothing": None,
    "nested": [{"money": [Decimal("0.1")]}],
}


async def test_what_runs_after_a_gate_is_what_was_there_before_it(redis: Redis) -> None:
    """The saver's own serializer makes 0 of a Decimal and a dict of a model, and says nothing."""
    after: dict[str, object] = {}

    async def make(_: Anything) -> dict[str, Any]:
        return {"draft": EVERYTHING}

    async def ask(_: Anything) -> dict[str, Any]:
        interrupt({"title": "?", **EVERYTHING})
        return {}

    async def publish(state: Anything) -> dict[str, Any]:
        after.update(state["draft"])
        return {"report": "done"}

    def release() -> Made:
        graph: Any = StateGraph(Anything)
        graph.add_sequence([("make", make), ("ask", ask), ("publish", publish)])
        graph.set_entry_point("make")
        return graph

    async with alive(redis, flow(release()), notes="x") as it:
        await it.drive()
        async with it.released(release()) as later:
            assert (await later.decide()).run.result == "done"
    assert after == EVERYTHING
