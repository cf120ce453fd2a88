"""A local Slack workspace, strict as the real one. It knows nothing of the bot.

    async with Sandbox(manifest="manifest.yml") as sandbox:
        client = AsyncWebClient(token=sandbox.bot_token, base_url=sandbox.api_url)

`bot.sandbox.client` is the side of the people, for scripts; `sandbox.page_url` the same in a
browser.
"""

from bot.sandbox.client import Card, Home, Modal, Said, Workspace
from bot.sandbox.delivery.timing import Timing
from bot.sandbox.errors import CannotListenError, ManifestError, NotPossibleError, NotSeenError
from bot.sandbox.server import Sandbox
from bot.sandbox.state.persistence import StateFileError

__all__ = [
    "CannotListenError",
    "Card",
    "Home",
    "ManifestError",
    "Modal",
    "NotPossibleError",
    "NotSeenError",
    "Said",
    "Sandbox",
    "StateFileError",
    "Timing",
    "Workspace",
]
