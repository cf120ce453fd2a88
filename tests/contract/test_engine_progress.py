"""What people see of a drive, and what tells two graphs or runs apart."""

import asyncio
from typing import Any

import pytest
from langgraph.config import get_stream_writer
from redis.asyncio import Redis

from bot.core.model import Usage
from bot.core.ports.engine import (
    StatusLine,
    StepEnded,
    StepStarted,
    UnknownWorkflowError,
    Used,
)
from tests.contract.engine_graphs import (
    Builder,
    Desk,
    Notes,
    beside,
    chain,
    run_of,
    staged,
)


async def test_status_lines_and_usage_of_a_node_arrive(redis: Redis) -> None:
    async def speak(_: Notes) -> dict[str, Any]:
        tell = get_stream_writer()
        tell({"type": "signoff.status", "text": "reading\n the notes"})
        tell({"type": "signoff.usage", "input_tokens": 7, "output_tokens": 2, "cost": 0.5})
        tell({"type": "of somebody else"})
        tell("not even a dict")
        return {"draft": " \n first\nline ", "report": "second"}

    async with staged(redis, chain(speak=speak)) as stage:
        await stage.start()
        assert stage.events == [
            StepStarted("speak"),
            StatusLine("speak", "reading the notes"),
            Used(Usage(calls=1, input_tokens=7, output_tokens=2, cost=0.5)),
            StepEnded("speak", preview="first line"),
        ]


async def test_only_nodes_that_the_workflow_names_are_told_of(redis: Redis) -> None:
    desk = Desk()
    graph = chain(a=desk.node("a"), hidden=desk.node("hidden"))
    async with staged(redis, graph, steps=("a",)) as stage:
        await stage.start()
        assert {e.node for e in stage.events if isinstance(e, StepStarted)} == {"a"}
    assert desk.calls == ["a", "hidden"]


async def test_a_result_that_is_no_text_is_readable_json(redis: Redis) -> None:
    async def report(_: Notes) -> dict[str, Any]:
        return {"report": {"wins": ["shipped"]}}

    async with staged(redis, chain(report=report)) as stage:
        assert (await stage.start()).result == '{\n  "wins": [\n    "shipped"\n  ]\n}'


async def test_two_runs_of_one_graph_at_once_do_not_mix(redis: Redis) -> None:
    both = asyncio.Barrier(2)

    async def meet(state: Notes) -> dict[str, Any]:
        await both.wait()
        get_stream_writer()({"type": "signoff.status", "text": state["notes"]})
        return {"report": state["notes"]}

    async with staged(redis, chain(meet=meet)) as one, staged(redis, chain(meet=meet)) as two:
        seen = await asyncio.gather(one.start(notes="first"), two.start(notes="second"))
        assert [s.result for s in seen] == ["first", "second"]
        assert StatusLine("meet", "first") in one.events
        assert StatusLine("meet", "second") in two.events
        assert len(one.events) == len(two.events) == 3


async def test_a_run_of_an_unknown_workflow_is_refused(redis: Redis) -> None:
    async with staged(redis, chain(a=Desk().node("a"))) as stage:
        stage.run = run_of("gone")
        with pytest.raises(UnknownWorkflowError):
            await stage.seen()
        with pytest.raises(UnknownWorkflowError):
            await stage.start()


async def test_the_fingerprint_changes_with_nodes_and_edges_only(redis: Redis) -> None:
    desk = Desk()

    async def print_of(builder: Builder) -> str:
        async with staged(redis, builder) as stage:
            return (await stage.seen()).fingerprint

    same = await print_of(chain(a=desk.node("a"), b=desk.node("b")))
    assert await print_of(chain(a=desk.node("x"), b=desk.gate("y"))) == same
    assert await print_of(chain(a=desk.node("a"), c=desk.node("b"))) != same
    assert await print_of(beside(a=desk.node("a"), b=desk.node("b"))) != same
