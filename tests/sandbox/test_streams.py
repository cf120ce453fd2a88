"""Messages that grow: chat.startStream, appendStream, stopStream, and the SDK's own helper."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from slack_sdk.models.messages.chunk import (
    BlocksChunk,
    Chunk,
    MarkdownTextChunk,
    PlanUpdateChunk,
    TaskUpdateChunk,
)
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from bot.sandbox.web_api.streams import STREAM_SECONDS
from tests.sandbox.blocks import Json, section
from tests.sandbox.bolt import refused
from tests.sandbox.stream_cases import FITS, REFUSED

ANA, TEAM = "U0000000ANA", "C0000TEAM00"


class Clock:
    """The clock of a workspace, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def sandbox(clock: Clock) -> AsyncIterator[Sandbox]:
    async with Sandbox(now=clock) as running:
        yield running


class Place:
    """Where a stream goes."""

    def __init__(self, sandbox: Sandbox, root: str) -> None:
        self.args: dict[str, Any] = {
            "channel": TEAM,
            "thread_ts": root,
            "recipient_team_id": sandbox.team_id,
            "recipient_user_id": ANA,
        }


@pytest.fixture
async def place(sandbox: Sandbox, client: AsyncWebClient) -> Place:
    return Place(sandbox, (await client.chat_postMessage(channel=TEAM, text="root"))["ts"])


def seen(sandbox: Sandbox) -> str:
    """The newest message as people read it."""
    return Workspace(sandbox).messages("team")[-1].text


def stored(sandbox: Sandbox) -> Json:
    """The blocks of the newest message, by their type."""
    blocks = sandbox.world.messages(TEAM)[-1].blocks
    return {block["type"]: block for block in blocks}


async def test_the_helper_of_the_sdk_streams_a_message(
    sandbox: Sandbox, client: AsyncWebClient, place: Place
) -> None:
    stream = await client.chat_stream(buffer_size=5, **place.args)
    await stream.append(markdown_text="**hello wo")
    assert seen(sandbox) == "**hello wo"
    assert sandbox.world.messages(TEAM)[-1].streaming
    await stream.append(markdown_text="rld!** and")
    answer = await stream.stop(
        markdown_text=" more",
        blocks=[section("below")],
        metadata={"event_type": "run", "event_payload": {"id": "1"}},
    )
    assert seen(sandbox) == "**hello world!** and more\nbelow"
    assert answer["message"]["streaming_state"] == "completed"
    assert answer["message"]["metadata"]["event_type"] == "run"
    message = sandbox.world.messages(TEAM)[-1]
    assert (message.streaming, message.thread_ts) == (False, place.args["thread_ts"])


async def test_a_short_text_is_streamed_whole_when_the_helper_stops(
    sandbox: Sandbox, client: AsyncWebClient, place: Place
) -> None:
    stream = await client.chat_stream(**place.args)
    await stream.append(markdown_text="short")
    await stream.stop()
    assert seen(sandbox) == "short"
    assert [call.method for call in sandbox.calls][-2:] == ["chat.startStream", "chat.stopStream"]


def task(status: str, **more: object) -> TaskUpdateChunk:
    fields: dict[str, Any] = {"id": "1", "title": "Draft", "status": status, **more}
    return TaskUpdateChunk(**fields)


async def test_tasks_and_text_stand_in_their_order_on_a_timeline(
    sandbox: Sandbox, client: AsyncWebClient, place: Place
) -> None:
    chunks: list[Chunk] = [
        MarkdownTextChunk(text="First"),
        task("in_progress", details="reading"),
        MarkdownTextChunk(text="Then"),
    ]
    ts = (await client.chat_startStream(**place.args, chunks=chunks))["ts"]
    assert seen(sandbox) == "First\n▶ Draft reading\nThen"
    source = {"type": "url", "url": "https://e.co", "text": "src"}
    done = task("complete", title="Drafted", details=" notes", output="ok", sources=[source])
    await client.chat_appendStream(channel=TEAM, ts=ts, chunks=[done])
    assert seen(sandbox) == "First\n✓ Drafted reading notes ok src (https://e.co)\nThen"
    await client.chat_appendStream(channel=TEAM, ts=ts, chunks=[BlocksChunk(blocks=[section("b")])])
    assert seen(sandbox).endswith("Then\nb")


async def test_a_plan_holds_its_tasks_under_its_newest_title(
    sandbox: Sandbox, client: AsyncWebClient, place: Place
) -> None:
    start = await client.chat_startStream(
        **place.args, task_display_mode="plan", chunks=[task("pending")]
    )
    assert seen(sandbox) == "Draft\n  ○ Draft"
    chunks = [PlanUpdateChunk(title="The report"), task("error"), task("pending", id="2")]
    await client.chat_appendStream(channel=TEAM, ts=start["ts"], chunks=chunks)
    assert seen(sandbox) == "The report\n  ✕ Draft\n  ○ Draft"
    assert set(stored(sandbox)) == {"plan"}


async def test_a_title_of_a_plan_is_not_seen_on_a_timeline(
    sandbox: Sandbox, client: AsyncWebClient, place: Place
) -> None:
    empty = {"type": "markdown_text", "text": ""}
    chunks: list[Json | Chunk] = [PlanUpdateChunk(title="Unseen"), empty, task("pending")]
    await client.chat_startStream(**place.args, chunks=chunks)
    assert seen(sandbox) == "○ Draft"


