"""How runs begin: by command, by form, as a new version; and what is refused before one does."""

import asyncio
from dataclasses import replace

import pytest

from bot import manifest
from bot.cards import ids
from bot.cards.catalogue import words
from bot.sandbox.state.records import ChannelKind
from graphs.registry import workflows
from tests.slack.bolt_office import (
    NOTES,
    TRANSPORTS,
    Office,
    Transport,
    form,
    has,
    open_office,
    submit,
)

BOUND = "40,000"
EN = words("en")


@pytest.fixture(params=TRANSPORTS)
def transport(request: pytest.FixtureRequest) -> Transport:
    """All of it over Socket Mode, and over signed HTTP."""
    chosen: Transport = request.param
    return chosen


@pytest.mark.parametrize("text", ["", "   \t  "], ids=["nothing", "blanks"])
async def test_a_command_without_notes_opens_the_form_and_the_form_starts_the_run(
    office: Office, text: str
) -> None:
    said = await office.report(text)
    assert said.modal
    assert said.modal.title == "Weekly report"
    assert await office.runs() == []
    sent = await submit(said.modal, NOTES)
    assert not sent.modal
    assert "Login v2 shipped" in (await office.card()).text
    assert len(await office.runs()) == 1


async def test_a_form_over_the_bound_stays_open_and_names_the_bound(office: Office) -> None:
    first = "a line of notes\n" * 2_600
    await office.review()
    await office.report(first[:39_000])
    # What was typed comes back in as many fields as it needs; one can then write more.
    opened = await form(office.ws.ephemerals()[-1], ids.NEW_VERSION)
    label = list(opened.inputs)[-1]
    opened.fill({label: "x" * 2_000})
    sent = await opened.submit()
    assert sent.modal
    assert [e for e in opened.errors.values() if BOUND in e]
    assert len(await office.runs()) == 1


async def test_a_command_over_the_bound_is_answered_with_the_bound(office: Office) -> None:
    said = await office.report("x" * 40_001)
    assert BOUND in said.text
    assert "Nothing changed." in said.text
    assert await office.runs() == []


async def test_blank_notes_in_the_form_are_marked_there(office: Office) -> None:
    opened = (await office.report("")).modal
    assert opened
    await submit(opened, "  ")
    assert opened.is_open
    assert list(opened.errors.values()) == ["Write at least one word."]


async def test_signoff_lists_what_can_be_started_and_its_buttons_open_the_forms(
    office: Office,
) -> None:
    said = await office.ws.slash("/signoff")
    assert "Weekly report" in said.text
    assert "/weekly-report" in said.text
    opened = await form(said.notices[0], ids.START)
    await submit(opened, NOTES)
    await office.root()


async def test_a_workflow_that_does_not_exist_is_answered_with_those_that_do(
    office: Office,
) -> None:
    said = await office.ws.slash("/signoff", text="start month*ly <!channel> report")
    assert "There is no workflow “month*ly”" in said.text
    assert "/weekly-report" in said.text
    assert await office.runs() == []


@pytest.mark.parametrize("text", ["start weekly-report ", "Weekly-Report "])
async def test_signoff_start_begins_a_run_as_its_own_command_would(
    office: Office, text: str
) -> None:
    said = await office.ws.slash("/signoff", text=text + NOTES)
    assert not said.text
    assert "started by @ana" in (await office.root()).text


async def test_the_bot_joins_a_public_channel_where_somebody_starts_a_run(office: Office) -> None:
    office.ws.kick_bot("general")
    await office.report()
    await office.root()
    assert office.sandbox.bot_user_id in office.ws.channel("general").members


@pytest.mark.parametrize(
    ("channel", "told"),
    [("leads", "/invite @signoff"), ("ana-ben", EN.replies.not_in_direct)],
    ids=["private", "direct"],
)
@pytest.mark.parametrize("text", [NOTES, ""], ids=["notes", "form"])
async def test_where_the_bot_cannot_go_a_private_line_says_what_to_do_and_no_run_stays(
    office: Office, channel: str, told: str, text: str
) -> None:
    await office.report(text, channel=channel)
    line = await office.ws.wait_for_ephemeral(told)
    assert line.message.channel == office.ws.channel(channel).id
    await _until_no_run(office)
    assert not office.ws.modal()
    assert office.ws.messages(channel) == []


async def test_where_slack_may_not_say_whether_the_bot_is_there_the_form_opens(
    office: Office,
) -> None:
    office.sandbox.faults.answer("conversations.info", error="missing_scope")
    assert (await office.report("", channel="leads")).modal


@pytest.mark.parametrize(
    ("channel", "told"), [("general", "an admin has to install it again"), ("team", "重新安装")]
)
async def test_where_the_token_was_revoked_nobody_is_asked_for_an_invitation(
    office: Office, channel: str, told: str
) -> None:
    as_ = "ana" if channel == "general" else "chen"
    await office.ws.slash("/signoff", as_=as_, channel=channel)
    office.ws.revoke()
    said = await office.report("", as_=as_, channel=channel)
    assert told in said.text
    office.ws.reinstall()
    assert (await office.report("", as_=as_, channel=channel)).modal


def test_people_can_write_to_the_bot_and_read_what_it_writes_to_them() -> None:
    home = manifest.load()["features"]["app_home"]
    assert home["messages_tab_enabled"]
    assert not home["messages_tab_read_only_enabled"]


