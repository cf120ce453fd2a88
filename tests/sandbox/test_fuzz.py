"""Broken and random requests: never a 500, and the state stays sound."""

import asyncio
import json
import re
from collections.abc import Callable
from itertools import product
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.sandbox import Sandbox
from bot.sandbox.errors import SlackError
from bot.sandbox.kit.surface import message_blocks, view
from bot.sandbox.state.records import File
from bot.sandbox.web_api.methods import METHODS
from tests.sandbox.blocks import Json, actions, button, field, modal, section
from tests.sandbox.bolt import web_client
from tests.sandbox.method_calls import CALLS, Scene, prepared, token_for
from tests.sandbox.random_values import GARBAGE, arguments, values
from tests.sandbox.soundness import check_sound

ANA, TEAM = "U0000000ANA", "C0000TEAM00"


def mended(draw: st.DrawFn, sound: object) -> object:
    """A sound payload with one place of it replaced by something else."""
    made = json.loads(json.dumps(sound))
    places: list[tuple[Any, Any]] = []

    def collect(node: Json | list[object]) -> None:
        entries = node.items() if isinstance(node, dict) else enumerate(node)
        for key, child in list(entries):
            places.append((node, key))
            if isinstance(child, (dict, list)):
                collect(child)

    collect(made)
    node, key = draw(st.sampled_from(range(len(places))).map(places.__getitem__))
    node[key] = draw(values)
    return made


@st.composite
def nearly_messages(draw: st.DrawFn) -> object:
    return mended(
        draw, [section(fields=[], block_id="a"), actions(button(confirm={}), block_id="b")]
    )


@st.composite
def nearly_views(draw: st.DrawFn) -> object:
    return mended(draw, modal(field(), section(), callback_id="x"))


def answered(check: Callable[[], object]) -> tuple[str, object]:
    """The code of the refusal, or what was taken."""
    try:
        return "", check()
    except SlackError as error:
        return error.code, None


@given(st.one_of(values, nearly_messages()))
@settings(max_examples=100, deadline=None)
def test_any_blocks_are_taken_or_refused(blocks: object) -> None:
    code, taken = answered(lambda: message_blocks(blocks))
    assert code in {"", "invalid_blocks", "msg_blocks_too_long"}
    if isinstance(taken, tuple):
        assert [block["type"] for block in message_blocks(list(taken))] == [
            block["type"] for block in taken
        ]


@given(st.one_of(values, nearly_views()))
@settings(max_examples=100, deadline=None)
def test_any_view_is_taken_or_refused(payload: object) -> None:
    code, _ = answered(lambda: view(payload))
    assert code in {"", "invalid_arguments", "view_too_large"}


@given(
    calls=st.lists(
        st.tuples(st.sampled_from(sorted(METHODS)), arguments, st.booleans(), st.booleans()),
        min_size=1,
        max_size=8,
    )
)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_calls_are_always_answered(calls: list[tuple[str, Json, bool, bool]]) -> None:
    asyncio.run(_make(calls))


async def _make(calls: list[tuple[str, Json, bool, bool]]) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        scene = await prepared(sandbox)
        for method, args, as_json, by_ana in calls:
            token = sandbox.user_token if by_ana else token_for(sandbox, method)
            known = {key: _placed(scene, value) for key, value in args.items()}
            await answered_call(session, sandbox, method, known, as_json=as_json, token=token)
        check_sound(sandbox)


def _placed(scene: Scene, value: object) -> object:
    """The value that a placeholder stands for in this workspace."""
    if isinstance(value, str) and value.startswith("$"):
        return getattr(scene, value.removeprefix("$"), value)
    return value


async def answered_call(
    session: aiohttp.ClientSession,
    sandbox: Sandbox,
    method: str,
    args: Json,
    *,
    as_json: bool,
    token: str,
) -> None:
    body: Json = {"json": args} if as_json else {"data": _form(args)}
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{sandbox.api_url}{method}"
    async with session.post(url, headers=headers, **body) as response:
        answer = await response.json()
        assert response.status == 200, (method, args)
        assert answer["ok"] or answer["error"]


@pytest.mark.parametrize("method", sorted(METHODS))
async def test_garbage_in_place_of_one_argument_is_always_answered(method: str) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        token = token_for(sandbox, method)
        scene = await prepared(sandbox)
        await CALLS[method](scene.by(token))
        sound = sandbox.calls.of(method)[-1].args
        for name in sorted({*sound, "limit", "cursor", "thread_ts", "metadata"}):
            for value in GARBAGE:
                args = {**sound, name: value}
                await answered_call(session, sandbox, method, args, as_json=True, token=token)
        check_sound(sandbox)


def _form(args: Json) -> dict[str, str]:
    made = {k: v if isinstance(v, str) else json.dumps(v) for k, v in args.items()}
    return {k: v.encode(errors="replace").decode() for k, v in made.items()}


BODIES = [
    b"",
    b"abc",
    b"\x00\xff",
    b"{" * 5000,
    b"[" * 100_000,
    b'{"blocks":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"blocks": 1' + b"0" * 5000 + b"}",
    b'{"as": "\\ud800", "channel": "team"}',
    b"--x\r\n\r\n",
]
TYPES = [
    "application/json",
    "application/json; charset=nonsense",
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=nonsense",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/plain",
    "nonsense",
]
ENCODINGS = ["gzip", "deflate", "br", "nonsense"]
HEADERS = [*((kind, "") for kind in TYPES), *product(TYPES[::4], ENCODINGS)]


