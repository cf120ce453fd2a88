"""The person's side over HTTP: what the page can do beyond the main things."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.sandbox.state.homes import Homes
from tests.sandbox.blocks import Json, actions, button, field, modal, option, section
from tests.sandbox.bolt import Running, declared, running
from tests.sandbox.test_page import do

TEAM, ANA = "C0000TEAM00", "U0000000ANA"
MENU = {"type": "external_select", "action_id": "who", "min_query_length": 1}
HOME: Json = {
    "type": "home",
    "blocks": [
        actions(button("go"), block_id="one"),
        actions(button("go", value="second"), MENU, block_id="two"),
        field(block_id="note", dispatch_action=True),
    ],
}


class App:
    """Answers everything, and keeps what it was sent."""

    def __init__(self) -> None:
        self.bodies: list[Json] = []

    def listen(self, app: AsyncApp) -> None:
        async def note(ack: AsyncAck, body: Json) -> None:
            self.bodies.append(body)
            await ack()

        @app.options("who")
        async def who(ack: AsyncAck, body: Json) -> None:
            self.bodies.append(body)
            await ack(options=[option("chen", "Chen")])

        for name in ("go", "who", "field"):
            app.action(name)(note)
        for name in ("new", "use"):
            app.shortcut(name)(note)


@pytest.fixture
def app() -> App:
    return App()


@pytest.fixture
async def slack(app: App) -> AsyncIterator[Running]:
    async with running(app.listen, manifest=declared()) as it:
        yield it


@pytest.fixture
async def browser(slack: Running) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(base_url=slack.sandbox.page_url) as session:
        yield session


@pytest.fixture
def homes(slack: Running) -> Homes:
    homes = slack.sandbox.hub.homes
    homes.publish(ANA, HOME)
    return homes


async def test_shortcuts_are_chosen(
    slack: Running, browser: aiohttp.ClientSession, app: App
) -> None:
    assert (await do(browser, "shortcut", callback_id="new"))["error_line"] == ""
    card = await slack.ws.post("x", channel="team")
    await do(browser, "message_shortcut", channel="team", ts=card.ts, callback_id="use")
    kinds = [body["type"] for body in app.bodies]
    assert kinds == ["shortcut", "message_action"]
    assert app.bodies[-1]["message"]["ts"] == card.ts


async def test_the_home_is_opened_and_used(
    browser: aiohttp.ClientSession, homes: Homes, app: App
) -> None:
    opened = await do(browser, "open_home")
    assert opened["tab"] == "home"
    view_id = opened["home"]["id"]
    await do(browser, "press", view_id=view_id, action_id="go", block_id="two")
    assert app.bodies[-1]["actions"][0]["value"] == "second"
    assert app.bodies[-1]["view"]["type"] == "home"
    await do(browser, "enter", view_id=view_id, block_id="note", value="words")
    offered = await do(browser, "suggest", view_id=view_id, action_id="who", query="c")
    assert [one["value"] for one in offered["options"]] == ["chen"]
    pressed = await do(browser, "press", view_id=view_id, action_id="who", value="chen")
    values = pressed["home"]["state"]["values"]
    assert values["note"]["field"]["value"] == "words"
    assert values["two"]["who"]["selected_option"]["value"] == "chen"
    kept = homes.of(ANA)
    assert kept
    assert kept.values == values


async def test_menus_of_messages_and_forms_are_searched(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    ts = (await slack.client.chat_postMessage(channel=TEAM, text="x", blocks=[actions(MENU)]))["ts"]
    place = {"channel": "team", "ts": ts, "action_id": "who"}
    assert (await do(browser, "suggest", **place, query="")) == {
        "ok": True,
        "options": [],
        "option_groups": [],
        "min_query_length": 1,
        "error_line": "",
    }
    assert (await do(browser, "click", **place, value="chen"))["ok"] is False
    assert (await do(browser, "suggest", **place, query="c"))["options"]
    assert (await do(browser, "click", **place, value="chen"))["ok"] is True
    slack.sandbox.hub.modals.open(ANA, modal(field(MENU)))
    assert (await do(browser, "suggest", action_id="who", query="c"))["options"]
    assert (await do(browser, "enter", block_id="what", value="chen"))["ok"] is True


async def test_own_messages_are_edited_reacted_to_and_taken_back(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    ts = (await do(browser, "post", channel="team", text="@ben #team @here"))["ts"]
    place = {"channel": "team", "ts": ts}
    (card,) = slack.ws.roots("team")
    assert card.message.text == f"<@U0000000BEN> <#{TEAM}> <!here>"
    assert card.pings == ("@U0000000BEN", "!here")
    await do(browser, "edit", **place, text="better")
    await do(browser, "react", **place, name="thumbsup")
    await do(browser, "react", **place, name="thumbsup", **{"as": "ben"})
    await do(browser, "react", **place, name="thumbsup", on=False)
    message = slack.ws.roots("team")[0].message
    assert (message.text, message.reactions) == ("better", (("thumbsup", ("U0000000BEN",)),))
    await do(browser, "unsend", **place)
    assert slack.ws.roots("team") == []


async def test_people_leave_and_join(slack: Running, browser: aiohttp.ClientSession) -> None:
    await do(browser, "leave", channel="team")
    assert ANA not in slack.ws.channel("team").members
    assert (await do(browser, "post", channel="team", text="x"))["ok"] is False
    await do(browser, "join", channel="team")
    assert ANA in slack.ws.channel("team").members


async def test_an_app_is_uninstalled_and_installed_again(browser: aiohttp.ClientSession) -> None:
    await do(browser, "token", do="uninstall")
    answer = await do(browser, "slash", channel="team", command="/report")
    assert answer["error_line"] == "/report is not a valid command."
    await do(browser, "token", do="reinstall")


async def test_the_request_url_is_tried(slack: Running, browser: aiohttp.ClientSession) -> None:
    assert (await do(browser, "verify_url"))["error"] == "the app has no request URL for events"
    slack.sandbox.request_url = f"{slack.sandbox.page_url}person/state"
    assert (await do(browser, "verify_url"))["error_line"] == "http_error"


REFUSED: dict[str, tuple[str, Json, str]] = {
    "an unknown shortcut": ("shortcut", {"callback_id": "other"}, "no global shortcut"),
    "a shortcut without a name": ("shortcut", {}, "'callback_id' is missing"),
    "a shortcut that is no text": ("shortcut", {"callback_id": 1}, "must be a text"),
    "a bot": ("shortcut", {"callback_id": "new", "as": "small"}, "is no person"),
    "slackbot": ("post", {"channel": "team", "text": "x", "as": "slackbot"}, "is no person"),
    "nobody": ("shortcut", {"callback_id": "new", "as": "zoe"}, "nobody is called"),
    "a person who is no text": ("post", {"as": ["ana"]}, "as must be a text"),
    "a channel that is no text": ("post", {"channel": 7, "text": "x"}, "channel must be a text"),
    "a channel that is not named": ("post", {"text": "x"}, "'channel' is missing"),
    "a global shortcut from elsewhere": (
        "shortcut",
        {"callback_id": "new", "as": "dana"},
        "in shared channels only",
    ),
    "the home from elsewhere": ("open_home", {"as": "dana"}, "in shared channels only"),
    "a channel that is not shared": (
        "post",
        {"channel": "general", "text": "x", "as": "dana"},
        "does not see",
    ),
    "another's message": (
        "edit",
        {"channel": "team", "ts": "BEN", "text": "x"},
        "not a message of",
    ),
    "another's message again": ("unsend", {"channel": "team", "ts": "BEN"}, "not a message of"),
    "an empty message": ("post", {"channel": "team", "text": "  "}, "empty"),
    "an unknown thread": (
        "post",
        {"channel": "team", "text": "x", "thread_ts": "1.000000"},
        "no such thread",
    ),
    "no emoji": (
        "react",
        {"channel": "team", "ts": "BEN", "name": "no such!"},
        "no name of an emoji",
    ),
    "perhaps": (
        "react",
        {"channel": "team", "ts": "BEN", "name": "x", "on": "yes"},
        "true or false",
    ),
    "leaving general": ("leave", {"channel": "general"}, "cannot leave"),
    "leaving a conversation": ("leave", {"channel": "ana-ben"}, "cannot leave"),
    "joining a private channel": ("join", {"channel": "leads"}, "cannot join"),
    "a home that is not there": ("press", {"view_id": "V1", "action_id": "go"}, "not open"),
    "a block that is not there": (
        "click",
        {"channel": "team", "ts": "CARD", "action_id": "go", "block_id": "other"},
        "not there any more",
    ),
    "a search in a button": (
        "suggest",
        {"channel": "team", "ts": "CARD", "action_id": "go", "query": "x"},
        "do not come from the app",
    ),
    "a search without words": (
        "suggest",
        {"channel": "team", "ts": "CARD", "action_id": "go"},
        "'query' is missing",
    ),
    "an installation that cannot be": ("token", {"do": "explode"}, "do must be one of: revoke"),
}


@pytest.mark.parametrize(("action", "body", "error"), REFUSED.values(), ids=REFUSED)
async def test_what_cannot_be_done_is_said_in_a_sentence(
    slack: Running, browser: aiohttp.ClientSession, action: str, body: Json, error: str
) -> None:
    bens = await slack.ws.post("of ben", as_="ben", channel="team")
    card = await slack.client.chat_postMessage(
        channel=TEAM, text="x", blocks=[section(), actions()]
    )
    named = {"BEN": bens.ts, "CARD": card["ts"]}
    filled = {key: named.get(str(value), value) for key, value in body.items()}
    answer = await do(browser, action, **filled)
    assert answer["ok"] is False
    assert error in answer["error"]


async def test_the_answers_of_a_form_are_an_object(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    slack.sandbox.hub.modals.open(ANA, modal(field()))
    assert (await do(browser, "submit", values=[1]))["error"] == "values must be an object"


async def test_somebody_from_elsewhere_acts_where_the_channel_is_shared(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    posted = await do(browser, "post", channel="partners", text="hi", **{"as": "dana"})
    assert slack.ws.roots("partners")[-1].ts == posted["ts"]


async def test_a_mistake_of_the_workspace_itself_is_not_laid_upon_who_asked(
    slack: Running, browser: aiohttp.ClientSession, caplog: pytest.LogCaptureFixture
) -> None:
    del slack.sandbox.interactions.posts._world
    async with browser.post("/person/post", json={"channel": "team", "text": "x"}) as response:
        assert response.status == 500
    assert "AttributeError" in caplog.text


NO_OBJECTS = ["", "[]", "1", "{", "[" * 100_000, '"x"', "1" * 5000, '{"a":' * 101 + "1" + "}" * 101]


@pytest.mark.parametrize("text", NO_OBJECTS, ids=range(len(NO_OBJECTS)))
async def test_what_is_no_object_is_refused(browser: aiohttp.ClientSession, text: str) -> None:
    headers = {"Content-Type": "application/json"}
    async with browser.post("/person/react", data=text, headers=headers) as response:
        assert response.status == 400
        error = (await response.json())["error"]
        assert error.startswith("the body "), "our own words, not those of the parser"


ACTIONS = (
    *("slash", "post", "edit", "unsend", "react", "join", "leave", "click", "suggest"),
    *("shortcut", "message_shortcut", "open_home", "press", "enter", "submit", "close"),
    *("delete", "channel", "token", "verify_url"),
)
ODD: list[Json] = [
    {},
    {"as": []},
    {"as": {"a": 1}, "channel": None},
    {"channel": [], "ts": {}, "text": 1, "action_id": None, "do": []},
    {"channel": "team", "ts": "", "text": "\ud800", "command": "/report", "callback_id": "\ud800"},
    {"channel": "team", "ts": 1, "text": None, "name": [], "value": {"a": []}, "values": [1]},
    {"view_id": [], "block_id": {}, "query": 1, "all": "yes", "on": None},
]


@pytest.mark.parametrize("action", ACTIONS)
async def test_odd_requests_are_answered_with_a_sentence(
    browser: aiohttp.ClientSession, action: str
) -> None:
    for body in ODD:
        answer = await do(browser, action, **body)
        assert answer["ok"] is True or answer["error"]
