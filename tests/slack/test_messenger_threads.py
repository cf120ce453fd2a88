"""Threads as they are read for a run: who said what, bounded, and honest about what is left out."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.adapters.slack_directory import SlackDirectory
from bot.adapters.slack_threads import SlackThreads
from bot.core.ports.messenger import GaveWayError
from bot.core.ports.threads import MOST_MESSAGES, ReadText, UnreadablePlaceError
from bot.sandbox import Card
from bot.sandbox.state.records import Message
from tests.slack.test_messenger_stage import Stage, staged


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with staged() as made:
        made.ws.invite_bot("team")
        yield made


@pytest.fixture
def threads(stage: Stage) -> SlackThreads:
    return SlackThreads(stage.calls, SlackDirectory(stage.calls).person)


async def read(stage: Stage, threads: SlackThreads, root: Card) -> ReadText:
    return await threads.thread(stage.sandbox.team_id, root.message.channel, root.ts)


def reply(root: Card, number: int, *, text: str = "", user: str = "U0000000BEN") -> Message:
    """A reply that stands somewhere behind the root."""
    second, _, rest = root.ts.partition(".")
    ts = f"{int(second) + number}.{rest}"
    return replace(root.message, ts=ts, thread_ts=root.ts, text=text or f"{number}", user=user)


async def test_a_thread_of_many_pages_is_read_to_the_bound_and_says_so(
    stage: Stage, threads: SlackThreads
) -> None:
    root = await stage.ws.post("0", channel="team", as_="ben")
    for number in range(1, MOST_MESSAGES):
        stage.ws.world.put(reply(root, number))
    whole = await read(stage, threads, root)
    assert whole.text.split("\n") == [f"ben: {n}" for n in range(MOST_MESSAGES)]
    assert not whole.left_out
    stage.ws.world.put(reply(root, MOST_MESSAGES))
    assert await read(stage, threads, root) == replace(whole, left_out=True)


async def test_bots_that_are_not_ours_speak_by_their_name(
    stage: Stage, threads: SlackThreads
) -> None:
    root = await stage.ws.post("Deploy?", channel="team", as_="ben")
    other = replace(reply(root, 1, text="Done"), user="", bot_id="B0OTHER")
    stage.ws.world.put(other)
    await stage.calls.client.chat_postMessage(
        channel=root.message.channel, thread_ts=root.ts, text="ours"
    )
    said = (await read(stage, threads, root)).text.split("\n")
    assert said[0] == "ben: Deploy?"
    assert len(said) == 2
    assert said[1].endswith(": Done")


async def test_people_whom_slack_does_not_name_keep_their_id(
    stage: Stage, threads: SlackThreads
) -> None:
    root = await stage.ws.post("Hi @ana in #team", channel="team", as_="ben")
    stage.sandbox.faults.answer("users.info", times=2, status=500)
    stage.sandbox.faults.answer("conversations.info", error="missing_scope")
    assert (await read(stage, threads, root)).text == (
        "U0000000BEN: Hi @U0000000ANA in #C0000TEAM00"
    )


async def test_a_deleted_root_is_left_out_and_a_thread_that_is_gone_has_no_text(
    stage: Stage, threads: SlackThreads
) -> None:
    root = await stage.ws.post("first", channel="team", as_="ben")
    answer = await root.reply("second", as_="ana")
    stage.ws.delete(root)
    assert (await read(stage, threads, root)).text == "ana: second"
    stage.ws.delete(answer)
    lone = await stage.ws.post("alone", channel="team")
    stage.ws.delete(lone)
    assert await read(stage, threads, lone) == ReadText("")


async def test_a_shared_message_is_read_where_there_is_no_other_text(threads: SlackThreads) -> None:
    shared = {"ts": "1.2", "text": "", "attachments": [{"text": "A &amp; B"}, {"fallback": "C"}]}
    assert (await threads.message("T1", shared)).text == "A & B\nC"
    odds: list[Any] = [None, [], {}, {"text": 7}, {"ts": "1.2", "text": None, "files": "x"}]
    for odd in odds:
        assert await threads.message("T1", odd) == ReadText("")


@pytest.mark.parametrize("fault", [{"status": 429, "retry_after": 1}, {"status": 500}])
async def test_a_slack_that_gives_no_answer_is_no_thread_without_text(
    stage: Stage, threads: SlackThreads, fault: dict[str, int]
) -> None:
    root = await stage.ws.post("first", channel="team", as_="ben")
    stage.sandbox.faults.answer("conversations.replies", **fault)
    with pytest.raises(GaveWayError):
        await read(stage, threads, root)


async def test_a_refusal_has_slacks_reason(stage: Stage, threads: SlackThreads) -> None:
    root = await stage.ws.post("first", channel="ana-ben", as_="ben")
    with pytest.raises(UnreadablePlaceError, match=r"channel_not_found|missing_scope"):
        await read(stage, threads, root)
