"""The message catalogue: one `Words` a language."""

from collections.abc import Mapping

from bot.cards.words import Words
from bot.cards.words_en import ENGLISH
from bot.cards.words_zh import CHINESE
from graphs.contract import Language
from graphs.contract import Words as Texts

_WORDS: Mapping[Language, Words] = {"en": ENGLISH, "zh": CHINESE}


def words(language: Language) -> Words:
    """The texts of a language."""
    return _WORDS[language]


def pick(texts: Texts, language: Language) -> str:
    """A workflow's text in this language, else in any it has; empty where it has none."""
    return texts.get(language) or next(iter(texts.values()), "")
