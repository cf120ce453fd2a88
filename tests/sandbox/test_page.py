"""The person's side over HTTP, and the page that uses it."""

import asyncio
import json
import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.respond.async_respond import AsyncRespond
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from bot.sandbox.kit.blocks import BLOCKS
from bot.sandbox.kit.elements import ELEMENTS
from bot.sandbox.state.changes import WAITING_MOST, Change
from tests.sandbox.blocks import Json, actions, button, field, modal, text_input
from tests.sandbox.bolt import Running, running

TEAM = "C0000TEAM00"


def listen(app: AsyncApp) -> None:
    @app.command("/form")
    async def form(ack: AsyncAck, body: Json, client: AsyncWebClient) -> None:
        view = modal(field(), actions(button("more", "More")), callback_id="form")
        await client.views_open(trigger_id=body["trigger_id"], view=view)
        await ack("opened")

    @app.view("form")
    async def submitted(ack: AsyncAck, body: Json, client: AsyncWebClient) -> None:
        await ack()
        value = body["view"]["state"]["values"]["what"]["field"]["value"]
        await client.chat_postMessage(channel=TEAM, text=f"typed {value}", blocks=[actions()])

    @app.action("go")
    async def go(ack: AsyncAck, respond: AsyncRespond) -> None:
        await ack()
        await respond("pressed")

    @app.action("more")
    async def more(ack: AsyncAck) -> None:
        await ack()


@pytest.fixture
async def slack() -> AsyncIterator[Running]:
    async with running(listen) as it:
        yield it


@pytest.fixture
async def browser(slack: Running) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(base_url=slack.sandbox.page_url) as session:
        yield session


async def do(browser: aiohttp.ClientSession, action: str, **body: object) -> Json:
    async with browser.post(f"/person/{action}", json=body) as response:
        answer: Json = await response.json()
        assert answer["ok"] is (response.status == 200)
        return answer


async def state(browser: aiohttp.ClientSession, **query: str) -> Json:
    async with browser.get("/person/state", params=query) as response:
        answer: Json = await response.json()
        return answer


async def test_the_main_things_can_be_done_over_http(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    answer = await do(browser, "slash", channel="team", command="/form", **{"as": "ana"})
    assert answer["notices"][0]["text"] == "opened"
    assert answer["view"]["title"]["text"] == "Form"
    assert (await do(browser, "submit", values={}))["view"]["errors"]["what"]
    await do(browser, "enter", block_id="what", value="half")
    assert (await do(browser, "press", action_id="more"))["view"]
    await do(browser, "submit", values={"what": "words"})
    card = await slack.ws.wait_for_card(channel="team")
    shown = await state(browser, channel="team")
    assert shown["view"] is None
    (private, message) = shown["messages"]
    assert message["text"] == "typed words"
    assert private["only_for"] == shown["me"]
    answer = await do(browser, "click", channel=TEAM, ts=card.ts, action_id="go", **{"as": "ben"})
    assert answer["notices"][0]["text"] == "pressed"
    posted = await do(browser, "post", channel="team", text="hi", thread_ts=card.ts)
    assert slack.ws.thread("team", card.ts)[-1].ts == posted["ts"]


async def test_what_hurts_an_app_can_be_done_over_http(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    ts = (await do(browser, "post", channel="team", text="x"))["ts"]
    await do(browser, "delete", channel="team", ts=ts)
    assert slack.ws.messages("team") == []
    for action in ("archive", "unarchive", "kick_bot", "invite_bot"):
        await do(browser, "channel", channel="team", do=action)
    for action in ("revoke", "reinstall"):
        await do(browser, "token", do=action)
    await do(browser, "join", channel="general")


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("slash", {}),
        ("slash", {"as": "nobody", "channel": "team", "command": "/x"}),
        ("post", {"channel": "nowhere", "text": "x"}),
        ("post", {"channel": "ana-ben", "text": "x", "as": "chen"}),
        ("click", {"channel": "team", "ts": "1.000000", "action_id": "go"}),
        ("submit", {"values": {"what": "x"}}),
        ("channel", {"channel": "team", "do": "explode"}),
        ("token", {"do": "explode"}),
        ("press", {"action_id": "none"}),
    ],
)
async def test_what_a_person_cannot_do_is_said(
    browser: aiohttp.ClientSession, action: str, body: Json
) -> None:
    assert (await do(browser, action, **body))["error"]


