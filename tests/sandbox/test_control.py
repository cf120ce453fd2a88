"""The developer's side over HTTP: the timeline, once more, faults, the connection, the app."""

import asyncio
import json
import shlex
from collections.abc import AsyncIterator

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.errors import SlackApiError

from bot.sandbox import Sandbox
from tests.sandbox.blocks import Json, actions, button
from tests.sandbox.bolt import QUICK, Running, declared, running
from tests.sandbox.method_calls import install

TEAM = "C0000TEAM00"
LISTENING: Json = {
    "display_information": {"name": "Reporter"},
    "features": {"bot_user": {"display_name": "reporter"}},
    "oauth_config": {"scopes": {"bot": ["channels:history"]}},
    "settings": {
        "event_subscriptions": {"bot_events": ["message.channels"]},
        "socket_mode_enabled": True,
    },
}
BLOCKS = [actions(button("a", "A"), block_id="b")]


def listen(app: AsyncApp) -> None:
    @app.command("/report")
    async def report(ack: AsyncAck) -> None:
        await ack("here it is")

    @app.action("go")
    async def go(ack: AsyncAck) -> None:
        await ack()


@pytest.fixture
async def slack() -> AsyncIterator[Running]:
    async with running(listen) as it:
        yield it


@pytest.fixture
async def browser(slack: Running) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(base_url=slack.sandbox.page_url) as session:
        yield session


async def ask(
    browser: aiohttp.ClientSession,
    path: str,
    *,
    verb: str = "GET",
    body: object = None,
    status: int = 200,
) -> Json:
    async with browser.request(verb, f"/control/{path}", json=body) as response:
        answer: Json = await response.json()
        assert response.status == status, answer
        assert answer["ok"] is (status == 200)
        return answer


async def rows(browser: aiohttp.ClientSession, **query: int) -> list[Json]:
    text = "&".join(f"{name}={value}" for name, value in query.items())
    found: list[Json] = (await ask(browser, f"traffic?{text}"))["rows"]
    return found


async def last(browser: aiohttp.ClientSession, name: str) -> Json:
    return next(row for row in reversed(await rows(browser)) if row["name"] == name)


async def entry(browser: aiohttp.ClientSession, row: Json) -> Json:
    found: Json = (await ask(browser, f"traffic/{row['number']}"))["entry"]
    return found


