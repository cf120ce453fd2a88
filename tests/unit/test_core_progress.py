"""Events of a drive become the lines of the progress message."""

from dataclasses import replace

from bot.core import progress
from bot.core.model import NodeProgress, NodeState, Run, Usage
from bot.core.ports.engine import (
    DriveEvent,
    StatusLine,
    StepEnded,
    StepStarted,
    TasksCounted,
    Used,
)
from tests.contract.samples import a_run

BEGUN = replace(a_run(), progress=progress.initial(["draft", "ask"]))


def told(*events: DriveEvent, run: Run = BEGUN) -> Run:
    """The run after events, each 10 ms after the one before; the first at 100."""
    for nth, event in enumerate(events):
        run = progress.after(run, event, now=100 + 10 * nth)
    return run


def line(run: Run, node: str = "draft") -> NodeProgress:
    (found,) = (n for n in run.progress if n.node == node)
    return found


def test_a_run_begins_with_all_its_steps_idle_and_in_order() -> None:
    assert [(n.node, n.state) for n in BEGUN.progress] == [
        ("draft", NodeState.IDLE),
        ("ask", NodeState.IDLE),
    ]


def test_a_graph_that_changed_has_the_lines_of_its_steps_now_in_their_order() -> None:
    run = told(StepStarted("draft"), StepEnded("draft"))
    lines = progress.following(run.progress, ["check", "draft", "ask_people"])
    assert [(n.node, n.state) for n in lines] == [
        ("check", NodeState.IDLE),
        ("draft", NodeState.DONE),
        ("ask_people", NodeState.IDLE),
    ]
    assert lines[1] == line(run)


def test_a_step_that_started_is_running_since_then() -> None:
    run = told(StepStarted("draft"))
    assert line(run) == NodeProgress("draft", NodeState.RUNNING, started_at=100)
    assert line(run, "ask").state is NodeState.IDLE


def test_a_step_that_ended_says_how_long_it_took_and_shows_its_preview() -> None:
    run = told(StepStarted("draft"), StepEnded("draft", preview="three lines"))
    assert line(run) == NodeProgress(
        "draft", NodeState.DONE, started_at=100, took_ms=10, note="three lines"
    )


def test_a_step_without_a_preview_keeps_its_last_status_line() -> None:
    run = told(StepStarted("draft"), StatusLine("draft", "reading"), StepEnded("draft"))
    assert line(run).note == "reading"


def test_a_step_that_raised_is_failed() -> None:
    assert line(told(StepStarted("draft"), StepEnded("draft", failed=True))).state is (
        NodeState.FAILED
    )


def test_a_step_that_asks_waits_since_it_asked() -> None:
    waits = line(told(StepStarted("ask"), StepEnded("ask", waits=True)), "ask")
    assert (waits.state, waits.started_at, waits.took_ms) == (NodeState.WAITING, 110, None)


def test_a_step_that_ended_unseen_has_no_duration() -> None:
    assert line(told(StepEnded("draft"))).took_ms is None


def test_a_step_that_runs_again_forgets_its_first_time() -> None:
    run = told(StepStarted("draft"), StepEnded("draft", preview="old"), StepStarted("draft"))
    assert line(run) == NodeProgress("draft", NodeState.RUNNING, started_at=120)


def test_a_fan_out_knows_how_many_are_done_until_it_starts_again() -> None:
    run = told(StepStarted("draft"), TasksCounted("draft", 0, 3), TasksCounted("draft", 1, 3))
    assert (line(run).tasks_done, line(run).tasks) == (1, 3)
    assert line(run).state is NodeState.RUNNING
    again = told(StepEnded("draft", failed=True), StepStarted("draft"), run=run)
    assert line(again) == NodeProgress("draft", NodeState.RUNNING, started_at=110)


def test_long_notes_are_cut() -> None:
    run = told(StatusLine("draft", "x" * 5_000))
    assert len(line(run).note) == progress.MAX_NOTE
    assert len(line(told(StepEnded("draft", preview="y" * 5_000))).note) == progress.MAX_NOTE


def test_a_step_that_people_do_not_see_changes_nothing() -> None:
    assert told(StepStarted("inner"), StatusLine("inner", "x"), StepEnded("inner")) == BEGUN


def test_model_calls_add_up() -> None:
    once = Used(Usage(calls=1, input_tokens=10, output_tokens=5, cost=0.5))
    free = Used(Usage(calls=1, input_tokens=1, output_tokens=1))
    assert told(free).usage.cost is None
    assert told(once, free).usage == Usage(calls=2, input_tokens=11, output_tokens=6, cost=0.5)


def test_nothing_runs_any_more_once_a_drive_has_stopped() -> None:
    run = told(StepStarted("draft"), StepEnded("ask", waits=True))
    states = [n.state for n in progress.stopped(run).progress]
    assert states == [NodeState.IDLE, NodeState.WAITING]
