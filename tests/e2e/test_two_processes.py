"""The main job by the commands as people run them: one takes what happens, one works beside it."""

import json
import re
import signal
import time
from pathlib import Path

from bot.cards import ids
from tests.e2e.site import open_site
from tests.slack.bolt_office import NOTES, People

CONFIDENTIAL = "Acme merger closes on Friday"


async def test_a_report_goes_from_command_to_result_over_two_processes(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        bot = await site.start("run")
        worker = await site.start("worker")
        people = People(site.ws)
        await people.report(f"{NOTES}\n{CONFIDENTIAL}")
        card = await people.card()
        card = await people.revise(card, "Mention the hiring freeze")
        await card.click(ids.APPROVE)
        assert "hiring freeze" in (await people.result()).text
        assert set(site.slots().values()) == {1}
        for running in (bot, worker):
            running.send(signal.SIGTERM)
            assert await running.ended() == 0
        lines = [json.loads(line) for line in [*bot.lines, *worker.lines]]
    events = [line["event"] for line in lines]
    assert {"run.asked", "run.drive", "gate.decided", "run.done"} <= set(events)
    assert {line["run_id"] for line in lines if str(line["event"]).startswith("run.")}
    said = "\n".join([*bot.lines, *worker.lines])
    assert not re.search("Acme|Login|freeze|xoxb|xapp|actions/|commands/", said)
    assert site.redis.url not in said


async def test_a_worker_that_is_told_to_stop_hands_its_run_over_at_once(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        leaving = await site.start("run", pause=60)
        people = People(site.ws)
        await people.report()
        await leaving.says("run.drive")
        await site.start("worker")
        began = time.monotonic()
        leaving.send(signal.SIGTERM)
        await people.card()
        assert time.monotonic() - began < 3
        assert await leaving.ended() == 0
        assert set(site.slots().values()) == {1}
        assert "run.step_failed" not in leaving.text


async def test_cancel_takes_effect_within_two_seconds_while_a_model_answers(
    tmp_path: Path,
) -> None:
    async with open_site(tmp_path) as site:
        bot = await site.start("run", pause=60)
        people = People(site.ws)
        await people.report()
        await bot.says("run.drive")
        root = await people.root()
        began = time.monotonic()
        await root.click(ids.CANCEL)
        await people.finished()
        assert time.monotonic() - began < 2
        bot.send(signal.SIGTERM)
        assert await bot.ended() == 0


async def test_a_redis_that_is_killed_and_comes_back_loses_nothing(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        bot = await site.start("run", pause=1)
        people = People(site.ws)
        await people.report()
        await bot.says("run.drive")
        await people.root()
        await site.redis.kill()
        await site.redis.restart()
        card = await people.card()
        await site.redis.kill()
        await site.redis.restart()
        await card.click(ids.APPROVE)
        await people.result()
        assert set(site.slots().values()) == {1}