def addresses(sandbox: Sandbox) -> list[tuple[str, str]]:
    """Every route of the server, with what is really there in its places; but no endless one."""
    world, hub = sandbox.world, sandbox.hub
    file = File(id="F1", name="a", title="a", length=3, user=ANA, created=0, ticket="t")
    world.put_file(file)
    places = {
        "ticket": file.ticket,
        "file": file.id,
        "key": hub.hooks.new(ANA, TEAM),
        "method": "chat.postMessage",
        "channel": TEAM,
        "team": sandbox.team_id,
        "number": str(next(iter(sandbox.calls)).number),
    }
    return [
        (route.method, re.sub(r"{(\w+)[^}]*}+", lambda m: places.get(m[1], "1"), path))
        for route in sandbox._app().router.routes()
        if route.resource and (path := route.resource.canonical) != "/person/events"
    ]


@pytest.mark.parametrize(("content_type", "encoding"), HEADERS)
async def test_a_broken_body_is_never_a_failure_of_the_server(
    content_type: str, encoding: str
) -> None:
    async with Sandbox() as sandbox:
        await web_client(sandbox).auth_test()
        headers = {"Content-Type": content_type, "Authorization": f"Bearer {sandbox.bot_token}"}
        if encoding:
            headers["Content-Encoding"] = encoding
        for verb, path in addresses(sandbox):
            for body in BODIES:
                status = await status_of(sandbox, verb, path, body=body, headers=headers)
                assert 200 <= status < 500, (verb, path, body[:40])
        check_sound(sandbox)


async def status_of(
    sandbox: Sandbox, verb: str, path: str, *, body: bytes, headers: dict[str, str]
) -> int:
    """Without a client of HTTP: of a body packed badly, some say no to the answer, too."""
    url = urlsplit(sandbox.page_url)
    assert url.hostname
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    own = {"Host": url.netloc, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"{name}: {value}" for name, value in {**own, **headers}.items()]
    writer.write("\r\n".join([f"{verb} {path} HTTP/1.1", *lines, "", ""]).encode() + body)
    first = await reader.readline()
    writer.close()
    await writer.wait_closed()
    return int(first.split()[1])


REFUSED = {
    "/api/chat.postMessage": (200, "invalid_json"),
    "/person/post": (400, "the body is not what its headers say it is"),
    "/control/faults": (400, "the body is not what its headers say it is"),
    "/actions/T/KEY": (400, "invalid_payload"),
}


@pytest.mark.parametrize(("path", "answer"), REFUSED.items(), ids=REFUSED)
async def test_a_body_that_is_not_packed_as_it_says_is_refused_in_plain_words(
    path: str, answer: tuple[int, str]
) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession(sandbox.page_url) as session:
        place = path.replace("KEY", sandbox.hub.hooks.new(ANA, TEAM))
        headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
        async with session.post(place, data=b"{}", headers=headers) as response:
            assert (response.status, (await response.json())["error"]) == answer


@pytest.mark.parametrize("boundary", ["", "; boundary=x"])
async def test_an_upload_that_is_no_form_is_refused(boundary: str) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        client = web_client(sandbox)
        given = await client.files_getUploadURLExternal(filename="a.txt", length=3)
        headers = {"Content-Type": f"multipart/form-data{boundary}"}
        async with session.post(given["upload_url"], data=b"abc", headers=headers) as response:
            assert response.status == 400
        async with session.post(given["upload_url"], data=b"abc") as response:
            assert response.status == 200, "the ticket is as good as before"


ACTIONS = st.sampled_from(
    [
        *("slash", "post", "edit", "unsend", "react", "join", "leave", "click", "suggest"),
        *("shortcut", "message_shortcut", "open_home", "press", "enter", "submit", "close"),
        *("delete", "channel", "token", "verify_url"),
    ]
)
FIELDS: dict[str, list[object]] = {
    "as": ["ana", "dana"],
    "channel": ["team", TEAM, "partners"],
    "ts": ["$ts"],
    "block_id": ["what", "a"],
    "action_id": ["field", "go"],
    "values": [{"what": "x"}],
    "do": ["archive", "revoke", "uninstall"],
    **{name: [] for name in ("text", "thread_ts", "callback_id", "command", "name", "on")},
    **{name: [] for name in ("value", "query", "view_id", "all")},
}
filled = st.fixed_dictionaries(
    {}, optional={name: st.one_of(values, *map(st.just, known)) for name, known in FIELDS.items()}
)


@given(asked=st.lists(st.tuples(ACTIONS, filled), min_size=1, max_size=10))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_people_ask_for_is_always_answered(asked: list[tuple[str, Json]]) -> None:
    asyncio.run(_ask(asked))


async def _ask(asked: list[tuple[str, Json]]) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession(sandbox.page_url) as session:
        posted = await web_client(sandbox).chat_postMessage(
            channel=TEAM, text="x", blocks=[actions(button(), block_id="a")]
        )
        sandbox.hub.modals.open(ANA, modal(field()))
        for action, body in asked:
            known = {k: posted["ts"] if v == "$ts" else v for k, v in body.items()}
            async with session.post(f"/person/{action}", json=known) as response:
                answer = await response.json()
                assert response.status in {200, 400}, (action, known)
                assert answer["ok"] is (response.status == 200)
        check_sound(sandbox)
