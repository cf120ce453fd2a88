"""People fill in forms; an unchanged Bolt app answers."""

from collections.abc import Callable

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Modal, NotPossibleError, Sandbox, Workspace
from bot.sandbox.state.modals import View
from tests.sandbox.blocks import (
    Json,
    actions,
    button,
    field,
    modal,
    option,
    plain,
    section,
    text_input,
)
from tests.sandbox.bolt import QUICK, Kept, running, web_client

TEAM = "C0000TEAM00"


def asking(view: Json, answers: list[Json], kept: Kept | None = None) -> Callable[[AsyncApp], None]:
    """An app whose command opens a form, and which answers it with one answer after another."""

    def listen(app: AsyncApp) -> None:
        @app.command("/form")
        async def form(ack: AsyncAck, body: Json, client: AsyncWebClient) -> None:
            await client.views_open(trigger_id=body["trigger_id"], view=view)
            await ack()

        @app.view("form")
        async def submitted(ack: AsyncAck, body: Json) -> None:
            if kept:
                kept.bodies.append(body)
            await ack(**answers.pop(0))

        if kept:
            app.view_closed("form")(kept.action)

    return listen


FORM = modal(
    field(text_input(multiline=True, max_length=20), block_id="what"),
    field(
        {"type": "static_select", "action_id": "field", "options": [option("a", "A")]},
        block_id="which",
        label=plain("Which?"),
        optional=True,
    ),
    callback_id="form",
    private_metadata="kept",
    notify_on_close=True,
)


async def test_a_form_is_filled_by_label_and_sent() -> None:
    kept = Kept()
    async with running(asking(FORM, [{}], kept)) as slack:
        form = (await slack.ws.slash("/form")).modal
        assert form is not None
        assert (form.title, form.values) == ("Form", {"What?": None, "Which?": None})
        said = await form.fill({"What?": "a < b", "Which?": "A"}).submit()
        assert said.modal is None
        assert not form.is_open
    view = kept.last["view"]
    assert view["private_metadata"] == "kept"
    assert view["callback_id"] == "form"
    assert view["state"]["values"]["what"]["field"]["value"] == "a < b"
    assert view["state"]["values"]["which"]["field"]["selected_option"]["value"] == "a"
    assert view["hash"]
    assert "channel" not in kept.last
    assert "response_url" not in kept.last


async def test_what_is_typed_into_forms_can_arrive_escaped() -> None:
    kept = Kept()
    async with running(asking(FORM, [{}], kept)) as slack:
        slack.sandbox.hub.forms_escaped = True
        form = await _opened(slack.ws)
        await form.fill({"What?": "a < b"}).submit()
    assert kept.last["view"]["state"]["values"]["what"]["field"]["value"] == "a &lt; b"


async def _opened(ws: Workspace) -> Modal:
    said = await ws.slash("/form")
    assert said.modal is not None
    return said.modal


async def test_slacks_own_screen_refuses_a_form_before_the_app_hears_of_it() -> None:
    async with running(asking(FORM, [])) as slack:
        form = await _opened(slack.ws)
        await form.submit()
        assert form.errors == {"What?": "Please complete this required field."}
        await form.fill({"What?": "x" * 21}).submit()
        assert form.errors == {"What?": "Must be at most 20 characters."}
        with pytest.raises(NotPossibleError, match="no field 'Who"):
            form.fill({"Who?": "x"})
        assert len(slack.sandbox.deliveries.of("interactive")) == 0


async def test_errors_of_the_app_stand_beside_their_fields_and_keep_what_was_typed() -> None:
    answers: list[Json] = [{"response_action": "errors", "errors": {"what": "Too short."}}, {}]
    async with running(asking(FORM, answers)) as slack:
        form = await _opened(slack.ws)
        await form.fill({"What?": "x"}).submit()
        assert form.errors == {"What?": "Too short."}
        assert form.values["What?"] == "x"
        await form.submit()
        assert not form.is_open


BAD_ANSWERS: dict[str, Json] = {
    "errors for a block that is none": {"response_action": "errors", "errors": {"no": "x"}},
    "no errors at all": {"response_action": "errors", "errors": {}},
    "a view that is none": {"response_action": "update", "view": {"type": "modal"}},
    "a text": {"text": "not for forms"},
}


@pytest.mark.parametrize("answer", BAD_ANSWERS.values(), ids=BAD_ANSWERS)
async def test_a_bad_answer_to_a_form_is_trouble_connecting(answer: Json) -> None:
    async with running(asking(FORM, [answer]), timing=QUICK) as slack:
        form = await _opened(slack.ws)
        said = await form.fill({"What?": "x"}).submit()
        assert said.error == form.errors[""] == "We had some trouble connecting. Try again?"
        assert form.is_open


async def test_a_form_is_updated_pushed_upon_and_cleared_by_the_answer() -> None:
    def other(title: str) -> Json:
        return {**FORM, "title": plain(title)}

    answers: list[Json] = [
        {"response_action": "update", "view": other("Two")},
        {"response_action": "push", "view": other("Three")},
        {"response_action": "push", "view": other("Four")},
        {"response_action": "push", "view": other("Five")},
        {"response_action": "clear"},
    ]
    async with running(asking(FORM, answers)) as slack:
        form = await _opened(slack.ws)
        await form.fill({"What?": "x"}).submit()
        assert (form.title, form.values["What?"]) == ("Two", "x")
        for title in ("Three", "Four"):
            said = await form.submit()
            assert said.modal is not None
            form = said.modal.fill({"What?": "x"})
            assert form.title == title
        assert (await form.submit()).error, "a stack holds three views"
        await form.submit()
        assert slack.ws.modal() is None


async def test_closing_a_form_is_heard_where_it_was_asked_for() -> None:
    kept = Kept()
    async with running(asking(FORM, [], kept)) as slack:
        await (await _opened(slack.ws)).close()
        assert kept.last["type"] == "view_closed"
        assert slack.ws.modal() is None


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
