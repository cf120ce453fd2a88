"""Text of people and models, made safe to show: as text, whole, and within bounds.

Everything that comes from outside passes `visible` (no control character and no
direction mark acts on our own words) and `escape` (no mention and no link is
live). Cutting never splits what a reader sees as one character, nor an entity.
"""

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

import regex

OURS = ("\x02", "\x03")
"""Around a link of ours until it is escaped: `visible` leaves no such character in a text."""
_LINK = r"(?:<(?:[@#!]|https?://|mailto:)[^<>\n]{1,500}>|\x02[^\x02\x03\n]{1,2500}\x03)"
_LIVE = regex.compile(_LINK)
"""A mention or link in Slack's own markup. Ours are whole anyway; people and models write some."""
_UNIT = regex.compile(rf":[a-z0-9_+-]{{1,60}}:|{_LINK}|\X")
"""What must stay in one piece: an emoji name, a mention, a link, else a grapheme."""
_LONGEST_UNIT = 62
"""Code points of the longest unit but a link that is kept whole at any price."""
_LONGEST_LINK = 2_502
"""And of a link."""
_LINE_END = regex.compile(r"\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_UNSEEN = regex.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]"
)
_RIGHT_TO_LEFT = regex.compile(r"[\p{Bidi_Class=R}\p{Bidi_Class=AL}\p{Bidi_Class=AN}]")
_SPACE = regex.compile(r"\s+")
_PICTURES = {"\x7f": "␡", "\u061c": "", "\u200e": "", "\u200f": ""}

MARK = "…"


@lru_cache(maxsize=256)  # one run is shown many times
def visible(text: str) -> str:
    """Make everything that acts without being seen visible, and line ends a newline.

    Control characters become their pictures, direction overrides their code
    (they could reorder our words), lone surrogates U+FFFD (JSON may carry them,
    UTF-8 cannot). The plain marks of right-to-left text have no place to act in
    once each such text is isolated, and go.
    """
    return _UNSEEN.sub(_shown, _LINE_END.sub("\n", text))


def _shown(match: "regex.Match[str]") -> str:
    character = match[0]
    if character < " ":
        return chr(ord("␀") + ord(character))  # the pictures come in the controls' order
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"
    return _PICTURES.get(character, f"[U+{ord(character):04X}]")


def escape(text: str) -> str:
    """Take their meaning from `& < >`: no mention, no link, no date is live (Slack's docs)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescape(text: str) -> str:
    """What people typed: Slack escapes `& < >` in a command's text."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def size(text: str) -> int:
    """Length as we count it everywhere: UTF-16 units after escaping.

    Slack does not say what a character is; this is never less than code points.
    """
    return len(escape(text).encode("utf-16-le", "surrogatepass")) // 2


def byte_size(text: str) -> int:
    """UTF-8 bytes after escaping, which is what chat.update counts."""
    return len(escape(text).encode())


def head(text: str, limit: int, *, measure: Callable[[str], int] = size) -> str:
    """The longest beginning within the limit that ends between two graphemes.

    A grapheme that is over the limit by itself is left out whole, unless no reader
    would call it one: a letter can carry thousands of marks.
    """
    near = text[: limit + _LONGEST_LINK]  # every measure counts at least one a code point
    fits = bisect_right(range(1, len(near) + 1), limit, key=lambda n: measure(near[:n]))
    start = near.rfind("\n", 0, fits) + 1  # a line end always is a unit of its own
    ends = [start, *(start + match.end() for match in _UNIT.finditer(near[start:]))]
    end = ends[bisect_right(ends, fits) - 1]
    first = near[: ends[1]] if ends[1:] else ""
    endless = end == 0 and len(first) > _LONGEST_UNIT and not _LIVE.fullmatch(first)
    return near[: fits if endless else end]


def cut(text: str, limit: int, *, measure: Callable[[str], int] = size) -> str:
    """The text within the limit, not escaped yet; `…` at the end says that some is missing."""
    if measure(text) <= limit:
        return text
    return head(text, limit - measure(MARK), measure=measure).rstrip() + MARK


def cut_graphemes(text: str, count: int) -> str:
    """At most so many graphemes, the last one `…` where some are missing."""
    if head_graphemes(text, count) == text:
        return text
    return head_graphemes(text, count - 1).rstrip() + MARK


def head_graphemes(text: str, count: int) -> str:
    """The longest beginning of at most so many graphemes that ends between two units.

    An emoji name counts as one: so it is read. A link is read as it is written.
    """
    end = 0
    for unit in _UNIT.finditer(text):
        count -= len(regex.findall(r"\X", unit[0])) if _LIVE.fullmatch(unit[0]) else 1
        if count < 0:
            break
        end = unit.end()
    return text[:end]


def short(words: str, limit: int) -> str:
    """Somebody's words inside a line of ours: one line, cut, isolated, not escaped yet."""
    return _isolated(cut(_flat(words), limit - 2))


def line(words: str, limit: int) -> str:
    """The same, escaped."""
    return escape(short(words, limit))


@lru_cache(maxsize=256)
def preview(words: str, *, graphemes: int, limit: int) -> str:
    """The same by what a reader counts, whatever a single grapheme carries."""
    return _isolated(cut(cut_graphemes(_flat(words), graphemes), limit - 2))


def _flat(words: str) -> str:
    return _SPACE.sub(" ", visible(words)).strip()


def _isolated(words: str) -> str:
    """Right-to-left text gets bounds, so that it cannot reorder what stands around it."""
    return f"\u2068{words}\u2069" if _RIGHT_TO_LEFT.search(words) else words


def split_head(text: str, limit: int) -> tuple[str, str]:
    """A beginning within the limit and the rest, which together are the text.

    Broken after a paragraph, a line or a word where one ends in the second half
    of the beginning, else between graphemes.
    """
    if len(text) <= limit and size(text) <= limit:
        return text, ""
    start = head(text, limit) or text[:1]
    for end in ("\n\n", "\n", " "):
        at = start.rfind(end)
        if at >= len(start) // 2:
            start = start[: at + len(end)]
            break
    return start, text[len(start) :]


def split(text: str, limit: int) -> list[str]:
    """All of the text in pieces within the limit, which together are the text."""
    pieces = []
    while text:
        piece, text = split_head(text, limit)
        pieces.append(piece)
    return pieces
