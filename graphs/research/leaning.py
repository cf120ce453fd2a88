"""Sentences that lean on the one before: alone they say something else, or nothing."""

from collections.abc import Iterator

import regex

from graphs.research.passages import following

# At the head, or after a short phrase that begins with one of the words before the brackets.
_LEANS = regex.compile(
    r"(?:so|but|and|or|it|its|they|their|them|he|she|his|her|this|these|that|those|such|both|then"
    r"|yet|also|however|therefore|thus|otherwise|instead|here|either|neither|another|others"
    r"|there(?!\s+(?:is|are|was|were))|the (?:same|latter|former|others?)"
    r"|(?:most|some|many|all|none|each|few|one) of (?:them|these|those|it))\b"
    r"|(?:for|in|with|at|on|of|by|from|to|if|when|where|while|as|because|after|before|since|until"
    r"|without|under|among|between|unlike|like)\b[^,.;:]{0,40}?\s"
    r"(?:it|its|they|them|their|these|those|this|such)\b"
    r"|(?:因此|所以|但|不过|然而|而且|而(?!言)|此外|同样|否则|另外|其中|其|该|此|前者|后者|这|那|它|他们)"
    r"|[^，。；：]{0,12}(?:它|两者|这[些种样个里]|那[些种样])"
    r"|[^。]*两者",
    regex.IGNORECASE,
)
_HAN_FIRST = regex.compile(r"^\p{Han}")


def leans(sentence: str) -> bool:
    """Whether a sentence speaks of what the one before has named."""
    return bool(_LEANS.match(sentence.lstrip("\"'“‘(（")))


def standing(text: str, *, longest: int) -> Iterator[str]:
    """The sentences that can stand alone, of at most so many characters.

    One that leans takes the one before along, where that stands and both fit.
    """
    for before, sentence in following(text):
        space = "" if _HAN_FIRST.match(sentence) else " "
        whole = f"{before}{space}{sentence}".strip() if leans(sentence) else sentence
        if len(whole) <= longest and not leans(whole):
            yield whole
