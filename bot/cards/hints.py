"""What stands below an input: what its author says, how it is typed, and within which bounds."""

from collections.abc import Iterator

from bot.cards import readable, text
from bot.cards.catalogue import words
from bot.core.fields import Field, Kind
from graphs.contract import Language

_ENDS = ".!?:;…。！？：；"
"""What a sentence, or nearly one, ends with."""


def hint(field: Field, language: Language, *, typed: bool) -> str:
    """What the author says, and where it is `typed`: how, as nobody could know that."""
    said, how = text.visible(field.hint).strip(), words(language).fields.kinds.get(field.kind, "")
    return joined(language, said, how, *_bounds(field, language)) if typed else said


def joined(language: Language, *sentences: str) -> str:
    """Sentences behind one another; those of an author may lack their full stops."""
    w, said = words(language), [sentence for sentence in sentences if sentence]
    ended = [s if s[-1] in _ENDS else s + w.fields.full_stop for s in said[:-1]]
    return w.units.between_sentences.join([*ended, *said[-1:]])


def _bounds(field: Field, language: Language) -> Iterator[str]:
    """Of a number. The others are told where they are not kept."""
    if field.kind not in {Kind.INTEGER, Kind.NUMBER}:
        return
    w, least, most = words(language).fields, field.least, field.most
    if least is not None and most is not None:
        yield w.from_to.format(least=readable.number(least), most=readable.number(most))
        least = most = None
    for said, bound in (
        (w.at_least, least),
        (w.at_most, most),
        (w.more_than, field.above),
        (w.less_than, field.below),
    ):
        if bound is not None:
            yield said.format(bound=readable.number(bound))
