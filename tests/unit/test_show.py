"""Show brings what Slack shows of a run in line with its record."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot import show as show_module
from bot.core.ports.messenger import File
from bot.core.ports.store import StoreUnavailableError
from bot.show import Shown
from bot.slots import CLAIM_TTL
from tests.fakes.stage import LATER, SETTLED, Stage

REPORT = File(name="report.md", title="Report", content="all of it")


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """A run that shows a root and a card, both to be posted."""
    made = Stage()
    await made.begin()
    yield made
    await made.show.aclose()


async def test_the_root_goes_into_the_channel_and_all_else_into_its_thread(stage: Stage) -> None:
    assert await stage.look() == SETTLED
    (root,), (card,) = stage.slack.shown("root"), stage.slack.shown("card")
    assert (root.thread, card.thread) == (None, root.ts)


async def test_what_stands_is_not_sent_again(stage: Stage) -> None:
    await stage.look()
    calls = len(stage.slack.calls)
    assert await stage.look() == SETTLED
    assert len(stage.slack.calls) == calls


async def test_only_what_changed_is_updated(stage: Stage) -> None:
    await stage.look()
    await stage.say(card="approved")
    await stage.look()
    assert stage.texts("card") == ["approved"]
    assert stage.slack.calls[2:] == ["update card"]


async def test_what_was_written_during_a_call_is_shown_after_it(stage: Stage) -> None:
    stage.slack.meanwhile["card"] = lambda: stage.say(card="approved")
    assert await stage.look() == SETTLED
    assert stage.texts("card") == ["approved"]


async def test_looks_asked_for_during_a_look_make_one_more_and_the_latest_wins(
    stage: Stage,
) -> None:
    async def much_happens() -> None:
        for text in ("one", "two", "three"):
            await stage.say(card=text)
            stage.show.soon(stage.run.run_id)

    stage.slack.meanwhile["root"] = much_happens
    await stage.look()
    assert stage.texts("card") == ["three"]
    assert stage.slack.shown("card")[0].edits == 0


async def test_a_look_asked_for_just_when_one_ended_is_a_new_one(stage: Stage) -> None:
    """The ended one is still known until the event loop has called back."""
    asked: list[asyncio.Task[Shown]] = []

    async def ask_when_it_has_ended() -> None:
        loop = asyncio.get_running_loop()
        loop.call_soon(lambda: asked.append(stage.show.soon(stage.run.run_id)))

    stage.slack.meanwhile["card"] = ask_when_it_has_ended
    ended = stage.show.soon(stage.run.run_id)
    assert await ended == SETTLED
    assert asked[0] is not ended
    assert await asked[0] == SETTLED


async def test_a_look_that_takes_long_is_not_waited_for(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.look()
    await stage.say(card="approved")
    monkeypatch.setattr(show_module, "PATIENCE", CLAIM_TTL * 0)
    assert await stage.look() == LATER
    assert await stage.show.soon(stage.run.run_id) == SETTLED


async def test_a_look_that_takes_long_promises_no_root_message_that_nobody_has_seen(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show_module, "PATIENCE", CLAIM_TTL * 0)
    assert await stage.look() == Shown(settled=False, rooted=False)
    assert await stage.show.soon(stage.run.run_id) == SETTLED


async def test_a_look_in_the_background_does_not_fail_silently(stage: Stage) -> None:
    stage.store.down = True
    with capture_logs() as logs, pytest.raises(StoreUnavailableError):
        await stage.look()
    stage.store.down = False
    assert [(line["event"], line["error"]) for line in logs] == [
        ("show.failed", "StoreUnavailableError")
    ]


async def test_a_closed_show_gives_back_what_it_had_claimed(stage: Stage) -> None:
    waiting = asyncio.Event()

    async def wait() -> None:
        waiting.set()
        await asyncio.Event().wait()

    stage.slack.meanwhile["root"] = wait
    look = stage.show.soon(stage.run.run_id)
    await waiting.wait()
    await stage.show.aclose()
    assert look.cancelled()
    assert await stage.another()(stage.run.run_id) == SETTLED


async def test_a_file_is_put_beside_its_message_once(stage: Stage) -> None:
    stage.files["card"] = REPORT
    assert await stage.look() == SETTLED
    await stage.say(card="approved")
    await stage.look()
    (file,) = stage.slack.shown("card:file:report.md")
    assert (file.text, file.thread) == ("all of it", stage.slack.shown("root")[0].ts)


async def test_a_file_of_another_name_is_one_more(stage: Stage) -> None:
    stage.files["card"] = REPORT
    await stage.look()
    stage.files["card"] = replace(REPORT, name="report-edited.md", content="less")
    await stage.say(card="edited")
    assert await stage.look() == SETTLED
    assert stage.texts("card:file:report.md") == ["all of it"]
    assert stage.texts("card:file:report-edited.md") == ["less"]


async def test_a_file_whose_answer_got_lost_is_found_by_its_name(stage: Stage) -> None:
    stage.files["card"] = REPORT
    stage.slack.lossy = {"card:file:report.md"}
    assert await stage.look() == LATER
    stage.slack.lossy.clear()
    assert await stage.look() == SETTLED
    assert stage.texts("card:file:report.md") == ["all of it"]