async def test_everybody_sees_their_own_channels(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    def names(shown: Json) -> list[str]:
        return [channel["name"] for channel in shown["channels"]]

    slack.ws.dm("chen")
    assert names(await state(browser)) == ["general", "team", "leads", "partners", "ben"]
    assert names(await state(browser, **{"as": "chen"}))[-1] == "sandbox"
    assert not (await state(browser, channel="nowhere"))["ok"]


async def test_news_come_as_events(slack: Running, browser: aiohttp.ClientSession) -> None:
    async with browser.get("/person/events") as response:
        assert response.content_type == "text/event-stream"
        await response.content.readuntil(b"\n\n")
        posting = asyncio.create_task(slack.ws.post("hello", channel="team"))
        news = await response.content.readuntil(b"\n\n")
        await posting
    assert json.loads(news.removeprefix(b"data: ")) | {"ts": ""} == {
        "kind": "message",
        "channel": TEAM,
        "ts": "",
    }


async def test_a_page_that_stalls_is_let_go_and_reads_anew(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    async with browser.get("/person/events") as response:
        await response.content.readuntil(b"\n\n")
        for _ in range(WAITING_MOST + 1):
            slack.sandbox.world.changes.tell(Change("message", TEAM))
        rest = await asyncio.wait_for(response.content.read(), 10)
    assert rest.endswith(b"\n\n"), "what was begun is sent to its end"
    assert (await state(browser, channel="team"))["ok"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "rebound.example:80"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/", "/person/state", "/control/tokens", "/api/api.test"])
async def test_other_sites_in_the_same_browser_are_kept_out(
    browser: aiohttp.ClientSession, path: str, headers: dict[str, str], status: int
) -> None:
    async with browser.get(path, headers=headers) as response:
        assert response.status == status


async def test_a_link_on_another_site_leads_to_the_page_and_nowhere_else(
    browser: aiohttp.ClientSession,
) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    places = {"/": 200, f"/archives/{TEAM}": 200, "/control/tokens": 403, "/person/state": 403}
    for path, status in places.items():
        async with browser.get(path, headers=link) as response:
            assert response.status == status, path


async def test_actions_are_taken_as_json_only(browser: aiohttp.ClientSession) -> None:
    async with browser.post("/person/token", data={"do": "revoke"}) as response:
        assert response.status == 415
    async with browser.post(
        "/person/token", data="[", headers={"Content-Type": "application/json"}
    ) as response:
        assert response.status == 400


async def test_the_page_lets_no_other_script_in(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    async with browser.get("/") as response:
        html = await response.text()
        policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "http" not in html
    card = await slack.ws.post("hello", channel="team")
    link = await slack.client.chat_getPermalink(channel=TEAM, message_ts=card.ts)
    for address in (link["permalink"], f"/archives/{TEAM}"):
        async with browser.get(address) as response:
            assert await response.text() == html


async def test_all_files_of_the_page_name_are_served_and_none_writes_html(
    browser: aiohttp.ClientSession,
) -> None:
    todo, seen = ["/"], set[str]()
    while todo:
        address = todo.pop()
        seen.add(address)
        async with browser.get(address) as response:
            assert response.status == 200, address
            text = await response.text()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", text), (
            address
        )
        named = re.findall(r"\"(/page/[^\"]+)\"", text)
        named += [
            f"/page/{name}" for name in re.findall(r"(?:from |import\()\"\./([^\"]+)\"", text)
        ]
        todo += [name for name in named if name not in {*seen, *todo}]
    assert {"/page/workspace.js", "/page/markdown.js", "/page/emoji.json"} <= seen


@pytest.mark.parametrize("name", ["other.js", "__init__.py", "index.html", "..%2fserver.py"])
async def test_nothing_but_the_files_of_the_page_is_served(
    browser: aiohttp.ClientSession, name: str
) -> None:
    async with browser.get(f"/page/{name}") as response:
        assert response.status == 404


async def test_the_usual_emoji_have_their_characters(browser: aiohttp.ClientSession) -> None:
    async with browser.get("/page/emoji.json") as response:
        emoji: dict[str, str] = await response.json()
    assert len(emoji) > 1800
    wanted = {"+1": "👍", "white_check_mark": "✅", "tada": "🎉", "memo": "📝", "flag-de": "🇩🇪"}
    assert wanted.items() <= emoji.items()


async def test_every_block_and_element_that_slack_takes_has_a_look(
    browser: aiohttp.ClientSession,
) -> None:
    scripts = ""
    for name in ("blocks.js", "pressed.js", "controls.js", "values.js"):
        async with browser.get(f"/page/{name}") as response:
            scripts += await response.text()
    texts = {"mrkdwn", "plain_text"}
    unknown = {
        kind for kind in {*BLOCKS, *ELEMENTS} - texts if not re.search(rf"\b{kind}\b", scripts)
    }
    assert unknown == set()


async def test_files_are_shown_as_text_whatever_they_hold(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    script = "<script>alert(1)</script>"
    answer = await slack.client.files_upload_v2(channel=TEAM, filename="a.html", content=script)
    async with browser.get(f"/person/files/{answer['file']['id']}") as response:
        assert response.content_type == "text/plain"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert await response.text() == script
    async with browser.get("/person/files/F0") as response:
        assert response.status == 404


async def test_a_form_field_takes_no_more_than_it_shows() -> None:
    async with Sandbox() as sandbox:
        trigger = sandbox.hub.triggers.new("U0000000ANA")
        sandbox.hub.modals.open(
            sandbox.hub.triggers.exchange(trigger).person, modal(field(text_input(max_length=3)))
        )
        form = Workspace(sandbox).modal()
        assert form is not None
        await form.fill({"What?": "four"}).submit()
        assert form.errors == {"What?": "Must be at most 3 characters."}
