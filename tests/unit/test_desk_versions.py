"""Going on from an ended run: who may, what the new version begins with, and that it is one."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.core.model import NodeProgress, NodeState, Person, Run, RunState, Snapshot
from bot.core.ports.store import StoreUnavailableError
from bot.core.question import Action, Decision
from bot.desk import (
    AlreadyThere,
    Ask,
    Click,
    Done,
    NotYours,
    Past,
    Started,
    TooLate,
    Unknown,
    versions,
)
from tests.fakes.process import PLAN, Process, World

INPUTS = {"notes": "shipped"}


class Office:
    """A run that ana started and that waits for her answer."""

    def __init__(self) -> None:
        self.world = World()
        self.process = Process(self.world)
        self.desk = self.process.desk
        self.clicks = 0

    async def begin(self) -> None:
        started = await self.desk.start(Ask(PLAN, "T1", "C1", Person("UANA"), INPUTS, "t0"))
        assert isinstance(started, Started)
        self.first = started.run.run_id
        await self.wake(self.first)

    def click(self, run_id: str = "", *, user: str = "UANA", delivery: str = "") -> Click:
        self.clicks += 1
        return Click(run_id or self.first, user, "C1", delivery or f"d{self.clicks}")

    async def wake(self, run_id: str) -> Snapshot:
        await self.process.conductor.wake(run_id)
        return await self.world.store.load(run_id)

    async def cancelled(self) -> Run:
        assert isinstance(await self.desk.cancel(self.click()), Done)
        return (await self.wake(self.first)).run

    async def approve(self, run_id: str) -> Snapshot:
        for key in (await self.world.store.load(run_id)).gates:
            await self.desk.decide(self.click(run_id), key, Decision(Action.APPROVE, "UANA", 0))
        return await self.wake(run_id)

    async def done(self) -> Run:
        run = (await self.approve(self.first)).run
        assert run.state is RunState.DONE
        return run

    def versions(self) -> list[str]:
        return sorted(self.world.store.records)

    async def checkpoints(self) -> list[str]:
        past = await self.desk.history(self.click())
        assert isinstance(past, Past)
        return [moment.checkpoint for moment in past.moments]


@pytest.fixture
async def office() -> Office:
    """A run that waits."""
    made = Office()
    await made.begin()
    return made


async def test_a_cancelled_run_goes_on_as_the_next_version_and_asks_again(office: Office) -> None:
    older = await office.cancelled()
    started = await office.desk.go_on(office.click())
    assert isinstance(started, Started)
    run = started.run
    assert (run.run_id, run.version) == (f"{older.run_id}.2", 2)
    assert (run.starter, run.inputs, run.channel) == ("UANA", INPUTS, "C1")
    assert run.origin is not None
    assert (run.origin.run_id, run.origin.by, run.origin.nodes) == (older.run_id, "UANA", ())
    assert {line.node: line.state for line in run.progress} == {
        "draft": NodeState.DONE,
        "ask": NodeState.IDLE,
        "publish": NodeState.IDLE,
    }

    waits = await office.wake(run.run_id)
    assert len(waits.gates) == 1
    assert (await office.approve(run.run_id)).run.result == "the report"
    assert office.world.engine.ran == ["draft", "ask", "ask", "ask", "publish"]
    assert (await office.world.store.load(older.run_id)).run == older


async def stopped_unnoticed(office: Office) -> Run:
    """A run whose graph ended, while the record was told only of its cancelling."""
    await office.done()
    record = office.world.store.records[office.first]
    waits = replace(record.run.progress[1], state=NodeState.WAITING)
    lines = (record.run.progress[0], waits, NodeProgress("publish"))
    cancelled = replace(record.run, state=RunState.CANCELLED, result=None, progress=lines)
    record.run = cancelled
    return cancelled


async def test_what_a_run_finished_before_its_cancelling_was_seen_is_shown_as_done(
    office: Office,
) -> None:
    await stopped_unnoticed(office)
    started = await office.desk.go_on(office.click())
    assert isinstance(started, Started)
    ended = (await office.wake(started.run.run_id)).run
    assert (ended.state, ended.result) == (RunState.DONE, "the report")
    assert [line.state for line in ended.progress] == [NodeState.DONE] * 3


async def test_a_version_without_steps_of_its_own_lists_those_of_the_one_before(
    office: Office,
) -> None:
    older = await stopped_unnoticed(office)
    started = await office.desk.go_on(office.click())
    assert isinstance(started, Started)
    await office.wake(started.run.run_id)
    past = await office.desk.history(office.click(started.run.run_id))
    assert isinstance(past, Past)
    assert past.snapshot.run.run_id == older.run_id
    assert [moment.nodes for moment in past.moments] == [("publish",), ("ask",), ("draft",)]
    again = await office.desk.again(office.click(older.run_id), past.moments[0].checkpoint)
    assert isinstance(again, Started)
    assert (again.run.version, again.run.origin and again.run.origin.version) == (3, 1)


async def test_a_run_that_was_cancelled_before_it_began_starts_from_its_inputs() -> None:
    office = Office()
    started = await office.desk.start(Ask(PLAN, "T1", "C1", Person("UANA"), INPUTS, "t0"))
    assert isinstance(started, Started)
    office.first = started.run.run_id
    await office.cancelled()
    again = await office.desk.go_on(office.click())
    assert isinstance(again, Started)
    assert len((await office.wake(again.run.run_id)).gates) == 1
    assert office.world.engine.ran == ["draft", "ask"]


async def test_a_click_that_comes_twice_is_one_version(office: Office) -> None:
    await office.cancelled()
    first = await office.desk.go_on(office.click(delivery="d"))
    again = await office.desk.go_on(office.click(delivery="d"))
    assert isinstance(first, Started)
    assert again == Started(first.run, again=True)
    assert len(office.versions()) == 2


async def test_of_two_who_continue_at_once_the_second_is_led_to_what_the_first_began(
    office: Office,
) -> None:
    await office.cancelled()
    both = await asyncio.gather(*(office.desk.go_on(office.click()) for _ in range(2)))
    assert [type(outcome) for outcome in both] == [Started, AlreadyThere]
    assert isinstance(both[1], AlreadyThere)
    assert both[1].snapshot.run.version == 2
    assert len(office.versions()) == 2


@pytest.mark.parametrize(("user", "may"), [("UANA", True), ("UBEN", False)])
async def test_only_who_may_is_told_that_a_run_can_be_gone_on_with(user: str, *, may: bool) -> None:
    desk = Office().desk
    shared = replace(PLAN, period="week", business_key="notes")
    first = await desk.start(Ask(shared, "T1", "C1", Person("UANA"), INPUTS, "t0"))
    assert isinstance(first, Started)
    wish = Ask(shared, "T1", "C1", Person(user), INPUTS, "t1")
    runs = await desk.start(wish)
    assert isinstance(runs, AlreadyThere)
    assert not runs.may_go_on
    await desk.cancel(Click(first.run.run_id, "UANA", "C1"))
    ended = await desk.start(wish)
    assert isinstance(ended, AlreadyThere)
    assert ended.may_go_on is may


async def test_continue_retries_a_run_whose_step_failed(office: Office) -> None:
    office.world.engine.failing["ask"] = "late"
    failed = await office.approve(office.first)
    assert failed.run.failure
    outcome = await office.desk.go_on(office.click())
    assert isinstance(outcome, Done)
    assert outcome.snapshot.run.retry_by == "UANA"
    assert office.versions() == [office.first]


@pytest.mark.parametrize("ended", [False, True], ids=["waits", "is done"])
async def test_what_waits_or_is_done_is_not_continued(office: Office, *, ended: bool) -> None:
    if ended:
        await office.done()
    assert isinstance(await office.desk.go_on(office.click()), TooLate)
    assert office.versions() == [office.first]


async def test_what_left_nothing_is_not_continued(office: Office) -> None:
    """Its checkpoints were gone already when it stopped."""
    office.world.engine.threads.clear()
    lost = await office.approve(office.first)
    assert lost.run.state is RunState.DEAD
    assert isinstance(await office.desk.go_on(office.click()), TooLate)


@pytest.mark.parametrize("what", ["go_on", "history", "again"])
async def test_nobody_else_may(office: Office, what: str) -> None:
    await office.cancelled()
    step = (await office.checkpoints())[0]
    asks: dict[str, Callable[[Click], Awaitable[object]]] = {
        "go_on": office.desk.go_on,
        "history": office.desk.history,
        "again": lambda click: office.desk.again(click, step),
    }
    for click, refused in (
        (office.click(user="UBEN"), NotYours),
        (office.click("gone"), Unknown),
        (replace(office.click(), channel="C2"), Unknown),
    ):
        assert isinstance(await asks[what](click), refused)
    assert office.versions() == [office.first]


async def test_a_step_of_a_finished_run_runs_again_with_all_after_it(office: Office) -> None:
    older = await office.done()
    _, ask, draft = await office.checkpoints()
    office.world.engine.ran.clear()
    started = await office.desk.again(office.click(), ask)
    assert isinstance(started, Started)
    assert started.run.origin is not None
    assert started.run.origin.nodes == ("ask",)
    assert [line.state for line in started.run.progress] == [
        NodeState.DONE,
        NodeState.IDLE,
        NodeState.IDLE,
    ]
    await office.wake(started.run.run_id)
    assert (await office.approve(started.run.run_id)).run.state is RunState.DONE
    assert office.world.engine.ran == ["ask", "ask", "publish"]
    assert (await office.world.store.load(older.run_id)).run == older

    third = await office.desk.again(office.click(), draft)
    assert isinstance(third, Started)
    assert third.run.version == 3


async def test_what_ran_before_the_copy_that_a_version_began_with_counts_as_done(
    office: Office,
) -> None:
    await office.done()
    second = await office.desk.again(office.click(), (await office.checkpoints())[1])
    assert isinstance(second, Started)
    await office.wake(second.run.run_id)
    await office.approve(second.run.run_id)
    past = await office.desk.history(office.click(second.run.run_id))
    assert isinstance(past, Past)
    click = office.click(second.run.run_id)
    third = await office.desk.again(click, past.moments[0].checkpoint)
    assert isinstance(third, Started)
    assert [line.state for line in third.run.progress] == [
        NodeState.DONE,
        NodeState.DONE,
        NodeState.IDLE,
    ]


async def test_a_form_that_comes_twice_is_one_version(office: Office) -> None:
    await office.done()
    step = (await office.checkpoints())[0]
    first = await office.desk.again(office.click(delivery="v"), step)
    assert isinstance(first, Started)
    assert await office.desk.again(office.click(delivery="v"), step) == Started(
        first.run, again=True
    )


async def test_steps_that_are_gone_are_not_run_again(office: Office) -> None:
    await office.done()
    step = (await office.checkpoints())[0]
    office.world.engine.threads.clear()
    outcome = await office.desk.again(office.click(), step)
    assert isinstance(outcome, Past)
    assert outcome.moments == []
    assert office.versions() == [office.first]


async def test_a_run_that_still_runs_has_no_steps_to_run_again(office: Office) -> None:
    assert isinstance(await office.desk.history(office.click()), TooLate)
    assert isinstance(await office.desk.again(office.click(), "c0.0.0"), TooLate)


async def test_a_history_that_cannot_be_read_in_time_is_told_as_a_store_that_is_away(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    await office.done()
    monkeypatch.setattr(versions, "PATIENCE", versions.PATIENCE * 0)
    office.world.engine.slow = True
    with pytest.raises(StoreUnavailableError):
        await office.desk.history(office.click())


async def test_where_the_steps_are_gone_once_the_version_begins_it_says_so(office: Office) -> None:
    await office.cancelled()
    started = await office.desk.go_on(office.click())
    assert isinstance(started, Started)
    office.world.engine.threads.clear()
    stopped = (await office.wake(started.run.run_id)).run
    assert stopped.state is RunState.DEAD
    assert stopped.failure is not None
    assert stopped.failure.kind.value == "origin_gone"


async def test_a_step_that_the_graph_lost_since_is_not_taken_for_its_end(office: Office) -> None:
    """A copy whose next step is gone from the graph has nothing to do, like one that is done."""
    await office.cancelled()
    started = await office.desk.go_on(office.click())
    assert isinstance(started, Started)
    office.world.engine.rename("ask", "ask-2")
    changed = (await office.wake(started.run.run_id)).run
    assert changed.failure is not None
    assert changed.failure.kind.value == "changed"
    await office.desk.retry(office.click(started.run.run_id))
    assert len((await office.wake(started.run.run_id)).gates) == 1
