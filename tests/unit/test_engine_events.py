"""LangGraph's stream parts become steps, status lines and usage."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.adapters.graph_events import MAX_TEXT, MAX_UNITS, Narrator
from bot.core.model import Usage
from bot.core.ports.engine import (
    DriveEvent,
    StatusLine,
    StepEnded,
    StepStarted,
    TasksCounted,
    Used,
)
from graphs.contract import token

Part = dict[str, Any]
STEPS = ("plan", "work")


def start(name: str, task: str = "1", ns: Sequence[str] = ()) -> Part:
    return {"type": "tasks", "ns": tuple(ns), "data": {"id": task, "name": name, "triggers": ()}}


def end(
    name: str, task: str = "1", *, result: object = None, error: object = None, asks: bool = False
) -> Part:
    interrupts = [{"id": "x", "value": "?"}] if asks else []
    data = {
        "id": task,
        "name": name,
        "error": error,
        "result": {} if result is None else result,
        "interrupts": interrupts,
    }
    return {"type": "tasks", "ns": (), "data": data}


def custom(data: object, ns: Sequence[str] = ()) -> Part:
    return {"type": "custom", "ns": tuple(ns), "data": data}


def told(*parts: Part, finished: Sequence[str] = ()) -> list[DriveEvent]:
    narrator = Narrator(STEPS)
    return [event for part in parts for event in narrator.read(part, finished=finished)]


def test_a_step_starts_and_ends() -> None:
    assert told(start("plan"), end("plan")) == [StepStarted("plan"), StepEnded("plan")]


def test_nodes_of_subgraphs_and_unnamed_nodes_are_not_told_of() -> None:
    assert told(start("hidden"), end("hidden"), start("plan", ns=("work:1",))) == []


def test_tasks_that_had_ended_before_are_not_told_of() -> None:
    assert told(start("plan", "old"), start("work", "new"), finished=["old"]) == [
        StepStarted("work")
    ]


def test_a_step_that_asks_waits_and_one_that_raises_failed() -> None:
    assert told(end("plan", asks=True)) == [StepEnded("plan", waits=True)]
    assert told(end("plan", error=ValueError("x"))) == [StepEnded("plan", failed=True)]


def test_the_preview_is_the_first_text_on_one_line() -> None:
    result = {"n": 7, "empty": "  ", "text": "a\n  b " + "c" * 300, "later": "x"}
    [ended] = told(end("plan", result=result))
    assert isinstance(ended, StepEnded)
    assert ended.preview == ("a b " + "c" * 300)[:MAX_TEXT]
    assert told(end("plan", result={"lines": [7, " ", "- shipped"], "x": "y"})) == [
        StepEnded("plan", preview="- shipped")
    ]
    assert told(end("plan", result=["no", "dict"])) == [StepEnded("plan")]


def fan_out(*tasks: str) -> list[Part]:
    return [start("work", task) for task in tasks]


def counts(events: Sequence[DriveEvent]) -> list[tuple[int, int]]:
    return [(event.done, event.total) for event in events if isinstance(event, TasksCounted)]


def test_a_fan_out_ends_with_its_last_task_and_keeps_what_any_of_them_met() -> None:
    events = told(
        *fan_out("1", "2", "3"),
        end("work", "2", result={"a": "first"}, asks=True),
        end("work", "1", error=ValueError("x")),
        end("work", "3", result={"a": "last"}),
    )
    assert [event for event in events if not isinstance(event, TasksCounted)] == [
        StepStarted("work"),
        StepEnded("work", preview="first", waits=True, failed=True),
    ]
    assert counts(events)[-1] == (1, 3)


def test_a_fan_out_counts_its_tasks_as_they_end() -> None:
    events = told(*fan_out("1", "2", "3"), *(end("work", task) for task in ("3", "1", "2")))
    assert events[0] == StepStarted("work")
    assert events[-1] == StepEnded("work")
    assert counts(events) == [(0, 2), (0, 3), (1, 3), (2, 3), (3, 3)]


def test_what_was_done_before_a_crash_is_done_and_counts_once() -> None:
    tasks = ("1", "2", "3", "4")
    ends = [end("work", task) for task in ("2", "3")]
    for order in (tasks, tuple(reversed(tasks))):
        events = told(*fan_out(*order), *ends, finished=["1", "4"])
        assert events.count(StepStarted("work")) == 1
        assert counts(events)[-3:] == [(2, 4), (3, 4), (4, 4)]
        assert events[-1] == StepEnded("work")


def test_only_a_fan_out_is_counted_and_each_by_itself() -> None:
    once = [start("work", "1"), end("work", "1")]
    assert counts(told(*once, start("work", "2"), end("work", "2"))) == []
    again = [*fan_out("1", "2"), end("work", "1"), end("work", "2"), *fan_out("3", "4")]
    assert counts(told(*again))[-1] == (0, 2)
    assert counts(told(start("hidden", "1"), start("hidden", "2"))) == []


def test_pieces_of_text_from_tasks_side_by_side_are_not_mixed() -> None:
    events = told(*fan_out("1", "2"), custom(token("Lo")), custom(token("gin")), status("Reading"))
    assert [event for event in events if isinstance(event, StatusLine)] == [
        StatusLine("work", "Reading")
    ]
    alone = told(*fan_out("1", "2"), end("work", "1"), custom(token("Login")))
    assert alone[-1] == StatusLine("work", "Login")


def test_a_line_ends_between_two_graphemes_and_never_inside_a_link() -> None:
    family, link = "👨‍👩‍👧", "<https://example.org/a|the plan>"
    [ended] = told(end("plan", result={"a": family * 300}))
    assert isinstance(ended, StepEnded)
    assert ended.preview == family * (MAX_UNITS // 8)
    [ended] = told(end("plan", result={"a": "x" * 190 + link}))
    assert isinstance(ended, StepEnded)
    assert ended.preview == "x" * 190


def test_a_step_can_come_again() -> None:
    assert told(start("plan", "1"), end("plan", "1"), start("plan", "2"), end("plan", "2")) == (
        [StepStarted("plan"), StepEnded("plan")] * 2
    )


def test_open_steps_are_ended_once_each() -> None:
    narrator = Narrator(STEPS)
    for part in (start("work", "1"), start("work", "2"), start("plan", "3"), end("plan", "3")):
        list(narrator.read(part, finished=()))
    list(narrator.read(start("hidden", "4"), finished=()))
    assert list(narrator.open_tasks) == ["1", "2", "4"]
    assert list(narrator.abandon()) == [StepEnded("work", failed=True)]
    assert list(narrator.abandon()) == []


def status(text: object, **more: str) -> Part:
    return custom({"type": "signoff.status", "text": text, **more})


def test_a_status_line_belongs_to_the_step_that_runs() -> None:
    assert told(start("plan"), status("x\ny"))[1:] == [StatusLine("plan", "x y")]


def test_of_several_open_steps_the_latest_speaks_unless_one_is_named() -> None:
    events = told(start("plan", "1"), start("work", "2"), status("a"), status("b", node="plan"))
    assert events[2:] == [StatusLine("work", "a"), StatusLine("plan", "b")]


def test_a_line_from_a_subgraph_belongs_to_the_node_that_runs_it() -> None:
    line = custom({"type": "signoff.status", "text": "deep"}, ns=("work:17", "inner:3"))
    assert told(start("plan"), line)[1:] == [StatusLine("work", "deep")]


@pytest.mark.parametrize(
    "part",
    [
        status("nobody runs"),
        status("named a hidden one", node="hidden"),
        status(7),
        custom("text"),
        custom({"type": "other"}),
        custom({}),
    ],
)
def test_anything_else_in_the_stream_is_left_alone(part: Part) -> None:
    assert told(part) == []


@pytest.mark.parametrize(
    ("event", "usage"),
    [
        (
            {"input_tokens": 3, "output_tokens": 4, "cost": 0.25},
            Usage(calls=1, input_tokens=3, output_tokens=4, cost=0.25),
        ),
        ({"input_tokens": 3, "output_tokens": 4, "cost": None}, Usage(1, 3, 4, None)),
        ({"input_tokens": -3, "output_tokens": True, "cost": -1}, Usage(1, 0, 0, None)),
        ({"input_tokens": "3", "cost": True}, Usage(1, 0, 0, None)),
        ({"cost": float("nan")}, Usage(1, 0, 0, None)),
    ],
)
def test_usage_counts_only_what_can_be_counted(event: Part, usage: Usage) -> None:
    assert told(custom({"type": "signoff.usage", **event})) == [Used(usage)]


def test_a_text_that_is_written_grows_until_its_line_is_full() -> None:
    parts = [custom(token("Login ")), custom(token("v2 ")), custom(token("shipped"))]
    assert told(start("plan"), *parts)[1:] == [
        StatusLine("plan", "Login"),
        StatusLine("plan", "Login v2"),
        StatusLine("plan", "Login v2 shipped"),
    ]
    full = told(start("plan"), custom(token("x" * MAX_TEXT)), custom(token("more")))
    assert full[1:] == [StatusLine("plan", "x" * MAX_TEXT)]


def test_a_status_line_or_a_new_start_ends_the_text_before() -> None:
    again = [custom(token("one")), status("Now the next"), custom(token("two"))]
    lines = [e.text for e in told(start("plan"), *again) if isinstance(e, StatusLine)]
    assert lines == ["one", "Now the next", "two"]
    anew = told(start("plan"), custom(token("one")), end("plan"), start("plan"), custom(token("1")))
    assert anew[-1] == StatusLine("plan", "1")
