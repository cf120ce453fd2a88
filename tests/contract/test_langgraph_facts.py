"""What the engine takes for granted about LangGraph. One of these fails first after an update."""

from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.config import get_stream_writer
from langgraph.errors import (
    UnknownInterruptError,
)
from langgraph.types import Command, interrupt

from bot.adapters.graph_engine import STRICT_RESUME
from tests.contract.engine_graphs import THREAD, Graph, Notes, pending, side_by_side

STRICT: RunnableConfig = {"configurable": {**THREAD["configurable"], STRICT_RESUME: True}}


async def ask_twice(_: Notes) -> dict[str, Any]:
    return {"log": [interrupt("first?")["say"], interrupt("second?")["say"]]}


async def ask(_: Notes) -> dict[str, Any]:
    return {"log": [str(interrupt("sure?"))]}


async def tell(_: Notes) -> dict[str, Any]:
    return {"log": ["told"]}


async def parts(graph: Graph, given: Any, *modes: str) -> list[dict[str, Any]]:  # noqa: ANN401 - any input
    stream = graph.astream(given, THREAD, stream_mode=list(modes), version="v2", subgraphs=True)  # type: ignore[call-overload]  # modes are variable here
    return [part async for part in stream]


async def test_each_question_of_a_node_has_an_id_of_its_own_and_keeps_it() -> None:
    graph = side_by_side(node=ask_twice)
    await graph.ainvoke({"notes": "x"}, THREAD)
    [first] = pending(await graph.aget_state(THREAD))
    await graph.ainvoke(None, THREAD)
    assert [*pending(await graph.aget_state(THREAD))] == [first]
    await graph.ainvoke(Command(resume={first: {"say": "a"}}), THREAD)
    [second] = pending(await graph.aget_state(THREAD))
    assert second != first


async def test_the_id_of_an_answered_question_answers_the_next_one() -> None:
    graph = side_by_side(node=ask_twice)
    await graph.ainvoke({"notes": "x"}, THREAD)
    [first] = pending(await graph.aget_state(THREAD))
    await graph.ainvoke(Command(resume={first: {"say": "a"}}), THREAD)
    done = await graph.ainvoke(Command(resume={first: {"say": "late"}}), THREAD)
    assert done["log"] == ["a", "late"]


async def test_the_strict_key_refuses_the_id_of_an_answered_question() -> None:
    graph = side_by_side(node=ask_twice)
    await graph.ainvoke({"notes": "x"}, STRICT)
    [first] = pending(await graph.aget_state(STRICT))
    await graph.ainvoke(Command(resume={first: {"say": "a"}}), STRICT)
    with pytest.raises(UnknownInterruptError) as refused:
        await graph.ainvoke(Command(resume={first: {"say": "late"}}), STRICT)
    assert refused.value.reason == "not_pending"
    assert len(pending(await graph.aget_state(STRICT))) == 1


async def test_an_id_that_matches_nothing_is_ignored_without_the_strict_key() -> None:
    """langgraph#8836."""
    graph = side_by_side(node=ask)
    await graph.ainvoke({"notes": "x"}, THREAD)
    await graph.ainvoke(Command(resume={"0" * 32: "yes"}), THREAD)
    assert len(pending(await graph.aget_state(THREAD))) == 1
    with pytest.raises(UnknownInterruptError):
        await graph.ainvoke(Command(resume={"0" * 32: "yes"}), STRICT)


async def test_answers_that_look_empty_or_like_a_map_go_wrong() -> None:
    """langgraph#8693, #7034: the reason for answering by map and with a non-empty dict."""
    graph = side_by_side(node=ask)
    await graph.ainvoke({"notes": "x"}, THREAD)
    with pytest.raises(UnboundLocalError):
        await graph.ainvoke(Command(resume=None), THREAD)
    await graph.ainvoke(Command(resume={}), THREAD)
    assert len(pending(await graph.aget_state(THREAD))) == 1
    await graph.ainvoke(Command(resume={"0" * 32: "an answer, not an id"}), THREAD)
    assert len(pending(await graph.aget_state(THREAD))) == 1


@pytest.mark.parametrize("answer", [{}, {1: "x"}, {"0" * 32: "x"}, 0, "", False])
async def test_inside_a_map_any_answer_works(answer: object) -> None:
    graph = side_by_side(node=ask)
    await graph.ainvoke({"notes": "x"}, STRICT)
    [one] = pending(await graph.aget_state(STRICT))
    done = await graph.ainvoke(Command(resume={one: answer}), STRICT)
    assert done["log"] == [str(answer)]


async def test_a_question_beside_an_answered_one_keeps_its_id_and_can_change() -> None:
    drafts = iter(range(1, 9))

    async def drafting(_: Notes) -> dict[str, Any]:
        return {"log": [interrupt(f"draft {next(drafts)}")]}

    graph = side_by_side(drafting=drafting, gate=ask)
    await graph.ainvoke({"notes": "x"}, THREAD)
    before = pending(await graph.aget_state(THREAD))
    [sure] = [one for one, value in before.items() if value == "sure?"]
    await graph.ainvoke(Command(resume={sure: "yes"}), THREAD)
    [(one, value)] = pending(await graph.aget_state(THREAD)).items()
    assert before[one] != value


async def test_a_removed_node_leaves_nothing_to_do_at_the_same_checkpoint() -> None:
    saver = InMemorySaver()
    old = side_by_side(saver, gate=ask)
    await old.ainvoke({"notes": "x"}, THREAD)
    before = await old.aget_state(THREAD)
    after = await side_by_side(saver, renamed=ask).aget_state(THREAD)
    assert (before.next, after.next) == (("gate",), ())
    assert (
        before.config["configurable"]["checkpoint_id"]
        == (after.config["configurable"]["checkpoint_id"])
    )


async def test_a_real_end_moves_the_checkpoint() -> None:
    graph = side_by_side(gate=ask)
    await graph.ainvoke({"notes": "x"}, THREAD)
    before = await graph.aget_state(THREAD)
    [one] = pending(before)
    await graph.ainvoke(Command(resume={one: "yes"}), THREAD)
    after = await graph.aget_state(THREAD)
    assert after.next == ()
    assert (
        before.config["configurable"]["checkpoint_id"]
        != (after.config["configurable"]["checkpoint_id"])
    )


async def test_what_is_next_leaves_out_siblings_that_finished() -> None:
    graph = side_by_side(teller=tell, gate=ask)
    await graph.ainvoke({"notes": "x"}, THREAD)
    assert (await graph.aget_state(THREAD)).next == ("gate",)


async def test_a_finished_sibling_shows_a_start_without_an_end_when_driven_again() -> None:
    graph = side_by_side(teller=tell, gate=ask)
    await graph.ainvoke({"notes": "x"}, THREAD)
    again = [p["data"] for p in await parts(graph, None, "tasks")]
    teller = [data for data in again if data["name"] == "teller"]
    assert len(teller) == 1
    assert "triggers" in teller[0]


async def test_questions_are_in_no_custom_and_no_message_part() -> None:
    graph = side_by_side(gate=ask)
    assert await parts(graph, {"notes": "x"}, "custom", "messages") == []
    assert len(pending(await graph.aget_state(THREAD))) == 1


async def test_async_nodes_can_write_to_the_stream_but_are_not_named_in_it() -> None:
    async def speak(_: Notes) -> dict[str, Any]:
        get_stream_writer()({"say": "hello"})
        return {}

    [part] = await parts(side_by_side(speaker=speak), {"notes": "x"}, "custom")
    assert part == {"type": "custom", "ns": (), "data": {"say": "hello"}}
