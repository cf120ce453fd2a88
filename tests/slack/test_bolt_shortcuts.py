"""Message shortcuts: a run on a message, or on its thread; and what is said where none begins."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot import manifest
from bot.adapters.redis_server import EmbeddedRedis
from bot.cards.catalogue import words as words_in
from bot.sandbox import Card, Timing
from tests.slack.bolt_office import TRANSPORTS, Office, Transport, slots
from tests.slack.transcripts import (
    MESSAGE,
    MOST,
    THREAD,
    TONED,
    WORKFLOWS,
    recorded,
    transcript_office,
)

EN, GIVEN = words_in("en").replies, words_in("en").given


@pytest.fixture(params=TRANSPORTS)
def transport(request: pytest.FixtureRequest) -> Transport:
    chosen: Transport = request.param
    return chosen


@pytest.fixture
async def office(redis_url: str, transport: Transport) -> AsyncIterator[Office]:
    async with transcript_office(redis_url, transport=transport) as it:
        yield it


async def thread(office: Office, *, channel: str = "general") -> Card:
    """A conversation of three people and the bot; gives its last message."""
    root = await office.ws.post("Do we ship on Friday?", channel=channel, as_="ana")
    await root.reply("Yes & no: ask @chen in #team", as_="ben")
    await office.bot.bolt.client.chat_postMessage(
        channel=root.message.channel, thread_ts=root.ts, text="A card of mine"
    )
    return await root.reply("Fine, see https://example.com", as_="chen")


async def test_the_shortcut_of_a_thread_reads_who_said_what(office: Office) -> None:
    last = await thread(office)
    said = await last.shortcut(THREAD)
    assert (said.error, said.text, said.modal) == ("", "", None)
    run = await recorded(office)
    lines = str(run.inputs["transcript"]).split("\n")
    assert lines == [
        "ana: Do we ship on Friday?",
        "ben: Yes & no: ask @chen in #team",
        "chen: Fine, see https://example.com",
    ]
    assert (run.channel, run.starter) == (last.message.channel, office.ws.world.person("ana").id)
    await office.finished()
    assert slots(office.ws)["root"] == 1


async def test_the_shortcut_of_a_message_reads_that_message_alone(office: Office) -> None:
    last = await thread(office)
    await last.shortcut(MESSAGE, as_="ben")
    assert (await recorded(office)).inputs == {"transcript": "Fine, see https://example.com"}


async def test_a_root_without_replies_is_a_thread_as_well(office: Office) -> None:
    card = await office.ws.post("Hello @ana", as_="ben")
    await card.shortcut(THREAD)
    assert (await recorded(office)).inputs == {"transcript": "ben: Hello @ana"}


async def test_a_shortcut_works_in_the_direct_message_with_the_bot(office: Office) -> None:
    place = office.ws.dm("ana")
    root = await office.ws.post("Do we ship?", channel=place)
    await office.bot.bolt.client.chat_postMessage(
        channel=root.message.channel, thread_ts=root.ts, text="A card of mine"
    )
    reply = await root.reply("On Friday.")
    await reply.shortcut(THREAD)
    run = await recorded(office)
    assert run.channel == root.message.channel
    assert run.inputs == {"transcript": "ana: Do we ship?\nana: On Friday."}


async def test_files_stand_in_the_thread_by_their_names(office: Office) -> None:
    card = await office.ws.post("Notes attached", as_="ben")
    ws = office.ws
    file = ws.sandbox.interactions.uploads.add(ws.world.person("ben"), "notes.pdf", b"%PDF")
    ws.world.put(replace(card.message, file_ids=(file.id,)))
    await card.shortcut(THREAD)
    assert (await recorded(office)).inputs == {"transcript": "ben: Notes attached [notes.pdf]"}


async def test_one_choice_that_is_delivered_twice_starts_one_run(office: Office) -> None:
    card = await office.ws.post("Hello", as_="ben")
    office.sandbox.faults.envelope("duplicate")
    await card.shortcut(MESSAGE)
    await office.finished()
    assert len(await office.runs()) == 1
    assert slots(office.ws)["root"] == 1


async def test_a_workflow_that_needs_more_opens_its_form_with_the_text(office: Office) -> None:
    card = await office.ws.post("Hello team", as_="ben")
    said = await card.shortcut(TONED)
    assert said.modal
    assert said.modal.values["Text"] == "Hello team"
    await said.modal.fill({"Tone": "friendly"}).submit()
    assert (await recorded(office)).inputs == {"tone": "friendly", "transcript": "Hello team"}


async def test_a_message_without_text_starts_nothing(office: Office) -> None:
    card = await office.ws.post("x", as_="ben")
    office.ws.world.put(replace(card.message, text=" "))
    assert GIVEN.empty_message in (await card.shortcut(MESSAGE)).text
    assert GIVEN.empty_thread in (await card.shortcut(THREAD)).text
    assert await office.runs() == []


async def test_too_long_a_text_is_said_with_both_numbers(office: Office) -> None:
    card = await office.ws.post("x" * (MOST + 1), as_="ben")
    said = await card.shortcut(MESSAGE)
    assert "At most 2,000 characters. This has 2,001." in said.text
    assert await office.runs() == []


async def test_where_the_bot_is_no_member_the_person_is_told_to_invite_it(office: Office) -> None:
    card = await office.ws.post("Secret", channel="ana-ben", as_="ben")
    said = await card.shortcut(THREAD)
    assert "/invite" in said.text or "direct message" in said.text
    assert await office.runs() == []


async def test_a_shortcut_that_nobody_knows_is_answered(
    redis_url: str, transport: Transport
) -> None:
    app = manifest.parsed(manifest.render(WORKFLOWS))
    old = {"name": "Old", "type": "message", "callback_id": "old", "description": "Was there"}
    app["features"]["shortcuts"].append(old)
    async with transcript_office(redis_url, transport=transport, app=app) as office:
        card = await office.ws.post("x", as_="ben")
        assert (await card.shortcut("Old")).text == GIVEN.old_shortcut
        assert "已经失效" in (await card.shortcut("Old", as_="chen")).text


async def test_without_the_history_scope_the_refusal_names_slacks_reason(
    redis_url: str, transport: Transport
) -> None:
    app = manifest.parsed(manifest.render(WORKFLOWS))
    app["oauth_config"]["scopes"]["bot"].remove("channels:history")
    async with transcript_office(redis_url, transport=transport, app=app) as office:
        card = await office.ws.post("x", as_="ben")
        said = await card.shortcut(THREAD)
        assert "Slack does not let me read the messages here (missing_scope)." in said.text
        # The message itself came with the shortcut.
        assert (await card.shortcut(MESSAGE)).text == ""


async def test_a_thread_that_slack_gives_too_late_is_said_in_time(
    redis_url: str, transport: Transport
) -> None:
    # Slack's three seconds, and no second delivery however busy the machine is.
    timing = Timing(ack_within=3, redelivery_after=3)
    async with transcript_office(redis_url, transport=transport, timing=timing) as office:
        card = await office.ws.post("x", as_="ben")
        office.sandbox.faults.answer("conversations.replies", delay=30)
        said = await card.shortcut(THREAD)
        assert (said.error, said.text) == ("", EN.slack_silent)
        assert await office.runs() == []


async def test_while_redis_is_down_shortcuts_and_files_record_nothing_and_say_so(
    own_redis: EmbeddedRedis, transport: Transport
) -> None:
    async with transcript_office(own_redis.url, transport=transport) as office:
        card = await office.ws.post("x", as_="ben")
        form = (await office.ws.slash("/minutes")).modal
        assert form
        await own_redis.kill()
        assert EN.nothing_recorded in (await card.shortcut(THREAD)).text
        form.fill({"Text": "We ship.", "File": ("a.txt", b"On Friday.")})
        sent = await form.submit()
        assert sent.modal
        assert EN.nothing_recorded in sent.modal.text
        assert "We ship." in sent.modal.text
