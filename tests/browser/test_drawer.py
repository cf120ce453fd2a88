"""The developer's drawer, as a developer reads it: calls and deliveries."""

import re
from collections.abc import AsyncIterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from playwright.async_api import expect
from slack_sdk.errors import SlackApiError

from bot.sandbox import Workspace
from tests.browser.conftest import OpenScreen
from tests.browser.drawer import NO_EVENTS, TEAM, opened
from tests.browser.screen import HEIGHT
from tests.sandbox.bolt import web_client

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def ws() -> AsyncIterator[Workspace]:
    async with Workspace(manifest=NO_EVENTS) as it:
        yield it


async def test_times_are_those_of_the_person_who_looks(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    await web_client(ws.sandbox).chat_postMessage(channel=TEAM, text="What time is it?")
    drawer = await opened(open_screen, ws)
    shown = drawer.rows.first.locator("time")
    for who, zone in (("ana", "Europe/Berlin"), ("chen", "Asia/Shanghai")):
        await drawer.screen.act_as(who)
        at = datetime.fromtimestamp(float(ws.messages("team")[0].ts), tz=ZoneInfo(zone))
        await expect(shown).to_contain_text(f"{at:%H:%M:}")


async def call_often(ws: Workspace, times: int) -> None:
    """Fill the timeline."""
    headers = {"Authorization": f"Bearer {ws.sandbox.bot_token}"}
    async with ClientSession(headers=headers, raise_for_status=True) as session:
        for _ in range(times):
            async with session.post(f"{ws.sandbox.api_url}auth.test"):
                pass


async def refuse_a_card(ws: Workspace) -> None:
    with pytest.raises(SlackApiError):
        await web_client(ws.sandbox).chat_postMessage(
            channel=TEAM, text="x", blocks=[{"type": "section"}]
        )


async def test_calls_appear_as_they_happen_and_open_with_their_payload(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    drawer = await opened(open_screen, ws)
    await expect(drawer.region).to_contain_text("Nothing yet.")
    await web_client(ws.sandbox).chat_postMessage(channel=TEAM, text="<b>& hello</b>")
    await refuse_a_card(ws)
    await expect(drawer.rows).to_have_count(2)
    await expect(drawer.rows.last).to_contain_text("invalid_blocks")
    await expect(drawer.rows.last).to_contain_text("[json-pointer:/blocks/0]")
    row = drawer.rows.first.get_by_role("button").first
    await expect(row).to_have_attribute("aria-expanded", "false")
    await row.focus()
    await row.press("Enter")
    await expect(row).to_have_attribute("aria-expanded", "true")
    await expect(drawer.rows.first).to_contain_text("<b>& hello</b>")
    await drawer.screen.picture("traffic")
    await drawer.screen.page.set_viewport_size({"width": 400, "height": HEIGHT})
    await expect(row).to_be_in_viewport()
    await drawer.screen.picture("narrow")
    await row.press("Enter")
    await expect(drawer.rows.first).not_to_contain_text("Arguments", use_inner_text=True)


async def test_a_command_line_is_copied_and_a_call_is_made_again(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    drawer = await opened(open_screen, ws)
    await drawer.screen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await web_client(ws.sandbox).chat_postMessage(channel=TEAM, text="it's twice")
    await drawer.rows.first.get_by_role("button").first.click()
    await drawer.button("Copy as curl").click()
    await expect(drawer.screen.page.get_by_text("The command copied.")).to_be_visible()
    copied = await drawer.screen.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("curl ")
    assert "Bearer $SLACK_BOT_TOKEN" in copied
    await drawer.button("Send again").click()
    await expect(drawer.rows).to_have_count(2)
    assert [m.text for m in ws.messages("team")] == ["it's twice", "it's twice"]


async def test_what_nobody_took_says_so_and_can_be_sent_again(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    drawer = await opened(open_screen, ws)
    await drawer.screen.say("/report now")
    await expect(drawer.rows.first).to_contain_text("not acknowledged")
    await expect(drawer.rows.first).to_contain_text("Nobody could take it")
    await drawer.rows.first.get_by_role("button").first.click()
    await expect(drawer.button("Copy as curl")).to_have_count(0)
    await expect(drawer.rows.first).to_contain_text("(hidden)")
    await drawer.button("Send again").click()
    await expect(drawer.rows).to_have_count(2)


async def test_rows_are_found_by_words_by_side_and_by_errors(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    drawer = await opened(open_screen, ws)
    client = web_client(ws.sandbox)
    await client.auth_test()
    with pytest.raises(SlackApiError):
        await client.api_call("made.up")
    await drawer.screen.say("/report")
    await expect(drawer.rows).to_have_count(3)
    await expect(drawer.rows.nth(1)).to_contain_text("unknown method")
    search = drawer.region.get_by_role("searchbox")
    await search.fill("made unknown")
    await expect(drawer.rows).to_have_count(1)
    await search.fill("nowhere to be found")
    await expect(drawer.region).to_contain_text("Nothing here matches the filter.")
    await search.fill("")
    await drawer.button(re.compile("Calls")).click()
    await expect(drawer.rows).to_have_count(1)
    await drawer.button(re.compile("Calls")).click()
    await drawer.button("Errors only").click()
    await expect(drawer.rows).to_have_count(2)


async def test_the_place_that_one_reads_at_stays_while_more_comes(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    client = web_client(ws.sandbox)
    await call_often(ws, 30)
    drawer = await opened(open_screen, ws)
    await expect(drawer.rows).to_have_count(30)
    await expect(drawer.rows.last).to_be_in_viewport()
    await drawer.rows.first.scroll_into_view_if_needed()
    await client.api_test()
    await expect(drawer.rows).to_have_count(31)
    await expect(drawer.rows.first).to_be_in_viewport()
    await drawer.button("↓ 1 new").click()
    await expect(drawer.rows.last).to_be_in_viewport()
    await expect(drawer.button("↓ 1 new")).to_be_hidden()


async def test_older_rows_are_loaded_on_request(ws: Workspace, open_screen: OpenScreen) -> None:
    await call_often(ws, 210)
    drawer = await opened(open_screen, ws)
    await expect(drawer.rows).to_have_count(200)
    await drawer.button("Load earlier").click()
    await expect(drawer.rows).to_have_count(210)
    await expect(drawer.button("Load earlier")).to_be_hidden()


async def test_the_view_is_cleared_and_paused_and_nothing_is_lost(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    client = web_client(ws.sandbox)
    drawer = await opened(open_screen, ws)
    await client.auth_test()
    await expect(drawer.rows).to_have_count(1)
    await drawer.button("Clear").click()
    await expect(drawer.rows).to_have_count(0)
    await drawer.button("Pause").click()
    await client.api_test()
    await drawer.button("Pause").click()
    await expect(drawer.rows).to_have_count(1)
    await expect(drawer.rows.first).to_contain_text("api.test")
    await drawer.button("Load earlier").click()
    await expect(drawer.rows).to_have_count(2)


async def test_the_tabs_are_walked_with_the_arrow_keys(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    drawer = await opened(open_screen, ws)
    await drawer.tab("Traffic").focus()
    await drawer.tab("Traffic").press("ArrowRight")
    await expect(drawer.tab("Faults")).to_be_focused()
    await expect(drawer.tab("Faults")).to_have_attribute("aria-selected", "true")
    await drawer.tab("Faults").press("End")
    await expect(drawer.tab("Workspace")).to_be_focused()
    await drawer.tab("Workspace").press("ArrowRight")
    await expect(drawer.region.get_by_role("tabpanel", name="Traffic")).to_be_visible()
    await expect(drawer.tab("Workspace")).to_have_attribute("tabindex", "-1")
