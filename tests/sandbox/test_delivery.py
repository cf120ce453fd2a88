"""How payloads reach an app over Socket Mode: to which connection, how often, until when."""

import asyncio
from contextlib import AsyncExitStack

import aiohttp
import pytest

from bot.sandbox import Sandbox, Timing, Workspace
from tests.sandbox.bolt import bolt_app, declared, running, socket_mode
from tests.sandbox.counting import Counting, open_socket

PATIENT = Timing(ack_within=5, redelivery_after=0.5)
"""Long enough that no busy machine makes an acknowledged payload come again."""


JUNK = (
    "",
    "{",
    "[]",
    "1",
    "[" * 100_000,
    '{"envelope_id": []}',
    '{"envelope_id": "other"}',
    '{"envelope_id": null, "payload": {}}',
)


async def test_a_payload_without_acknowledgement_comes_again() -> None:
    app = Counting(acknowledges_from=2)
    async with running(app.listen, timing=PATIENT) as slack:
        said = await slack.ws.slash("/report", text="x")
        (delivery,) = slack.sandbox.deliveries
    assert said.text == "taken"
    assert delivery.attempts == len(app.bodies) == 2
    assert len({body["trigger_id"] for body in app.bodies}) == 1, "it is the same payload"


async def test_a_lost_acknowledgement_brings_the_payload_again() -> None:
    app = Counting()
    async with running(app.listen, timing=PATIENT) as slack:
        slack.sandbox.faults.envelope("lose_ack")
        assert (await slack.ws.slash("/report")).text == "taken"
    assert len(app.bodies) == 2


async def test_a_payload_can_be_lost_or_come_twice_on_its_way() -> None:
    app = Counting()
    async with running(app.listen, timing=PATIENT) as slack:
        slack.sandbox.faults.envelope("drop")
        assert (await slack.ws.slash("/report")).text == "taken"
        assert len(app.bodies) == 1
        slack.sandbox.faults.envelope("duplicate")
        assert (await slack.ws.slash("/report")).text == "taken"
        await app.came(3)
    assert len(app.bodies) == 3


@pytest.mark.parametrize(
    ("timing", "times"),
    [
        (Timing(ack_within=0.3, redelivery_after=0.05), 2),
        (Timing(ack_within=0.1, redelivery_after=0.2), 1),
    ],
    ids=["while the person waits", "after the person was told"],
)
async def test_a_command_comes_once_more_at_most_and_only_while_the_person_waits(
    timing: Timing, times: int
) -> None:
    texts = ["one", "two", "three", "four"]
    async with Sandbox(timing=timing) as sandbox, aiohttp.ClientSession() as session:
        socket = await open_socket(session, sandbox)
        await socket.receive_json()
        for text in texts:
            said = await Workspace(sandbox).slash("/report", text=text)
            assert "operation_timeout" in said.error
        sent = [(await socket.receive_json())["payload"]["text"] for _ in range(4 * times)]
        assert sent == [text for text in texts for _ in range(times)]
        assert [delivery.attempts for delivery in sandbox.deliveries] == [times] * 4
        assert not any(delivery.acked for delivery in sandbox.deliveries)


async def test_each_payload_goes_to_one_of_several_connections_in_turn() -> None:
    apps = [Counting(), Counting(), Counting()]
    async with Sandbox() as sandbox, AsyncExitStack() as stack:
        for app in apps:
            await stack.enter_async_context(socket_mode(bolt_app(sandbox, app.listen), sandbox))
        ws = Workspace(sandbox)
        for _ in range(6):
            assert (await ws.slash("/report")).text == "taken"
        assert [len(app.bodies) for app in apps] == [2, 2, 2]


async def test_what_one_connection_does_not_acknowledge_goes_to_another() -> None:
    deaf, awake = Counting(acknowledges_from=100), Counting()
    async with (
        Sandbox(timing=PATIENT) as sandbox,
        socket_mode(bolt_app(sandbox, deaf.listen), sandbox),
        socket_mode(bolt_app(sandbox, awake.listen), sandbox),
    ):
        for _ in range(2):
            assert (await Workspace(sandbox).slash("/report")).text == "taken"
    assert len(awake.bodies) == 2


