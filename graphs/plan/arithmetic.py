"""Finds the arithmetic in a sentence, for the rules that work without a model."""

import unicodedata

import regex

from graphs.tools.calculator import MOST_CHARS, spelt

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_SIGN = r"\s*(?:\*\*|//|[-+*/×÷^%])\s*"
_TERM = rf"[-(\s]*{_NUMBER}\s*\)*"
_EXPRESSION = regex.compile(rf"(?<![\w.,/-]){_TERM}(?:{_SIGN}{_TERM})+(?![\w/-])")
_PERCENT_OF = regex.compile(rf"({_NUMBER})\s*%\s*of\s+(?:the\s+)?({_NUMBER})", regex.IGNORECASE)
_OF_PERCENT = regex.compile(rf"({_NUMBER})\s*的\s*({_NUMBER})\s*%")
_WORDS = (
    (regex.compile(r"(?<=[\d)])\s+(?:raised\s+)?to\s+the\s+power\s+of\s+(?=[\d(])"), " ** "),
    (regex.compile(r"(?<=\d)\s+squared\b|(?<=\d)\s*的平方(?!根|米)"), " ** 2"),
    (regex.compile(r"(?<=\d)\s+cubed\b|(?<=\d)\s*的立方(?!根|米)"), " ** 3"),
    (regex.compile(r"(?<=\d)\s*的\s*(\d+)\s*次[方幂]"), r" ** \1 "),
    (regex.compile(r"(?<=[\d)])\s+(?:times|multiplied by)\s+(?=[\d(])"), " * "),
    (regex.compile(r"(?<=[\d)])\s+divided by\s+(?=[\d(])"), " / "),
    (regex.compile(r"(?<=[\d)])\s+plus\s+(?=[\d(])"), " + "),
    (regex.compile(r"(?<=[\d)])\s+minus\s+(?=[\d(])"), " - "),
    (regex.compile(r"(?<=\d)\s*乘以?\s*(?=[\d(])"), " * "),
    (regex.compile(r"(?<=\d)\s*除以\s*(?=[\d(])"), " / "),
    (regex.compile(r"(?<=\d)\s*加上?\s*(?=[\d(])"), " + "),
    (regex.compile(r"(?<=\d)\s*减去?\s*(?=[\d(])"), " - "),
)


def expression(sentence: str) -> str:
    """The first calculation in a sentence, in the calculator's spelling; empty for none.

    A date or a range of numbers (2026-11-30, 3-5) is none: a minus needs spaces around it.
    """
    plain = unicodedata.normalize("NFKC", sentence)
    if match := _PERCENT_OF.search(plain):
        return spelt(f"{match[1]}/100*{match[2]}".replace(",", ""))
    if match := _OF_PERCENT.search(plain):
        return spelt(f"{match[2]}/100*{match[1]}".replace(",", ""))
    for words, sign in _WORDS:
        plain = words.sub(sign, plain)
    found = (m[0].strip() for m in _EXPRESSION.finditer(plain))
    usable = (e for e in found if len(e) <= MOST_CHARS and not _range_or_date(e))
    return next((spelt(e) for e in usable if e.count("(") == e.count(")")), "")


def _range_or_date(expression: str) -> bool:
    return bool(regex.fullmatch(r"\d+(?:[-/]\d+)+", expression)) and (
        "-" in expression or expression.count("/") > 1
    )
