"""Each kind of delivery to an unchanged Bolt app, over Socket Mode and over signed HTTP."""

from collections.abc import Awaitable, Callable

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.sandbox import Sandbox
from bot.sandbox.people.suggestions import Suggested
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Message
from tests.sandbox.blocks import (
    Json,
    actions,
    button,
    field,
    modal,
    option,
    plain,
    section,
)
from tests.sandbox.bolt import OVER, Running, declared, running

TEAM, ANA, BOT = "C0000TEAM00", "U0000000ANA", "U0LOCALBOT1"

MENU: Json = {
    "type": "external_select",
    "action_id": "who",
    "min_query_length": 1,
    "placeholder": plain("Who"),
}
FORM = modal(
    field(), actions(button("go"), MENU, block_id="row"), callback_id="form", notify_on_close=True
)
HOME: Json = {"type": "home", "blocks": [actions(button("go"), MENU, block_id="row")]}
EVENTS = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "channel_archive",
    "channel_left",
    "channel_unarchive",
    "file_shared",
    "member_joined_channel",
    "member_left_channel",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "reaction_added",
    "reaction_removed",
    "tokens_revoked",
)


class Recorder:
    """An app that listens to everything and notes the types of what it is sent."""

    def __init__(self) -> None:
        self.bodies: list[Json] = []

    def listen(self, app: AsyncApp) -> None:
        async def note(ack: AsyncAck, body: Json) -> None:
            self.bodies.append(body)
            await ack()

        async def suggest(ack: AsyncAck, body: Json) -> None:
            self.bodies.append(body)
            await ack(options=[option("chen", "Chen")])

        async def heard(body: Json) -> None:
            self.bodies.append(body)

        app.command("/report")(note)
        app.action("go")(note)
        app.action("who")(note)
        app.view("form")(note)
        app.view_closed("form")(note)
        app.options("who")(suggest)
        app.shortcut("new")(note)
        app.shortcut("use")(note)
        for name in EVENTS:
            app.event(name.partition(".")[0])(heard)

    async def last(self, sandbox: Sandbox, count: int = 1) -> Json:
        """The last one, once there are so many."""
        found = await sandbox.world.changes.until(
            lambda: True if len(self.bodies) >= count else None, within=5, kinds={"delivery"}
        )
        assert found, self.bodies
        return self.bodies[-1]


async def _card(slack: Running) -> Json:
    sent = await slack.client.chat_postMessage(
        channel=TEAM, text="card", blocks=[section("Card"), *HOME["blocks"]]
    )
    return dict(sent["message"])


async def _form(slack: Running) -> None:
    trigger = slack.sandbox.hub.triggers.new(ANA)
    await slack.client.views_open(trigger_id=trigger, view=FORM)


async def _home(slack: Running) -> None:
    slack.sandbox.hub.homes.publish(ANA, HOME)


async def _slash(slack: Running) -> None:
    assert not (await slack.ws.slash("/report", text="x", channel="team")).error


async def _click(slack: Running) -> None:
    card = await slack.ws.wait_for_card("Card", channel="team")
    assert not (await card.click("go")).error


async def _click_in_form(slack: Running) -> None:
    await _form(slack)
    form = await slack.ws.wait_for_modal("Form")
    assert not (await form.click("go")).error


async def _click_in_home(slack: Running) -> None:
    await _home(slack)
    view = slack.sandbox.hub.homes.of(ANA)
    assert view is not None
    element = view.payload["blocks"][0]["elements"][0]
    do = slack.sandbox.interactions.home
    assert not (await do.press(slack.ws.person("ana"), view, element)).error


async def _submit(slack: Running) -> None:
    await _form(slack)
    form = await slack.ws.wait_for_modal("Form")
    assert not (await form.fill({"What?": "x"}).submit()).error


async def _close(slack: Running) -> None:
    await _form(slack)
    await (await slack.ws.wait_for_modal("Form")).close()


