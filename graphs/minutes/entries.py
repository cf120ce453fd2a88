"""The parts of minutes as people read and edit them: lines of text, and back. Nothing is lost.

An action item reads `what | who | by when`; conclusions stand under their topics. Reading is
total: whatever people write becomes something, and what has no other place is the text itself.
"""

from collections.abc import Sequence

import regex

from graphs.ground import tokens
from graphs.lines import bare, bullets
from graphs.minutes import phrases
from graphs.minutes.state import Action, Conclusion

_BAR = regex.compile(r"\s*[|｜]\s*")
_NOTHING = frozenset(("", "-", "–", "—", "?", "？", "/", "无", "待定", "none", "n/a", "tbd"))
_DASH = "–"
_BULLETED = regex.compile(r"^\s*[-*+•·–—]\s")
_HEADING = regex.compile(r"[:：]\s*$")
_CLEARLY = 0.5
"""More than this share of the words is the same where two texts are about one thing."""
_NAME = regex.compile(r"@\S.{0,38}|\p{Lu}\S*(?:\s\p{Lu}\S*){0,2}|\p{Han}{2,4}")
_LONGEST_DATE = 40


def entry(action: Action) -> str:
    """An action item as one line. Parts that nobody said are left out, or a dash in between."""
    owner = action["owner"] or (_DASH if action["due"] else "")
    return " | ".join(part for part in (action["what"], owner, action["due"]) if part)


def read_entry(
    text: str, id_: str, before: Action | None, participants: Sequence[str] = ()
) -> Action:
    """An action item of a line that people wrote.

    It keeps the quote of the one it was before where it is still about the same: what was said
    is no evidence of anything else. Of two parts the second is a date if it is nothing else. Of
    more than three the last two are owner and date where they look like it.
    """
    what, owner, due = _parts(text, participants)
    same = before if before and _same(what, before["what"]) else None
    return Action(
        what=what,
        id=id_,
        owner=owner,
        due=due,
        quote=same["quote"] if same else "",
        source=same["source"] if same else "",
    )


def _same(one: str, other: str) -> bool:
    fewer, more = sorted((tokens(one), tokens(other)), key=len)
    if not fewer:
        return one.casefold() == other.casefold()
    return len(fewer & more) / len(fewer) > _CLEARLY


def listed(conclusions: Sequence[Conclusion], *, colon: str) -> str:
    """Conclusions under their topics, those of no topic first: so no heading claims them."""
    blocks: list[str] = []
    for topic, texts in grouped(conclusions):
        lines = bullets(texts)
        blocks.append(f"{topic}{colon}\n{lines}" if topic else lines)
    return "\n".join(blocks)


def read_conclusions(text: str) -> list[Conclusion]:
    """Conclusions of lines that people wrote.

    A line that ends with a colon and has no bullet is the topic of those below it; one with
    nothing below it is a conclusion of its own.
    """
    found: list[Conclusion] = []
    topic, empty = "", False
    for line in text.splitlines():
        if not (plain := bare(line)):
            continue
        if not _BULLETED.match(line) and _HEADING.search(plain):
            if empty:
                found.append(Conclusion(text=topic, topic=""))
            topic, empty = _HEADING.sub("", plain) or plain, True
        else:
            found.append(Conclusion(text=plain, topic=topic))
            empty = False
    return [*found, Conclusion(text=topic, topic="")] if empty else found


def grouped(conclusions: Sequence[Conclusion]) -> list[tuple[str, list[str]]]:
    """The texts by topic, those of no topic first."""
    topics = sorted(dict.fromkeys(c["topic"] for c in conclusions), key=bool)
    return [(t, [c["text"] for c in conclusions if c["topic"] == t]) for t in topics]


def _parts(text: str, participants: Sequence[str]) -> tuple[str, str, str]:
    plain = " ".join(text.split())
    cells = ["" if c.casefold() in _NOTHING else c for c in _BAR.split(plain)]
    *what, owner, due = cells if len(cells) > 2 else [*cells, "", ""][:3]  # noqa: PLR2004 - what, who, when
    if len(cells) == 2 and phrases.is_date(owner):  # noqa: PLR2004 - what, and who or when
        owner, due = "", owner
    sure = len(what) <= 1 or (_is_owner(owner, participants) and _is_when(due))
    if not any(what) or not sure:
        return plain, "", ""
    return " | ".join(part for part in what if part), owner.lstrip("@"), due


def _is_owner(text: str, participants: Sequence[str]) -> bool:
    known = {name.casefold() for name in participants}
    return not text or text.casefold() in known or bool(_NAME.fullmatch(text))


def _is_when(text: str) -> bool:
    dated = bool(phrases.due(text)) or any(c.isdigit() for c in text)
    return not text or (dated and len(text) <= _LONGEST_DATE)
