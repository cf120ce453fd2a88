"""What a developer does to an app in the drawer: faults, rates, channels, tokens."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect
from slack_sdk.errors import SlackApiError

from bot.sandbox import Workspace
from tests.browser.conftest import OpenScreen
from tests.browser.drawer import NO_EVENTS, opened
from tests.sandbox.bolt import web_client

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def ws() -> AsyncIterator[Workspace]:
    async with Workspace(manifest=NO_EVENTS) as it:
        yield it


async def overlap(one: Locator, other: Locator) -> bool:
    """Whether one thing covers a part of another."""
    first, second = await one.bounding_box(), await other.bounding_box()
    assert first
    assert second
    apart = (
        first["y"] + first["height"] <= second["y"] or first["y"] >= second["y"] + second["height"]
    )
    return not apart


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
    await expect(drawer.screen.page.get_by_text("The bot was removed")).to_be_in_viewport(ratio=1)
    assert not await overlap(drawer.screen.page.locator("#toast"), drawer.region)
    await drawer.button("Invite the bot: #team").click()
    await expect(drawer.button("Remove the bot: #team")).to_be_visible()
    await drawer.button("Archive: #team").click()
    await drawer.button("Unarchive: #team").click()
    revoke = drawer.screen.dialog.get_by_role("button", name="Revoke the bot's token")
    await drawer.button("Revoke the bot's token").click()
    await drawer.screen.dialog.get_by_role("button", name="Cancel").click()
    await web_client(ws.sandbox).auth_test()
    await drawer.button("Revoke the bot's token").click()
    await revoke.click()
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
