"""Going on from what an ended run had, as people do it: Continue, and again from a step."""

import asyncio

import pytest

from bot.cards import ids
from bot.cards.catalogue import words
from bot.sandbox import Card, Modal
from tests.slack.bolt_office import (
    CHINESE_NOTES,
    LONG,
    NOTES,
    TRANSPORTS,
    HeldModel,
    Office,
    Transport,
    form,
    has,
    slot_of,
    submit,
)

EN, ZH = words("en"), words("zh")
STEP = EN.versions.again_label


@pytest.fixture(params=TRANSPORTS)
def transport(request: pytest.FixtureRequest) -> Transport:
    """All of it over Socket Mode, and over signed HTTP."""
    chosen: Transport = request.param
    return chosen


async def cancelled(office: Office, *, text: str = NOTES) -> Card:
    """A report that was cancelled while it waited: its root message."""
    await (await office.review(text)).click(ids.CANCEL)
    return await office.finished()


async def reported(office: Office, *, text: str = NOTES) -> Card:
    """A report that is done: its root message."""
    await (await office.review(text)).click(ids.APPROVE)
    await office.result()
    return await office.finished()


async def root_after(office: Office, older: Card) -> Card:
    """The root message of the version that follows."""
    return await office.ws.wait_for(
        lambda c: slot_of(c) == "root" and c.ts > older.ts, within=LONG, what="another version"
    )


async def picked(modal: Modal, option: str, label: str = STEP) -> Modal:
    """Choose the one step whose line begins with this."""
    [line] = [text for text in modal.options(label) if text.startswith(option)]
    return modal.fill({label: line})


async def test_a_cancelled_run_is_continued_where_it_stood(office: Office) -> None:
    older = await cancelled(office)
    offer = (await office.report("Something else")).notices[0]
    assert offer.buttons == ["Continue", "New version", "Open it"]
    said = await offer.click(ids.GO_ON)
    assert not said.text
    root = await root_after(office, older)
    assert "version 2" in root.text
    assert "↻ goes on where version 1 ended, on @ana's word" in root.text
    card = await office.card(after=root.ts)
    assert "Login v2 shipped" in card.text
    await card.click(ids.APPROVE)
    assert "Login v2 shipped" in (await office.result()).text
    assert older.refresh().text == older.text
    runs = await office.runs()
    assert runs == [runs[0], f"{runs[0]}.2"]


async def test_what_was_finished_is_not_asked_of_the_model_again(
    busy: Office, held: HeldModel
) -> None:
    held.go.set()
    older = await cancelled(busy)
    held.go.clear()
    held.asked.clear()
    await (await busy.report()).notices[0].click(ids.GO_ON)
    root = await root_after(busy, older)
    await busy.card(after=root.ts)
    assert not held.asked.is_set()


async def test_a_continue_that_comes_twice_is_one_version_in_silence(office: Office) -> None:
    older = await cancelled(office)
    offer = (await office.report()).notices[0]
    office.sandbox.faults.envelope("duplicate")
    assert not (await offer.click(ids.GO_ON)).text
    await office.card(after=(await root_after(office, older)).ts)
    assert len(await office.runs()) == 2


async def test_two_clicks_on_continue_are_one_version_and_the_second_leads_there(
    office: Office,
) -> None:
    older = await cancelled(office)
    offer = (await office.report()).notices[0]
    said = await asyncio.gather(*(offer.click(ids.GO_ON) for _ in range(2)))
    assert sorted("version 2" in s.text for s in said) == [False, True]
    await office.card(after=(await root_after(office, older)).ts)
    assert len(await office.runs()) == 2


async def test_a_start_form_that_found_a_cancelled_run_can_continue_it(office: Office) -> None:
    opened = (await office.report("")).modal
    assert opened
    older = await cancelled(office)
    sent = await submit(opened, "Something else")
    assert sent.modal
    assert sent.modal.buttons == ["Continue"]
    said = await sent.modal.click(ids.GO_ON)
    assert said.modal
    assert "It goes on as version 2" in said.modal.text
    card = await office.card(after=(await root_after(office, older)).ts)
    assert "Login v2 shipped" in card.text


async def test_a_form_that_somebody_was_faster_than_says_so_in_its_place(office: Office) -> None:
    opened = (await office.report("")).modal
    assert opened
    older = await cancelled(office)
    sent = await submit(opened, "Something else")
    assert sent.modal
    await (await office.report()).notices[0].click(ids.GO_ON)
    await office.card(after=(await root_after(office, older)).ts)
    said = await sent.modal.click(ids.GO_ON)
    assert said.modal
    assert "version 2" in said.modal.text
    assert "waiting for @ana" in said.modal.text


async def test_a_finished_run_runs_again_from_the_step_that_was_chosen(office: Office) -> None:
    older = await reported(office)
    result = (await office.result()).text
    modal = await form(older, ids.AGAIN)
    assert [line.partition(" · ")[0] for line in modal.options(STEP)][:2] == ["Report", "Review"]
    await (await picked(modal, "Review")).submit()
    root = await root_after(office, older)
    assert "↻ again from *Review* of version 1, on @ana's word" in root.text
    card = await office.card(after=root.ts)
    await office.revise(card, "Mention the hiring freeze")
    assert older.refresh().text == older.text
    assert result in [c.text for c in office.ws.messages("general")]


async def test_the_form_shows_the_round_and_the_ids_for_debugging(office: Office) -> None:
    second = await office.revise(await office.review(), "Mention the hiring freeze")
    await second.click(ids.APPROVE)
    await office.result()
    modal = await form(await office.finished(), ids.AGAIN)
    lines = modal.options(STEP)
    assert sum("Review · round 2 · " in line for line in lines) == 1
    assert (await office.runs())[0] in modal.text
    element = modal.inputs[STEP]["element"]
    assert all(o["description"]["text"] == o["value"] for o in element["options"])


async def test_a_choice_that_comes_twice_is_one_version_in_silence(office: Office) -> None:
    older = await reported(office)
    modal = await picked(await form(older, ids.AGAIN), "Report")
    office.sandbox.faults.envelope("duplicate")
    assert not (await modal.submit()).modal
    await root_after(office, older)
    assert "✓ Done" in (await office.finished()).text
    assert len(await office.runs()) == 2


async def test_somebody_else_is_told_who_may(office: Office) -> None:
    said = await (await reported(office)).click(ids.AGAIN, as_="ben")
    assert "Only @ana can do this." in said.text
    assert not said.modal


async def test_steps_that_are_gone_are_said_to_be_gone(office: Office) -> None:
    older = await reported(office)
    modal = await picked(await form(older, ids.AGAIN), "Review")
    async for key in office.redis.scan_iter("checkpoint*"):
        await office.redis.delete(key)
    sent = await modal.submit()
    assert sent.modal
    assert EN.versions.gone in sent.modal.text
    assert EN.versions.gone in (await form(older, ids.AGAIN)).text
    assert len(await office.runs()) == 1


async def test_in_chinese_all_of_it_is_chinese(office: Office) -> None:
    older = await reported(office, text=CHINESE_NOTES)
    assert older.buttons == [ZH.versions.again]
    modal = await form(older, ids.AGAIN)
    await (await picked(modal, "Review")).submit()
    root = await root_after(office, older)
    assert "↻ 从第 1 版的" in root.text
    assert has(await office.card(after=root.ts), ids.APPROVE)
