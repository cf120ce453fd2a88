"""views.* over forms: triggers, hashes, the stack."""

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from bot.sandbox.state.modals import View
from tests.sandbox.blocks import Json, actions, button, modal, section
from tests.sandbox.bolt import running, web_client


async def test_a_trigger_works_once_and_for_three_seconds() -> None:
    clock = [1_700_000_000.0]
    async with Sandbox(now=lambda: clock[0]) as sandbox:
        client = web_client(sandbox)
        fresh, late, edge = (sandbox.hub.triggers.new("U0000000ANA") for _ in range(3))
        await client.views_open(trigger_id=fresh, view=modal())
        with pytest.raises(SlackApiError, match="exchanged_trigger_id"):
            await client.views_open(trigger_id=fresh, view=modal())
        clock[0] += 3
        await client.views_open(trigger_id=edge, view=modal())
        clock[0] += 0.01
        with pytest.raises(SlackApiError, match="expired_trigger_id"):
            await client.views_open(trigger_id=late, view=modal())


async def test_views_update_is_guarded_by_hash_and_finds_by_external_id() -> None:
    async with Sandbox() as sandbox:
        client = web_client(sandbox)
        trigger = sandbox.hub.triggers.new("U0000000ANA")
        first = (await client.views_open(trigger_id=trigger, view=modal(external_id="mine")))[
            "view"
        ]
        second = await client.views_update(external_id="mine", view=modal(), hash=first["hash"])
        with pytest.raises(SlackApiError, match="hash_conflict"):
            await client.views_update(view_id=first["id"], view=modal(), hash=first["hash"])
        assert second["view"]["id"] == first["id"]
        form = Workspace(sandbox).modal()
        assert form is not None
        await form.close()
        with pytest.raises(SlackApiError, match="not_found"):
            await client.views_update(view_id=first["id"], view=modal())


async def test_views_push_stops_at_three() -> None:
    async with Sandbox() as sandbox:
        client, triggers = web_client(sandbox), sandbox.hub.triggers
        with pytest.raises(SlackApiError, match="not_found"):
            await client.views_push(trigger_id=triggers.new("U0000000ANA"), view=modal())
        await client.views_open(trigger_id=triggers.new("U0000000ANA"), view=modal())
        for _ in range(2):
            await client.views_push(trigger_id=triggers.new("U0000000ANA"), view=modal())
        with pytest.raises(SlackApiError, match="push_limit_reached"):
            await client.views_push(trigger_id=triggers.new("U0000000ANA"), view=modal())
        stack: tuple[View, ...] = sandbox.hub.modals.stack("U0000000ANA")
        assert [view.previous_id for view in stack] == [None, stack[0].id, stack[1].id]


async def test_a_button_in_a_form_can_change_it() -> None:
    def listen(app: AsyncApp) -> None:
        @app.action("more")
        async def more(ack: AsyncAck, body: Json, client: AsyncWebClient) -> None:
            await ack()
            view = modal(section("more"))
            await client.views_update(view_id=body["view"]["id"], view=view)

    async with running(listen) as slack:
        trigger = slack.sandbox.hub.triggers.new("U0000000ANA")
        view = modal(actions(button("more", "More")))
        await slack.client.views_open(trigger_id=trigger, view=view)
        form = await slack.ws.wait_for_modal("Form")
        said = await form.click("More")
        assert said.modal is not None
        assert "more" in said.modal.text
