"""Private lines to the person who started a run, against the local Slack."""

from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from bot.core.ports.messenger import DeliveryError
from tests.slack.test_messenger_stage import POST, Stage, staged

LINE = "I cannot speak in that channel."


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with staged() as made:
        yield made


@pytest.fixture
def url(stage: Stage) -> str:
    """Where the command's answer may go."""
    ana, team = stage.ws.person("ana"), stage.ws.channel("leads")
    key = stage.sandbox.hub.hooks.new(ana.id, team.id)
    return f"{stage.sandbox.hub.root_url}actions/{stage.sandbox.team_id}/{key}"


def private(stage: Stage) -> list[str]:
    return [card.message.text for card in stage.ws.ephemerals()]


def direct(stage: Stage) -> list[str]:
    return [message.text for message in stage.seen(stage.ws.dm())]


async def test_a_line_goes_to_the_response_url_even_where_the_bot_is_no_member(
    stage: Stage, url: str
) -> None:
    await stage.messenger.tell(stage.run("leads", response_url=url), LINE)
    assert private(stage) == [LINE]
    assert len(stage.sandbox.calls) == 0


async def test_after_half_an_hour_it_is_a_direct_message(stage: Stage, url: str) -> None:
    run = stage.run(response_url=url)
    stage.leap.ahead += 1_800
    await stage.messenger.tell(run, LINE)
    assert (private(stage), direct(stage)) == ([], [LINE])


async def test_a_response_url_that_is_used_up_leads_to_a_direct_message(
    stage: Stage, url: str
) -> None:
    run = stage.run(response_url=url)
    for _ in range(6):
        await stage.messenger.tell(run, LINE)
    assert (len(private(stage)), len(direct(stage))) == (5, 1)


async def test_a_dead_response_url_is_not_written_to_the_log(stage: Stage) -> None:
    secret = "http://127.0.0.1:9/actions/T1/s3cret"  # noqa: S105 - an address nobody listens at
    with capture_logs() as logs:
        await stage.messenger.tell(stage.run(response_url=secret), LINE)
    assert direct(stage) == [LINE]
    assert [line["event"] for line in logs] == ["slack.url_failed"]
    assert "s3cret" not in str(logs)
    assert LINE not in str(logs)


async def test_without_a_response_url_it_is_a_direct_message_with_no_live_text(
    stage: Stage,
) -> None:
    await stage.messenger.tell(stage.run(), "Look at http://x.test, @ben")
    (call,) = stage.sandbox.calls.of(POST)
    assert (call.args["parse"], call.args["unfurl_links"]) == ("none", False)


async def test_a_person_who_cannot_be_reached_is_no_error(stage: Stage) -> None:
    stage.sandbox.faults.answer("conversations.open", error="user_disabled")
    with capture_logs() as logs:
        await stage.messenger.tell(stage.run(), LINE)
    assert logs[-1]["event"] == "slack.untold"
    assert logs[-1]["code"] == "user_disabled"


async def test_a_slack_that_is_down_is_worth_another_try_later(stage: Stage) -> None:
    stage.sandbox.faults.answer("conversations.open", status=503, times=9)
    with pytest.raises(DeliveryError):
        await stage.messenger.tell(stage.run(), LINE)
