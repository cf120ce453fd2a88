"""The main job in a real browser, from the command to the report."""

import re

import pytest
from playwright.async_api import expect

from bot.cards.catalogue import words
from tests.browser import job
from tests.browser.conftest import OpenScreen
from tests.slack.bolt_office import NOTES, Office

pytestmark = pytest.mark.asyncio(loop_scope="session")

EN = words("en")
REMARK = "Mention the hiring freeze"


async def test_a_report_from_the_command_to_its_text(
    office: Office, open_screen: OpenScreen
) -> None:
    screen = await open_screen(office.sandbox)
    # The command, with the help of the list that comes up.
    await screen.composer.press_sequentially("/weekly")
    offered = screen.page.get_by_role("option", name="/weekly-report")
    await expect(offered).to_be_visible()
    await screen.picture("completion")
    await screen.composer.press("Tab")
    await expect(screen.composer).to_have_value(re.compile("^/weekly-report ?$"))
    await screen.composer.press("Enter")
    # The form to start with.
    form = screen.page.get_by_role("dialog", name="Weekly report")
    await form.get_by_role("textbox").first.fill(NOTES)
    await screen.picture("form")
    await form.get_by_role("button", name=EN.buttons.start).click()
    await expect(form).to_be_hidden()
    # The card.
    card = await job.open_card(screen)
    await expect(card).to_contain_text("Login v2 shipped")
    await screen.picture("card")
    # Sent back with a remark.
    form = await job.open_revision(screen, REMARK)
    await screen.picture("revise")
    await form.get_by_role("button", name=EN.forms.revise_submit).click()
    await expect(screen.replies.filter(has_text=REMARK).first).to_be_visible()
    card = await job.waiting_card(screen, round_=2)
    await screen.picture("second-card")
    # Somebody who may not decide.
    await screen.act_as("ben")
    await card.get_by_role("button", name=EN.buttons.approve).click()
    refusal = EN.replies.only.format(who="@ana")
    await expect(screen.page.get_by_text(refusal).first).to_be_visible()
    await screen.picture("refused")
    await expect(card).to_be_visible()
    # The one who may.
    await screen.act_as("ana")
    await expect(screen.page.get_by_text(refusal)).to_have_count(0)
    await card.get_by_role("button", name=EN.buttons.approve).click()
    await job.see_report(screen)
    await screen.picture("report")
