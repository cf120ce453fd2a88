"""Once more: deliveries and calls from the record."""

import pytest

from bot.sandbox import NotPossibleError, Sandbox, Workspace
from bot.sandbox.state.calls import CONNECTION_DROPPED, ApiCall
from tests.sandbox.blocks import Json, actions, modal
from tests.sandbox.bolt import OVER, Kept, declared, running, web_client

TEAM = "C0000TEAM00"


@pytest.mark.parametrize("over", OVER)
async def test_a_command_is_sent_again_with_permissions_that_work(over: str) -> None:
    kept = Kept()
    async with running(kept.on_command, over=over) as slack:
        await slack.ws.slash("/report", text="x", channel="team")
        (first,) = slack.sandbox.deliveries
        second = await slack.sandbox.send_again(first)
        await slack.client.views_open(trigger_id=kept.last["trigger_id"], view=modal())
        assert len(slack.ws.ephemerals()) == 1, "the answer is noted, not shown"
    assert (second.reply, second.error) == (first.reply, "")
    assert second.envelope_id != first.envelope_id
    before, after = kept.bodies
    fresh = {"trigger_id", "response_url"}
    assert {k: v for k, v in before.items() if k not in fresh} == {
        k: v for k, v in after.items() if k not in fresh
    }
    assert all(before[key] != after[key] for key in fresh)


async def test_a_click_is_sent_again_for_the_same_message() -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        await slack.client.chat_postMessage(channel=TEAM, text="x", blocks=[actions()])
        card = await slack.ws.wait_for_card(channel="team")
        await card.click("Go")
        (click,) = slack.sandbox.deliveries
        await slack.sandbox.send_again(click)
        key = kept.last["response_url"].split("/actions/")[1].partition("/")[2]
        assert slack.sandbox.hub.hooks.use(key).ts == card.ts


async def test_an_event_is_sent_again_as_it_was() -> None:
    async with Sandbox(declared("message.channels")) as sandbox:
        await Workspace(sandbox).post("x", channel="team")
        await sandbox.world.changes.until(
            lambda: True if len(sandbox.deliveries) else None, within=5, kinds={"delivery"}
        )
        (event,) = sandbox.deliveries
        assert (await sandbox.send_again(event)).payload == event.payload


CALLS: dict[str, tuple[str, Json]] = {
    "bot": ("chat.postMessage", {"channel": TEAM, "text": "x"}),
    "user": ("auth.test", {}),
    "app": ("apps.connections.open", {}),
    "": ("api.test", {"foo": "bar"}),
}


@pytest.mark.parametrize("principal", CALLS)
async def test_a_call_is_made_again_with_the_same_kind_of_token(principal: str) -> None:
    method, args = CALLS[principal]
    async with Sandbox() as sandbox:
        tokens = {"bot": sandbox.bot_token, "user": sandbox.user_token, "app": sandbox.app_token}
        client = web_client(sandbox, tokens.get(principal, "-"))
        if not principal:
            client.token = None
        await client.api_call(method, json=args)
        (call,) = sandbox.calls
        assert (call.principal, call.duration > 0) == (principal, True)
        assert (await sandbox.call_again(call))["ok"] is True
        first, second = sandbox.calls
    assert second.args == first.args
    assert (second.method, second.principal) == (method, principal)


async def test_a_call_with_a_form_is_made_again_with_its_blocks() -> None:
    async with Sandbox() as sandbox:
        await web_client(sandbox).api_call(
            "chat.postMessage", data={"channel": TEAM, "blocks": '[{"type": "divider"}]'}
        )
        (call,) = sandbox.calls
        await sandbox.call_again(call)
        assert len(Workspace(sandbox).roots("team")) == 2


async def test_a_fault_hits_a_call_that_is_made_again() -> None:
    async with Sandbox() as sandbox:
        await web_client(sandbox).auth_test()
        sandbox.faults.answer("auth.test", drop="before")
        (call,) = sandbox.calls
        assert await sandbox.call_again(call) == {"ok": False, "error": CONNECTION_DROPPED}


async def test_arguments_that_no_request_could_carry_are_said_to_be_none() -> None:
    async with Sandbox() as sandbox:
        call = ApiCall(method="x", args={"a": "\ud800"}, status=200, answer={}, at=0)
        with pytest.raises(NotPossibleError, match="cannot be sent again"):
            await sandbox.call_again(call)
