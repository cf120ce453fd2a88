"""Several gates of one graph: side by side, one after the other, in any order."""

import asyncio
import itertools
from contextlib import suppress
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Send, interrupt
from redis.asyncio import Redis

from bot.core.model import GateState, RunState
from bot.core.ports.store import ChangedError
from bot.core.question import Action
from tests.contract.driven import alive, asks, flow
from tests.contract.engine_graphs import APPROVE, Builder, Desk, Notes, beside, chain, staged
from tests.contract.langchain_agents import calls


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
async def test_a_fan_out_of_three_is_answered_in_any_order(
    redis: Redis, order: tuple[int, ...]
) -> None:
    """langgraph#4028, #6533, agent-chat-ui PR 191."""

    async def work(state: Notes) -> dict[str, Any]:
        answer = interrupt({"type": "r", "title": f"work {state['notes']}?"})
        return {"log": [f"{state['notes']}:{answer['comment']}"]}

    builder: Builder = StateGraph(Notes)
    builder.add_node("work", work)
    builder.add_conditional_edges(
        START, lambda _: [Send("work", {"notes": str(n)}) for n in range(3)], ["work"]
    )
    async with alive(redis, flow(builder), notes="x") as it:
        gates = {g.question.title: g for g in (await it.drive()).gates_in(GateState.OPEN)}
        assert sorted(gates) == ["work 0?", "work 1?", "work 2?"]
        for n in order:
            done = await it.decide(gates[f"work {n}?"], Action.REVISE, comment=f"to {n}")
        assert done.run.state is RunState.DONE
        # LangGraph keeps the order of what was sent.
        assert (await it.values())["log"] == ["0:to 0", "1:to 1", "2:to 2"]


async def test_a_driver_may_die_anywhere_between_parallel_answers(redis: Redis) -> None:
    """The same end, and each question asked once, wherever it was killed."""
    for after in range(60):
        desk = Desk()
        graph = beside(left=asks("left "), right=asks("right "), other=desk.node("other"))
        async with alive(redis, flow(graph), notes="x") as it:
            died = [await it.dies(after)]
            await it.drive()
            gates = {g.question.title: g for g in await it.open()}
            await it.note(gates["right "], Action.REVISE, comment="b")
            died.append(await it.dies(after))
            await it.note(gates["left "], comment="a")
            died.append(await it.dies(after))
            done = await it.drive()
            assert done.run.state is RunState.DONE
            log = sorted((await it.values())["log"])
            assert log == ["left approve:a", "other", "right revise:b"]
            assert sorted(it.store.opened) == sorted(g.key for g in gates.values())
        if not any(died):
            break
    else:
        raise AssertionError("it never came to its end")


async def test_two_gates_in_one_node_are_two_questions(redis: Redis) -> None:
    """agent-chat-ui PR 191; langgraph#8836: the id of the first never answers the second."""

    async def both(_: Notes) -> dict[str, Any]:
        first = interrupt({"type": "r", "title": "first?"})["action"]
        second = interrupt({"type": "r", "title": "second?"})["action"]
        return {"report": f"{first} {second}"}

    async with alive(redis, flow(chain(both=both)), notes="x") as it:
        await it.drive()
        first = await it.gate()
        await it.decide(first)
        second = await it.gate()
        assert (first.question.title, second.question.title) == ("first?", "second?")
        assert first.interrupt_id != second.interrupt_id
        assert (await it.decide(second, Action.REVISE)).run.result == "approve revise"
    async with staged(redis, chain(both=both)) as stage:
        [one] = (await stage.start()).asked
        await stage.answer({one.interrupt_id: APPROVE})
        with pytest.raises(ChangedError):
            await stage.answer({one.interrupt_id: APPROVE})


async def test_a_loop_around_interrupt_asks_until_the_answer_will_do(redis: Redis) -> None:
    """langgraph#7780: one answer a question, and never one more."""

    async def age(_: Notes) -> dict[str, Any]:
        problem = ""
        while True:
            said = interrupt({"type": "r", "title": f"Age?{problem}", "actions": ["answer"]})
            if (told := said["answers"]["answer"]).isdigit():
                return {"report": told}
            problem = f" {told} is none."

    async with alive(redis, flow(chain(age=age)), notes="x") as it:
        await it.drive()
        for nonsense in ("x", "y"):
            await it.decide(None, Action.ANSWER, answer=nonsense)
        assert (await it.gate()).question.title == "Age? y is none."
        assert (await it.decide(None, Action.ANSWER, answer="42")).run.result == "42"
        assert len(set(it.store.opened)) == 3


async def test_the_same_question_asked_again_in_a_loop_is_another_one(redis: Redis) -> None:
    """One title, three questions: an answer to one is none to the next."""

    async def insist(_: Notes) -> dict[str, Any]:
        for turn in range(3):
            if interrupt({"type": "r", "title": "Sure?"})["action"] == "approve":
                return {"report": str(turn)}
        return {"report": "never"}

    async with alive(redis, flow(chain(insist=insist)), notes="x") as it:
        await it.drive()
        await it.decide(None, Action.REVISE)
        assert (await it.decide(await it.gate())).run.result == "1"


async def test_a_waiting_sibling_that_asks_otherwise_by_now_is_a_new_question(
    redis: Redis,
) -> None:
    """Answering one of two runs the other's body again, and draft 1 becomes draft 2."""
    drafts = itertools.count(1)

    async def drafting(_: Notes) -> dict[str, Any]:
        answer = interrupt({"type": "r", "title": f"draft {next(drafts)}"})
        return {"log": [f"drafting {answer['action']}"]}

    async with alive(redis, flow(beside(drafting=drafting, gate=asks("gate "))), notes="x") as it:
        gates = {g.node: g for g in (await it.drive()).gates_in(GateState.OPEN)}
        after = await it.decide(gates["gate"])
        assert after.gates[gates["drafting"].key].state is GateState.SUPERSEDED
        new = await it.gate()
        assert (new.interrupt_id, new.question.title) == (
            gates["drafting"].interrupt_id,
            "draft 2",
        )
        assert (await it.decide(new)).run.state is RunState.DONE


