"""What people do with messages and channels, beside what an app asks of them."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Route, expect

from bot.sandbox import Workspace
from tests.browser.conftest import OpenScreen
from tests.browser.screen import Screen
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import web_client

pytestmark = pytest.mark.asyncio(loop_scope="session")

GENERAL, TEAM, LEADS = "C00GENERAL0", "C0000TEAM00", "C000LEADS00"


def silent(tabs: dict[str, bool]) -> Json:
    """The manifest of an app that takes no messages, for one of two reasons."""
    return {
        "display_information": {"name": "Reporter"},
        "features": {
            "bot_user": {"display_name": "reporter"},
            "app_home": {"home_tab_enabled": True, **tabs},
        },
        "oauth_config": {"scopes": {"bot": ["chat:write"]}},
        "settings": {"socket_mode_enabled": True},
    }


NO_TAB = silent({"messages_tab_enabled": False})
READ_ONLY = silent({"messages_tab_enabled": True, "messages_tab_read_only_enabled": True})


@pytest_asyncio.fixture(
    loop_scope="session", params=[NO_TAB, READ_ONLY], ids=["no tab", "read only"]
)
async def silent_ws(request: pytest.FixtureRequest) -> AsyncIterator[Workspace]:
    """A workspace whose app takes no messages."""
    async with Workspace(manifest=request.param) as it:
        yield it


async def choose(screen: Screen, message: Locator, entry: str) -> None:
    """Take something from the menu of a message."""
    await message.hover()
    await message.get_by_role("button", name="More actions").click()
    await screen.page.get_by_role("menuitem", name=entry).click()


async def test_a_refused_command_is_told_once_below_the_composer(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    screen = await open_screen(ws.sandbox)

    async def answer_last(route: Route) -> None:
        # The page has heard of the private line before its command is answered.
        async with screen.page.expect_response("**/person/state*"):
            answer = await route.fetch()
        await route.fulfill(response=answer)

    await screen.page.route("**/person/slash", answer_last)
    await screen.say("/nope")
    told = screen.page.get_by_role("form", name="Message").get_by_role("alert")
    await expect(told).to_contain_text("/nope")
    await expect(screen.composer).to_have_value("/nope")
    await expect(screen.messages).to_have_count(0)
    await ws.post("Something else", as_="ben")
    await expect(screen.messages).to_have_count(1)
    await expect(screen.messages).to_contain_text("Something else")


async def test_a_message_of_the_bot_is_deleted_by_an_admin(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    await web_client(ws.sandbox).chat_postMessage(channel=GENERAL, text="A card")
    screen = await open_screen(ws.sandbox)
    await choose(screen, screen.messages, "Delete (as an admin)…")
    await screen.dialog.get_by_role("button", name="Cancel").click()
    await choose(screen, screen.messages, "Delete (as an admin)…")
    await screen.dialog.get_by_role("button", name="Delete").click()
    await expect(screen.messages).to_have_count(0)
    assert ws.messages() == []


async def test_an_own_message_is_changed_where_it_stands(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    card = await ws.post("Ask @ben about R&D in #team", channel="team")
    screen = await open_screen(ws.sandbox, f"archives/{TEAM}")
    await choose(screen, screen.messages, "Edit message")
    box = screen.messages.get_by_role("textbox", name="Edit message")
    await expect(box).to_be_focused()
    await expect(box).to_have_value("Ask @ben about R&D in #team")
    await box.fill("Never mind")
    await box.press("Escape")
    await expect(screen.messages).to_contain_text("Ask @ben about R&D in #team")
    await choose(screen, screen.messages, "Edit message")
    await box.fill("Ask @chen about R&D")
    await web_client(ws.sandbox).reactions_add(channel=TEAM, timestamp=card.ts, name="eyes")
    await expect(screen.messages.get_by_role("button", name=re.compile("^eyes"))).to_be_visible()
    await expect(box).to_be_focused()
    await screen.picture("editing")
    await box.press("Enter")
    await expect(screen.messages).to_contain_text("Ask @chen about R&D(edited)")
    assert ws.messages("team")[0].message.text == "Ask <@U000000CHEN> about R&amp;D"


async def test_a_channel_is_left_and_joined_again(ws: Workspace, open_screen: OpenScreen) -> None:
    screen = await open_screen(ws.sandbox)
    await expect(screen.button("Channel actions")).to_have_count(0)
    await screen.page.goto(f"{ws.sandbox.page_url}archives/{TEAM}")
    await screen.button("Channel actions").click()
    await screen.page.get_by_role("menuitem", name="Leave channel").click()
    await expect(screen.page.get_by_text("You are viewing #team")).to_be_visible()
    await expect(screen.composer).to_be_hidden()
    await screen.button("Join channel").click()
    await expect(screen.composer).to_be_visible()


async def test_whoever_left_a_private_channel_sees_it_no_more(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    screen = await open_screen(ws.sandbox, f"archives/{LEADS}")
    # The page asks once more for what it showed.
    screen.watch.allowed = ("400",)
    await screen.button("Channel actions").click()
    await screen.page.get_by_role("menuitem", name="Leave channel").click()
    await screen.dialog.get_by_role("button", name="Leave channel").click()
    await expect(screen.composer).to_have_accessible_name("Message #general")
    await expect(screen.page.get_by_role("navigation")).not_to_contain_text("leads")


async def test_a_private_line_is_dismissed(ws: Workspace, open_screen: OpenScreen) -> None:
    client = web_client(ws.sandbox)
    await client.chat_postEphemeral(channel=TEAM, user="U0000000ANA", text="Psst")
    screen = await open_screen(ws.sandbox, f"archives/{TEAM}")
    await expect(screen.messages).to_contain_text("Only visible to you")
    await screen.messages.get_by_role("button", name="Dismiss").click()
    await expect(screen.messages).to_have_count(0)
    await ws.post("Loud", as_="ben", channel="team")
    await expect(screen.messages).to_have_count(1)


async def test_an_app_that_takes_no_messages_says_so(
    silent_ws: Workspace, open_screen: OpenScreen
) -> None:
    screen = await open_screen(silent_ws.sandbox)
    await screen.page.get_by_role("navigation").get_by_role("button", name="reporter").click()
    await screen.page.get_by_role("tab", name="Messages").click()
    closed = screen.page.get_by_text("Sending messages to this app has been turned off.")
    await expect(closed).to_be_visible()
    await expect(screen.composer).to_be_hidden()


async def test_somebody_who_is_not_here_is_forgotten(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    screen = await open_screen(ws.sandbox)
    screen.watch.allowed = ("400",)
    await screen.page.evaluate("sessionStorage.setItem('as', 'zoe')")
    await screen.page.reload()
    await expect(screen.people).to_have_value("ana")
    await expect(screen.composer).to_be_visible()
