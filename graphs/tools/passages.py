"""The passages of a long text that are about something: by the words that they share with it."""

import regex

from graphs.ground import tokens
from graphs.lines import head

_PARAGRAPH = regex.compile(r"\n\s*\n")


def about(text: str, subject: str, *, most: int) -> str:
    """The paragraphs nearest to a subject, in the order of the text, at most so many characters.

    Its beginning where no paragraph shares a word with the subject.
    """
    if len(text) <= most:
        return text.strip()
    wanted = tokens(subject)
    paragraphs = [p.strip() for p in _PARAGRAPH.split(text) if p.strip()]
    ranked = sorted(
        (place for place, p in enumerate(paragraphs) if tokens(p) & wanted),
        key=lambda place: (-len(tokens(paragraphs[place]) & wanted), place),
    )
    chosen: list[int] = []
    room = most
    for place in ranked:
        if len(paragraphs[place]) + 2 <= room:
            chosen.append(place)
            room -= len(paragraphs[place]) + 2
    if not chosen:
        return head(paragraphs[ranked[0]] if ranked else text, most).strip()
    return "\n\n".join(paragraphs[place] for place in sorted(chosen))
