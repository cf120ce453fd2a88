"""Do two questions ask the same? Told by code, without the words of the topic they share."""

import unicodedata
from collections.abc import Iterable

import regex
from rapidfuzz import fuzz

from graphs.ground import numbers, tokens

_WORD = regex.compile(r"[^\W_]+")
_HAN = regex.compile(r"\p{Han}")
_STEM = 5
# What makes a question of a subject, and is no subject itself.
ASKING = frozenset(
    "a an and are at be been bring brings by can come comes could did do does for from get give"  # noqa: SIM905
    " gives has have how in is it its known main make makes most must of offer offers on or provide"
    " provides should so that the their them there these they this to was were what when where"
    " which who why will with would you".split()
)
ASKING_ZH = regex.compile(
    r"为什么|是什么|有哪些|有什么|怎么样|怎样|怎么|如何|哪些|什么|多少|是否|主要|目前|可以|会|吗|呢|的|了|与|和|及|在|对|是|有"
)
_SAME = 85.0
"""Out of 100, letters in common."""
_SHARED = 0.6
"""Share of words in common. "Advantages" and "disadvantages" have most letters in common."""


def distinct(questions: Iterable[str], *, topic: str) -> list[str]:
    """The questions without those that ask what an earlier one does."""
    kept: list[str] = []
    for question in questions:
        if not any(same(question, other, topic=topic) for other in kept):
            kept.append(question)
    return kept


def same(one: str, other: str, *, topic: str) -> bool:
    """Whether two questions about a topic ask the same. Never where their numbers differ."""
    if _plain(one) == _plain(other):
        return True
    if numbers(one) != numbers(other):
        return False
    first, second = _subject(one, topic), _subject(other, topic)
    if not first and not second:  # "What is X?" and "Why X?"
        return _asking(one) == _asking(other)
    if not first or not second:
        return False
    return fuzz.token_sort_ratio(first, second) >= _SAME and _overlap(first, second) >= _SHARED


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def _subject(question: str, topic: str) -> str:
    """What a question is about, besides the topic."""
    known = {_stem(word) for word in _plain(topic).split()}
    words = (w for w in _plain(question).split() if _stem(w) not in known and w not in ASKING)
    return " ".join(filter(None, (_without(word, topic) for word in words)))


def _stem(word: str) -> str:
    return word if _HAN.search(word) else word[:_STEM]


def _without(word: str, topic: str) -> str:
    """A run of Han characters without what it shares with the topic and without what only asks."""
    if not _HAN.search(word):
        return word
    pairs = [word[n : n + 2] in topic for n in range(len(word) - 1)]
    shared = [a or b for a, b in zip([False, *pairs], [*pairs, False], strict=True)]
    rest = "".join(" " if gone else c for c, gone in zip(word, shared, strict=True))
    return "".join(ASKING_ZH.sub(" ", rest).split())


def _asking(question: str) -> frozenset[str]:
    words = frozenset(_plain(question).split())
    return words & ASKING | frozenset(ASKING_ZH.findall(question))


def _overlap(first: str, second: str) -> float:
    one, other = tokens(first), tokens(second)
    return len(one & other) / len(one | other) if one | other else 1.0
