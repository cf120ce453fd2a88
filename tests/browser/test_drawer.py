"""The developer's drawer, as a developer uses it: traffic, faults, workspace."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect
from slack_sdk.errors import SlackApiError

from bot.sandbox import Workspace
from tests.browser.conftest import OpenScreen
from tests.browser.screen import Screen
from tests.sandbox.bolt import web_client

pytestmark = pytest.mark.asyncio(loop_scope="session")

TEAM = "C0000TEAM00"
NO_EVENTS = {
    "display_information": {"name": "Reporter"},
    "features": {
        "bot_user": {"display_name": "reporter"},
        "slash_commands": [{"command": "/report", "description": "Report"}],
    },
    "oauth_config": {"scopes": {"bot": ["chat:write", "chat:write.public", "commands"]}},
    "settings": {"interactivity": {"is_enabled": True}, "socket_mode_enabled": True},
}
"""An app that is told of nothing: rows are what a test makes."""


@pytest_asyncio.fixture(loop_scope="session")
async def ws() -> AsyncIterator[Workspace]:
    async with Workspace(manifest=NO_EVENTS) as it:
        yield it


class Drawer:
    """The drawer on a screen."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.region = screen.page.get_by_role("region", name="Developer")

    @property
    def rows(self) -> Locator:
        """The rows of the timeline that are shown."""
        return self.region.get_by_role("list", name="Calls and deliveries").locator("> li:visible")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button in the drawer."""
        return self.region.get_by_role("button", name=name, exact=isinstance(name, str))

    def tab(self, name: str) -> Locator:
        """One of its tabs."""
        return self.region.get_by_role("tab", name=name)

    async def choose(self, tab: str) -> None:
        """Open one of its tabs."""
        await self.tab(tab).click()
        await expect(self.region.get_by_role("tabpanel", name=tab)).to_be_visible()


async def opened(open_screen: OpenScreen, ws: Workspace, *, width: int = 1280) -> Drawer:
    screen = await open_screen(ws.sandbox, width=width)
    await screen.button("Developer").click()
    drawer = Drawer(screen)
    await expect(drawer.region).to_be_visible()
    return drawer


async def refuse_a_card(ws: Workspace) -> None:
    with pytest.raises(SlackApiError):
        await web_client(ws.sandbox).chat_postMessage(
            channel=TEAM, text="x", blocks=[{"type": "section"}]
        )


@pytest.mark.parametrize("width", [1280, 400])
async def test_calls_appear_as_they_happen_and_open_with_their_payload(
    ws: Workspace, open_screen: OpenScreen, width: int
) -> None:
    drawer = await opened(open_screen, ws, width=width)
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
    for _ in range(30):
        await client.auth_test()
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
    client = web_client(ws.sandbox)
    for _ in range(210):
        await client.auth_test()
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


async def test_a_fault_is_added_happens_and_is_gone(ws: Workspace, open_screen: OpenScreen) -> None:
    drawer = await opened(open_screen, ws)
    await drawer.choose("Faults")
    await drawer.region.get_by_label("Method").fill("auth.test")
    await drawer.region.get_by_label("Retry-After, seconds").fill("7")
    add = drawer.button("Add")
    await add.first.click()
    listed = drawer.region.get_by_role("listitem").filter(has_text="Retry-After 7 s")
    await expect(listed).to_contain_text("auth.test")
    await drawer.screen.picture("faults")
    with pytest.raises(SlackApiError) as error:
        await web_client(ws.sandbox).auth_test()
    assert error.value.response.status_code == 429
    await expect(listed).to_have_count(0)
    await drawer.region.get_by_label("What happens").last.select_option("Delay")
    await add.last.click()
    await drawer.button(re.compile("^Remove: deliveries")).click()
    await expect(drawer.region).to_contain_text("None. Everything works as it should.")
    assert ws.sandbox.faults.pending == []


async def test_a_fault_of_an_unknown_method_is_refused_in_words(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    drawer = await opened(open_screen, ws)
    drawer.screen.watch.allowed = ("400",)
    await drawer.choose("Faults")
    await drawer.region.get_by_label("Method").fill("chat.explode")
    await drawer.button("Add").first.click()
    await expect(
        drawer.screen.page.get_by_text("there is no method 'chat.explode'")
    ).to_be_visible()


async def test_rate_limits_are_switched_and_a_socket_that_is_not_there_cannot_be_cut(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    drawer = await opened(open_screen, ws)
    await expect(drawer.region).to_contain_text("App not connected")
    await drawer.choose("Faults")
    await expect(drawer.button("Cut without a word")).to_be_disabled()
    async with drawer.screen.page.expect_response("**/control/rates"):
        await drawer.region.get_by_role("checkbox").check()
    assert ws.sandbox.real_rates


async def test_the_bot_is_removed_invited_and_loses_its_token(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    drawer = await opened(open_screen, ws)
    await drawer.choose("Workspace")
    await drawer.button("Remove the bot: #team").click()
    await drawer.button("Invite the bot: #team").click()
    await expect(drawer.button("Remove the bot: #team")).to_be_visible()
    await drawer.button("Archive: #team").click()
    await drawer.button("Unarchive: #team").click()
    await drawer.button("Revoke the bot's token").click()
    await expect(drawer.region).to_contain_text("the token is revoked")
    await drawer.screen.picture("workspace")
    with pytest.raises(SlackApiError, match="token_revoked"):
        await web_client(ws.sandbox).auth_test()
    await drawer.button("Reinstall the app").click()
    await expect(drawer.button("Revoke the bot's token")).to_be_visible()
    await web_client(ws.sandbox).auth_test()


async def test_secrets_are_shown_when_they_are_asked_for(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    drawer = await opened(open_screen, ws)
    await drawer.choose("Workspace")
    await expect(drawer.region).not_to_contain_text(ws.sandbox.bot_token)
    await drawer.button("Show: Bot token").click()
    await expect(drawer.region).to_contain_text(ws.sandbox.bot_token)
    await drawer.button("Show: Bot token").click()
    await expect(drawer.region).not_to_contain_text(ws.sandbox.bot_token)


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
