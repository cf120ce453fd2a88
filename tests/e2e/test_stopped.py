"""A process that stands still past its lease, as a paused machine does, and then wakes."""

import signal
from pathlib import Path

from bot.cards import ids
from tests.e2e.killed_worker import Doom
from tests.e2e.site import open_site
from tests.slack.bolt_office import People, listening_office

IN_A_MODEL_CALL = Doom(at="graphs.model:OfflineModel.structured", sign=signal.SIGSTOP)


async def test_a_worker_that_wakes_after_its_lease_changes_nothing_and_works_on(
    tmp_path: Path,
) -> None:
    async with (
        open_site(tmp_path) as site,
        listening_office(site.ws.sandbox, site.redis.url),
    ):
        sleeper = await site.start("worker", doom=IN_A_MODEL_CALL)
        people = People(site.ws)
        await people.report()
        await sleeper.says("run.drive")
        other = await site.start("worker")
        card = await people.card()
        await card.click(ids.APPROVE)
        await people.result()
        await card.wait_closed()
        await site.ws.wait_for_text("Weekly report: done")
        other.send(signal.SIGTERM)
        assert await other.ended() == 0
        seen = site.ws.transcript()
        sleeper.send(signal.SIGCONT)
        # Only the sleeper is left for another run, and gets to it after what it had begun.
        await people.review(channel="team")
        assert site.ws.transcript() == seen
        assert set(site.slots().values()) == {1}
        assert "step_failed" not in sleeper.text
        assert "job.failed" not in sleeper.text