async def test_a_plan_has_room_for_fifty_tasks(client: AsyncWebClient, place: Place) -> None:
    tasks = [task("pending", id=str(number)) for number in range(50)]
    start = await client.chat_startStream(**place.args, task_display_mode="plan", chunks=tasks)
    more = client.chat_appendStream(channel=TEAM, ts=start["ts"], chunks=[task("pending", id="x")])
    await refused(more, "msg_blocks_too_many")


async def test_a_message_can_be_changed_only_once_its_stream_is_over(
    sandbox: Sandbox, client: AsyncWebClient, place: Place
) -> None:
    ts = (await client.chat_startStream(**place.args, markdown_text="x"))["ts"]
    await refused(client.chat_update(channel=TEAM, ts=ts, text="y"), "streaming_state_conflict")
    await refused(client.chat_delete(channel=TEAM, ts=ts), "cant_delete_message")
    await client.chat_stopStream(channel=TEAM, ts=ts)
    for late in (client.chat_appendStream, client.chat_stopStream):
        await refused(
            late(channel=TEAM, ts=ts, markdown_text="y"), "message_not_in_streaming_state"
        )
    await client.chat_update(channel=TEAM, ts=ts, text="y")
    assert seen(sandbox) == "y"
    await client.chat_delete(channel=TEAM, ts=ts)


async def test_a_stream_ends_by_itself(
    sandbox: Sandbox, client: AsyncWebClient, place: Place, clock: Clock
) -> None:
    ts = (await client.chat_startStream(**place.args, markdown_text="x"))["ts"]
    clock.now += STREAM_SECONDS - 1
    await client.chat_appendStream(channel=TEAM, ts=ts, markdown_text="y")
    clock.now += 1
    await refused(
        client.chat_appendStream(channel=TEAM, ts=ts, markdown_text="z"),
        "message_not_in_streaming_state",
    )
    assert seen(sandbox) == "xy"
    await client.chat_update(channel=TEAM, ts=ts, text="the end")


async def test_a_stream_whose_message_was_deleted_is_over(
    sandbox: Sandbox, client: AsyncWebClient, place: Place, clock: Clock
) -> None:
    ts = (await client.chat_startStream(**place.args, markdown_text="x"))["ts"]
    Workspace(sandbox).delete(Workspace(sandbox).messages("team")[-1])
    await refused(client.chat_stopStream(channel=TEAM, ts=ts), "message_not_found")
    clock.now += STREAM_SECONDS
    await client.auth_test()
    assert sandbox.world.streams == {}


async def test_a_direct_message_needs_no_recipient(client: AsyncWebClient) -> None:
    posted = await client.chat_postMessage(channel=ANA, text="root")
    await client.chat_startStream(channel=posted["channel"], thread_ts=posted["ts"])


@pytest.mark.parametrize("case", REFUSED)
async def test_a_stream_is_refused(
    sandbox: Sandbox, client: AsyncWebClient, place: Place, case: str
) -> None:
    args, code = REFUSED[case]
    await refused(client.api_call("chat.startStream", json={**place.args, **args}), code)
    assert len(sandbox.world.messages(TEAM)) == 1


@pytest.mark.parametrize("case", FITS)
async def test_a_stream_takes_as_much_as_its_limits_say(
    client: AsyncWebClient, place: Place, case: str
) -> None:
    await client.api_call("chat.startStream", json={**place.args, **FITS[case]})


async def test_a_stream_goes_on_as_it_began(client: AsyncWebClient, place: Place) -> None:
    ts = (await client.chat_startStream(**place.args, markdown_text="x"))["ts"]
    chunks = [MarkdownTextChunk(text="y")]
    await refused(
        client.chat_appendStream(channel=TEAM, ts=ts, chunks=chunks), "streaming_mode_mismatch"
    )
    await refused(client.chat_appendStream(channel=TEAM, ts=ts), "markdown_text_or_chunks_required")


async def test_a_stream_without_anything_in_it_cannot_be_stopped(
    client: AsyncWebClient, place: Place
) -> None:
    ts = (await client.chat_startStream(**place.args))["ts"]
    await refused(client.chat_stopStream(channel=TEAM, ts=ts), "no_text")
    await client.chat_stopStream(channel=TEAM, ts=ts, blocks=[section()])


async def test_only_the_app_that_streams_goes_on(sandbox: Sandbox, client: AsyncWebClient) -> None:
    theirs = await Workspace(sandbox).post("mine", channel="team")
    await refused(
        client.chat_appendStream(channel=TEAM, ts=theirs.ts, markdown_text="x"),
        "message_not_owned_by_app",
    )


async def test_blocks_that_a_workspace_does_not_know_are_no_chunks_either(
    sandbox: Sandbox, client: AsyncWebClient, place: Place
) -> None:
    sandbox.refuse_blocks("task_card")
    await client.chat_startStream(**place.args, chunks=[MarkdownTextChunk(text="x")])
    await refused(client.chat_startStream(**place.args, chunks=[task("pending")]), "invalid_chunks")
