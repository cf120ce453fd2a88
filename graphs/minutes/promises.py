"""Who says that they will do something, or is asked to: found by the words, without a model."""

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from graphs.minutes import phrases
from graphs.minutes.speech import Turn, sentences


def _compiled(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern, regex.IGNORECASE)


_I = tuple(
    map(
        _compiled,
        (
            r"\bI(?: will|['’]ll| can(?!['’]t|not| not| hear| see))\s+(?P<what>.+)",
            r"\bI(?: am|['’]m) going to\s+(?P<what>.+)",
            r"\blet me\s+(?P<what>.+)",
            r"(?:(?<!\p{Han})|(?<=[那就]))我(?:来|会|去|负责|可以)(?P<what>.+)",
            rf"(?:(?<!\p{{Han}})|(?<=[那就]))(?P<what>我(?={phrases.CHINESE_DAY}).+)",
        ),
    )
)
_NAMED = (
    r"\b(?P<owner>{names}),?\s+(?:please|(?:can|could|would|will) you)(?: please)?\s+(?P<what>.+)",
    r"\b(?P<owner>{names})\s+(?:will|is going to|is to|to|should|takes care of)\s+(?P<what>.+)",
    r"\b(?P<owner>{names})['’]ll\s+(?P<what>.+)",
    r"(?:请|麻烦)\s*(?P<owner>{names})\s*(?P<what>.+)",
    r"由\s*(?P<owner>{names})\s*(?:来|去|负责)?(?P<what>.+)",
    r"(?P<owner>{names})\s*[，,]?\s*(?:请你?|麻烦你?|你)(?:来|去|负责)?(?P<what>.+)",
    r"(?P<owner>{names})\s*(?:来|会|去|负责)(?P<what>.+)",
    r"(?P<what>.+?)(?:由|交给)\s*(?P<owner>{names})(?:负责|来做|跟进|处理)?",
)
# "Ben orders a cake by Friday": nobody speaks so of others, but notes and comments do.
_NOTED = r"\b(?P<owner>{names})\s+(?P<what>\p{{Ll}}+s\s.+)"
_OPEN = tuple(
    map(
        _compiled,
        (
            r"(?:\bto ?do|\baction(?: item)?|待办|行动项)\s*[:：]\s*(?P<what>.+)",
            r"\b(?:we|somebody|someone) (?:needs?|has|have|must) (?:to )?(?P<what>.+)",
            r"(?:需要有人|我们(?:需要|得|要))(?P<what>.+)",
        ),
    )
)
_LEAD = regex.compile(
    r"^(?:to|also|then|和|来|去|把|再|先|负责|在)\s*(?=\S)|^我\s*", regex.IGNORECASE
)
_LEAST = 2
"""Letters of what can be done: "I will" alone is nothing."""
_LONGEST_QUOTE = 300
_MOST_SEARCHED = 600


@dataclass(frozen=True, slots=True)
class Promise:
    """What is to be done, by whom and when as far as it is said, and the sentence that says so."""

    what: str
    owner: str
    due: str
    quote: str


class Promises:
    """Finds promises of and to people of these names."""

    def __init__(self, names: Sequence[str]) -> None:
        listed = "|".join(regex.escape(name) for name in names)
        self._spelt = {name.casefold(): name for name in names}
        self._named = [_compiled(p.format(names=listed)) for p in _NAMED] if listed else []
        self._noted = [_compiled(_NOTED.format(names=listed))] if listed else []

    def of(self, turn: Turn) -> list[Promise]:
        """The promises of a turn. Conclusions are none, and neither are questions to nobody."""
        found = (self._promise(sentence, turn.speaker) for sentence in sentences(turn))
        return [promise for promise in found if promise]

    def _promise(self, sentence: str, speaker: str) -> Promise | None:
        read = sentence[:_MOST_SEARCHED]
        owner, what = self._by_name(read, noted=not speaker)
        if not what and not read.endswith(("?", "？")) and not phrases.decides(read):
            what, owner = _first(_I, read), speaker
        if not what and phrases.due(read) and not phrases.decides(read):
            what, owner = _first(_OPEN, read), ""
        bare = phrases.bare_statement(_LEAD.sub("", phrases.without_due(what.rstrip("?？"))))
        if sum(c.isalnum() for c in bare) < _LEAST:
            return None
        return Promise(bare, owner, phrases.due(read), read[:_LONGEST_QUOTE])

    def _by_name(self, sentence: str, *, noted: bool) -> tuple[str, str]:
        """Who is named and for what. Names are as the list spells them."""
        plain = sentence.casefold()
        if not any(name in plain for name in self._spelt):
            return "", ""
        patterns = [*self._named, *self._noted] if noted and phrases.due(sentence) else self._named
        found = (pattern.search(sentence) for pattern in patterns)
        if match := next((match for match in found if match), None):
            return self._spelt.get(match["owner"].casefold(), match["owner"]), match["what"]
        return "", ""


def _first(patterns: Sequence[regex.Pattern[str]], sentence: str) -> str:
    found = (pattern.search(sentence) for pattern in patterns)
    return next((match["what"] for match in found if match), "")
