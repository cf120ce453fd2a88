"""Source marks in what a model wrote: brought to one form, checked, counted; addresses taken out.

The model writes ids such as [S2.1] and nothing else. Numbers and addresses are put in by code.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import regex

LONGEST = 20_000
"""Characters that are looked at; what a model writes beyond is left out."""
_ID = r"S\d+\.\d+"
MARK = regex.compile(rf"\[({_ID})\]")
# Other ways in which models write marks: several in one, other brackets, footnotes, with words.
_IDS = rf"{_ID}(?:\s*(?:[,;，；、&/]|and|和)?\s*\^?{_ID})*"
_WORD = r"(?:sources?|来源)?[:：\s]*"
_GROUP = regex.compile(
    rf"\[{{1,2}}\^?\s*{_WORD}({_IDS})\s*\]{{1,2}}|[【〔［(（]\s*{_WORD}({_IDS})\s*[】〕］)）]"
    # Without brackets, or with one that was never closed.
    rf"|(?:[\[【［]\s*)?(?<!\w)({_IDS})(?!\w)",
    regex.IGNORECASE,
)
_EACH = regex.compile(_ID, regex.IGNORECASE)
# What looks like a citation and is none of ours: a reader would take [7] for the seventh source.
_NUMBER = r"S?\d{1,3}(?:\.\d{1,3})?"
_STRANGER = regex.compile(
    rf"[\[【［]\^?\s*{_NUMBER}(?:\s*[,，–-]\s*{_NUMBER})*(?:†[^\]】］]*)?\s*[\]】］]",
    regex.IGNORECASE,
)
_INSIDE = r"<?(?:[^()\s]|\([^()\s]*\))*>?(?:\s+[^()]*)?"
_LINK = regex.compile(rf"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*{_INSIDE}\)")
_DEFINITION = regex.compile(r"^[ \t]*\[[^\]]+\]:[ \t]*\S+.*$\n?", regex.MULTILINE)
_DOMAIN = (
    r"(?<![a-z0-9.-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}"
    r"\.(?:com|org|net|edu|gov|int|io|info|eu|cn|de|uk|fr|jp)/"
)
_ADDRESS = regex.compile(
    rf"<?(?:(?:https?|ftp|file)\s*:\s*//|www\.|{_DOMAIN}|(?:mailto|javascript):(?=\S)|data:\w+/"
    r"|doi:\s*10\.)[^\s<>\[\]（）【】。，；、\p{Han}]*(?<![.,;:!?)\"'*_])>?",
    regex.IGNORECASE,
)
_TAG = regex.compile(r"</?[a-z][^<>]*>", regex.IGNORECASE)
_HEADING = regex.compile(r"^[ \t]*#{1,6}[ \t]+[^\n]*$\n?", regex.MULTILINE)
_EMPTY = regex.compile(r"[(（]\s*(?:see|cf\.|at|via|见|参见|详见)?\s*[)）]", regex.IGNORECASE)
_BEFORE_STOP = regex.compile(r"[ \t]+(?=[.,;:!?。，；：！？\n]|$)")
_SPACES = regex.compile(r"(?<=\S)[ \t]{2,}")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text that has marks of known sources only. `unknown` are the marks that were taken out."""

    text: str
    unknown: tuple[str, ...]
    addresses: int


def cleaned(text: str, known: Collection[str]) -> Cleaned:
    """Marks in one form, without those of no source; without addresses, headings and tags.

    Of a link its text stays.
    """
    bare, addresses = without_addresses(text[:LONGEST])
    unified = _GROUP.sub(lambda m: _unified(m[1] or m[2] or m[3]), bare)
    found = [m[0] for m in _STRANGER.finditer(unified)]
    kept = {f"[{source}]" for source in known}
    said = _STRANGER.sub(lambda m: m[0] if m[0] in kept else "", unified)
    unknown = tuple(mark for mark in found if mark not in kept)
    return Cleaned(_tidied(_HEADING.sub("", said)), unknown, addresses)


def without_addresses(text: str) -> tuple[str, int]:
    """A text without addresses and tags, and how many addresses there were."""
    count = 0
    for pattern in (_DEFINITION, _LINK, _ADDRESS):
        text, times = pattern.subn(_said, text)
        count += times
    return _TAG.sub("", text), count


def plain(text: str) -> str:
    """What a source or a model says, on one line: no addresses, and nothing like a mark."""
    bare, _ = without_addresses(" ".join(text.split()))
    return _tidied(_STRANGER.sub("", bare))


def marks(text: str) -> Iterator[str]:
    """The ids in the marks of a cleaned text, in order."""
    return (m[1] for m in MARK.finditer(text))


def uncited(text: str) -> int:
    """How many paragraphs carry no mark."""
    blocks = (block for block in text.split("\n\n") if any(c.isalnum() for c in block))
    return sum(1 for block in blocks if not MARK.search(block))


def _said(found: regex.Match[str]) -> str:
    """What stays of an address: the text of a link, with its brackets where that is a mark."""
    text = found[1] if found.re.groups else ""
    return f"[{text}]" if _EACH.fullmatch(text or "") else text or ""


def _unified(ids: str) -> str:
    return "".join(f"[{found.upper()}]" for found in _EACH.findall(ids))


def _tidied(text: str) -> str:
    return _SPACES.sub(" ", _BEFORE_STOP.sub("", _EMPTY.sub("", text))).strip()