async def test_an_envelope_has_the_fields_of_slack_and_junk_is_ignored() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        socket = await open_socket(session, sandbox)
        await socket.receive_json()
        typing = asyncio.create_task(Workspace(sandbox).slash("/report"))
        envelope = await socket.receive_json()
        assert (envelope["type"], envelope["accepts_response_payload"]) == ("slash_commands", True)
        for junk in JUNK:
            await socket.send_str(junk)
        await socket.send_bytes(b"\x00\xff")
        await socket.send_json(
            {"envelope_id": envelope["envelope_id"], "payload": {"text": "by hand"}}
        )
        assert (await typing).text == "by hand"


async def test_an_event_tells_how_often_it_was_sent() -> None:
    timing = Timing(ack_within=0.1, event_retries_after=(0.0, 0.0, 3600))
    async with (
        Sandbox(declared("message.channels"), timing=timing) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        socket = await open_socket(session, sandbox)
        await socket.receive_json()
        await Workspace(sandbox).post("x", channel="team")
        sent = [await socket.receive_json() for _ in range(3)]
        (delivery,) = sandbox.deliveries
        assert (delivery.attempts, delivery.error) == (3, "operation_timeout")
        await socket.send_json({"envelope_id": sent[0]["envelope_id"]})
        found = await sandbox.world.changes.until(
            lambda: True if delivery.acked else None, within=5, kinds={"delivery"}
        )
        assert found, "it is taken while it waits for the next retry, which never comes"
        assert (delivery.attempts, delivery.error) == (3, "")
    assert [(e["retry_attempt"], e["retry_reason"]) for e in sent] == [
        (0, ""),
        (1, "timeout"),
        (2, "timeout"),
    ]
    assert len({envelope["envelope_id"] for envelope in sent}) == 1
    assert sent[0]["accepts_response_payload"] is False


@pytest.mark.parametrize(("age", "heard"), [(0, 1), (3600, 0)], ids=["fresh", "stale"])
async def test_an_event_waits_for_a_connection_but_not_for_ever(age: int, heard: int) -> None:
    clock = [1_700_000_000.0]
    manifest = declared("message.channels")
    async with (
        Sandbox(manifest, now=lambda: clock[0]) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        ws = Workspace(sandbox)
        await ws.post("early", channel="team")
        await sandbox.world.changes.until(
            lambda: True if [d for d in sandbox.deliveries if d.error] else None, within=5
        )
        clock[0] += age
        socket = await open_socket(session, sandbox)
        await socket.receive_json()
        await ws.post("late", channel="team")
        texts = [(await socket.receive_json())["payload"]["event"]["text"] for _ in range(heard)]
        assert texts == ["early"] * heard
        assert (await socket.receive_json())["payload"]["event"]["text"] == "late"


async def test_a_delivery_keeps_what_came_of_it() -> None:
    app = Counting()
    async with running(app.listen) as slack:
        await slack.ws.slash("/report")
        (delivery,) = slack.sandbox.deliveries
    assert (delivery.reply, delivery.status, delivery.error) == ({"text": "taken"}, None, "")
    assert delivery.acked
    assert delivery.duration is not None
    assert 0 < delivery.duration < 3


async def test_an_acknowledgement_that_is_late_is_on_record_as_late() -> None:
    timing = Timing(ack_within=0.1, redelivery_after=0.2)
    async with Sandbox(timing=timing) as sandbox, aiohttp.ClientSession() as session:
        ws, socket = Workspace(sandbox), await open_socket(session, sandbox)
        await socket.receive_json()
        assert "operation_timeout" in (await ws.slash("/report")).error
        envelope = await socket.receive_json()
        await socket.send_json(
            {"envelope_id": envelope["envelope_id"], "payload": {"text": "taken"}}
        )
        (delivery,) = sandbox.deliveries
        assert await sandbox.world.changes.until(
            lambda: True if delivery.acked else None, within=5, kinds={"delivery"}
        )
        assert (delivery.error, delivery.reply) == ("operation_timeout", {"text": "taken"})
        assert not ws.ephemerals()[-1].text.startswith("taken")
