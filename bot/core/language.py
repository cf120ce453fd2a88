"""Which of our two languages a person or a text speaks."""

import re

from graphs.contract import Language

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_KANA_OR_HANGUL = re.compile(r"[\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\uff66-\uff9d]")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")

_CHINESE_SHARE = 0.3
"""A Chinese character weighs as much as a Latin word: Chinese notes are full of English terms."""
_ENOUGH_WORDS = 3
"""Fewer Latin words than this may be a product name: they tell nothing about the writer."""


def language_of_locale(locale: str) -> Language:
    """Language of a Slack locale (`zh-CN`, `en-US`); English for all that is not Chinese."""
    return "zh" if re.split(r"[-_]", locale, maxsplit=1)[0].lower() == "zh" else "en"


def language_of_text(text: str) -> Language | None:
    """Language a text is written in; None where it is neither of ours, or too short to tell."""
    if _KANA_OR_HANGUL.search(text):
        return None
    han = len(_HAN.findall(text))
    words = len(_LATIN_WORD.findall(text))
    if han and han >= _CHINESE_SHARE * (han + words):
        return "zh"
    return "en" if words >= _ENOUGH_WORDS else None
