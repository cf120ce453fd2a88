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
from bot.sandbox.kit.surface import message_blocks, view
from bot.sandbox.web_api.methods import METHODS
from tests.sandbox.blocks import Json, actions, button, field, modal, section
from tests.sandbox.method_calls import CALLS, Scene, prepared, token_for
from tests.sandbox.random_values import GARBAGE, arguments, values
from tests.sandbox.soundness import check_sound


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
