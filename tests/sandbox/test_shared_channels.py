"""Channels shared with another workspace: whose team stands in what the app is sent."""

import pytest

from bot.sandbox import NotPossibleError, Sandbox, Workspace
from tests.sandbox.blocks import Json, actions, button
from tests.sandbox.bolt import declared, web_client

PARTNERS, OURS = "C00PARTNERS", "T0LOCALTEAM"
_FORM: Json = {
    "type": "modal",
    "title": {"type": "plain_text", "text": "Form"},
    "submit": {"type": "plain_text", "text": "Send"},
    "blocks": [actions()],
}


async def _clicked(sandbox: Sandbox, name: str) -> Json:
    ws = Workspace(sandbox)
    await web_client(sandbox).chat_postMessage(channel=PARTNERS, text="x", blocks=[actions()])
    card = await ws.wait_for_card(channel="partners")
    await card.click("Go", as_=name)
    return sandbox.deliveries.of("interactive")[-1].payload


@pytest.mark.parametrize("name", ["ana", "dana"])
async def test_a_click_carries_the_team_of_the_person(name: str) -> None:
    async with Sandbox() as sandbox:
        payload = await _clicked(sandbox, name)
        theirs = Workspace(sandbox).person(name).team or OURS
    assert (name == "dana") == (theirs != OURS)
    assert payload["team"]["id"] == payload["user"]["team_id"] == theirs
    assert payload["channel"]["id"] == PARTNERS


async def test_a_command_carries_the_team_of_the_person() -> None:
    async with Sandbox() as sandbox:
        ws = Workspace(sandbox)
        await ws.slash("/report", as_="dana", channel="partners")
        (delivery,) = sandbox.deliveries
        assert delivery.payload["team_id"] == ws.person("dana").team


async def test_a_form_of_somebody_from_elsewhere_belongs_to_our_installation() -> None:
    async with Sandbox() as sandbox:
        dana = Workspace(sandbox).person("dana")
        sandbox.hub.modals.open(dana.id, _FORM)
        form = Workspace(sandbox).modal(as_="dana")
        assert form
        await form.submit()
        payload = sandbox.deliveries.of("interactive")[-1].payload
    assert payload["team"]["id"] == dana.team
    assert payload["view"]["app_installed_team_id"] == OURS


async def test_an_event_from_a_shared_channel_says_so() -> None:
    async with Sandbox(declared("message.channels")) as sandbox:
        ws = Workspace(sandbox)
        ws.invite_bot("partners")
        await ws.post("x", as_="dana", channel="partners")
        await sandbox.world.changes.until(
            lambda: True if len(sandbox.deliveries) else None, within=5, kinds={"delivery"}
        )
        (delivery,) = sandbox.deliveries
        payload, dana = delivery.payload, ws.person("dana")
    assert payload["is_ext_shared_channel"] is True
    assert payload["team_id"] == payload["context_team_id"] == OURS
    event = payload["event"]
    assert event["team"] == event["user_team"] == event["source_team"] == dana.team


async def test_somebody_from_elsewhere_sees_shared_channels_only() -> None:
    async with Sandbox() as sandbox:
        ws = Workspace(sandbox)
        await web_client(sandbox).chat_postMessage(
            channel="C0000TEAM00", text="x", blocks=[actions(button())]
        )
        card = await ws.wait_for_card(channel="team")
        with pytest.raises(NotPossibleError, match="does not see"):
            await card.click("Go", as_="dana")
        with pytest.raises(NotPossibleError, match="cannot join"):
            sandbox.interactions.posts.join(ws.person("dana"), ws.channel("team"))
