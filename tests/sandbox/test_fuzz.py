"""Broken and random requests: never a 500, and the state stays sound."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.sandbox import Sandbox
from bot.sandbox.errors import SlackError
from bot.sandbox.kit.blocks import BLOCKS
from bot.sandbox.kit.elements import ELEMENTS
from bot.sandbox.kit.surface import message_blocks, view
from bot.sandbox.messages.transcript import transcript
from bot.sandbox.web_api.methods import METHODS
from tests.sandbox.blocks import Json, actions, button, field, modal, section

KEYS = [
    "type",
    "text",
    "elements",
    "element",
    "fields",
    "accessory",
    "options",
    "value",
    "action_id",
    "block_id",
    "confirm",
    "label",
    "title",
    "tasks",
    "rows",
    "blocks",
    "initial_option",
    "task_id",
    "status",
    "output",
    "details",
    "url",
]
TYPES = [*BLOCKS, *ELEMENTS, "rich_text_section", "text", "link", "raw_text", "modal", "home"]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=8),
    st.sampled_from(TYPES),
    st.floats(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    ),
    max_leaves=12,
)
names = st.sampled_from(
    [
        "channel",
        "text",
        "blocks",
        "ts",
        "thread_ts",
        "user",
        "users",
        "view",
        "view_id",
        "hash",
        "trigger_id",
        "files",
        "filename",
        "length",
        "channel_id",
        "limit",
        "cursor",
        "oldest",
        "latest",
        "inclusive",
        "types",
        "metadata",
        "attachments",
        "file",
    ]
)
useful = st.sampled_from(
    ["C0000TEAM00", "U0000000ANA", "C000LEADS00", "D000ANABEN0", "1.000000", "0", "-1", "1e999"]
)
arguments = st.dictionaries(names, st.one_of(values, useful), max_size=6)


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
        st.tuples(st.sampled_from(sorted(METHODS)), arguments, st.booleans()),
        min_size=1,
        max_size=8,
    )
)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_calls_are_always_answered(calls: list[tuple[str, Json, bool]]) -> None:
    asyncio.run(_make(calls))


async def _make(calls: list[tuple[str, Json, bool]]) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        for method, args, as_json in calls:
            token = sandbox.app_token if method.startswith("apps.") else sandbox.bot_token
            headers = {"Authorization": f"Bearer {token}"}
            body: Json = {"json": args} if as_json else {"data": _form(args)}
            url = f"{sandbox.api_url}{method}"
            async with session.post(url, headers=headers, **body) as response:
                answer = await response.json()
                assert response.status == 200
                assert answer["ok"] or answer["error"]
        for channel in sandbox.world.channels:
            transcript(sandbox.world, channel)
        assert len(sandbox.calls) == len(calls)


def _form(args: Json) -> dict[str, str]:
    made = {k: v if isinstance(v, str) else json.dumps(v) for k, v in args.items()}
    return {k: v.encode(errors="replace").decode() for k, v in made.items()}


BODIES = [
    b"",
    b"\x00\xff",
    b"{" * 5000,
    b"[" * 100_000,
    b'{"blocks":' + b"[" * 900 + b"]" * 900 + b"}",
]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded; charset=nonsense",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "text/plain",
    ],
)
async def test_a_broken_body_is_never_a_failure_of_the_server(
    body: bytes, content_type: str
) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        paths = ("api/chat.postMessage", "actions/T/x", "upload/v1/x", "person/slash")
        for path in paths:
            headers = {"Content-Type": content_type, "Authorization": f"Bearer {sandbox.bot_token}"}
            url = f"{sandbox.page_url}{path}"
            async with session.post(url, data=body, headers=headers) as response:
                assert response.status < 500, (path, await response.text())
