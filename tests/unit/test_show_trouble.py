"""What Slack and people may do to a run's messages, and progress, which gives way first."""

from collections.abc import AsyncIterator

import pytest

from bot.core.model import RunState
from bot.show import MUTED, Shown
from bot.slots import PROGRESS_EVERY
from tests.fakes.stage import LATER, SETTLED, Stage


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """A run that shows a root and a card, both to be posted."""
    made = Stage()
    await made.begin()
    yield made
    await made.show.aclose()


async def test_what_was_not_delivered_is_tried_again_at_the_next_look(stage: Stage) -> None:
    stage.slack.failing = {"card"}
    assert await stage.look() == LATER
    stage.slack.failing.clear()
    assert await stage.look() == SETTLED
    assert stage.texts("card") == ["approve?"]


async def test_a_failing_card_holds_up_nothing_else(stage: Stage) -> None:
    stage.slots["result"] = "all well"
    stage.slack.failing = {"card"}
    await stage.look()
    assert stage.texts("result") == ["all well"]


async def test_a_run_without_its_root_is_not_rooted(stage: Stage) -> None:
    stage.slack.failing = {"root"}
    assert await stage.look() == Shown(settled=False, rooted=False)
    assert stage.texts("card") == []


async def test_where_the_bot_may_not_speak_the_code_is_told_and_nothing_stays_claimed(
    stage: Stage,
) -> None:
    stage.slack.muted = "is_archived"
    refused = Shown(settled=False, rooted=False, refused="is_archived")
    assert await stage.look() == refused
    stage.slack.muted = ""
    assert await stage.look() == SETTLED


async def test_a_muted_run_is_not_shown(stage: Stage) -> None:
    until = stage.clock() + 1
    await stage.store.mute(stage.run.run_id, until=until, told=True)
    assert await stage.look() == Shown(settled=True, rooted=False, refused=MUTED)
    assert stage.slack.calls == []
    stage.clock.advance(1)
    assert await stage.look() == SETTLED


async def test_a_deleted_card_is_posted_anew(stage: Stage) -> None:
    await stage.look()
    stage.slack.delete("card")
    await stage.say(card="approved")
    assert await stage.look() == SETTLED
    assert stage.texts("card") == ["approved"]


@pytest.mark.parametrize("slot", ["root", "progress"])
async def test_a_deleted_root_or_progress_message_is_let_be(stage: Stage, slot: str) -> None:
    stage.slots["progress"] = "one"
    await stage.look()
    stage.slack.delete(slot)
    stage.clock.advance(PROGRESS_EVERY.seconds * 1000)
    await stage.say(**{slot: "later"})
    assert await stage.look() == SETTLED
    assert stage.texts(slot) == []


async def test_a_thread_that_is_gone_begins_anew_with_all_that_is_new(stage: Stage) -> None:
    await stage.look()
    stage.slack.delete("root")
    stage.slots |= {"result": "all well", "failure": "none"}
    assert await stage.look() == LATER
    assert await stage.look() == SETTLED
    (root,) = stage.slack.shown("root")
    assert [m.thread for m in stage.slack.shown("result")] == [root.ts]
    assert [m.thread for m in stage.slack.shown("failure")] == [root.ts]


async def test_a_thread_that_is_gone_is_left_to_whoever_begins_it_anew(stage: Stage) -> None:
    await stage.look()
    stage.slack.delete("root")
    stage.slots["result"] = "all well"
    stage.slack.meanwhile["result"] = lambda: stage.claim("root")
    assert await stage.look() == LATER
    assert stage.texts("root") == []


async def test_progress_is_updated_at_most_every_few_seconds(stage: Stage) -> None:
    stage.slots["progress"] = "one"
    await stage.look()
    await stage.say(progress="two")
    assert await stage.look() == LATER
    assert stage.texts("progress") == ["one"]
    stage.clock.advance(PROGRESS_EVERY.seconds * 1000)
    assert await stage.look() == SETTLED
    assert stage.texts("progress") == ["two"]


async def test_progress_gives_way_when_slack_is_busy(stage: Stage) -> None:
    stage.slots["progress"] = "one"
    await stage.look()
    stage.clock.advance(PROGRESS_EVERY.seconds * 1000)
    stage.slack.busy = True
    await stage.say(progress="two", card="approved")
    assert await stage.look() == LATER
    assert (stage.texts("progress"), stage.texts("card")) == (["one"], ["approved"])


async def test_the_last_progress_is_sent_at_once_and_whatever_slack_is_busy_with(
    stage: Stage,
) -> None:
    stage.slots["progress"] = "one"
    await stage.look()
    stage.slack.busy = True
    stage.slots["progress"] = "all done"
    await stage.record(RunState.DONE)
    assert await stage.look() == SETTLED
    assert stage.texts("progress") == ["all done"]


async def test_progress_is_not_begun_after_the_end(stage: Stage) -> None:
    stage.slots["progress"] = "all done"
    await stage.record(RunState.DONE)
    assert await stage.look() == SETTLED
    assert stage.texts("progress") == []


async def test_progress_that_never_arrived_is_not_begun_after_the_end(stage: Stage) -> None:
    stage.slots["progress"] = "one"
    stage.slack.failing = {"progress"}
    await stage.look()
    stage.slack.failing.clear()
    await stage.record(RunState.DONE)
    assert await stage.look() == SETTLED
    assert await stage.look() == SETTLED
    assert stage.texts("progress") == []
    assert stage.slack.calls.count("find progress") == 1


async def test_progress_that_did_arrive_is_brought_to_its_end(stage: Stage) -> None:
    stage.slots["progress"] = "one"
    stage.slack.lossy = {"progress"}
    await stage.look()
    stage.slack.lossy.clear()
    stage.slots["progress"] = "all done"
    await stage.record(RunState.DONE)
    assert await stage.look() == SETTLED
    assert stage.texts("progress") == ["all done"]
