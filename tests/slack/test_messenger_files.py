"""Files into threads against the local Slack: each once, and found again."""

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urljoin

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.adapters.slack_calls import SlackCalls
from bot.adapters.slack_lookup import file_name
from bot.adapters.slack_messenger import SlackMessenger
from bot.core.ports.messenger import CannotSpeakError, DeliveryError, File, MessageGoneError
from tests.slack.test_messenger_stage import ROOT, Stage, post, ready, staged

PLACE, SHARE = "files.getUploadURLExternal", "files.completeUploadExternal"
SLOT = "result:file"
REPORT = File(name="weekly-report.md", title="Weekly report, week 48", content="# 周报\n\nDone.")


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with staged() as made:
        yield made


@pytest.fixture
async def root(stage: Stage) -> str:
    return await post(stage, ROOT)


async def upload(stage: Stage, thread: str, *, slot: str = SLOT, file: File = REPORT) -> str:
    return await stage.messenger.upload(stage.run(), file, thread=thread, slot=slot, ready=ready)


def contents(stage: Stage, root: str) -> list[str]:
    return [text for card in stage.ws.thread("team", root) for text in card.files]


async def test_a_file_goes_into_the_thread(stage: Stage, root: str) -> None:
    ts = await upload(stage, root)
    (card,) = stage.ws.thread("team", root)
    assert (card.ts, card.files) == (ts, [REPORT.content])
    (file,) = stage.sandbox.world.files.values()
    assert file.title == REPORT.title
    assert file.name.startswith("weekly-report-")
    assert file.name.endswith(".md")


async def test_a_file_is_found_after_a_crash_and_no_other_slot_has_it(
    stage: Stage, root: str
) -> None:
    first, second = await upload(stage, root), await upload(stage, root, slot="gate:a:file")
    find = stage.newcomer().find
    assert await find(stage.run(), SLOT, thread=root) == first
    assert await find(stage.run(), "gate:a:file", thread=root) == second
    assert await find(stage.run(), "gate:b:file", thread=root) is None


def test_the_name_of_a_file_depends_on_its_slot_and_nothing_else() -> None:
    name = file_name("report.md", "run-1", "result:file")
    assert name == file_name("report.md", "run-1", "result:file")
    others = {file_name("report.md", run, slot) for run, slot in [("run-1", "x"), ("run-2", "x")]}
    assert len({name, *others}) == 3


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_lost_answer_does_not_share_a_file_twice(
    stage: Stage, root: str, when: str
) -> None:
    stage.sandbox.faults.answer(SHARE, drop=when)
    ts = await upload(stage, root)
    assert [card.ts for card in stage.ws.thread("team", root)] == [ts]


@pytest.mark.parametrize("fault", [{"status": 429, "retry_after": 9}, {"status": 502}])
@pytest.mark.parametrize("step", [PLACE, SHARE])
async def test_each_step_is_tried_again(
    stage: Stage, root: str, step: str, fault: dict[str, Any]
) -> None:
    stage.sandbox.faults.answer(step, **fault)
    await upload(stage, root)
    assert contents(stage, root) == [REPORT.content]


@pytest.mark.parametrize("place", ["upload/v1/used", "http://127.0.0.1:9/nobody-there"])
async def test_a_place_that_does_not_take_the_bytes_is_left_for_a_new_one(
    stage: Stage, root: str, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    used = urljoin(stage.sandbox.hub.root_url, place)
    real, asked = stage.calls.client.files_getUploadURLExternal, list[object]()

    async def once_wrong(**args: object) -> object:
        answer = await real(**args)  # type: ignore[arg-type]  # passed on as they came
        if not asked:
            answer.data["upload_url"] = used  # type: ignore[index]  # it is JSON
        asked.append(args)
        return answer

    monkeypatch.setattr(stage.calls.client, "files_getUploadURLExternal", once_wrong)
    await upload(stage, root)
    assert len(asked) == 2
    assert contents(stage, root) == [REPORT.content]


async def test_a_file_also_goes_up_without_a_session_of_ones_own(stage: Stage, root: str) -> None:
    client = AsyncWebClient(
        token=stage.sandbox.bot_token, base_url=stage.sandbox.api_url, retry_handlers=[]
    )
    messenger = SlackMessenger(SlackCalls(client, clock=stage.leap.clock))
    await messenger.upload(stage.run(), REPORT, thread=root, slot=SLOT, ready=ready)
    assert contents(stage, root) == [REPORT.content]


async def test_an_empty_file_is_one_line_end(stage: Stage, root: str) -> None:
    await upload(stage, root, file=File("a.txt", "A", ""))
    assert contents(stage, root) == ["\n"]


async def test_a_channel_is_joined_before_a_file_is_shared(stage: Stage, root: str) -> None:
    stage.ws.kick_bot("team")
    await upload(stage, root)
    assert contents(stage, root) == [REPORT.content]


async def test_a_file_whose_message_cannot_be_seen_counts_by_its_id(
    stage: Stage, root: str
) -> None:
    stage.sandbox.faults.answer("conversations.replies", error="missing_scope", times=9)
    assert await upload(stage, root) in stage.sandbox.world.files


async def test_an_archived_channel_takes_no_file(stage: Stage, root: str) -> None:
    stage.ws.archive("team")
    with pytest.raises(CannotSpeakError, match="is_archived"):
        await upload(stage, root)


async def test_a_file_for_a_deleted_thread_reports_it_gone(stage: Stage, root: str) -> None:
    stage.ws.delete(stage.ws.messages("team")[0])
    with pytest.raises(MessageGoneError):
        await upload(stage, root)


async def test_a_slack_that_takes_no_files_ends_in_an_error(stage: Stage, root: str) -> None:
    stage.sandbox.faults.answer(PLACE, status=503, times=99)
    with pytest.raises(DeliveryError):
        await upload(stage, root)


async def test_who_is_not_ready_any_more_shares_nothing(stage: Stage, root: str) -> None:
    async def fenced() -> None:
        raise PermissionError

    with pytest.raises(PermissionError):
        await stage.messenger.upload(stage.run(), REPORT, thread=root, slot=SLOT, ready=fenced)
    assert contents(stage, root) == []
