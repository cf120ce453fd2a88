"""The developer's drawer as the tests use it, and an app that leaves its timeline empty."""

import re

from playwright.async_api import Locator, expect

from bot.sandbox import Workspace
from tests.browser.conftest import OpenScreen
from tests.browser.screen import Screen

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


async def opened(open_screen: OpenScreen, ws: Workspace) -> Drawer:
    screen = await open_screen(ws.sandbox)
    await screen.button("Developer").click()
    drawer = Drawer(screen)
    await expect(drawer.region).to_be_visible()
    return drawer
