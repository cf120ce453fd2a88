"""People press buttons and choose; an unchanged Bolt app hears of it."""

import pytest
from slack_bolt.async_app import AsyncApp

from bot.sandbox import NotPossibleError
from tests.sandbox.blocks import (
    actions,
    button,
    option,
    section,
)
from tests.sandbox.bolt import QUICK, Kept, nothing, running

TEAM = "C0000TEAM00"


async def test_a_click_carries_what_slack_sends() -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        root = (await slack.client.chat_postMessage(channel=TEAM, text="root"))["ts"]
        menu = {"type": "static_select", "action_id": "menu", "options": [option("a", "A")]}
        await slack.client.chat_postMessage(
            channel=TEAM,
            thread_ts=root,
            text="card",
            blocks=[section("Review"), actions(button(value="token"), menu, block_id="row")],
        )
        card = await slack.ws.wait_for_card("Review", channel="team")
        assert card.buttons == ["Go"]
        await card.click("Go", as_="ben")
    body = kept.last
    assert body["user"]["id"] == "U0000000BEN"
    assert body["team"]["id"] == body["user"]["team_id"]
    assert body["channel"] == {"id": TEAM, "name": "team"}
    assert body["container"] == {
        "type": "message",
        "message_ts": card.ts,
        "channel_id": TEAM,
        "is_ephemeral": False,
        "thread_ts": root,
    }
    assert body["message"]["ts"] == card.ts
    assert body["message"]["thread_ts"] == root
    assert body["state"]["values"] == {
        "row": {"menu": {"type": "static_select", "selected_option": None}}
    }
    (action,) = body["actions"]
    assert (action["action_id"], action["block_id"], action["value"]) == ("go", "row", "token")
    assert action["text"]["text"] == "Go"
    assert body["response_url"]
    assert body["trigger_id"]


async def test_what_is_chosen_in_a_message_comes_with_the_next_click() -> None:
    kept = Kept()

    def listen(app: AsyncApp) -> None:
        app.action("go")(kept.action)
        app.action("menu")(kept.action)

    async with running(listen) as slack:
        menu = {"type": "static_select", "action_id": "menu", "options": [option("a", "A")]}
        await slack.client.chat_postMessage(
            channel=TEAM, text="x", blocks=[actions(button(), menu)]
        )
        card = await slack.ws.wait_for_card(channel="team")
        await card.choose("menu", "A")
        assert kept.last["actions"][0]["selected_option"]["value"] == "a"
        with pytest.raises(NotPossibleError, match="there is no option"):
            await card.choose("menu", "B")
        await card.click("Go")
        (state,) = kept.last["state"]["values"].values()
        assert state["menu"]["selected_option"]["value"] == "a"


async def test_a_button_that_is_gone_can_only_be_pressed_on_an_old_screen() -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        ts = (await slack.client.chat_postMessage(channel=TEAM, text="x", blocks=[actions()]))["ts"]
        card = await slack.ws.wait_for_card(channel="team")
        await slack.client.chat_update(channel=TEAM, ts=ts, text="done")
        with pytest.raises(NotPossibleError, match="there is no 'Go'"):
            await card.click("Go")
        await card.click("Go", stale=True)
        assert kept.last["actions"][0]["action_id"] == "go"


async def test_a_click_that_nobody_acknowledges_is_said_to_the_person() -> None:
    async with running(nothing, timing=QUICK) as slack:
        await slack.client.chat_postMessage(channel=TEAM, text="x", blocks=[actions()])
        card = await slack.ws.wait_for_card(channel="team")
        said = await card.click("Go")
        assert said.error
        assert said.text == said.error


async def test_only_members_see_a_private_card() -> None:
    async with running(nothing) as slack:
        channel = slack.ws.dm("ana")
        await slack.client.chat_postMessage(channel=channel, text="x", blocks=[actions()])
        card = await slack.ws.wait_for_card(channel=channel)
        with pytest.raises(NotPossibleError, match="does not see"):
            await card.click("Go", as_="ben")
