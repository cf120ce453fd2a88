"""An app in which people can use everything that there is, for tests of their side."""

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Card, Modal, Workspace
from tests.sandbox.blocks import Json

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


async def ordered(ws: Workspace) -> Card:
    await ws.slash("/order")
    return await ws.wait_for_card("Who does it?", button="Go")


async def form_of(ws: Workspace) -> Modal:
    said = await ws.slash("/order", text="form")
    assert said.modal
    return said.modal
