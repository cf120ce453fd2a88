"""Posts and updates against the local Slack: each message once, whatever gets lost."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from bot.core.ports.messenger import DeliveryError, Message
from tests.slack.test_messenger_stage import (
    CARD,
    NONCE,
    POST,
    ROOT,
    Stage,
    post,
    ready,
    staged,
    update,
)


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with staged() as made:
        yield made


async def test_a_post_carries_its_slot_and_takes_text_as_text(stage: Stage) -> None:
    ts = await post(stage, ROOT)
    (call,) = stage.sandbox.calls.of(POST)
    assert call.args["parse"] == "none"
    assert (call.args["link_names"], call.args["unfurl_links"]) == (False, False)
    assert call.args["unfurl_media"] is False
    (message,) = stage.seen()
    assert message.ts == ts
    assert message.metadata == {
        "event_type": "signoff_slot",
        "event_payload": {"run_id": stage.run().run_id, "slot": "root", "nonce": NONCE},
    }


async def test_an_update_replaces_the_message_and_keeps_its_slot(stage: Stage) -> None:
    root = await post(stage, ROOT)
    ts = await post(stage, CARD, thread=root)
    done = Message(slot=CARD.slot, text="Approved by @channel", blocks=())
    await update(stage, done, ts)
    message = stage.seen()[-1]
    assert (message.text, message.blocks, message.thread_ts) == ("Approved by @channel", (), root)
    assert message.pings == ()
    assert message.metadata is not None
    assert message.metadata["event_payload"]["nonce"] == NONCE


async def test_a_429_is_waited_for_and_then_the_post_goes_out(stage: Stage) -> None:
    stage.sandbox.faults.answer(POST, status=429, retry_after=17)
    ts = await post(stage)
    assert [m.ts for m in stage.seen()] == [ts]
    assert stage.leap.slept == [pytest.approx(17, abs=0.1)]


@pytest.mark.parametrize("fault", [{"status": 500}, {"error": "fatal_error"}, {"drop": "before"}])
async def test_failures_without_effect_are_repeated_once_it_is_sure_that_nothing_came(
    stage: Stage, fault: dict[str, object]
) -> None:
    stage.sandbox.faults.answer(POST, times=2, **fault)
    ts = await post(stage)
    assert [m.ts for m in stage.seen()] == [ts]
    assert stage.sandbox.calls.count("conversations.history") == 2


@pytest.mark.parametrize("in_thread", [False, True])
async def test_a_post_whose_answer_was_lost_is_found_and_not_repeated(
    stage: Stage, *, in_thread: bool
) -> None:
    root = await post(stage, ROOT)
    stage.sandbox.faults.answer(POST, drop="after")
    ts = await post(stage, thread=root if in_thread else None)
    assert [m.ts for m in stage.seen()] == [root, ts]


async def test_an_older_message_of_the_slot_is_not_taken_for_the_lost_one(stage: Stage) -> None:
    older = await stage.messenger.post(stage.run(), CARD, thread=None, nonce="older", ready=ready)
    stage.sandbox.faults.answer(POST, drop="before")
    ts = await post(stage)
    assert [m.ts for m in stage.seen()] == [older, ts]


async def test_where_looking_is_refused_a_card_twice_beats_none(stage: Stage) -> None:
    stage.sandbox.faults.answer(POST, drop="after")
    stage.sandbox.faults.answer("conversations.history", error="missing_scope")
    ts = await post(stage)
    assert [m.ts for m in stage.seen()][-1] == ts
    assert len(stage.seen()) == 2


async def test_a_slack_that_stays_down_ends_in_an_error_that_says_try_later(stage: Stage) -> None:
    stage.sandbox.faults.answer("*", status=503, times=50)
    with pytest.raises(DeliveryError, match="internal_error"):
        await post(stage)
    assert stage.seen() == []


async def test_a_message_is_found_after_a_crash_by_a_process_that_never_saw_it(
    stage: Stage,
) -> None:
    root = await post(stage, ROOT)
    card = await post(stage, thread=root)
    newcomer, run = stage.newcomer(), stage.run()
    assert await newcomer.find(run, "root", thread=None) == root
    assert await newcomer.find(run, CARD.slot, thread=root) == card
    assert await newcomer.find(run, "gate:b", thread=root) is None


async def test_a_message_is_found_on_a_later_page(stage: Stage) -> None:
    root = await post(stage, ROOT)
    card = await post(stage, thread=root)
    for number in range(210):
        await stage.ws.post(f"chat {number}", channel="team", thread=root)
        await stage.ws.post(f"noise {number}", channel="team")
    assert await stage.messenger.find(stage.run(), "root", thread=None) == root
    assert await stage.messenger.find(stage.run(), CARD.slot, thread=root) == card


async def test_a_look_through_a_busy_channel_ends_at_a_bound_and_says_so(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.adapters.slack_lookup._PAGE", 5)
    monkeypatch.setattr("bot.adapters.slack_lookup._MAX_PAGES", 2)
    await post(stage, ROOT)
    for number in range(20):
        await stage.ws.post(f"noise {number}", channel="team")
    with capture_logs() as logs:
        assert await stage.messenger.find(stage.run(), "root", thread=None) is None
    assert logs[-1]["event"] == "slack.lookup_unfinished"


@pytest.mark.parametrize("code", ["missing_scope", "channel_not_found", "thread_not_found"])
async def test_a_refused_look_finds_nothing_and_raises_nothing(stage: Stage, code: str) -> None:
    root = await post(stage, ROOT)
    stage.sandbox.faults.answer("conversations.replies", error=code)
    assert await stage.messenger.find(stage.run(), "gate:a", thread=root) is None


async def test_who_is_not_ready_any_more_sends_nothing(stage: Stage) -> None:
    async def fenced() -> None:
        raise PermissionError

    with pytest.raises(PermissionError):
        await stage.messenger.post(stage.run(), CARD, thread=None, nonce=NONCE, ready=fenced)
    assert len(stage.sandbox.calls) == 0


async def test_several_processes_exceed_the_real_rates_and_still_lose_nothing(stage: Stage) -> None:
    stage.sandbox.real_rates = True
    messengers = [stage.newcomer() for _ in range(3)]
    await asyncio.gather(
        *(
            messenger.post(stage.run(), CARD, thread=None, nonce=f"{number}", ready=ready)
            for messenger in messengers
            for number in range(10)
        )
    )
    assert len(stage.seen()) == 30
    assert 429 in {call.status for call in stage.sandbox.calls}
