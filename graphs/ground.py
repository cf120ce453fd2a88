"""What may be said: the words and numbers of the notes and of the reviewers' comments."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import regex

_NUMBER = regex.compile(r"\d+(?:[.,:]\d+)*")
_THOUSANDS = regex.compile(r"\d{1,3}(?:,\d{3})+")
_WORD = regex.compile(r"[^\W\d_]{2,}")
_HAN = regex.compile(r"\p{Han}+")
_LIST_NUMBER = regex.compile(r"^\s*(?:#+\s*)?\d+[.)、]", regex.MULTILINE)
_STEM = 5
_STOP = frozenset(
    "an and are as at be by for from had has have in is it its no not of on or our so that"  # noqa: SIM905
    " the their this to was we were will with you".split()
)
_COUNTS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "dozen": "12",
}  # fmt: skip
# Whole words: "often" is not ten, and "twenty-two" not two.
_SPELT = regex.compile(rf"(?<!\p{{Latin}}|\p{{Latin}}-)(?:{'|'.join(_COUNTS)})(?!\p{{Latin}})")
_HAN_DIGITS = {
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_HAN_NUMBER = rf"[{''.join(_HAN_DIGITS)}十]+"
# Only what counts something: most of these characters are in other words, too, as in 十分 or 一些.
_SPELT_HAN = regex.compile(
    rf"(?:第|分之)({_HAN_NUMBER})"
    r"|(?<![一二两三四五六七八九十几多百千万零第之])"
    r"(?!(?<=[统唯单专同每另某这那哪任])一)(?!一[点度])"
    rf"({_HAN_NUMBER})"
    r"(?=[个名位条次天周月年日号点倍元块人项家台件份版轮批场期季岁秒米吨种张篇页组套度级万亿]"
    r"|千万|小时|分钟|分之|星期|公里|公斤|工作日)"
)


def numbers(text: str) -> frozenset[str]:
    """The numbers written in digits, in one spelling: `1,200` and `1200` are the same."""
    plain = unicodedata.normalize("NFKC", text)
    return frozenset(_spelling(found) for found in _NUMBER.findall(plain))


def numbers_in_prose(text: str) -> frozenset[str]:
    """The same for Markdown: the numbers of list items and headings do not count."""
    return numbers(_LIST_NUMBER.sub("", text))


def _spelling(number: str) -> str:
    digits = "".join(c if c in ".,:" else str(unicodedata.digit(c)) for c in number)
    whole = digits.replace(",", "") if _THOUSANDS.fullmatch(digits) else digits
    return whole.lstrip("0") or "0"


def _spelt(text: str) -> frozenset[str]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    latin = (_COUNTS[word] for word in _SPELT.findall(plain))
    han = (_han(first or second) for first, second in _SPELT_HAN.findall(plain))
    return frozenset((*latin, *han)) - {""}


def _han(number: str) -> str:
    """Up to 99 in digits; "" for what is none, as 三五, which is a few."""
    tens, ten, ones = number.rpartition("十")
    if max(len(tens), len(ones)) > 1 or tens == "十":
        return ""
    above = 10 * _HAN_DIGITS.get(tens, 1) if ten else 0
    return str(above + _HAN_DIGITS.get(ones, 0))


def tokens(text: str) -> frozenset[str]:
    """What two texts about the same thing share: stems of words, pairs of Han characters."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    pairs = (run[i : i + 2] for run in _HAN.findall(plain) for i in range(max(len(run) - 1, 1)))
    words = (word[:_STEM] for word in _WORD.findall(_HAN.sub(" ", plain)) if word not in _STOP)
    return frozenset((*pairs, *words))


@dataclass(frozen=True, slots=True)
class Ground:
    """What may be said. `of` makes it from texts."""

    tokens: frozenset[str]
    numbers: frozenset[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Ground":
        """From the notes and what else is known. "two weeks" also allows "2 weeks"."""
        whole = "\n".join(texts)
        return cls(tokens(whole), numbers(whole) | _spelt(whole))

    def carries(self, line: str) -> bool:
        """Whether a line can come from here: no foreign number, and at least one word in common.

        A check against invention, not proof of truth: it cannot see a right number
        beside the wrong thing. People read the lines for that.
        """
        said, counted = tokens(line), numbers(line)
        return counted <= self.numbers and bool(said & self.tokens or (counted and not said))

    def foreign_numbers(self, text: str) -> frozenset[str]:
        """Numbers of a Markdown text that come from nowhere."""
        return numbers_in_prose(text) - self.numbers
