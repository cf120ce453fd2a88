"""Which of the two languages a text is in. Deterministic and cheap: it counts letters."""

import regex

from graphs.contract import Language

_HAN = regex.compile(r"\p{Han}")
_KANA_OR_HANGUL = regex.compile(r"[\p{Hiragana}\p{Katakana}\p{Hangul}]")
_WORD = regex.compile(r"\p{Latin}{2,}")


def detect(text: str, *, chinese_share: float = 0.5, enough_words: int = 1) -> Language | None:
    """The language of a text; None where it is neither, or has too few Latin words to tell.

    A Han character weighs as much as a Latin word. With half of them a Chinese sentence
    full of product names stays Chinese, and an English one that names a Chinese person
    stays English.
    """
    if _KANA_OR_HANGUL.search(text):
        return None
    han, words = len(_HAN.findall(text)), len(_WORD.findall(text))
    if han > chinese_share * (han + words):
        return "zh"
    return "en" if words >= enough_words else None


def strays(text: str, language: Language) -> bool:
    """Whether a text is clearly in another language than the run's."""
    return detect(text) not in {language, None}
