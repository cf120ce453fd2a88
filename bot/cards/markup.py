"""What Slack gives a meaning to: mentions, links, dates, and Markdown.

Only these functions build anything live. Markdown of people and models keeps its
looks and loses its links: a label can say one address and lead to another. Links to
addresses that a graph's own code vouches for stay (`links`).
"""

import re
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Literal

from bot.cards import limits, text
from bot.cards import links as ours

_USER = re.compile(r"[UW][A-Z0-9]{1,30}")
_CHANNEL = re.compile(r"[CDG][A-Z0-9]{1,30}")
_SAFE_URL = re.compile(r"https?://[^\s<>|]+")

_CODE = re.compile(r"(```.*?(?:```|\Z)|`[^`\n]+`)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\(\s*([^\s()]*(?:\([^\s()]*\)[^\s()]*)*)[^()\n]*\)")
_URL = re.compile(
    r"(?:[A-Za-z][A-Za-z+.-]{1,15}://|www\.|mailto:)[!-;=?-_a-~]*[^\s`<>.,;:!?)\]}'\"\x02\x03\u0080-\U0010ffff]"
)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+([^\n]*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_STRONG = re.compile(r"(?<!\*)\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*(?!\*)")
_EMPHASIS = re.compile(r"(?<![*\w])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![*\w])")
_INLINE_CODE = re.compile(r"`([^`\n]+)`")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_BULLET = re.compile(r"^([ \t]*)[-*+][ \t]+(?=\S)", re.MULTILINE)
_DOT = re.compile(r"^([ \t]*)[•·][ \t]*(?=\S)", re.MULTILINE)

DateForm = Literal["time", "day"]
_DATE_FORMS = {"time": "{time}", "day": "{date_short_pretty} {time}"}


def mention(user: str) -> str:
    """Name a person and notify them. What is no Slack user id is shown as text."""
    if _USER.fullmatch(user):
        return f"<@{user}>"
    return "@" + text.line(user, limits.NAME_TEXT)


def channel(channel_id: str) -> str:
    """Link a channel by its id."""
    if _CHANNEL.fullmatch(channel_id):
        return f"<#{channel_id}>"
    return "#" + text.line(channel_id, limits.NAME_TEXT)


def link(url: str, label: str) -> str:
    """Make a live link. `label` is ours or escaped; an unusable address leaves the label."""
    if len(url) > limits.URL or not _SAFE_URL.fullmatch(url):
        return label
    return f"<{url.replace('&', '&amp;')}|{label}>"


def date(at_ms: int, form: DateForm = "day") -> str:
    """Show a moment in the reader's own time zone; in UTC where Slack cannot."""
    return f"<!date^{at_ms // 1000}^{_DATE_FORMS[form]}|{date_fallback(at_ms, form)}>"


def date_fallback(at_ms: int, form: DateForm = "day") -> str:
    """Show a moment in UTC."""
    moment = datetime.fromtimestamp(at_ms // 1000, tz=UTC)
    return moment.strftime("%H:%M UTC" if form == "time" else "%Y-%m-%d %H:%M UTC")


def date_element(at_ms: int, form: DateForm = "time") -> dict[str, object]:
    """The same as an element of a rich text block (`timestamp` must be an integer)."""
    return {
        "type": "date",
        "timestamp": at_ms // 1000,
        "format": _DATE_FORMS[form],
        "fallback": date_fallback(at_ms, form),
    }


def markdown(source: str, *, links: Collection[str] = ()) -> str:
    """Markdown for a markdown block, not escaped yet: visible, live are links to `links` only."""
    return _changed(source, _markdown_prose, links, ours.markdown)


def mrkdwn(source: str, *, links: Collection[str] = ()) -> str:
    """Markdown as Slack's own mrkdwn for a section, not escaped yet; then see `links.live`.

    Sections are sent with `verbatim`, so Slack makes no links of bare addresses.
    """
    return _changed(source, _mrkdwn_prose, links, ours.mrkdwn)


def plain(source: str) -> str:
    """A line of Markdown as plain text, not escaped: links, bold and code lose their marks."""
    prose = _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1", _plain_links(source)))
    return _ESCAPED.sub(r"\1", _INLINE_CODE.sub(r"\1", prose))


def _changed(
    source: str,
    change: Callable[[str], str],
    links: Collection[str],
    drawn: Callable[[ours.Link], str],
) -> str:
    found: list[ours.Link] = []
    prose = _outside_code(
        text.visible(source), lambda piece: change(ours.marked(piece, links, found))
    )
    return ours.placed(_unlinked(prose), found, drawn)


def _markdown_prose(prose: str) -> str:
    prose = _DOT.sub(r"\1- ", _plain_links(prose))  # else Slack may join such lines
    return _URL.sub(r"`\g<0>`", prose)


def _mrkdwn_prose(prose: str) -> str:
    prose = _HEADING.sub(_bold_heading, _BULLET.sub(r"\1• ", _plain_links(prose)))
    return _STRONG.sub(r"*\1*", prose)


def _bold_heading(match: re.Match[str]) -> str:
    title = match[1].replace("**", "").strip("*")
    return f"*{title}*" if title else match[0]


def _plain_links(prose: str) -> str:
    return _LINK.sub(lambda m: f"{m[1]} ({m[2]})" if m[1] else m[2], prose)


def _unlinked(source: str) -> str:
    """Break what could still be read as a link, or as the definition of one.

    Also in what looks like code to us: another parser may see it otherwise.
    """
    return source.replace("](", "] (").replace("]:", "] :").replace("][", "] [")


def _outside_code(source: str, change: Callable[[str], str]) -> str:
    pieces = _CODE.split(source)
    pieces[::2] = [change(piece) for piece in pieces[::2]]
    return "".join(pieces)