async def _suggest(slack: Running, place: str) -> Suggested:
    sandbox, ana = slack.sandbox, slack.ws.person("ana")
    found: Message | View | None
    if place == "message":
        found = slack.ws.roots("team")[-1].message
    elif place == "modal":
        await _form(slack)
        found = sandbox.hub.modals.top(ANA)
    else:
        await _home(slack)
        found = sandbox.hub.homes.of(ANA)
    assert found is not None
    element = {**MENU, "placeholder": {**MENU["placeholder"], "emoji": True}}
    return await sandbox.interactions.suggestions.ask(ana, found, element, "ch")


async def _suggest_in_message(slack: Running) -> None:
    assert (await _suggest(slack, "message")).options[0]["value"] == "chen"


async def _suggest_in_form(slack: Running) -> None:
    assert (await _suggest(slack, "modal")).options[0]["value"] == "chen"


async def _suggest_in_home(slack: Running) -> None:
    assert (await _suggest(slack, "home")).options[0]["value"] == "chen"


async def _shortcut(slack: Running) -> None:
    do = slack.sandbox.interactions.shortcuts
    assert not (await do.run(slack.ws.person("ana"), "new")).error


async def _message_shortcut(slack: Running) -> None:
    do, message = slack.sandbox.interactions.shortcuts, slack.ws.roots("team")[-1].message
    assert not (await do.run_on(slack.ws.person("ana"), message, "use")).error


async def _open_home(slack: Running) -> None:
    await _home(slack)
    await slack.sandbox.interactions.home.open(slack.ws.person("ana"))


async def _post(slack: Running) -> None:
    await slack.ws.post("hello", channel="team")


DELIVERIES: dict[str, tuple[Callable[[Running], Awaitable[None]], str, set[str]]] = {
    "a command": (_slash, "", {"command", "text", "response_url", "trigger_id", "channel_id"}),
    "a click on a card": (
        _click,
        "block_actions",
        {"container", "channel", "message", "state", "response_url", "trigger_id", "actions"},
    ),
    "a click in a form": (_click_in_form, "block_actions", {"container", "view", "trigger_id"}),
    "a click in the home": (_click_in_home, "block_actions", {"container", "view", "trigger_id"}),
    "a form that is sent": (_submit, "view_submission", {"view", "trigger_id", "response_urls"}),
    "a form that is closed": (_close, "view_closed", {"view", "is_cleared"}),
    "a search in a card": (
        _suggest_in_message,
        "block_suggestion",
        {"value", "action_id", "block_id", "container", "message", "channel"},
    ),
    "a search in a form": (_suggest_in_form, "block_suggestion", {"value", "container", "view"}),
    "a search in the home": (_suggest_in_home, "block_suggestion", {"value", "container", "view"}),
    "a global shortcut": (_shortcut, "shortcut", {"callback_id", "trigger_id", "action_ts"}),
    "a shortcut of a message": (
        _message_shortcut,
        "message_action",
        {"callback_id", "trigger_id", "message", "message_ts", "channel", "response_url"},
    ),
    "an opened home": (_open_home, "event_callback", {"event", "event_id", "event_context"}),
    "a message": (_post, "event_callback", {"event", "authorizations", "is_ext_shared_channel"}),
}
NOWHERE = {"shortcut", "view_submission", "view_closed"}
"""Payloads that come from no channel."""


@pytest.mark.parametrize("over", OVER)
@pytest.mark.parametrize(("act", "kind", "fields"), DELIVERIES.values(), ids=DELIVERIES)
async def test_every_delivery_reaches_bolt_with_its_fields(
    act: Callable[[Running], Awaitable[None]], kind: str, fields: set[str], over: str
) -> None:
    app = Recorder()
    events = () if act is not _open_home and act is not _post else EVENTS
    async with running(app.listen, over=over, manifest=declared(*events)) as slack:
        await _card(slack)
        app.bodies.clear()
        await act(slack)
        body = await app.last(slack.sandbox)
    assert body.get("type", "") == kind
    assert fields <= body.keys()
    if kind in NOWHERE or "view" in fields:
        assert not body.keys() & {"channel", "channel_id", "response_url"}
