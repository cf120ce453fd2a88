"""What listeners ask about people and channels, against the local Slack."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.adapters.slack_directory import SlackDirectory
from bot.core.model import Person
from bot.core.ports.messenger import GaveWayError
from tests.slack.test_messenger_stage import ROOT, Stage, post, staged

FAILURES = [{"error": "user_not_found"}, {"status": 429}, {"status": 500}]


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with staged() as made:
        yield made


@pytest.fixture
def directory(stage: Stage) -> SlackDirectory:
    return SlackDirectory(stage.calls)


async def test_a_person_has_a_locale_and_a_time_zone(
    stage: Stage, directory: SlackDirectory
) -> None:
    chen = stage.ws.person("chen")
    known = await directory.person(stage.sandbox.team_id, chen.id)
    assert known == Person(chen.id, name=known.name, locale="zh-CN", timezone="Asia/Shanghai")
    assert known.name


async def test_a_person_is_asked_for_once_in_ten_minutes(
    stage: Stage, directory: SlackDirectory
) -> None:
    ana = stage.ws.person("ana").id
    for _ in range(5):
        await directory.person(stage.sandbox.team_id, ana)
    assert stage.sandbox.calls.count("users.info") == 1
    stage.leap.ahead += 601
    await directory.person(stage.sandbox.team_id, ana)
    assert stage.sandbox.calls.count("users.info") == 2


@pytest.mark.parametrize("fault", FAILURES)
async def test_a_person_whom_slack_does_not_tell_of_has_defaults_for_now(
    stage: Stage, directory: SlackDirectory, fault: dict[str, Any]
) -> None:
    stage.sandbox.faults.answer("users.info", **fault)
    ana = stage.ws.person("ana").id
    assert await directory.person(stage.sandbox.team_id, ana) == Person(ana)
    stage.leap.ahead += 60
    assert (await directory.person(stage.sandbox.team_id, ana)).timezone == "Europe/Berlin"


async def test_only_so_many_persons_are_kept_in_mind(
    stage: Stage, directory: SlackDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.adapters.slack_directory._MAX_PERSONS", 1)
    for name in ("ana", "ben", "ben", "ana"):
        await directory.person("T", stage.ws.person(name).id)
    assert stage.sandbox.calls.count("users.info") == 3


async def test_a_slow_slack_is_not_waited_for(stage: Stage, directory: SlackDirectory) -> None:
    stage.sandbox.faults.answer("users.info", delay=5)
    async with asyncio.timeout(2.5):
        assert await directory.person("T", "U1") == Person("U1")


async def test_members_of_a_channel_are_known(stage: Stage, directory: SlackDirectory) -> None:
    general = stage.ws.channel("general")
    assert await directory.members(general.id) == general.members


@pytest.mark.parametrize(("people", "known"), [(1_500, 1_500), (7_000, 5_000)])
async def test_a_large_channel_is_read_page_by_page_up_to_a_bound(
    stage: Stage, directory: SlackDirectory, people: int, known: int
) -> None:
    crowd = replace(
        stage.ws.channel("general"), members=frozenset(f"U{number:06}" for number in range(people))
    )
    stage.sandbox.world.put_channel(crowd)
    assert len(await directory.members(crowd.id)) == known


async def test_nobody_is_a_member_where_slack_refuses_to_say(
    stage: Stage, directory: SlackDirectory
) -> None:
    assert await directory.members(stage.ws.channel("leads").id) == frozenset()


async def test_members_that_could_not_be_read_are_not_taken_for_none(
    stage: Stage, directory: SlackDirectory
) -> None:
    stage.sandbox.faults.answer("conversations.members", status=500)
    with pytest.raises(GaveWayError):
        await directory.members(stage.ws.channel("general").id)


async def test_a_message_has_a_link_unless_it_is_gone(
    stage: Stage, directory: SlackDirectory
) -> None:
    ts, team = await post(stage, ROOT), stage.ws.channel("team").id
    link = await directory.permalink(team, ts)
    assert link is not None
    assert link.endswith(ts.replace(".", ""))
    assert await directory.permalink(team, "1.000000") is None


@pytest.mark.parametrize(("channel", "can"), [("team", True), ("general", True), ("leads", False)])
async def test_the_bot_can_speak_where_it_is_or_where_it_may_join(
    stage: Stage, directory: SlackDirectory, channel: str, *, can: bool
) -> None:
    assert await directory.can_speak(stage.ws.channel(channel).id) is can
    joined = stage.sandbox.bot_user_id in stage.ws.channel(channel).members
    assert joined is can


async def test_the_bot_can_speak_with_one_person_but_not_between_two(
    stage: Stage, directory: SlackDirectory
) -> None:
    between = next(c for c in stage.sandbox.world.channels.values() if c.name == "ana-ben")
    assert not await directory.can_speak(between.id)


async def test_the_bot_cannot_speak_in_an_archived_channel(
    stage: Stage, directory: SlackDirectory
) -> None:
    stage.ws.archive("team")
    assert not await directory.can_speak(stage.ws.channel("team").id)


async def test_an_unanswered_question_does_not_keep_anybody_from_trying(
    stage: Stage, directory: SlackDirectory
) -> None:
    stage.sandbox.faults.answer("conversations.info", status=500)
    assert await directory.can_speak(stage.ws.channel("leads").id)
