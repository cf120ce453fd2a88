"""What the local Slack refuses: places, blocks, long texts, and too much progress."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.core.ports.messenger import CannotSpeakError, GaveWayError, Message, MessageGoneError
from tests.slack.test_messenger_stage import (
    CARD,
    NONCE,
    POST,
    PROGRESS,
    ROOT,
    UPDATE,
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


async def test_a_public_channel_is_joined_where_the_bot_is_missing(stage: Stage) -> None:
    ts = await post(stage, ROOT, channel="general")
    stage.ws.kick_bot("general")
    await update(stage, ROOT, ts, channel="general")
    assert stage.sandbox.calls.count("conversations.join") == 2
    assert len(stage.seen("general")) == 1


async def test_a_private_channel_cannot_be_joined(stage: Stage) -> None:
    with pytest.raises(CannotSpeakError, match="channel_not_found"):
        await post(stage, channel="leads")


async def test_where_joining_is_refused_the_first_reason_is_told(stage: Stage) -> None:
    stage.sandbox.faults.answer("conversations.join", error="missing_scope")
    with pytest.raises(CannotSpeakError, match="not_in_channel"):
        await post(stage, channel="general")


async def test_an_archived_channel_cannot_be_spoken_in(stage: Stage) -> None:
    ts = await post(stage)
    stage.ws.archive("team")
    with pytest.raises(CannotSpeakError, match="is_archived"):
        await post(stage)
    with pytest.raises(CannotSpeakError, match="is_inactive"):
        await update(stage, CARD, ts)


async def test_a_revoked_token_cannot_speak(stage: Stage) -> None:
    stage.ws.revoke()
    with pytest.raises(CannotSpeakError, match="token_revoked"):
        await post(stage)


async def test_a_deleted_message_is_reported_gone(stage: Stage) -> None:
    ts = await post(stage)
    stage.ws.delete(stage.ws.messages("team")[0])
    with pytest.raises(MessageGoneError):
        await update(stage, CARD, ts)


async def test_a_post_into_a_deleted_thread_is_reported_gone(stage: Stage) -> None:
    root = await post(stage, ROOT)
    stage.ws.delete(stage.ws.messages("team")[0])
    with pytest.raises(MessageGoneError):
        await post(stage, thread=root)


async def test_refused_blocks_give_way_to_plain_ones_with_the_same_buttons(stage: Stage) -> None:
    stage.sandbox.refuse_blocks("markdown")
    with capture_logs() as logs:
        await post(stage)
    (message,) = stage.seen()
    assert [b["type"] for b in message.blocks] == ["section", "actions"]
    assert stage.ws.messages("team")[0].buttons == ["Approve"]
    assert {"slack.simplified"} <= {line["event"] for line in logs}
    assert "decide" not in str(logs), "no words of a message in the log"


async def test_when_plain_blocks_are_refused_too_the_text_keeps_the_buttons(stage: Stage) -> None:
    stage.sandbox.refuse_blocks("markdown", "section")
    ts = await post(stage)
    (message,) = stage.seen()
    assert message.text == "Please decide"
    assert [b["type"] for b in message.blocks] == ["actions"]
    stage.sandbox.refuse_blocks("markdown", "section", "actions")
    await update(stage, CARD, ts)
    assert stage.seen()[0].blocks == ()


async def test_blocks_that_are_too_long_together_give_way_too(stage: Stage) -> None:
    long = {"type": "markdown", "text": "x" * 6_700}
    card = Message(slot="gate:a", text="Long", blocks=(long, long), plain=CARD.plain)
    await post(stage, card)
    assert [b["type"] for b in stage.seen()[0].blocks] == ["section", "actions"]


async def test_a_text_that_is_too_long_for_an_update_is_cut(stage: Stage) -> None:
    ts = await post(stage)
    await update(stage, Message(slot="gate:a", text="&amp;" * 3_000, blocks=()), ts)
    text = stage.seen()[0].text
    assert text.endswith("…")
    assert len(text.encode()) <= 4_000
    assert set(text.removesuffix("…").split("&amp;")) == {""}


async def test_progress_gives_way_at_once(stage: Stage) -> None:
    ts = await post(stage, PROGRESS)
    for fault in ({"status": 429, "retry_after": 1}, {"status": 500}, {"drop": "before"}):
        stage.sandbox.faults.clear()
        stage.leap.ahead += 60
        stage.sandbox.faults.answer(UPDATE, **fault)
        stage.leap.slept.clear()
        with pytest.raises(GaveWayError):
            await update(stage, PROGRESS, ts, may_drop=True)
        assert stage.leap.slept == []


async def test_progress_leaves_the_last_updates_to_the_card(stage: Stage) -> None:
    progress, card = await post(stage, PROGRESS), await post(stage)

    async def flood() -> None:
        for _ in range(50):
            await update(stage, PROGRESS, progress, may_drop=True)

    with pytest.raises(GaveWayError):
        await flood()
    stage.leap.slept.clear()
    await update(stage, CARD, card)
    assert stage.leap.slept == []


async def test_progress_that_slack_refused_once_is_sent_plain_at_once(stage: Stage) -> None:
    stage.sandbox.refuse_blocks("plan")
    ts = await post(stage, PROGRESS)
    for _ in range(3):
        await update(stage, PROGRESS, ts, may_drop=True)
    assert stage.sandbox.calls.count(UPDATE) == 3
    assert stage.seen()[0].blocks[0]["type"] == "section"


async def test_only_so_many_refusals_of_progress_are_kept_in_mind(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.adapters.slack_messenger._MAX_PLAIN", 1)
    stage.sandbox.refuse_blocks("plan")
    for run_id in ("run-1", "run-2", "run-2", "run-1"):
        run = replace(stage.run(), run_id=run_id)
        await stage.messenger.post(run, PROGRESS, thread=None, nonce=NONCE, ready=ready)
    refused = [call for call in stage.sandbox.calls.of(POST) if not call.ok]
    assert len(refused) == 3
