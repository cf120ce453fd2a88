"""A file is added to a form on the page, and a message's menu starts a run."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.browser.conftest import OpenScreen
from tests.slack.bolt_office import Office
from tests.slack.transcripts import BOTH_WAYS, MESSAGE, recorded, transcript_office

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def office(redis_url: str) -> AsyncIterator[Office]:
    async with transcript_office(redis_url) as it:
        yield it


async def test_a_file_is_added_to_a_form_taken_out_and_sent(
    office: Office, open_screen: OpenScreen, tmp_path: Path
) -> None:
    wrong, right = tmp_path / "wrong.exe", tmp_path / "会议.txt"
    wrong.write_bytes(b"MZ")
    right.write_text("We ship on Friday.", encoding="utf-8")
    screen = await open_screen(office.sandbox)
    await screen.say("/minutes")
    form = screen.page.get_by_role("dialog", name="Minutes")
    start = form.get_by_role("button", name="Start")
    await start.click()
    await expect(form.get_by_role("alert")).to_contain_text(BOTH_WAYS)
    field = form.get_by_label("File")
    await field.set_input_files(wrong)
    await expect(form.get_by_role("listitem")).to_contain_text("wrong.exe")
    await start.click()
    await expect(form.get_by_role("alert")).to_contain_text("“wrong.exe” is of a kind")
    await expect(form.get_by_role("listitem")).to_contain_text("wrong.exe")
    await screen.picture("refused")
    await form.get_by_role("button", name="Remove wrong.exe").click()
    await expect(form.get_by_role("listitem")).to_have_count(0)
    await field.set_input_files(right)
    await expect(form.get_by_role("listitem")).to_contain_text("会议.txt")
    await screen.picture("chosen")
    await start.click()
    await expect(form).to_be_hidden()
    assert (await recorded(office)).inputs == {"transcript": "We ship on Friday."}


async def test_the_menu_of_a_message_offers_the_shortcuts(
    office: Office, open_screen: OpenScreen
) -> None:
    await office.ws.post("We ship on Friday.", as_="ben")
    screen = await open_screen(office.sandbox)
    message = screen.messages.filter(has_text="We ship on Friday.").first
    await message.hover()
    await message.get_by_role("button", name="More actions").click()
    await screen.page.get_by_role("menuitem", name=MESSAGE).click()
    await expect(screen.messages.filter(has_text="Minutes")).to_be_visible()
    await screen.picture("started")
    await office.finished()
    assert (await recorded(office)).inputs == {"transcript": "We ship on Friday."}
