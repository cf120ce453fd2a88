"""A bad day: Redis away, acknowledgements lost, blocks refused, messages and channels gone."""

import time
from collections.abc import Mapping
from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from redis.asyncio import Redis

from bot.adapters.redis_server import EmbeddedRedis
from bot.cards import ids
from bot.sandbox import Timing
from graphs.contract import FormField, Words, Workflow
from tests.slack.bolt_office import (
    HeldModel,
    Office,
    form,
    has,
    open_office,
    slots,
    submit,
)

NOTHING = "Nothing was recorded"


async def test_while_redis_is_down_people_are_told_that_nothing_was_recorded(
    own_redis: EmbeddedRedis,
) -> None:
    async with open_office(own_redis.url) as office:
        card = await office.review()
        revise = await form(card, ids.REVISE)
        start = (await office.report("", as_="ben")).modal
        await own_redis.kill()
        assert "没有记录任何内容" in (await office.report(as_="chen", channel="team")).text
        assert NOTHING in (await card.click(ids.APPROVE)).text
        assert NOTHING in (await card.click(ids.CANCEL)).text
        for opened in (revise, start):
            assert opened
            sent = await submit(opened, "Mention the hiring freeze")
            assert sent.modal
            assert NOTHING in sent.modal.text
            assert "Mention the hiring freeze" in sent.modal.text
        assert has(card.refresh(), ids.APPROVE)
        await own_redis.restart()
        await card.click(ids.APPROVE)
        assert "✓ Done" in (await office.finished()).text


async def test_a_command_whose_acknowledgement_is_lost_makes_one_run(redis_url: str) -> None:
    timing = Timing(ack_within=5, redelivery_after=0.2)
    async with open_office(redis_url, timing=timing) as office:
        office.sandbox.faults.envelope("lose_ack")
        said = await office.report()
        assert not said.error
        await office.card()
        assert await office.ws.world.changes.until(_redelivered(office), within=5)
        assert len(await office.runs()) == 1
        assert set(slots(office.ws).values()) == {1}


async def test_a_click_whose_acknowledgement_is_lost_decides_once_in_silence(
    redis_url: str,
) -> None:
    timing = Timing(ack_within=5, redelivery_after=0.2)
    async with open_office(redis_url, timing=timing) as office:
        card = await office.review()
        office.sandbox.faults.envelope("lose_ack")
        await card.click(ids.APPROVE)
        await office.finished()
        assert await office.ws.world.changes.until(_redelivered(office), within=5)
        assert [line for line in office.private() if "Already" in line] == []
        assert set(slots(office.ws).values()) == {1}


async def test_where_slack_refuses_the_blocks_plain_ones_with_the_same_buttons_go_out(
    office: Office,
) -> None:
    office.sandbox.refuse_blocks("header", "plan", "task_card", "markdown")
    card = await office.review()
    assert card.buttons == ["Approve", "Revise…", "Edit…", "Cancel"]
    assert "Login v2 shipped" in card.text
    await card.click(ids.APPROVE)
    result = await office.result()
    assert "Login v2 shipped" in result.text
    thread = office.ws.thread("general", result.thread_ts)
    used = {block["type"] for c in thread for block in c.message.blocks}
    assert used <= {"section", "context", "actions"}
    assert set(slots(office.ws).values()) == {1}


async def test_a_long_result_is_a_summary_and_a_file(redis_url: str) -> None:
    async with open_office(redis_url, serves={"essay": _essay()}) as office:
        await office.ws.slash("/signoff", text="essay on owls")
        card = await office.card()
        await card.click(ids.APPROVE)
        result = await office.result()
        assert "Paragraph 1 " in result.text
        assert "The whole text is in the file below." in result.text
        below = await office.ws.wait_for(lambda c: "Paragraph 300" in str(c.files), what="a file")
        [content] = below.files
        assert content.count("Paragraph") == 300
        assert set(slots(office.ws).values()) == {1}


async def test_cancel_stops_a_run_within_two_seconds_in_the_middle_of_a_model_call(
    busy: Office, held: HeldModel
) -> None:
    await busy.report()
    root = await busy.root()
    await held.asked.wait()
    began = time.monotonic()
    await root.click(ids.CANCEL)
    await held.cancelled.wait()
    await busy.finished()
    assert time.monotonic() - began < 2
    assert "⊘ Cancelled by @ana" in root.refresh().text
    held.go.set()
    again = await busy.report("Something else entirely")
    await form(again.notices[0], ids.NEW_VERSION)


async def test_a_deleted_checkpoint_is_a_failure_that_people_see(office: Office) -> None:
    card = await office.review()
    await _forget_checkpoints(office.redis)
    await card.click(ids.APPROVE)
    root = await office.root()
    await root.wait_until(lambda c: "Stopped for good" in c.text, what="the failure")
    await office.ws.wait_for_text("The saved state of this run is gone")
    await card.wait_closed()


async def _forget_checkpoints(redis: Redis) -> None:
    found = [key async for key in redis.scan_iter("checkpoint*")]
    assert found
    await redis.delete(*found)


def _redelivered(office: Office) -> Any:  # noqa: ANN401 - what `until` takes
    def find() -> bool | None:
        last = list(office.sandbox.deliveries)[-1]
        return True if last.attempts > 1 and last.acked else None

    return find


class _Essay(TypedDict, total=False):
    topic: str
    essay: str


_WORDS: Words = {"en": "Essay", "zh": "文章"}


def _essay() -> Workflow:
    """Writes 300 paragraphs and asks whether they may be posted."""

    def build(*, model: object, sources: Mapping[str, object]) -> StateGraph[_Essay]:
        del model, sources
        graph = StateGraph(_Essay)
        graph.add_node("write", _write)
        graph.add_node("ask", _ask)
        graph.add_edge(START, "write")
        graph.add_edge("write", "ask")
        graph.add_edge("ask", END)
        return graph

    return Workflow(
        name="essay",
        command="/essay",
        title=_WORDS,
        description=_WORDS,
        form=(FormField(key="topic", label=_WORDS, hint=_WORDS),),
        steps={"write": _WORDS, "ask": _WORDS},
        result="essay",
        build=build,
    )


async def _write(state: _Essay) -> _Essay:
    lines = [f"Paragraph {n} of {state.get('topic', '')[:40]}" for n in range(1, 301)]
    return {"essay": "\n\n".join(lines)}


async def _ask(state: _Essay) -> _Essay:
    interrupt({"title": "Post it?", "summary": state.get("essay", "")[:200]})
    return {}