async def test_after_the_invitation_the_same_command_works(office: Office) -> None:
    await office.report(channel="leads")
    await office.ws.wait_for_ephemeral("/invite")
    await _until_no_run(office)
    office.ws.invite_bot("leads")
    await office.review(channel="leads")


async def test_the_bot_works_in_its_own_direct_message(office: Office) -> None:
    channel = office.ws.dm("ana")
    name = office.ws.world.channels[channel].name
    assert office.ws.world.channels[channel].kind is ChannelKind.IM
    opened = (await office.report("", channel=name)).modal
    assert opened
    await submit(opened, NOTES)
    await office.card(channel=name)


@pytest.mark.parametrize(
    "notes",
    [
        "\x00\x07\x1b[31m \u200f\u202eRTL\u202c and 👩‍👩‍👧 <!channel> <@U0000000BEN>",
        "x" * 10_000,
        "<!here|all> & <https://example.com|click me> *bold* `code` @ben #general",
        "مرحبا بالعالم: تم إطلاق الإصدار الثاني",
    ],
    ids=["controls", "endless", "markup", "arabic"],
)
async def test_odd_notes_are_shown_as_text_and_ping_nobody(office: Office, notes: str) -> None:
    card = await office.review(notes)
    await card.click(ids.APPROVE)
    await office.result()
    own = {f"@{office.ws.person('ana').id}"}
    assert {ping for c in office.ws.messages() for ping in c.pings} == own
    assert not [c for c in office.sandbox.calls if c.error in {"invalid_blocks", "msg_too_long"}]


async def test_a_command_that_slack_delivers_twice_makes_one_run_in_silence(
    office: Office,
) -> None:
    office.sandbox.faults.envelope("duplicate")
    await office.review()
    assert len(await office.runs()) == 1
    assert office.private() == []
    assert len(office.ws.roots()) == 1


async def test_a_form_that_slack_delivers_twice_makes_one_run_in_silence(office: Office) -> None:
    opened = (await office.report("")).modal
    assert opened
    office.sandbox.faults.envelope("duplicate")
    sent = await submit(opened, NOTES)
    await office.card()
    assert not sent.modal
    assert len(await office.runs()) == 1
    assert office.private() == []


async def test_a_second_command_in_the_same_week_offers_the_run_and_a_new_version(
    office: Office,
) -> None:
    first = await office.review()
    said = await office.report("Billing rewrite finished\nHiring is late")
    assert "There is already “Weekly report · week" in said.text
    offer = said.notices[0]
    opens = offer.button(ids.OPEN)
    assert (await office.root()).ts.replace(".", "") in opens["url"]
    assert not (await offer.click(ids.OPEN)).text
    opened = await form(offer, ids.NEW_VERSION)
    assert "Billing rewrite finished\nHiring is late" in opened.values.values()
    await opened.submit()
    second = await office.card(after=first.ts)
    assert "Billing rewrite finished" in second.text
    runs = await office.runs()
    assert runs == [runs[0], f"{runs[0]}.2"]
    assert "version 2" in (await office.root()).text
    # The first run stays as it was, and can still be decided.
    assert has(first.refresh(), ids.APPROVE)


async def test_a_form_sent_while_there_is_a_run_becomes_the_form_of_a_new_version(
    office: Office,
) -> None:
    opened = (await office.report("")).modal
    assert opened
    first = await office.review()
    typed = ["a line of notes\n" * 180, "Billing rewrite finished", ""]
    sent = await submit(opened, *typed)
    assert sent.modal
    assert "There is already “Weekly report · week" in sent.modal.text
    assert "is waiting for @ana" in sent.modal.text
    assert (await office.root()).ts.replace(".", "") in str(sent.modal.view.payload["blocks"])
    assert EN.forms.new_version_line in sent.modal.text
    assert sent.modal.view.payload["submit"]["text"] == EN.forms.new_version_submit
    assert [value or "" for value in sent.modal.values.values()] == typed
    assert len(await office.runs()) == 1
    assert not (await sent.modal.submit()).modal
    second = await office.card(after=first.ts)
    assert "Billing rewrite finished" in second.text
    assert len(await office.runs()) == 2


async def test_of_a_cancelled_run_more_is_offered_than_to_open_it(office: Office) -> None:
    await (await office.review()).click(ids.CANCEL)
    await office.finished()
    said = await office.report("Billing rewrite finished")
    assert "it was cancelled by @ana" in said.text
    assert said.notices[0].buttons == ["Continue", "New version", "Open it"]


async def test_a_command_of_a_workflow_that_is_not_installed_is_answered_with_those_that_are(
    redis_url: str,
) -> None:
    renamed = replace(workflows()["weekly-report"], command="/weekly")
    async with open_office(redis_url, serves={"weekly-report": renamed}) as office:
        said = await office.report()
        assert not said.error
        assert "There is no workflow “/weekly-report”" in said.text
        assert said.notices[0].buttons == ["Start"]
        assert await office.runs() == []


async def test_two_people_and_two_channels_have_runs_of_their_own(office: Office) -> None:
    await asyncio.gather(
        office.report(),
        office.report(as_="ben"),
        office.report(channel="team"),
    )
    await office.card(channel="team")
    assert len(await office.runs()) == 3


async def _until_no_run(office: Office) -> None:
    """The run is called off right after its line was sent."""
    async with asyncio.timeout(10):
        while await office.runs():
            continue
