"""What an app says through a response_url."""

from typing import Any

import aiohttp
import pytest

from bot.sandbox import NotSeenError
from tests.sandbox.blocks import (
    actions,
)
from tests.sandbox.bolt import Kept, running

TEAM = "C0000TEAM00"


async def test_a_response_url_answers_five_times_in_thirty_minutes() -> None:
    clock = [1_700_000_000.0]
    kept = Kept()
    async with running(kept.on_command, now=lambda: clock[0]) as slack:
        await slack.ws.slash("/report")
        url = kept.last["response_url"]
        sent = [await _respond(url, text=str(index)) for index in range(6)]
        assert [status for status, _ in sent] == [200] * 5 + [404]
        assert sent[-1][1] == "used_url"
        await slack.ws.slash("/report")
        clock[0] += 30 * 60 + 1
        assert await _respond(kept.last["response_url"], text="x") == (404, "expired_url")
        assert await _respond(url[:-3] + "abc", text="x") == (404, "invalid_url")


async def _respond(url: str, **fields: object) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.post(url, json=fields) as response:
        answer = await response.json()
        return response.status, answer.get("error", "")


async def test_a_response_url_replaces_and_deletes_the_message_it_came_from() -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        for channel in (TEAM, slack.ws.dm("ana")):
            await slack.client.chat_postMessage(channel=channel, text="x", blocks=[actions()])
            card = await slack.ws.wait_for_card(channel=channel)
            await card.click("Go")
            url = kept.last["response_url"]
            assert await _respond(url, blocks=[{"type": "x"}]) == (400, "invalid_blocks")
            await _respond(url, text="private")
            assert slack.ws.ephemerals()[-1].text == "private"
            await _respond(url, text="changed", replace_original=True)
            assert card.refresh().text == "changed"
            await _respond(url, delete_original=True)
            with pytest.raises(NotSeenError):
                card.refresh()


async def test_an_ephemeral_card_has_no_message_in_its_click_and_can_be_replaced() -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        ana = "U0000000ANA"
        await slack.client.chat_postEphemeral(channel=TEAM, user=ana, text="x", blocks=[actions()])
        card = await slack.ws.wait_for_ephemeral()
        await card.click("Go")
        assert "message" not in kept.last
        assert kept.last["container"]["is_ephemeral"] is True
        await _respond(kept.last["response_url"], text="done", replace_original=True)
        assert [c.text for c in slack.ws.ephemerals()] == ["done"]


async def test_an_answer_in_the_channel_passes_all_posting_rules() -> None:
    kept = Kept()
    async with running(kept.on_command) as slack:
        await slack.ws.slash("/report", channel="leads")
        await _respond(kept.last["response_url"], text="hello", response_type="in_channel")
        assert [card.text for card in slack.ws.roots("leads")] == ["hello"]


BODIES: dict[str, tuple[dict[str, object], int, str]] = {
    "JSON": ({"json": {"text": "x"}}, 200, ""),
    "a form with the payload": ({"data": {"payload": '{"text": "x"}'}}, 200, ""),
    "JSON that calls itself a form": (
        {
            "data": '{"text": "x"}',
            "headers": {"Content-Type": "application/x-www-form-urlencoded"},
        },
        200,
        "",
    ),
    "another form": ({"data": {"text": "x"}}, 400, "invalid_payload"),
    "nothing": ({}, 400, "invalid_payload"),
    "a list": ({"json": []}, 400, "invalid_payload"),
    "half a letter": ({"data": b'{"text": "\\ud800"}'}, 400, "invalid_payload"),
    "no text": ({"json": {"response_type": "ephemeral"}}, 400, "no_text"),
    "blocks that are none": ({"json": {"blocks": [{"type": "x"}]}}, 400, "invalid_blocks"),
    "an unknown type": ({"json": {"text": "x", "response_type": "loud"}}, 400, "invalid_arguments"),
}


@pytest.mark.parametrize(("body", "status", "error"), BODIES.values(), ids=BODIES)
async def test_a_response_url_takes_messages_and_says_what_is_none(
    body: dict[str, Any], status: int, error: str
) -> None:
    kept = Kept()
    async with running(kept.on_command) as slack, aiohttp.ClientSession() as session:
        await slack.ws.slash("/report")
        before = len(slack.ws.ephemerals())
        async with session.post(kept.last["response_url"], **body) as response:
            assert response.status == status
            assert (await response.json()).get("error", "") == error
        assert len(slack.ws.ephemerals()) - before == (1 if status == 200 else 0)


async def test_an_answer_to_a_click_in_a_thread_stays_in_the_thread() -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        root = (await slack.client.chat_postMessage(channel=TEAM, text="root"))["ts"]
        await slack.client.chat_postMessage(
            channel=TEAM, text="x", thread_ts=root, blocks=[actions()]
        )
        card = await slack.ws.wait_for_card(channel="team")
        await card.click("Go")
        await _respond(kept.last["response_url"], text="private")
        await _respond(kept.last["response_url"], text="for all", response_type="in_channel")
        assert slack.ws.ephemerals()[-1].thread_ts == root
        assert slack.ws.thread("team", root)[-1].text == "for all"


async def test_an_answer_can_name_a_thread_of_its_own() -> None:
    kept = Kept()
    async with running(kept.on_command) as slack:
        root = await slack.ws.post("root", channel="team")
        await slack.ws.slash("/report", channel="team")
        await _respond(
            kept.last["response_url"], text="x", response_type="in_channel", thread_ts=root.ts
        )
        assert slack.ws.thread("team", root.ts)[-1].text == "x"
