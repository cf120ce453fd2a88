"""Editing the state at a static breakpoint: what is replaced, of which type, and what follows."""

from datetime import date
from decimal import Decimal
from typing import Any

from langgraph.graph import START, StateGraph
from pydantic import BaseModel
from redis.asyncio import Redis
from typing_extensions import TypedDict

from bot.core.model import RunState
from bot.core.question import Action
from tests.contract.driven import alive, flow
from tests.contract.engine_graphs import Builder, Desk, Notes, beside, chain


async def test_a_breakpoint_shows_the_state_and_its_edit_replaces_it(redis: Redis) -> None:
    async def draft(_: Notes) -> dict[str, Any]:
        return {"draft": "rough", "log": ["drafted"]}

    async def publish(state: Notes) -> dict[str, Any]:
        return {"report": f"published: {state['draft']}"}

    graph = chain(draft=draft, publish=publish).compile(interrupt_before=["publish"])
    async with alive(redis, flow(graph), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        question = gate.question
        assert (gate.node, question.kind, question.title) == ("publish", "before", "publish")
        assert {s.key: s.value for s in question.sections}["draft"] == "rough"
        # A value with a reducer would be added to, not replaced.
        assert "log" not in {f.key for f in question.fields}
        done = await it.decide(gate, Action.EDIT, draft="fine")
        assert (await it.values())["log"] == ["drafted"]
    assert done.run.result == "published: fine"


class Plan(BaseModel):
    steps: list[str]


class Typed(TypedDict, total=False):
    notes: str
    plan: Plan
    money: Decimal
    day: date
    free: Any
    report: str


def typed_graph() -> Any:  # noqa: ANN401 - a graph
    async def make(_: Typed) -> dict[str, Any]:
        free = Plan(steps=["kept as it is"])
        return {
            "plan": Plan(steps=["a"]),
            "money": Decimal("1.50"),
            "day": date(2026, 11, 30),
            "free": free,
        }

    async def publish(state: Typed) -> dict[str, Any]:
        return {
            "report": f"{state['plan']!r} {state['money']!r} {state['day']!r} {state['free']!r}"
        }

    graph: Any = StateGraph(Typed)
    graph.add_sequence([("make", make), ("publish", publish)])
    graph.set_entry_point("make")
    return graph.compile(interrupt_before=["publish"])


async def test_an_edit_keeps_the_types_of_the_state(redis: Redis) -> None:
    """A form holds JSON: what was not changed stays what it was, what was is made of its type."""
    async with alive(redis, flow(typed_graph()), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        shown: dict[str, Any] = {field.key: field.default for field in gate.question.fields}
        assert shown["plan"] == {"steps": ["a"]}
        done = await it.decide(
            gate, Action.EDIT, **{**shown, "plan": {"steps": ["b"]}, "day": "2026-12-01"}
        )
    assert done.run.result == (
        "Plan(steps=['b']) Decimal('1.50') datetime.date(2026, 12, 1) Plan(steps=['kept as it is'])"
    )


async def test_an_edit_that_does_not_fit_the_state_opens_the_question_again(redis: Redis) -> None:
    async with alive(redis, flow(typed_graph()), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        refused = await it.decide(gate, Action.EDIT, plan={"steps": 7})
        assert refused.run.failure is None
        assert (await it.gate()).problem == "plan: Input should be a valid list"
        done = await it.decide(None, Action.EDIT, plan={"steps": []})
    assert (done.run.result or "").startswith("Plan(steps=[])")


async def test_a_key_of_the_state_may_have_any_name(redis: Redis) -> None:
    async def publish(state: Any) -> dict[str, Any]:  # noqa: ANN401 - a state of odd keys
        return {"report": state["a.b"]}

    odd: Any = TypedDict("odd", {"a.b": str, "report": str, "notes": str}, total=False)
    graph: Any = StateGraph(odd)
    graph.add_node("publish", publish)
    graph.set_entry_point("publish")
    compiled = graph.compile(interrupt_before=["publish"])
    async with alive(redis, flow(compiled), **{"a\\.b": "rough"}) as it:
        await it.drive()
        gate = await it.gate()
        [key] = [f.key for f in gate.question.fields if f.default == "rough"]
        assert (await it.decide(gate, Action.EDIT, **{key: "fine"})).run.result == "fine"


async def test_a_breakpoint_before_the_first_node_can_be_edited(redis: Redis) -> None:
    async def publish(state: Notes) -> dict[str, Any]:
        return {"report": state["notes"]}

    graph = chain(publish=publish).compile(interrupt_before=["publish"])
    async with alive(redis, flow(graph), notes="x") as it:
        await it.drive()
        done = await it.decide(None, Action.EDIT, notes="y")
    assert done.run.result == "y"


async def test_a_breakpoint_after_parallel_branches_can_be_edited(redis: Redis) -> None:
    """LangGraph alone cannot tell which of them the edit follows on, and refuses it."""
    desk = Desk()

    async def join(state: Notes) -> dict[str, Any]:
        return {"report": f"{state['draft']} {sorted(state['log'])}"}

    builder = beside(left=desk.node("left"), right=desk.node("right"))
    builder.add_node("join", join)
    builder.add_edge(["left", "right"], "join")
    graph = builder.compile(interrupt_before=["join"])
    async with alive(redis, flow(graph), notes="x", draft="d") as it:
        await it.drive()
        done = await it.decide(None, Action.EDIT, draft="edited")
    assert done.run.result == "edited ['left', 'right']"
    assert sorted(desk.calls) == ["left", "right"]


async def test_an_edit_that_leads_elsewhere_asks_there_as_well(redis: Redis) -> None:
    """With other values the edge before the breakpoint goes another way."""
    desk = Desk()
    builder: Builder = StateGraph(Notes)
    builder.add_node("plan", desk.node("plan"))
    builder.add_node("small", desk.node("small"))
    builder.add_node("large", desk.node("large"))
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", lambda s: s["draft"], ["small", "large"])
    graph = builder.compile(interrupt_before=["small", "large"])
    async with alive(redis, flow(graph), notes="x", draft="small") as it:
        await it.drive()
        assert (await it.gate()).question.title == "small"
        await it.decide(None, Action.EDIT, draft="large")
        assert (await it.gate()).question.title == "large"
        assert desk.calls == ["plan"]
        assert (await it.decide()).run.state is RunState.DONE
    assert desk.calls == ["plan", "large"]
