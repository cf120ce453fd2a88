"""What stays as it is while things go on: forms, threads, links, a server that goes away."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.cards.catalogue import words
from bot.sandbox import Workspace
from tests.browser.conftest import OpenScreen
from tests.sandbox.bolt import web_client
from tests.slack.bolt_office import CHINESE_NOTES, Office

pytestmark = pytest.mark.asyncio(loop_scope="session")

EN, ZH = words("en"), words("zh")


async def test_an_error_stands_beside_its_field_and_keeps_what_was_typed(
    office: Office, open_screen: OpenScreen
) -> None:
    screen = await open_screen(office.sandbox)
    await screen.say("/weekly-report")
    form = screen.page.get_by_role("dialog", name="Weekly report")
    notes = form.get_by_role("textbox").first
    await notes.fill("  ")
    await form.get_by_role("button", name=EN.buttons.start).click()
    await expect(form.get_by_role("alert")).to_contain_text(EN.forms.empty)
    await expect(notes).to_have_accessible_description(re.compile(re.escape(EN.forms.empty)))
    await expect(notes).to_be_focused()
    await screen.picture("error")
    await notes.fill("Half a sen")
    await office.ws.post("something else happens meanwhile", as_="ben")
    await expect(screen.messages.filter(has_text="something else")).to_be_visible()
    await expect(notes).to_have_value("Half a sen")
    await expect(form.get_by_role("alert")).to_contain_text(EN.forms.empty)
    await notes.press_sequentially("tence")
    await form.get_by_role("button", name=EN.buttons.start).click()
    await expect(form).to_be_hidden()


async def test_a_thread_is_written_in_beside_the_channel(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    root = await ws.post("Lunch?", as_="ben")
    await root.reply("Yes", as_="chen")
    screen = await open_screen(ws.sandbox)
    await screen.open_thread(screen.messages.filter(has_text="Lunch?"))
    await expect(screen.replies).to_have_count(2)
    reply = screen.thread.get_by_role("textbox")
    await reply.fill("At twelve & not <later>")
    await reply.press("Enter")
    await expect(screen.replies.last).to_contain_text("At twelve & not <later>")
    await expect(screen.messages).to_have_count(1)
    assert [card.text for card in root.thread()] == ["Yes", "At twelve & not <later>"]
    await screen.thread.get_by_role("button", name="Close thread").click()
    await expect(screen.thread).to_be_hidden()


async def test_a_permalink_leads_to_its_message(ws: Workspace, open_screen: OpenScreen) -> None:
    root = await ws.post("The root", channel="team")
    reply = await root.reply("The reply")
    client = web_client(ws.sandbox)
    link = await client.chat_getPermalink(channel="C0000TEAM00", message_ts=reply.ts)
    path = str(link["permalink"]).removeprefix(ws.sandbox.page_url)
    screen = await open_screen(ws.sandbox, path)
    await expect(screen.composer).to_have_accessible_name("Message #team")
    await expect(screen.replies.filter(has_text="The reply")).to_be_in_viewport()


async def test_chen_works_in_chinese(office: Office, open_screen: OpenScreen) -> None:
    screen = await open_screen(office.sandbox)
    await screen.act_as("chen")
    await screen.say(f"/weekly-report {CHINESE_NOTES}")
    await expect(screen.messages.last).to_contain_text("@chen")
    await expect(screen.messages.last).to_contain_text("等你处理")
    await expect(screen.page.locator("html")).to_have_attribute("lang", "zh-CN")
    await screen.open_thread(screen.messages.last)
    await expect(screen.button(ZH.buttons.approve)).to_be_visible()
    await screen.picture("card")
    await screen.button(ZH.buttons.approve).click()
    await expect(screen.button(ZH.buttons.approve)).to_have_count(0)
    await expect(screen.messages.last).to_contain_text("✓")
    await screen.picture("done")
    await screen.act_as("ben")
    await expect(screen.composer).to_have_accessible_name("Message #general")
    await expect(screen.page.locator("html")).to_have_attribute("lang", "en-GB")


@pytest_asyncio.fixture(loop_scope="session")
async def kept_ws(tmp_path: Path) -> AsyncIterator[Workspace]:
    """A workspace that is kept in a file."""
    async with Workspace(state_file=tmp_path / "deep" / "slack.json") as it:
        yield it


async def test_it_says_when_nothing_is_kept_any_more(
    kept_ws: Workspace, open_screen: OpenScreen, tmp_path: Path
) -> None:
    screen = await open_screen(kept_ws.sandbox)
    line = screen.page.get_by_role("main").get_by_role("alert").filter(has_text="slack.json")
    (tmp_path / "deep").rename(tmp_path / "away")
    await kept_ws.post("one")
    await expect(line).to_be_visible()
    (tmp_path / "away").rename(tmp_path / "deep")
    await kept_ws.post("two")
    await expect(line).to_be_hidden()


async def test_it_comes_back_by_itself_after_the_server_did(
    open_screen: OpenScreen, tmp_path: Path
) -> None:
    state = tmp_path / "slack.json"
    async with Workspace(state_file=state) as ws:
        await ws.post("before")
        screen = await open_screen(ws.sandbox)
        await expect(screen.messages).to_have_count(1)
        await screen.composer.fill("half a sentence")
        port = int(ws.sandbox.page_url.rstrip("/").rpartition(":")[2])
    screen.watch.allowed = ("net::ERR_", "Failed to fetch")
    async with Workspace(state_file=state, port=port) as ws:
        assert screen.page.url.startswith(ws.sandbox.page_url)
        await ws.post("after", as_="ben")
        await expect(screen.messages.filter(has_text="after")).to_be_visible()
        await expect(screen.messages).to_have_count(2)
        await expect(screen.composer).to_have_value("half a sentence")
        await screen.composer.press("Enter")
        await ws.wait_for_text("half a sentence")
