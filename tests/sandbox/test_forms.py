"""People fill in forms; an unchanged Bolt app answers."""

from collections.abc import Callable

import aiohttp
import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Modal, NotPossibleError, Timing, Workspace
from tests.sandbox.blocks import (
    Json,
    field,
    modal,
    option,
    plain,
    text_input,
)
from tests.sandbox.bolt import Kept, running

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
    "an action that is none": {"response_action": "explode"},
    "errors that are no texts": {"response_action": "errors", "errors": {"what": {"a": 1}}},
    "an empty error": {"response_action": "errors", "errors": {"what": ""}},
    "a home as an update": {"response_action": "update", "view": {"type": "home", "blocks": []}},
    "a home on top": {"response_action": "push", "view": {"type": "home", "blocks": []}},
    "no view at all": {"response_action": "push"},
}


@pytest.mark.parametrize("answer", BAD_ANSWERS.values(), ids=BAD_ANSWERS)
async def test_a_bad_answer_to_a_form_is_trouble_connecting(answer: Json) -> None:
    # One second, as Bolt itself refuses to send one of them; none comes twice.
    once = Timing(ack_within=1, redelivery_after=2)
    async with running(asking(FORM, [answer]), timing=once) as slack:
        form = await _opened(slack.ws)
        said = await form.fill({"What?": "x"}).submit()
        assert said.error == form.errors[""] == "We had some trouble connecting. Try again?"
        assert form.is_open
        assert slack.sandbox.deliveries.of("interactive")[-1].error, "the developer sees why"


async def test_the_developer_reads_which_block_of_the_errors_is_none() -> None:
    errors = {"no": "x", "what": ""}
    answer = {"response_action": "errors", "errors": errors}
    async with running(asking(FORM, [answer])) as slack:
        form = await _opened(slack.ws)
        await form.fill({"What?": "x"}).submit()
        page = slack.sandbox.page_url
        async with (
            aiohttp.ClientSession(base_url=page) as browser,
            browser.get("/control/traffic") as response,
        ):
            rows = (await response.json())["rows"]
    (row,) = (row for row in rows if row["name"] == "view_submission")
    assert row["error"] == "invalid_errors"
    assert row["notes"] == [
        "there is no input block 'no': the block ids of the inputs are ['what', 'which']",
        "the error of the block 'what' must be a text that is not empty",
    ]


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


CLOSED: dict[str, tuple[Json, bool, int, bool]] = {
    "by its button": ({}, False, 1, False),
    "with all below it": ({}, True, 0, True),
    "where it clears all": ({"clear_on_close": True}, False, 0, True),
}


@pytest.mark.parametrize(("more", "all_", "left", "cleared"), CLOSED.values(), ids=CLOSED)
async def test_a_closed_form_tells_whether_all_were_closed(
    more: Json, left: int, *, all_: bool, cleared: bool
) -> None:
    kept = Kept()
    async with running(asking(FORM, [], kept)) as slack:
        ana, modals = slack.ws.person("ana"), slack.sandbox.hub.modals
        modals.open(ana.id, FORM)
        view = modals.push(ana.id, {**FORM, **more})
        await slack.sandbox.interactions.forms.close(ana, view, all_=all_)
        assert len(modals.stack(ana.id)) == left
    assert (kept.last["type"], kept.last["is_cleared"]) == ("view_closed", cleared)
    assert kept.last["view"]["id"] == view.id
    assert "trigger_id" not in kept.last


@pytest.mark.parametrize(
    ("kind", "value", "error"),
    [
        ("email_text_input", "ana", "Enter a valid email address."),
        ("email_text_input", "ana@example.com", ""),
        ("url_text_input", "example.com", "Enter a valid URL."),
        ("url_text_input", "https://example.com", ""),
    ],
)
async def test_addresses_are_checked_on_the_screen(kind: str, value: str, error: str) -> None:
    view = modal(field({"type": kind, "action_id": "field"}), callback_id="form")
    async with running(asking(view, [{}])) as slack:
        form = await _opened(slack.ws)
        await form.fill({"What?": value}).submit()
        assert form.errors.get("What?", "") == error
        assert form.is_open == bool(error)


async def test_what_is_typed_into_rich_text_arrives_as_rich_text() -> None:
    kept = Kept()
    view = modal(field({"type": "rich_text_input", "action_id": "field"}), callback_id="form")
    async with running(asking(view, [{}], kept)) as slack:
        form = await _opened(slack.ws)
        await form.fill({"What?": "words"}).submit()
    value = kept.last["view"]["state"]["values"]["what"]["field"]["rich_text_value"]
    assert value["elements"][0]["elements"] == [{"type": "text", "text": "words"}]
