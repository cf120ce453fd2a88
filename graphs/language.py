"""Which of the two languages a text is in. Deterministic and cheap: it counts letters."""

import regex

from graphs.contract import Language

_HAN = regex.compile(r"\p{Han}")
_WORD = regex.compile(r"\p{Latin}{2,}")


def detect(text: str) -> Language | None:
    """Chinese where Han characters outnumber Latin words; None where there is neither.

    A Chinese sentence full of product names stays Chinese, and an English one
    that names a Chinese person stays English.
    """
    han, words = len(_HAN.findall(text)), len(_WORD.findall(text))
    if not han and not words:
        return None
    return "zh" if han > words else "en"
