"""Slack's markup in texts: escaping, and which mentions are live."""

import re
from collections.abc import Iterable
from typing import Final

from bot.sandbox.wire import Json, walk

CONTROL: Final = re.compile(
    r"<(@[UW][A-Z0-9]+|#C[A-Z0-9]+|![a-z]+(?:\^[^<>|]*)*|(?:https?|mailto|tel|slack):[^<>|\s]+)"
    r"(?:\|([^<>]*))?>"
)
"""What Slack takes for a mention, a date or a link."""

_BARE_AMPERSAND: Final = re.compile(r"&(?!(?:amp|lt|gt);)")
_BROADCASTS: Final = frozenset({"!channel", "!here", "!everyone"})
_RICH_PINGS: Final = {"user": ("@", "user_id"), "usergroup": ("!subteam^", "usergroup_id")}


def escape(text: str) -> str:
    """What people type, as Slack passes it on."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescape(text: str) -> str:
    """The reverse of `escape`."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def normalise(text: str) -> str:
    """A text from an app as Slack stores it: what is no markup is escaped."""
    parts, end = [], 0
    for match in CONTROL.finditer(text):
        parts += [_escape_rest(text[end : match.start()]), match.group()]
        end = match.end()
    return "".join([*parts, _escape_rest(text[end:])])


def _escape_rest(text: str) -> str:
    escaped = _BARE_AMPERSAND.sub("&amp;", text)
    return escaped.replace("<", "&lt;").replace(">", "&gt;")


def pings(text: str) -> tuple[str, ...]:
    """The live mentions of people and groups in a text."""
    found = (match.group(1) for match in CONTROL.finditer(text))
    return tuple(m for m in found if m[0] == "@" or m in _BROADCASTS or m.startswith("!subteam"))


def all_pings(text: str, blocks: Iterable[Json]) -> tuple[str, ...]:
    """The live mentions in a message: its text and all blocks, each once."""
    found = list(pings(text))
    for item in walk(list(blocks)):
        kind = item.get("type")
        if kind in {"mrkdwn", "markdown"}:
            found += pings(str(item["text"]))
        elif kind == "broadcast":
            found.append(f"!{item['range']}")
        elif kind in _RICH_PINGS and _RICH_PINGS[kind][1] in item:
            mark, key = _RICH_PINGS[kind]
            found.append(f"{mark}{item[key]}")
    return tuple(dict.fromkeys(found))
