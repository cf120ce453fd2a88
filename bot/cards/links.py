"""Links in a result's Markdown that the graph's own code vouches for. All others are text.

While the text around it is changed and cut, such a link is a mark of control characters, which
no text has once it is `visible`.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from bot.cards import limits, text
from bot.core.links import ADDRESS

_OPEN, _CLOSE = text.OURS
_BAR, _SPACE = "\x1f", "\x1e"
_MARK = re.compile(rf"{_OPEN}(\d+){_CLOSE}")
_SLACKS_OWN = str.maketrans({_OPEN: "<", _CLOSE: ">", _BAR: "|", _SPACE: " "})

_INNER = r"\\[^\n]|[^\[\]\\\n`]"
# A title may have brackets in it, but no other link; a picture is no link.
_LINK = re.compile(rf"(?<![!\\])\[((?:{_INNER}|\[(?:{_INNER})*\](?!\())+)\]\(({ADDRESS})\)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_SPECIAL = re.compile(r"([\\*])")
_UNBRACKETED = str.maketrans("[]`", "()'")
_ADDRESS = re.compile(r"://|www\.|mailto:", re.IGNORECASE)
_HOST = re.compile(r"(?:[\w-]+\.)+[^\W\d_]{2,}(?::\d+)?(?:[/?#]\S*)?")
_HOST_END = re.compile(r"[/?#:]")
_BINDING = ("!", "]", "\\")
"""What would make a link that follows a picture, or the second half of another."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to an address. `title` is one line, plain and not escaped."""

    title: str
    address: str


def marked(prose: str, addresses: Collection[str], found: list[Link]) -> str:
    """The text with a mark for each link to one of the addresses; these go to `found`."""

    def mark(match: re.Match[str]) -> str:
        link = _read(match[1], match[2])
        if link is None or link.address not in addresses:
            return match[0]
        found.append(link)
        return f"{_OPEN}{len(found) - 1}{_CLOSE}"

    return _LINK.sub(mark, prose) if addresses else prose


def placed(source: str, found: Sequence[Link], drawn: Callable[[Link], str]) -> str:
    """The text with its links in place of their marks."""

    def place(mark: re.Match[str]) -> str:
        apart = " " if source.endswith(_BINDING, 0, mark.start()) else ""
        return apart + drawn(found[int(mark[1])])

    return _MARK.sub(place, source)


def markdown(link: Link) -> str:
    """The link in Markdown; nothing in its title is markup that could end it."""
    title = _SPECIAL.sub(r"\\\1", link.title)
    return f"[{title}]({link.address})"


def mrkdwn(link: Link) -> str:
    """The link for Slack's own markup, to be made live by `live`; without one if it is too long."""
    title = link.title.replace("|", "¦").replace(" ", _SPACE)
    made = f"{_OPEN}{link.address}{_BAR}{title}{_CLOSE}"
    return made if text.size(made) <= limits.LINK else f"{link.title} ({link.address})"


def live(escaped: str) -> str:
    """A text of Slack's own markup that was escaped, with its links."""
    return escaped.translate(_SLACKS_OWN)


def _read(raw: str, address: str) -> Link | None:
    """The link as people are to see it; None where it could mislead them, or lose a word."""
    title = _ESCAPED.sub(r"\1", raw.replace("**", "")).translate(_UNBRACKETED).strip()
    shown = text.short(title, limits.LINK_TITLE)
    if title == address:
        return Link(shown, address)
    whole = text.size(title) <= limits.LINK_TITLE - text.size("\u2068\u2069")
    return Link(shown, address) if title and whole and not _misleads(title, address) else None


def _misleads(title: str, address: str) -> bool:
    """Whether a title reads as another address."""
    if _ADDRESS.search(title):
        return True
    there = address.partition("://")[2].removeprefix("www.")
    known = {there, there.rstrip("/"), _HOST_END.split(there)[0]}
    return bool(_HOST.fullmatch(title)) and title not in known
