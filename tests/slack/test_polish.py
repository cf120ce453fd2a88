"""Polishing in a workspace: a command or a message, boxes to tick, a text with its changes."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager

import pytest

from bot import manifest
from bot.cards import ids
from bot.sandbox import Card, Modal
from graphs.model import Model, ModelUnavailableError
from graphs.polish import polish
from graphs.polish.sample import SAMPLES
from graphs.polish.words import EN, ZH
from tests.slack.bolt_office import LONG, Office, form, open_office, submit
from tests.unit.polish_driven import (
    HAPPY,
    TEXT,
    found,
    wordings,
)
from tests.unit.scripted_model import ScriptedModel

APP = manifest.parsed(manifest.render([polish]))
GLAD = "We are happy that Mei shipped 3 fixes on Monday."


def opened(redis_url: str, *, model: Model | None = None) -> AbstractAsyncContextManager[Office]:
    """A bot that polishes, in a workspace."""
    return open_office(redis_url, model=model, serves={"polish": polish}, app=APP)


@pytest.fixture
async def office(redis_url: str) -> AsyncIterator[Office]:
    """The same with rules in place of a model."""
    async with opened(redis_url) as it:
        yield it


async def card_of(office: Office, text: str, *, as_: str = "ana") -> Card:
    """The card with what was found in a text."""
    said = await office.ws.slash("/polish", text=text, as_=as_, channel="general")
    assert not said.error, said.error
    return await office.card()


def options(modal: Modal, label: str) -> dict[str, list[str]]:
    """The texts of a field's options, and of those that are ticked at first."""
    element = modal.inputs[label]["element"]
    return {
        key: [option["text"]["text"] for option in element.get(key, [])]
        for key in ("options", "initial_options")
    }


async def test_ticked_problems_are_fixed_and_the_others_left(office: Office) -> None:
    card = await card_of(office, SAMPLES["en"])
    for text in (EN.choose, "8 problems found.", "“a large number of”", "→ Say it shorter."):
        assert text in card.text
    assert card.buttons[:4] == ["Fix all", "Fix the chosen…", "Revise…", "Leave as it is"]
    modal = await form(card, ids.ANSWER)
    assert modal.title == "Fix the chosen"
    boxes = options(modal, EN.pick)
    assert len(boxes["options"]) == 8
    assert boxes["initial_options"] == boxes["options"]
    assert modal.inputs[EN.pick]["element"]["type"] == "checkboxes"
    await modal.fill({EN.pick: ["3. a large number of"]}).submit()
    result = await office.result()
    assert "the checkout page is down for many customers" in result.text
    assert "Hi all, basically the the checkout page" in result.text
    assert "~~a large number of~~**many**" in result.text


async def test_fix_all_gives_the_text_without_any_of_them(office: Office) -> None:
    card = await card_of(office, SAMPLES["en"])
    await card.click("Fix all")
    result = (await office.result()).text
    assert "Hi all, the checkout page is down for many customers since 9:30 on Monday." in result
    assert "The board approved the rollback." in result
    assert EN.left not in result


async def test_a_chinese_text_is_polished_in_chinese_with_more_than_ten_boxes(
    office: Office,
) -> None:
    card = await card_of(office, SAMPLES["zh"], as_="chen")
    assert ZH.choose in card.text
    modal = await form(card, ids.ANSWER, as_="chen")
    groups = [options(modal, one)["initial_options"] for one in modal.inputs]
    assert [modal.inputs[one]["element"]["type"] for one in modal.inputs] == ["checkboxes"] * 2
    assert [len(ticked) for ticked in groups] == [10, 1]
    await modal.submit()
    result = (await office.result()).text
    assert "大家好，我们优化了支付系统，错误率从2.1%降到了0.4%。" in result
    assert "董事会批准了回滚方案。" in result
    assert ZH.refused not in result


async def test_leaving_the_text_as_it_is_ends_with_the_text_and_says_so(office: Office) -> None:
    card = await card_of(office, SAMPLES["en"])
    await card.click("Leave as it is")
    result = (await office.result()).text
    assert EN.left_line in result
    assert "basically the the checkout page" in result


async def test_a_comment_looks_again(office: Office) -> None:
    card = await card_of(office, SAMPLES["en"])
    second = await office.revise(card, 'We mean "basically"')
    assert "7 problems found." in second.text
    assert EN.offline_comment in second.text
    assert "round 2 of 3" in second.text


async def test_a_good_text_ends_without_a_question(office: Office) -> None:
    await office.ws.slash("/polish", text="We shipped it on Monday.", as_="ana", channel="general")
    result = await office.result()
    assert EN.nothing_line in result.text


async def test_the_bare_command_opens_the_form_and_its_text_is_polished(office: Office) -> None:
    said = await office.ws.slash("/polish", as_="ana", channel="general")
    assert said.modal
    assert "Which text should be polished?" in next(iter(said.modal.inputs))
    await submit(said.modal, SAMPLES["en"])
    assert "8 problems found." in (await office.card()).text


async def test_a_message_is_polished_from_its_menu(office: Office) -> None:
    message = await office.ws.post("It is very very good news, really.", channel="general")
    said = await message.shortcut("Polish this message")
    assert not said.error
    card = await office.card()
    assert "“very very”" in card.text


async def test_only_who_started_it_chooses(office: Office) -> None:
    card = await card_of(office, SAMPLES["en"])
    said = await card.click(ids.ANSWER, as_="ben")
    assert said.modal is None
    assert "Only @ana" in said.text


async def test_a_tone_that_failed_is_tried_again_by_its_button(redis_url: str) -> None:
    model = ScriptedModel(tone=[ModelUnavailableError("down")], problems=[found(HAPPY)])
    async with opened(redis_url, model=model) as office:
        card = await card_of(office, TEXT)
        assert EN.tone_failed in card.text
        await card.click(f"Retry: {EN.retry_tone}")
        second = await office.card(after=card.ts)
        assert EN.tone_failed not in second.text
        assert model.tasks() == ["tone", "problems", "tone"]


async def test_a_model_that_is_down_is_a_failure_with_retry_and_the_choice_is_kept(
    redis_url: str,
) -> None:
    model = ScriptedModel(
        problems=[found(HAPPY)], polish=[ModelUnavailableError("down"), wordings(GLAD)]
    )
    async with opened(redis_url, model=model) as office:
        card = await card_of(office, TEXT)
        await card.click("Fix all")
        failed = await office.ws.wait_for(
            lambda c: "Retry" in c.buttons, channel="general", within=LONG, what="a failure"
        )
        await failed.click("Retry")
        result = await office.result()
        assert GLAD in result.text
        assert model.tasks() == ["tone", "problems", "polish", "polish", "tone"]
