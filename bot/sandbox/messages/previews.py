"""What Slack puts below a message for the links in its text, without asking anybody."""

import re
from typing import Final

from bot.sandbox.wire import Blocks, Json

_LINK: Final = re.compile(r"https?://[^\s<>|]+")
_MEDIA: Final = re.compile(r"\.(png|jpe?g|gif|webp|mp4|mov|mp3)$", re.IGNORECASE)


def previews(text: str, *, links: bool, media: bool) -> Blocks:
    """One attachment for each link: to pictures and the like with `media`, to pages with `links`.

    Nothing is fetched, so it shows the address only.
    """
    found = dict.fromkeys(_LINK.findall(text))
    return tuple(_preview(url) for url in found if (media if _MEDIA.search(url) else links))


def _preview(url: str) -> Json:
    return {"from_url": url, "original_url": url, "fallback": url, "text": f"Preview of <{url}>"}
