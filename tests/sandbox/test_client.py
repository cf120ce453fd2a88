"""The client for scripts: names as they stand on the screen, waits, and what a failure says."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Card, Modal, NotPossibleError, NotSeenError, Sandbox, Workspace
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import bolt_app, socket_mode

MANIFEST: Json = {
    "display_information": {"name": "Orders"},
    "features": {
        "bot_user": {"display_name": "orders"},
        "app_home": {"home_tab_enabled": True},
        "shortcuts": [
            {
                "name": "New order",
                "type": "global",
                "callback_id": "order.new",
                "description": "Starts an order",
            },
            {
                "name": "Order from this",
                "type": "message",
                "callback_id": "order.from",
                "description": "Takes the message",
            },
        ],
        "slash_commands": [{"command": "/order", "description": "Orders something"}],
    },
    "oauth_config": {"scopes": {"bot": ["commands", "chat:write", "chat:write.public"]}},
    "settings": {
        "socket_mode_enabled": True,
        "interactivity": {"is_enabled": True},
        "event_subscriptions": {"bot_events": ["app_home_opened"]},
    },
}
"""An app with everything that a person can use."""


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text, "emoji": True}


def option(text: str) -> Json:
    return {"text": plain(text), "value": text.lower()}


def field(label: str, element: Json, **more: object) -> Json:
    element = {"action_id": "a", **element}
    return {"type": "input", "label": plain(label), "element": element, "optional": True, **more}


GUARD: Json = {
    "title": plain("Sure?"),
    "text": plain("It is gone then."),
    "confirm": plain("Delete it"),
    "deny": plain("Keep it"),
}
BUTTONS: Json = {
    "type": "actions",
    "elements": [
        {"type": "button", "action_id": "go", "text": plain("Go"), "value": "1"},
        {"type": "button", "action_id": "drop", "text": plain("Delete"), "confirm": GUARD},
        {
            "type": "static_select",
            "action_id": "size",
            "placeholder": plain("Size"),
            "options": [option("Small"), option("Large")],
        },
        {"type": "overflow", "action_id": "more", "options": [option("Copy"), option("Move")]},
    ],
}
ASSIGN: Json = {
    "type": "section",
    "text": plain("Who does it?"),
    "accessory": {"type": "users_select", "action_id": "who", "placeholder": plain("Somebody")},
}
FIELDS: list[Json] = [
    field("What?", {"type": "plain_text_input"}),
    field("How many?", {"type": "number_input", "is_decimal_allowed": False}),
    field("Size", {"type": "static_select", "options": [option("Small"), option("Large")]}),
    field("With", {"type": "checkboxes", "options": [option("Milk"), option("Sugar")]}),
    field("Colour", {"type": "radio_buttons", "options": [option("Red"), option("Blue")]}),
    field("Tags", {"type": "multi_static_select", "options": [option("New"), option("Old")]}),
    field("For", {"type": "users_select"}),
    field("With whom", {"type": "multi_users_select"}),
    field("Where", {"type": "channels_select"}),
    field("Day", {"type": "datepicker"}),
    field("Hour", {"type": "timepicker"}),
    field("Moment", {"type": "datetimepicker"}),
    field("Note", {"type": "rich_text_input"}),
]
FORM: Json = {
    "type": "modal",
    "callback_id": "order",
    "title": plain("Order"),
    "submit": plain("Send"),
    "blocks": FIELDS,
}


class Orders:
    """An app that shows what it has, and keeps what people did."""

    def __init__(self) -> None:
        self.actions: list[Json] = []
        self.values: Json = {}

    def listen(self, app: AsyncApp) -> None:
        app.command("/order")(self.order)
        app.action({"type": "block_actions"})(self.act)
        for action_id in ("go", "drop", "size", "more", "who", "customer", "home.go"):
            app.action(action_id)(self.act)
        app.view("order")(self.sent)
        app.shortcut("order.new")(self.open_form)
        app.shortcut("order.from")(self.open_form)
        app.options("customer")(self.customers)
        app.event("app_home_opened")(self.home)

    async def order(self, ack: AsyncAck, body: Json, client: AsyncWebClient) -> None:
        await ack()
        if body["text"] == "form":
            await client.views_open(trigger_id=body["trigger_id"], view=FORM)
        else:
            await client.chat_postMessage(
                channel=body["channel_id"], text="An order", blocks=[ASSIGN, BUTTONS]
            )

    async def act(self, ack: AsyncAck, body: Json) -> None:
        self.actions += body["actions"]
        await ack()

    async def sent(self, ack: AsyncAck, body: Json) -> None:
        self.values = body["view"]["state"]["values"]
        await ack()

    async def open_form(self, ack: AsyncAck, body: Json, client: AsyncWebClient) -> None:
        await ack()
        text = (body.get("message") or {}).get("text", "")
        view = {**FORM, "blocks": [field("What?", {"type": "plain_text_input"})]}
        if text:
            view["blocks"][0]["element"]["initial_value"] = text
        await client.views_open(trigger_id=body["trigger_id"], view=view)

    async def customers(self, ack: AsyncAck, body: Json) -> None:
        known = [option("Acme"), option("Acorn"), option("Bolt")]
        query = body["value"].lower()
        await ack(options=[one for one in known if query in one["value"]])

    async def home(self, client: AsyncWebClient, event: Json) -> None:
        button = {"type": "button", "action_id": "home.go", "text": plain("Order again")}
        customer = {
            "type": "external_select",
            "action_id": "customer",
            "placeholder": plain("Customer"),
            "min_query_length": 2,
        }
        blocks = [
            {"type": "section", "text": plain("Your orders")},
            {"type": "actions", "elements": [button, customer]},
        ]
        await client.views_publish(user_id=event["user"], view={"type": "home", "blocks": blocks})


@pytest.fixture
def orders() -> Orders:
    return Orders()


@pytest.fixture
async def shop(orders: Orders) -> AsyncIterator[Workspace]:
    """A workspace with that app in it."""
    async with (
        Workspace(manifest=MANIFEST) as ws,
        socket_mode(bolt_app(ws.sandbox, orders.listen), ws.sandbox),
    ):
        yield ws


async def ordered(ws: Workspace) -> Card:
    await ws.slash("/order")
    return await ws.wait_for_card("Who does it?", button="Go")


async def form_of(ws: Workspace) -> Modal:
    said = await ws.slash("/order", text="form")
    assert said.modal
    return said.modal


async def test_a_workspace_starts_a_sandbox_of_its_own_and_stops_it() -> None:
    async with Workspace(manifest=MANIFEST) as ws:
        client = AsyncWebClient(token=ws.sandbox.bot_token, base_url=ws.sandbox.api_url)
        assert (await client.auth_test())["user"] == "orders"
    with pytest.raises(OSError, match="Cannot connect"):
        await client.auth_test()


async def test_a_workspace_in_a_sandbox_of_somebody_else_leaves_it_running() -> None:
    async with Sandbox() as sandbox:
        async with Workspace(sandbox) as ws:
            assert ws.sandbox is sandbox
        client = AsyncWebClient(token=sandbox.bot_token, base_url=sandbox.api_url)
        assert (await client.auth_test())["ok"]
        with pytest.raises(TypeError, match="takes no options: \\['port'\\]"):
            Workspace(sandbox, port=1)


@pytest.mark.parametrize(
    ("label", "action_id", "chosen"),
    [
        ("Go", "go", {"value": "1"}),
        ("go", "go", {"value": "1"}),
        ("Delete", "drop", {}),
        ("Move", "more", {"selected_option": option("Move")}),
    ],
)
async def test_a_click_finds_buttons_and_menu_entries_by_what_stands_on_them(
    shop: Workspace, orders: Orders, label: str, action_id: str, chosen: Json
) -> None:
    said = await (await ordered(shop)).click(label, as_="ben")
    assert not said.error
    (action,) = orders.actions
    assert action["action_id"] == action_id
    assert action == {**action, **chosen}


async def test_a_click_finds_buttons_in_attachments(shop: Workspace, orders: Orders) -> None:
    client = AsyncWebClient(token=shop.sandbox.bot_token, base_url=shop.sandbox.api_url)
    attached = [{"blocks": [BUTTONS], "fallback": "An order"}]
    await client.chat_postMessage(channel="C00GENERAL0", text="Look", attachments=attached)
    await (await shop.wait_for_card("Look", button="Go")).click("Go")
    assert [action["value"] for action in orders.actions] == ["1"]


@pytest.mark.parametrize(
    ("label", "value", "chosen"),
    [
        ("Size", "Large", {"selected_option": option("Large")}),
        ("Somebody", "chen", {"selected_user": "U000000CHEN"}),
        ("Who does it?", "ana", {"selected_user": "U0000000ANA"}),
        ("more", "Copy", {"selected_option": option("Copy")}),
    ],
)
async def test_a_choice_finds_menus_by_placeholder_or_by_the_text_beside_them(
    shop: Workspace, orders: Orders, label: str, value: str, chosen: Json
) -> None:
    await (await ordered(shop)).choose(label, value)
    (action,) = orders.actions
    assert action == {**action, **chosen}


async def test_what_is_not_there_is_answered_with_what_is(shop: Workspace) -> None:
    card = await ordered(shop)
    assert card.buttons == ["Go", "Delete"]
    assert card.options("Size") == ["Small", "Large"]
    names = r"\['Who does it\?', 'Go', 'Delete', 'Size', 'more', 'Copy', 'Move'\]"
    with pytest.raises(NotPossibleError, match=f"there is no 'Stop', only {names}"):
        await card.click("Stop")
    with pytest.raises(NotPossibleError, match="no option 'Huge', only"):
        await card.choose("Size", "Huge")


async def test_a_button_that_asks_is_confirmed_unless_the_script_declines(
    shop: Workspace, orders: Orders
) -> None:
    card = await ordered(shop)
    assert card.asks("Delete") == "Sure?\nIt is gone then.\n[Delete it]  [Keep it]"
    assert card.asks("Go") == ""
    await card.click("Delete", confirm=False)
    assert orders.actions == []
    with pytest.raises(NotPossibleError, match="nothing asks for a confirmation"):
        await card.click("Go", confirm=False)
    await card.click("Delete")
    assert [action["action_id"] for action in orders.actions] == ["drop"]


@pytest.mark.parametrize(
    ("label", "given", "shown", "sent"),
    [
        ("What?", "tea", "tea", {"value": "tea"}),
        ("What?", None, None, {"value": None}),
        ("How many?", 3, "3", {"value": "3"}),
        ("Size", "Large", "Large", {"selected_option": option("Large")}),
        ("With", ["Milk", "Sugar"], ["Milk", "Sugar"], {}),
        ("With", "Milk", ["Milk"], {"selected_options": [option("Milk")]}),
        ("Colour", "Blue", "Blue", {"selected_option": option("Blue")}),
        ("Tags", ["New", "Old"], ["New", "Old"], {}),
        ("For", "ben", "ben", {"selected_user": "U0000000BEN"}),
        ("With whom", ["ben", "chen"], ["ben", "chen"], {}),
        ("Where", "team", "team", {"selected_channel": "C0000TEAM00"}),
        ("Day", date(2026, 12, 1), "2026-12-01", {"selected_date": "2026-12-01"}),
        ("Hour", time(9, 5), "09:05", {"selected_time": "09:05"}),
        ("Moment", datetime(2026, 12, 1, tzinfo=UTC), 1796083200, {}),
        ("Note", "two words", "two words", {}),
    ],
)
async def test_a_field_is_filled_by_its_label_in_the_words_of_the_screen(
    shop: Workspace, orders: Orders, label: str, given: object, shown: object, sent: Json
) -> None:
    form = await form_of(shop)
    block_id = form.inputs[label]["block_id"]
    assert form.fill({label: given}).values[label] == shown
    await form.submit()
    state = orders.values[block_id]["a"]
    assert state == {**state, **sent}
    assert not form.is_open


async def test_a_moment_without_a_time_zone_is_in_that_of_the_person(shop: Workspace) -> None:
    form = await form_of(shop)
    form.fill({"Moment": datetime(2026, 12, 1, 1)})  # noqa: DTZ001 - the point of it
    assert form.values["Moment"] == 1796083200


async def test_shortcuts_are_chosen_by_their_names(shop: Workspace) -> None:
    said = await shop.shortcut("New order", as_="ben")
    assert said.modal
    assert said.modal.values == {"What?": None}
    message = await shop.post("two teas")
    said = await message.shortcut("Order from this")
    assert said.modal
    assert said.modal.values == {"What?": "two teas"}
    with pytest.raises(NotPossibleError, match=r"no global shortcut 'Other', only \['New order'\]"):
        await shop.shortcut("Other")


async def test_the_home_of_the_app_is_opened_read_and_pressed(
    shop: Workspace, orders: Orders
) -> None:
    home = await shop.open_home(as_="ben")
    assert "Your orders" in home.text
    assert home.buttons == ["Order again"]
    await home.click("Order again")
    assert [action["action_id"] for action in orders.actions] == ["home.go"]


async def test_a_menu_that_the_app_fills_offers_what_was_searched(
    shop: Workspace, orders: Orders
) -> None:
    home = await shop.open_home()
    assert await home.search("Customer", "ac") == ["Acme", "Acorn"]
    await home.choose("Customer", "Acorn")
    assert orders.actions[-1]["selected_option"] == option("Acorn")


async def test_a_home_that_is_never_published_is_not_seen() -> None:
    async with Workspace() as ws:
        with pytest.raises(NotSeenError, match="nobody saw a home of ana"):
            await ws.open_home(within=0.01)


async def test_people_react_reply_and_read_threads() -> None:
    async with Workspace() as ws:
        root = await ws.post("Lunch?")
        await root.reply("Yes!", as_="ben")
        await root.react("eyes", as_="chen").reply("Me, too", as_="chen")
        assert [reply.text for reply in root.thread()] == ["Yes!", "Me, too"]
        assert root.refresh().reactions == {"eyes": ["chen"]}
        assert root.react("eyes", as_="chen", on=False).reactions == {}


async def test_a_wait_that_is_cancelled_leaves_nothing_behind() -> None:
    async with Workspace() as ws:
        wait = asyncio.create_task(ws.wait_for_text("never"))
        await asyncio.sleep(0)
        wait.cancel()
        with pytest.raises(asyncio.CancelledError):
            await wait
        await ws.post("never")
        assert (await ws.wait_for_text("never")).text == "never"


async def test_every_wait_in_vain_shows_what_is_there_instead(shop: Workspace) -> None:
    card = await ordered(shop)
    with pytest.raises(NotSeenError, match=r"nobody saw a message with 'x' .*\n(.*\n)+.*Who does"):
        await shop.wait_for_text("x", within=0)
    with pytest.raises(NotSeenError, match=r"the buttons go away of <Card .*\n(.*\n)+.*Who does"):
        await card.wait_closed(within=0)
    with pytest.raises(NotSeenError, match=r"a private line for ben .*\n(.*\n)+.*Who does"):
        await shop.wait_for_ephemeral(as_="ben", within=0)
    form = await form_of(shop)
    with pytest.raises(NotSeenError, match=r"saw a change .*the view is\nOrder\nWhat\?"):
        await form.wait_until(lambda seen: seen.title == "Done", within=0)
