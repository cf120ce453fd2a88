"""Which of our two languages a person or a text speaks."""

import re

from graphs.contract import Language
from graphs.language import detect

_CHINESE_SHARE = 0.3
"""Chinese notes are full of English terms: fewer Han characters tell enough there."""
_ENOUGH_WORDS = 3
"""Fewer Latin words than this may be a product name: they tell nothing about the writer."""


def language_of_locale(locale: str) -> Language:
    """Language of a Slack locale (`zh-CN`, `en-US`); English for all that is not Chinese."""
    return "zh" if re.split(r"[-_]", locale, maxsplit=1)[0].lower() == "zh" else "en"


def language_of_text(text: str) -> Language | None:
    """Language a text is written in; None where it is neither of ours, or too short to tell."""
    return detect(text, chinese_share=_CHINESE_SHARE, enough_words=_ENOUGH_WORDS)
