"""The same steps without a model: it picks sentences by their words, and writes none itself."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import regex

from graphs.contract import Language
from graphs.ground import tokens
from graphs.lines import shortened
from graphs.minutes import phrases
from graphs.minutes.bounds import LONGEST, MOST_IN_PART
from graphs.minutes.promises import Promise, Promises
from graphs.minutes.speech import Talk, Turn, hear, sentences
from graphs.minutes.words import TEXTS

T = TypeVar("T")

_MOST_TERMS = 5
_OFTEN = 3
_TERM = regex.compile(r"\p{Latin}{5,}")
_HAN = regex.compile(r"\p{Han}{2,}")
_HAN_TERM = (4, 3, 2)
_NO_TERM = frozenset(
    "about after again agreed because before could every first going maybe other really right "  # noqa: SIM905
    "should something still thanks their there these thing things think those today tomorrow until "
    "where which while would".split()
)
_FUNCTION = frozenset(
    "的了是我你他她们在就都和也要有不这那个么吗呢吧会能可以们说来去把被让给对很还没好"
)


def topics(transcript: str, comments: Sequence[str], language: Language) -> list[str]:
    """The agenda, else what sentences turn to, else what is spoken of most often."""
    talk = hear(transcript)
    said = [s for turn in talk.turns for s in sentences(turn)]
    asked = [topic for comment in comments if (topic := phrases.opened(comment))]
    listed = [topic for sentence in said for topic in phrases.agenda(sentence)]
    turned = [topic for sentence in said if (topic := phrases.opened(sentence))]
    found = listed or turned or _terms(talk, language)
    short = (shortened(topic, LONGEST[language]) for topic in found)
    return _bounded({topic.casefold(): topic for topic in short}.values(), asked)


def conclusions(
    transcript: str, comments: Sequence[str], language: Language, topics: Sequence[str]
) -> list[tuple[str, str]]:
    """Sentences that tell of something agreed, each with the topic in hand ("" for none)."""
    talk = hear(transcript)
    decided = _decided(talk, topics)
    short = [(shortened(text, LONGEST[language]), topic) for text, topic in decided]
    mark, asks = TEXTS[language].from_comment, Promises(talk.names)
    room = LONGEST[language] - len(mark.format(text=""))
    asked = [
        (mark.format(text=shortened(stated, room)), _likely(stated, topics, ""))
        for comment in comments
        if (stated := _stated(comment, asks))
    ]
    return _bounded(short, asked)


def actions(transcript: str, comments: Sequence[str], language: Language) -> list[Promise]:
    """Promises, with owner, date and the sentence itself."""
    talk = hear(transcript)
    promises = Promises(talk.names)
    found = [p for turn in talk.turns for p in promises.of(turn)]
    asked = [p for comment in comments for p in promises.of(Turn("", comment))]
    bound = LONGEST[language]
    return [
        Promise(shortened(p.what, bound), p.owner, p.due, p.quote) for p in _bounded(found, asked)
    ]


def _bounded(found: Iterable[T], asked: Sequence[T]) -> list[T]:
    """The first that were found, and what reviewers asked for: the newest of it if it is much."""
    wanted = list(dict.fromkeys(asked))[-(MOST_IN_PART - 1) :]
    return [*list(dict.fromkeys(found))[: MOST_IN_PART - len(wanted)], *wanted]


def _stated(comment: str, promises: Promises) -> str:
    """What a comment wants to be in the minutes, as far as it is no action item and no topic."""
    if promises.of(Turn("", comment)) or phrases.opened(comment):
        return ""
    decided = phrases.bare_statement(comment) if phrases.decides(comment) else ""
    return phrases.order(comment) or decided


def _decided(talk: Talk, topics: Sequence[str]) -> Iterator[tuple[str, str]]:
    in_hand = ""
    for turn in talk.turns:
        for sentence in sentences(turn):
            if turned := phrases.opened(sentence):
                in_hand = _likely(turned, topics, in_hand)
            text = phrases.bare_statement(sentence)
            if phrases.decides(sentence) and len(tokens(text)) > 1:
                yield text, _likely(text, topics, in_hand)


def _likely(text: str, topics: Sequence[str], otherwise: str) -> str:
    """The topic with most words in common; the one in hand where none has any."""
    own = tokens(text)
    shared = {topic: len(own & tokens(topic)) for topic in topics}
    best = max(shared, key=lambda topic: (shared[topic], topic == otherwise), default="")
    return best if shared.get(best) else otherwise


def _terms(talk: Talk, language: Language) -> list[str]:
    """The words that come most often."""
    spoken = "\n".join(turn.said for turn in talk.turns)
    names = {name.casefold() for name in talk.names}
    if language == "zh":
        return _han_terms(spoken)
    words = [w.casefold() for w in _TERM.findall(spoken)]
    times = Counter(w for w in words if w not in _NO_TERM | names)
    often = [word for word, count in times.most_common(_MOST_TERMS) if count >= _OFTEN]
    return [word[:1].upper() + word[1:] for word in often]


def _han_terms(spoken: str) -> list[str]:
    """Runs of two to four characters that come again and again; no part of a longer one."""
    found: list[str] = []
    runs = _HAN.findall(spoken)
    for size in _HAN_TERM:
        pieces = (run[i : i + size] for run in runs for i in range(len(run) - size + 1))
        times = Counter(piece for piece in pieces if not _FUNCTION & set(piece))
        often = (piece for piece, count in times.most_common(_MOST_TERMS) if count >= _OFTEN)
        found += [p for p in often if not any(p in longer or longer in p for longer in found)]
    return found[:_MOST_TERMS]
