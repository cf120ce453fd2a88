"""Minutes in a workspace: by command, by form, from a thread; reviewed, edited, delivered."""

from collections.abc import AsyncIterator

import pytest

from bot.cards import ids
from bot.sandbox import Card
from graphs.minutes import minutes
from graphs.minutes.sample import TRANSCRIPT, TRANSCRIPT_ZH
from graphs.minutes.words import EN, ZH
from graphs.model import Model, ModelTimeoutError, OfflineModel
from tests.slack.bolt_office import LONG, Office, form, open_office
from tests.unit.minutes_driven import (
    SHORT,
)
from tests.unit.scripted_model import ScriptedModel

SERVED = {"minutes": minutes}


@pytest.fixture
def model() -> Model:
    """Plain code, where a test says no more."""
    return OfflineModel()


@pytest.fixture
async def office(redis_url: str, model: Model) -> AsyncIterator[Office]:
    """The bot at work on minutes alone."""
    async with open_office(redis_url, serves=SERVED, model=model) as it:
        yield it


async def review(office: Office, text: str = SHORT) -> Card:
    """The first card of a run on this transcript."""
    said = await office.ws.slash("/minutes", text=text, as_="ana", channel="general")
    assert not said.error, said.error
    return await office.card()


async def until(card: Card, text: str) -> Card:
    return await card.wait_until(lambda c: text in c.text, within=LONG, what=text)


async def test_a_transcript_becomes_minutes_that_somebody_approved(office: Office) -> None:
    card = await review(office, TRANSCRIPT)
    assert EN.review in card.text
    assert "1. Fix the last two bugs | Ben | Wednesday" in card.text
    assert "We agreed to release login v2 on 4 December" in card.text
    await card.click(ids.APPROVE)
    result = await office.result()
    assert (
        "Ana, Ben and Chen spoke about Release date, Support rota and Office move." in result.text
    )
    assert "Ask two movers for a price" in result.text
    assert "the end of the month" in result.text


async def test_a_chinese_transcript_becomes_chinese_minutes(office: Office) -> None:
    card = await review(office, TRANSCRIPT_ZH)
    assert ZH.review in card.text
    assert "修好最后两个缺陷 | ben | 周三前" in card.text
    await card.click(ids.APPROVE)
    result = await office.result()
    assert "ana、ben和chen讨论了发布日期、值班安排和办公室搬迁。" in result.text
    assert "找两家搬家公司报价" in result.text


async def test_the_command_alone_opens_a_form_that_starts_the_run(office: Office) -> None:
    said = await office.ws.slash("/minutes", as_="ana", channel="general")
    assert said.modal
    assert said.modal.title == "Minutes"
    label = next(iter(said.modal.inputs))
    sent = await said.modal.fill({label: SHORT}).submit()
    assert not sent.modal
    assert "Fix the last two bugs" in (await office.card()).text


async def test_a_file_takes_the_place_of_what_is_typed(office: Office) -> None:
    said = await office.ws.slash("/minutes", as_="ana", channel="general")
    assert said.modal
    label = list(said.modal.inputs)[-1]
    await said.modal.fill({label: ("monday.txt", TRANSCRIPT_ZH.encode())}).submit()
    assert "修好最后两个缺陷 | ben | 周三前" in (await office.card()).text


async def test_a_transcript_of_many_pages_is_read_to_its_end(office: Office) -> None:
    said = await office.ws.slash("/minutes", as_="ana", channel="general")
    assert said.modal
    label = list(said.modal.inputs)[-1]
    long = "Chen: Hiring goes slowly.\n" * 4_000 + SHORT
    await said.modal.fill({label: ("long.txt", long.encode())}).submit()
    card = await office.card()
    assert "Fix the last two bugs | Ben | Wednesday" in card.text
    assert "characters were read" not in card.text


async def test_a_thread_becomes_minutes_by_its_messages_menu(office: Office) -> None:
    ws = office.ws
    ws.join("general", as_="ben")
    first = await ws.post("Today's agenda: the release date and hiring.", as_="ana")
    await ws.post("I will fix the last two bugs by Wednesday.", as_="ben", thread=first.ts)
    await ws.post("Then we agreed to release on 4 December.", as_="ana", thread=first.ts)
    await first.shortcut("Minutes of this thread")
    card = await office.card()
    assert "Fix the last two bugs | ben | Wednesday" in card.text


async def test_a_comment_brings_a_second_round_with_what_it_asked_for(office: Office) -> None:
    card = await review(office)
    second = await office.revise(card, "Add: Chen will order a cake by Monday")
    assert "Order a cake | Chen | Monday" in second.text
    assert "round 2 of 3" in second.text


async def test_an_edit_of_the_parts_is_what_the_minutes_say(office: Office) -> None:
    card = await review(office)
    opened = await form(card, ids.EDIT)
    assert opened.values["Topics"] == "• Release date\n• Hiring"
    assert opened.values[EN.entries] == "Fix the last two bugs | Ben | Wednesday"
    changed = "Fix the last bugs | Ana | next year\nBuy a cake | Chen"
    await opened.fill({"Topics": "Only bugs", EN.entries: changed}).submit()
    await until(card, "Edited and approved by @ana")
    result = (await office.result()).text
    assert "Only bugs" in result
    for cell in ("Fix the last bugs", "next year", "Buy a cake", "I will fix the last two bugs"):
        assert cell in result
    assert "Hiring" not in result.split(EN.topics, 1)[1].split(EN.conclusions, 1)[0]


async def test_entries_that_are_written_over_have_no_evidence_of_the_old_ones(
    office: Office,
) -> None:
    talk = "Ana: Hello.\nBen: I will write the ad by 3/12.\nBen: I will call the agency.\n"
    opened = await form(await review(office, talk), ids.EDIT)
    changed = "Buy a cake | Dana | Friday\nOrder flowers | Chen | Monday"
    await opened.fill({EN.entries: changed}).submit()
    result = (await office.result()).text
    assert "Buy a cake" in result
    assert "write the ad" not in result
    assert "call the agency" not in result


async def test_a_transcript_without_speakers_says_so_on_the_card_and_in_the_minutes(
    office: Office,
) -> None:
    card = await review(office, "We met on Monday.\nWe agreed to release on 4 December.")
    assert EN.no_speaker in card.text
    await card.click(ids.APPROVE)
    assert EN.no_speaker in (await office.result()).text


@pytest.mark.parametrize("model", [ScriptedModel(conclusions=[ModelTimeoutError(5)])])
async def test_a_step_that_failed_has_a_button_that_tries_it_again(office: Office) -> None:
    card = await review(office)
    assert EN.failed["conclusions"] in card.text
    await card.click("Retry: Conclusions")
    again = await office.card(after=card.ts)
    assert EN.failed["conclusions"] not in again.text
    assert "We agreed to release on 4 December" in again.text
    assert "round 1 of 3" in again.text