async def test_calls_and_deliveries_are_one_timeline(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    await slack.ws.slash("/report", text="now", channel="team")
    await slack.client.chat_postMessage(channel=TEAM, text="x")
    found = {row["name"]: row for row in await rows(browser)}
    opened, sent, posted = (
        found[name] for name in ("apps.connections.open", "slash_commands", "chat.postMessage")
    )
    assert [row["side"] for row in (opened, sent, posted)] == ["call", "delivery", "call"]
    assert sent["about"] == "/report now"
    assert (posted["about"], posted["status"]) == ("#team", 200)
    assert {sent["outcome"], posted["outcome"]} == {"ok"}
    assert opened["number"] < sent["number"] < posted["number"]
    assert 0 <= posted["duration"] < 5
    assert (await entry(browser, sent))["received"] == {"text": "here it is"}


async def test_the_timeline_is_read_page_by_page_in_both_directions(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    for count in range(5):
        await slack.client.chat_postMessage(channel=TEAM, text=str(count))
    numbers = [row["number"] for row in await rows(browser)]
    newest = await ask(browser, "traffic?limit=2")
    assert [row["number"] for row in newest["rows"]] == numbers[-2:]
    assert newest["more"]
    older = await ask(browser, f"traffic?before={numbers[-2]}&limit=2")
    assert [row["number"] for row in older["rows"]] == numbers[-4:-2]
    newer = await ask(browser, f"traffic?since={numbers[-4]}&limit=500")
    assert [row["number"] for row in newer["rows"]] == numbers[-3:]
    assert not newer["more"]


async def test_a_refused_call_says_why_in_plain_words(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    with pytest.raises(SlackApiError):
        await slack.client.chat_postMessage(channel=TEAM, text="x", blocks=[{"type": "section"}])
    row = await last(browser, "chat.postMessage")
    assert (row["outcome"], row["error"]) == ("error", "invalid_blocks")
    assert row["notes"]
    assert row["notes"] == (await entry(browser, row))["received"]["response_metadata"]["messages"]


async def test_a_method_that_is_not_here_stands_out(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    with pytest.raises(SlackApiError):
        await slack.client.api_call("admin.conversations.search")
    assert (await last(browser, "admin.conversations.search"))["badges"] == ["unknown method"]


async def test_a_delivery_that_nobody_acknowledged_stands_out_with_the_reason() -> None:
    async with (
        running(listen, timing=QUICK) as slack,
        aiohttp.ClientSession(base_url=slack.sandbox.page_url) as browser,
    ):
        slack.sandbox.faults.envelope("lose_ack", times=9)
        await slack.ws.slash("/report", channel="team")
        row = await last(browser, "slash_commands")
    assert row["outcome"] == "error"
    assert "not acknowledged" in row["badges"]
    assert any(badge.startswith("sent ") for badge in row["badges"])
    assert row["notes"] == ["The app did not acknowledge it in time (3 seconds)."]


async def test_a_delivery_to_an_app_that_is_not_there_stands_out_with_the_reason() -> None:
    async with (
        Sandbox() as sandbox,
        aiohttp.ClientSession(base_url=sandbox.page_url) as browser,
    ):
        body = {"channel": "team", "command": "/report"}
        async with browser.post("/person/slash", json=body) as response:
            assert (await response.json())["error_line"]
        row = await last(browser, "slash_commands")
        assert row["notes"] == [
            "Nobody could take it: the app is not connected, or it takes no interactions."
        ]


async def test_an_event_waits_for_an_app_that_is_not_there() -> None:
    async with (
        Sandbox(LISTENING) as sandbox,
        aiohttp.ClientSession(base_url=sandbox.page_url) as browser,
    ):
        async with browser.post("/person/post", json={"channel": "team", "text": "x"}) as response:
            assert response.status == 200
        assert await sandbox.world.changes.until(
            lambda: next((d for d in sandbox.deliveries if d.error), None), within=5
        )
        row = await last(browser, "message")
        assert row["about"] == "#team"
        assert row["notes"] == ["The app is not connected. The event waits for it for a while."]


async def test_no_secret_of_the_installation_is_in_what_is_shown(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    await slack.client.chat_postMessage(channel=TEAM, text=f"my token {slack.sandbox.bot_token}")
    await slack.ws.slash("/report", channel="team")
    shown = await entry(browser, await last(browser, "slash_commands"))
    assert shown["sent"]["token"] == "(hidden)"  # noqa: S105 - the mask itself
    assert shown["sent"]["command"] == "/report"
    posted = await entry(browser, await last(browser, "chat.postMessage"))
    assert posted["sent"]["text"] == "my token (hidden)"
    assert slack.sandbox.bot_token not in json.dumps(posted)


async def test_what_json_cannot_carry_does_not_break_the_timeline(
    browser: aiohttp.ClientSession,
) -> None:
    odd = '{"channel": NaN, "deep": ' + "[" * 400 + "1e999" + "]" * 400 + "}"
    headers = {"Content-Type": "application/json"}
    async with browser.post("/api/api.test", data=odd, headers=headers) as response:
        assert response.status == 200
    row = await last(browser, "api.test")
    assert row["about"] == "nan"
    async with browser.get(f"/control/traffic/{row['number']}") as response:
        assert response.status == 200
        shown = json.loads(await response.text(), parse_constant=pytest.fail)
    assert shown["entry"]["sent"]["channel"] == "nan"


@pytest.mark.parametrize(
    "text", ["plain", 'it\'s "quoted" $HOME `id` \\ \n line', "陈晨 ✅", "@file", "'; exit 1; '"]
)
async def test_the_curl_command_makes_the_same_call(
    slack: Running, browser: aiohttp.ClientSession, text: str
) -> None:
    await slack.client.chat_postMessage(channel=TEAM, text=text, blocks=BLOCKS)
    command = (await entry(browser, await last(browser, "chat.postMessage")))["curl"]
    assert slack.sandbox.bot_token not in command
    words = shlex.split(command.replace("\\\n", ""))
    assert words[:4] == ["curl", "-sS", "-X", "POST"]
    assert words[5:9:2] == ["-H", "-H"]
    assert words[6] == "Authorization: Bearer $SLACK_BOT_TOKEN"
    headers = dict(word.split(": ", 1) for word in (words[6], words[8]))
    headers["Authorization"] = f"Bearer {slack.sandbox.bot_token}"
    assert words[9] == "--data-raw"
    async with browser.post(words[4], data=words[10].encode(), headers=headers) as response:
        assert (await response.json())["ok"]
    first, second = slack.sandbox.world.messages(TEAM)
    assert (first.text, first.blocks) == (second.text, second.blocks)


async def test_the_curl_command_names_the_kind_of_token(
    browser: aiohttp.ClientSession,
) -> None:
    opened = await entry(browser, await last(browser, "apps.connections.open"))
    assert "$SLACK_APP_TOKEN" in opened["curl"]


async def test_a_call_is_made_again(slack: Running, browser: aiohttp.ClientSession) -> None:
    await slack.client.chat_postMessage(channel=TEAM, text="twice")
    number = (await last(browser, "chat.postMessage"))["number"]
    await ask(browser, f"traffic/{number}/again", verb="POST")
    assert [m.text for m in slack.ws.messages("team")] == ["twice", "twice"]
    assert (await last(browser, "chat.postMessage"))["number"] > number


async def test_a_delivery_is_sent_again(slack: Running, browser: aiohttp.ClientSession) -> None:
    await slack.ws.slash("/report", channel="team")
    number = (await last(browser, "slash_commands"))["number"]
    await ask(browser, f"traffic/{number}/again", verb="POST")
    row = await last(browser, "slash_commands")
    assert row["number"] > number
    assert (row["outcome"], row["about"]) == ("ok", "/report")


FAULTS: list[Json] = [
    {"method": "chat.update", "times": 2, "status": 429, "retry_after": 5},
    {"method": "*", "times": 1, "status": 500},
    {"method": "auth.test", "times": 1, "error": "internal_error"},
    {"method": "auth.test", "times": 3, "delay": 1.5},
    {"method": "chat.postMessage", "times": 1, "drop": "before"},
    {"method": "chat.postMessage", "times": 1, "drop": "after"},
    {"envelope": "drop", "times": 1},
    {"envelope": "delay", "times": 2, "seconds": 0.5},
    {"envelope": "duplicate", "times": 1},
    {"envelope": "lose_ack", "times": 1000},
]


@pytest.mark.parametrize("fault", FAULTS, ids=json.dumps)
async def test_every_fault_can_be_set_listed_and_taken_back(
    browser: aiohttp.ClientSession, fault: Json
) -> None:
    other = {"method": "users.info", "times": 1, "status": 503}
    await ask(browser, "faults", verb="POST", body=other)
    assert fault in (await ask(browser, "faults", verb="POST", body=fault))["faults"]
    assert fault in (await ask(browser, "faults"))["faults"]
    assert (await ask(browser, "faults", verb="DELETE", body=fault))["faults"] == [other]
    await ask(browser, "faults", verb="DELETE", body=fault, status=404)
    assert (await ask(browser, "faults", verb="DELETE"))["faults"] == []


async def test_a_fault_that_is_set_happens_and_is_gone_then(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    body = {"method": "chat.postMessage", "status": 429, "retry_after": 7}
    await ask(browser, "faults", verb="POST", body=body)
    with pytest.raises(SlackApiError) as error:
        await slack.client.chat_postMessage(channel=TEAM, text="x")
    assert error.value.response.headers["Retry-After"] == "7"
    assert (await ask(browser, "faults"))["faults"] == []
    assert (await last(browser, "chat.postMessage"))["badges"] == ["rate limited"]


async def test_only_the_fault_that_is_named_is_taken_back(
    browser: aiohttp.ClientSession,
) -> None:
    slow, failing = {"status": 500}, {"status": 503}
    for fault in (slow, failing, slow):
        await ask(browser, "faults", verb="POST", body={"method": "auth.test", **fault})
    body = {"method": "auth.test", "times": 1, **slow}
    left = await ask(browser, "faults", verb="DELETE", body=body)
    assert [fault["status"] for fault in left["faults"]] == [503, 500]


async def test_faults_that_were_set_often_stay_when_another_is_taken_back(
    browser: aiohttp.ClientSession,
) -> None:
    often = {"method": "auth.test", "times": 1000, "status": 500}
    other: Json = {"envelope": "drop", "times": 1}
    for fault in (often, often, other):
        await ask(browser, "faults", verb="POST", body=fault)
    left = await ask(browser, "faults", verb="DELETE", body=other)
    assert left["faults"] == [{**often, "times": 2000}]


BAD_FAULTS: list[tuple[object, str]] = [
    ([], "object"),
    ({}, "either"),
    ({"method": "auth.test", "envelope": "drop"}, "either"),
    ({"method": "auth.test"}, "one of"),
    ({"method": "chat.explode", "status": 500}, "chat.explode"),
    ({"method": 7, "status": 500}, "no method 7"),
    ({"method": ["auth.test"], "status": 500}, "no method"),
    ({"method": "auth.test", "status": 500, "colour": "red"}, "colour"),
    ({"method": "auth.test", "status": 500, "seconds": 1}, "seconds"),
    ({"method": "auth.test", "status": 200}, "429"),
    ({"method": "auth.test", "status": "500"}, "429"),
    ({"method": "auth.test", "status": True}, "429"),
    ({"method": "auth.test", "status": 500, "retry_after": 1}, "429 only"),
    ({"method": "auth.test", "status": 429, "retry_after": -1}, "retry_after"),
    ({"method": "auth.test", "status": 429, "retry_after": 1.5}, "retry_after"),
    ({"method": "auth.test", "status": 429, "retry_after": 601}, "600"),
    ({"method": "auth.test", "status": 500, "times": 0}, "times"),
    ({"method": "auth.test", "status": 500, "times": -1}, "times"),
    ({"method": "auth.test", "status": 500, "times": 1001}, "1000"),
    ({"method": "auth.test", "status": 500, "times": "2"}, "times"),
    ({"method": "auth.test", "error": ""}, "code"),
    ({"method": "auth.test", "error": "Not A Code"}, "code"),
    ({"method": "auth.test", "delay": 0}, "delay"),
    ({"method": "auth.test", "delay": -1}, "delay"),
    ({"method": "auth.test", "delay": 601}, "600"),
    ({"method": "auth.test", "delay": float("nan")}, "delay"),
    ({"method": "auth.test", "drop": "now"}, "drop"),
    ({"method": "auth.test", "drop": "before", "status": 500}, "dropped"),
    ({"envelope": "explode"}, "envelope"),
    ({"envelope": "drop", "seconds": 1}, "seconds"),
    ({"envelope": "delay"}, "seconds"),
    ({"envelope": "delay", "seconds": float("inf")}, "seconds"),
    ({"envelope": "drop", "status": 500}, "status"),
]


@pytest.mark.parametrize(("body", "says"), BAD_FAULTS, ids=lambda value: repr(value)[:60])
async def test_a_badly_made_fault_gets_one_clear_sentence(
    slack: Running, browser: aiohttp.ClientSession, body: object, says: str
) -> None:
    answer = await ask(browser, "faults", verb="POST", body=body, status=400)
    assert says in answer["error"]
    assert slack.sandbox.faults.pending == []


BAD_REQUESTS: list[tuple[str, str, object, int]] = [
    ("GET", "traffic?limit=0", None, 400),
    ("GET", "traffic?limit=501", None, 400),
    ("GET", "traffic?limit=many", None, 400),
    ("GET", "traffic?since=-1", None, 400),
    ("GET", "traffic?since=%C2%B2", None, 400),
    ("GET", "traffic?since=" + "9" * 5000, None, 400),
    ("GET", "traffic?since=1&before=5", None, 400),
    ("GET", "traffic/0", None, 404),
    ("GET", "traffic/first", None, 400),
    ("POST", "traffic/99999999/again", None, 404),
    ("DELETE", "faults", {"method": "auth.test", "times": 1, "status": 500}, 404),
    ("DELETE", "faults", {"anything": 1}, 400),
    ("POST", "disconnect", {}, 400),
    ("POST", "disconnect", {"reason": "boredom"}, 400),
    ("POST", "disconnect", {"reason": ["cut"]}, 400),
    ("POST", "rates", {"real_rates": "yes"}, 400),
    ("POST", "rates", {}, 400),
]


@pytest.mark.parametrize(("verb", "path", "body", "status"), BAD_REQUESTS, ids=repr)
async def test_a_badly_made_request_gets_one_clear_sentence(
    browser: aiohttp.ClientSession, verb: str, path: str, body: object, status: int
) -> None:
    answer = await ask(browser, path, verb=verb, body=body, status=status)
    assert len(answer["error"].splitlines()) == 1


@pytest.mark.parametrize("reason", ["warning", "refresh_requested", "link_disabled", "cut"])
async def test_the_app_connects_anew_after_a_disconnect(
    slack: Running, browser: aiohttp.ClientSession, reason: str
) -> None:
    answer = await ask(browser, "disconnect", verb="POST", body={"reason": reason})
    assert answer["connections"] == 1
    assert await slack.sandbox.connected(1)


async def test_without_a_connection_there_is_nothing_to_disconnect() -> None:
    async with (
        Sandbox() as sandbox,
        aiohttp.ClientSession(base_url=sandbox.page_url) as browser,
    ):
        body = {"reason": "cut"}
        answer = await ask(browser, "disconnect", verb="POST", body=body, status=400)
        assert "no Socket Mode connection" in answer["error"]


async def test_real_rate_limits_are_switched_on_and_off(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    assert not (await ask(browser, "rates"))["real_rates"]
    for on in (True, False):
        await ask(browser, "rates", verb="POST", body={"real_rates": on})
        assert (await ask(browser, "rates"))["real_rates"] is on
        assert slack.sandbox.real_rates is on


async def test_the_app_is_described_without_its_secrets(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    app = await ask(browser, "app")
    assert (app["transport"], app["connections"], app["installed"]) == ("socket", 1, True)
    assert app["commands"] is None
    assert "chat:write" in app["bot_scopes"]
    team = next(channel for channel in app["channels"] if channel["name"] == "team")
    assert team["has_bot"]
    assert "xoxb-" not in json.dumps(app)
    slack.ws.revoke()
    assert not (await ask(browser, "app"))["installed"]


async def test_the_app_is_installed_again_by_the_end_of_an_installation(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    slack.sandbox.mischief.uninstall()
    assert not (await ask(browser, "app"))["installed"]
    await install(slack.sandbox, code=slack.sandbox.hub.codes.new())
    assert (await ask(browser, "app"))["installed"]
    assert (await slack.ws.slash("/report", channel="team")).text == "here it is"


async def test_the_name_of_a_method_is_on_record_as_far_as_anybody_reads_it(
    browser: aiohttp.ClientSession,
) -> None:
    async with browser.post(f"/api/{'x' * 5000}") as response:
        answer = await response.json()
    assert answer == {"ok": False, "error": "unknown_method", "req_method": "x" * 100}
    assert (await rows(browser))[-1]["name"] == "x" * 100


async def test_a_fault_with_an_unknown_field_is_told_each_known_one_once(
    browser: aiohttp.ClientSession,
) -> None:
    body = {"method": "*", "status": 500, "colour": "red"}
    error = (await ask(browser, "faults", verb="POST", body=body, status=400))["error"]
    known = error.partition("known: ")[2].split(", ")
    assert sorted(set(known)) == known


async def test_an_app_without_socket_mode_is_reached_at_the_url_of_its_manifest() -> None:
    url = "https://example.com/slack"
    manifest = {
        "display_information": {"name": "Reporter"},
        "settings": {"interactivity": {"is_enabled": True, "request_url": url}},
    }
    async with (
        Sandbox(manifest) as sandbox,
        aiohttp.ClientSession(base_url=sandbox.page_url) as browser,
    ):
        app = await ask(browser, "app")
        assert (app["transport"], app["request_url"]) == ("http", url)


async def test_events_that_never_come_are_named() -> None:
    async with (
        Sandbox(declared("app_mention", "emoji_changed", "message.im")) as sandbox,
        aiohttp.ClientSession(base_url=sandbox.page_url) as browser,
    ):
        assert (await ask(browser, "app"))["silent_events"] == ["emoji_changed"]


async def test_the_secrets_are_given_to_who_asks_for_them_at_this_address_only(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    tokens = await ask(browser, "tokens")
    assert tokens["bot_token"] == slack.sandbox.bot_token
    assert tokens["signing_secret"] == slack.sandbox.signing_secret
    for headers in ({"Origin": "https://evil.example"}, {"Host": "rebound.example"}):
        async with browser.get("/control/tokens", headers=headers) as response:
            assert response.status == 403


fields = st.sampled_from(
    [
        "method",
        "times",
        "status",
        "retry_after",
        "error",
        "delay",
        "drop",
        "envelope",
        "seconds",
        "reason",
        "real_rates",
    ]
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["auth.test", "*", "delay", "drop", "after", "cut"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(fields, inner, max_size=4)
    ),
    max_leaves=8,
)
broken = st.one_of(
    st.binary(max_size=40),
    st.one_of(values, st.dictionaries(fields, scalars, max_size=4)).map(
        lambda value: json.dumps(value).encode()
    ),
)
places = st.sampled_from(
    [
        ("POST", "faults"),
        ("DELETE", "faults"),
        ("POST", "disconnect"),
        ("POST", "rates"),
        ("POST", "traffic/1/again"),
    ]
)


async def test_no_broken_body_is_a_failure_of_the_server(slack: Running) -> None:
    loop = asyncio.get_running_loop()

    @settings(suppress_health_check=[HealthCheck.too_slow])
    @given(places, broken)
    def check(place: tuple[str, str], body: bytes) -> None:
        asyncio.run_coroutine_threadsafe(send(place, body), loop).result(20)

    async def send(place: tuple[str, str], body: bytes) -> None:
        verb, path = place
        headers = {"Content-Type": "application/json"}
        async with (
            aiohttp.ClientSession(base_url=slack.sandbox.page_url) as session,
            session.request(verb, f"/control/{path}", data=body, headers=headers) as response,
        ):
            assert response.status in {200, 400, 404}
            assert isinstance((await response.json())["ok"], bool)

    await asyncio.to_thread(check)