async def test_a_conditional_edge_after_a_gate_follows_the_answer(redis: Redis) -> None:
    desk = Desk()
    builder: Builder = StateGraph(Notes)
    builder.add_node("ask", asks("ask ", "draft"))
    builder.add_node("publish", desk.node("publish"))
    builder.add_edge(START, "ask")
    builder.add_conditional_edges(
        "ask", lambda s: "publish" if "approve" in s["draft"] else END, ["publish", END]
    )
    for action, ran in ((Action.REVISE, []), (Action.APPROVE, ["publish"])):
        async with alive(redis, flow(builder), notes="x") as it:
            await it.drive()
            assert (await it.decide(None, action)).run.state is RunState.DONE
        assert desk.calls == ran


async def test_a_side_effect_before_a_gate_in_its_node_is_repeated_one_before_its_node_not(
    redis: Redis,
) -> None:
    """langgraph#6577: what runs again is the body of the node that asks, and only that."""
    desk = Desk()

    async def ask(_: Notes) -> dict[str, Any]:
        desk.calls.append("in the node")
        return {"report": interrupt({"title": "?"})["action"]}

    async with alive(redis, flow(chain(make=desk.node("make"), ask=ask)), notes="x") as it:
        await it.drive()
        await it.decide()
        assert (await it.values())["log"] == ["make"]
    assert desk.calls == ["make", "in the node", "in the node"]


@pytest.mark.parametrize("slow", [False, True])
async def test_tools_that_ask_in_one_tool_node_get_their_own_answers(
    redis: Redis,
    slow: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """langgraph#6533, #6626: whichever tool asks first, an answer is for the one that asked."""
    last_first = asyncio.Event()
    began: list[str] = []

    async def send(to: str) -> str:
        """Send something; the last one to be called is the first one to ask, if it can be."""
        began.append(to)
        if slow and to == "ana":
            with suppress(TimeoutError):
                await asyncio.wait_for(last_first.wait(), 0.05)
        last_first.set()
        answer = interrupt({"type": "r", "title": f"send to {to}?"})
        last_first.clear()
        return f"{to}: {answer['comment']}"

    def note(what: str) -> str:
        """Note something."""
        answer = interrupt({"type": "r", "title": f"note {what}?"})
        return f"{what}: {answer['comment']}"

    wanted = [("send", {"to": "ana"}), ("send", {"to": "ben"}), ("note", {"what": "chen"})]

    async def make(_: MessagesState) -> dict[str, Any]:
        return {"messages": [calls(*wanted)]}

    builder: Any = StateGraph(MessagesState)
    builder.add_node("make", make)
    builder.add_node("tools", ToolNode([send, note]))
    builder.add_edge(START, "make")
    builder.add_edge("make", "tools")
    async with (
        alive(redis, flow(builder, result=""), messages=[]) as first,
        first.released(builder) as it,
    ):
        await it.drive()
        assert began == ["ana"]
        while gates := await it.open():
            whom = gates[0].question.title.rstrip("?").rpartition(" ")[2]
            await it.decide(gates[0], comment=f"for {whom}")
        said = [m.content for m in (await it.values())["messages"] if m.type == "tool"]
    assert said == ["ana: for ana", "ben: for ben", "chen: for chen"]


@pytest.mark.parametrize("payload", ["Go on?", 7, ["a", "b"], None, True, {}, "", [], {"x": {}}])
async def test_a_payload_of_no_vocabulary_is_asked_and_answered(
    redis: Redis, payload: object
) -> None:
    """agent-chat-ui#95, #85: a plain string showed nothing, and the graph began anew."""

    async def ask(_: Notes) -> dict[str, Any]:
        answer = interrupt(payload)
        return {"report": f"{answer['action']} {answer['answer']}"}

    async with alive(redis, flow(chain(ask=ask)), notes="x") as it:
        await it.drive()
        done = await it.decide(None, Action.ANSWER, answer="by hand")
    assert done.run.result == "answer by hand"


async def test_what_json_has_no_word_for_is_shown_in_words(redis: Redis) -> None:
    """langgraph#3869, deer-flow PR 3605: an interrupt arrived as the text of its representation."""
    payload = {"when": date(2026, 11, 30), "money": Decimal("1.50"), "who": {"ben", "ana"}}

    async def ask(_: Notes) -> dict[str, Any]:
        return {"report": interrupt(payload)["action"]}

    async with alive(redis, flow(chain(ask=ask)), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        shown = {section.key: section.value for section in gate.question.sections}
        assert (await it.decide(gate)).run.result == "approve"
    assert shown == {"when": "2026-11-30", "money": "1.50", "who": "- ana\n- ben"}


async def test_one_answer_of_two_never_finishes_the_run(redis: Redis) -> None:
    """Seen at agno PR 9869."""
    async with alive(redis, flow(beside(left=asks("l "), right=asks("r "))), notes="x") as it:
        gates = {g.node: g for g in (await it.drive()).gates_in(GateState.OPEN)}
        half = await it.decide(gates["left"])
        assert half.run.state is RunState.ACTIVE
        assert [g.node for g in await it.open()] == ["right"]
        for _ in range(3):
            assert (await it.drive()).run.state is RunState.ACTIVE
        assert (await it.decide()).run.state is RunState.DONE
