"""Where Slack does not let the bot speak: who is told what, and what becomes of the run."""

from dataclasses import dataclass, field

import pytest

from bot.core.model import Snapshot
from bot.core.ports.messenger import DeliveryError
from bot.core.ports.store import NoRunError
from bot.speechless import ABSENT, QUIET, Speechless
from tests.contract.samples import BASE, drive, show, start
from tests.fakes import FakeStore
from tests.fakes.messenger import FakeMessenger

OTHER = ["is_archived", "token_revoked", "invalid_auth", "missing_scope", "restricted_action"]


@dataclass
class Stage:
    """A run, and what Slack said of its channel."""

    store: FakeStore = field(default_factory=FakeStore)
    slack: FakeMessenger = field(default_factory=FakeMessenger)

    async def refused(self, code: str) -> None:
        await Speechless(self.store, self.slack, {})(await self.snapshot(), code)

    async def snapshot(self) -> Snapshot:
        return await self.store.load(BASE)

    @property
    def invited(self) -> list[bool]:
        """For each private line, whether it asks for an invitation."""
        return ["/invite" in line for line in self.slack.told]


@pytest.fixture
async def stage() -> Stage:
    """A run that nobody looked at yet."""
    made = Stage()
    await start(made.store)
    return made


@pytest.mark.parametrize("code", sorted(ABSENT))
async def test_a_run_in_a_channel_where_the_bot_is_no_member_is_called_off(
    stage: Stage, code: str
) -> None:
    await stage.refused(code)
    assert stage.invited == [True]
    with pytest.raises(NoRunError):
        await stage.snapshot()


@pytest.mark.parametrize("code", OTHER)
async def test_with_any_other_refusal_a_new_run_waits_and_its_starter_is_told_once(
    stage: Stage, code: str
) -> None:
    await stage.refused(code)
    muted = (await stage.snapshot()).muted_until
    await stage.refused(code)
    assert stage.invited == [False]
    assert muted == await stage.store.now() + QUIET.seconds * 1000


@pytest.mark.parametrize("code", [*sorted(ABSENT), "is_archived"])
async def test_a_run_that_has_a_root_message_waits(stage: Stage, code: str) -> None:
    await show(stage.store, (await stage.snapshot()).run)
    await stage.refused(code)
    assert stage.invited == [False]
    assert (await stage.snapshot()).told


async def test_a_run_that_was_driven_waits_although_nobody_knows_of_its_root(stage: Stage) -> None:
    await drive(stage.store, (await stage.snapshot()).run)
    await stage.refused("not_in_channel")
    await stage.refused("not_in_channel")
    assert stage.invited == [False]
    assert (await stage.snapshot()).muted_until


async def test_a_run_that_somebody_begins_to_drive_meanwhile_is_kept(stage: Stage) -> None:
    before = await stage.snapshot()
    await drive(stage.store, before.run)
    await Speechless(stage.store, stage.slack, {})(before, "not_in_channel")
    assert stage.invited == [True, False]
    assert (await stage.snapshot()).muted_until


async def test_who_could_not_be_told_is_told_at_the_next_look(stage: Stage) -> None:
    stage.slack.deaf = True
    with pytest.raises(DeliveryError):
        await stage.refused("is_archived")
    stage.slack.deaf = False
    await stage.refused("is_archived")
    assert stage.invited == [False]


async def test_a_run_is_not_called_off_before_its_starter_was_told(stage: Stage) -> None:
    stage.slack.deaf = True
    with pytest.raises(DeliveryError):
        await stage.refused("not_in_channel")
    stage.slack.deaf = False
    await stage.refused("not_in_channel")
    assert stage.invited == [True]
