"""What a search takes for the words of a text, in documents and in queries alike.

It is done here and not by the index, which would take `C++` for `C`, and a Chinese sentence,
which is written without spaces, for one word.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

import regex

MAX_QUERY_CHARS = 2_000
MAX_TERMS = 64
"""Of one query: a question of a person has fewer."""
MAX_TERM_CHARS = 64

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}々ー"
_LETTER = rf"[[\p{{L}}\p{{M}}_]--[{_UNSPACED}]]"
_PIECE = regex.compile(
    rf"(?P<run>[{_UNSPACED}]+)"
    r"|(?P<number>\d+(?:[.,]\d+)*)"
    # Words with the signs that belong to them, as in `.NET`, `node.js`, `C++` and `C#`.
    rf"|(?P<word>(?:(?<![\w.])\.)?{_LETTER}(?:{_LETTER}|\d|\.(?={_LETTER}))*(?:\+\+|\#)?)",
    regex.V1,
)
_THOUSANDS = regex.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SIGNS = regex.compile(r"[._+#]+")
_LATIN_WORD = regex.compile(r"[a-z]{4,}")
_ASKING_ZH = regex.compile(
    "为什么|为何|什么|如何|怎么样|怎么|怎样|哪些|哪个|哪里|多少|是否|以及|[的了吗呢]"
)
_ASKING_EN = regex.compile(
    "a|about|an|and|are|as|at|be|been|but|by|can|could|did|do|does|for|from|had|has|have|how|i|if|"
    "in|into|is|it|its|many|may|much|of|on|or|should|than|that|the|their|them|there|these|they|"
    "this|those|to|was|we|were|what|when|where|which|who|whom|whose|why|will|with|would|you|your"
)


def of_text(text: str) -> Iterator[str]:
    """Every term that finds a text, as often as it stands there.

    Runs of Chinese, Japanese or Korean give each character and each pair of neighbours; a word
    with signs in it gives itself and its parts.
    """
    for kind, piece in _pieces(text):
        if kind == "run":
            yield from piece
            yield from _pairs(piece)
        else:
            yield from _forms(kind, piece)


def of_query(query: str) -> tuple[str, ...]:
    """The terms that a query asks for, each once; without what only makes it a question.

    None where there is nothing to ask for. Where all of it are such words, they are it.
    """
    pieces = list(_pieces(query[:MAX_QUERY_CHARS]))
    telling = [(kind, part) for kind, piece in pieces for part in _telling(kind, piece)]
    terms = (term for kind, piece in telling or pieces for term in _asked(kind, piece))
    return tuple(dict.fromkeys(terms))[:MAX_TERMS]


def encoded(terms: Iterable[str]) -> str:
    """Terms as the index gets them: hexadecimal digits and spaces, which mean nothing to it."""
    return " ".join(term.encode("utf-8", "surrogatepass").hex() for term in terms)


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    for found in _PIECE.finditer(plain):
        kind = str(found.lastgroup)
        yield kind, found[0] if kind == "run" else found[0][:MAX_TERM_CHARS]


def _telling(kind: str, piece: str) -> list[str]:
    if kind == "run":
        return [part for part in _ASKING_ZH.split(piece) if part]
    return [] if _ASKING_EN.fullmatch(piece) else [piece]


def _asked(kind: str, piece: str) -> Iterator[str]:
    """A single character asks for itself, a longer run for its pairs."""
    if kind != "run":
        yield _whole(kind, piece)
    elif len(piece) == 1:
        yield piece
    else:
        yield from _pairs(piece)


def _pairs(run: str) -> Iterator[str]:
    return (run[at : at + 2] for at in range(len(run) - 1))


@lru_cache(maxsize=50_000)  # the same words again and again, in long texts
def _forms(kind: str, piece: str) -> tuple[str, ...]:
    whole = _whole(kind, piece)
    return whole, *(part for part in _parts(kind, piece) if part != whole)


def _whole(kind: str, piece: str) -> str:
    if kind == "number":
        return piece.replace(",", "") if _THOUSANDS.fullmatch(piece) else piece
    return _singular(piece)


def _parts(kind: str, piece: str) -> list[str]:
    if kind == "number":
        return [] if _THOUSANDS.fullmatch(piece) else piece.replace(",", ".").split(".")
    return [_singular(part) for part in _SIGNS.split(piece) if part]


def _singular(word: str) -> str:
    """An English word without the ending of its plural, so that `bees` finds `bee`."""
    if not _LATIN_WORD.fullmatch(word) or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word.removesuffix("s")
