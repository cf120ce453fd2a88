"""Each message is there once, whatever processes show the run, and the newest content wins."""

from collections.abc import AsyncIterator

import pytest

from bot.show import Shown
from bot.slots import CLAIM_TTL
from tests.fakes.stage import LATER, SETTLED, Stage


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """A run that shows a root and a card, both to be posted."""
    made = Stage()
    await made.begin()
    yield made
    await made.show.aclose()


async def test_a_message_whose_answer_got_lost_is_found_again(stage: Stage) -> None:
    stage.slack.lossy = {"root", "card"}
    assert await stage.look() == Shown(settled=False, rooted=False)
    await stage.look()
    stage.slack.lossy.clear()
    await stage.say(root="still there")
    assert await stage.look() == SETTLED
    assert (stage.texts("root"), stage.texts("card")) == (["still there"], ["approve?"])


async def test_where_slack_refuses_the_look_up_a_card_is_posted_again(stage: Stage) -> None:
    stage.slack.lossy, stage.slack.blind = {"card"}, True
    await stage.look()
    stage.slack.lossy.clear()
    assert await stage.look() == SETTLED
    assert stage.texts("card") == ["approve?", "approve?"]


async def test_a_message_that_is_found_and_gone_a_moment_later_is_posted(stage: Stage) -> None:
    stage.slack.lossy = {"card"}
    await stage.look()
    stage.slack.lossy.clear()

    async def deleted() -> None:
        stage.slack.delete("card")

    stage.slack.meanwhile["card"] = deleted
    assert await stage.look() == SETTLED
    assert stage.texts("card") == ["approve?"]
    assert stage.slack.shown("card")[0].thread == stage.slack.shown("root")[0].ts


async def test_a_slot_that_another_process_writes_is_left_to_it(stage: Stage) -> None:
    await stage.claim("card")
    assert await stage.look() == LATER
    assert stage.texts("card") == []


async def test_the_claim_of_a_process_that_died_expires(stage: Stage) -> None:
    await stage.claim("card")
    stage.clock.advance(CLAIM_TTL.seconds * 1000)
    assert await stage.look() == SETTLED
    assert stage.texts("card") == ["approve?"]
    assert "find card" in stage.slack.calls


async def test_what_another_process_has_sent_meanwhile_is_not_sent_twice(stage: Stage) -> None:
    """It was sent between the reading of the record and the claim."""
    await stage.look()
    await stage.say(root="waiting", card="decided")
    stage.slack.meanwhile["root"] = lambda: stage.another()(stage.run.run_id)
    assert await stage.look() == SETTLED
    assert stage.texts("card") == ["decided"]
    assert stage.slack.shown("card")[0].edits == 1


async def test_what_another_process_shows_of_a_newer_record_is_left(stage: Stage) -> None:
    await stage.look()
    await stage.say(root="waiting", card="older")

    async def newer() -> None:
        await stage.say(card="newer")
        await stage.another()(stage.run.run_id)

    stage.slack.meanwhile["root"] = newer
    assert await stage.look() == SETTLED
    assert stage.texts("card") == ["newer"]
    assert stage.slack.shown("card")[0].edits == 1


async def test_a_woken_process_does_not_overwrite_what_its_successor_showed(stage: Stage) -> None:
    await stage.look()
    await stage.say(card="older")

    async def sleep_long() -> None:
        stage.clock.advance(CLAIM_TTL.seconds * 1000)
        await stage.say(card="newer")
        await stage.another()(stage.run.run_id)

    stage.slack.meanwhile["card"] = sleep_long
    assert await stage.look() == LATER
    assert stage.texts("card") == ["newer"]
    assert await stage.look() == SETTLED


async def test_a_claim_is_not_trusted_after_a_long_search(stage: Stage) -> None:
    stage.slack.lossy = {"card"}
    await stage.look()
    stage.slack.lossy.clear()

    async def wait_for_slack() -> None:
        stage.clock.advance(CLAIM_TTL.seconds * 1000)
        await stage.say(card="newer")
        await stage.another()(stage.run.run_id)

    stage.slack.meanwhile["find card"] = wait_for_slack
    assert await stage.look() == LATER
    assert stage.texts("card") == ["newer"]


async def test_a_woken_process_does_not_post_while_its_successor_does(stage: Stage) -> None:
    async def sleep_long() -> None:
        stage.clock.advance(CLAIM_TTL.seconds * 1000)
        await stage.claim("card")

    stage.slack.meanwhile["card"] = sleep_long
    assert await stage.look() == LATER
    assert stage.texts("card") == []
