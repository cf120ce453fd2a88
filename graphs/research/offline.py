"""The same steps without a model: code picks, sorts and joins sentences, and writes none itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import regex

from graphs.contract import Language
from graphs.ground import tokens
from graphs.lines import bare, shortened
from graphs.research.alike import distinct, same
from graphs.research.angles import ANGLES, Angle, angle_of
from graphs.research.passages import sentences
from graphs.research.state import (
    CLAIM_CHARS,
    LONGEST_QUESTION,
    MOST_QUESTIONS,
    Claim,
    Section,
    Statement,
)

_ORDER = regex.compile(
    r"^(?:please\s+|also\s+|not\s+enough\s+|more\s+|too\s+little\s+|add\s+|include\s+|cover\s+"
    r"|mention\s+|a\s+question\s+|something\s+|what\s+about\s+|on\s+|about\s+|the\s+|and\s+)+"
    r"|^(?:请|麻烦|也|再|还要|还|加上|加入|补充|增加|关于|提到|不够|一下|一个问题|多写)+",
    regex.IGNORECASE,
)
_ASKS = regex.compile(r"[?？]\s*$")
_ABOUT: Mapping[Language, str] = {
    "en": "{topic}: what is known about {text}?",
    "zh": "{topic}：关于{text}有哪些情况？",
}
_LEANS = regex.compile(
    r"(?:so|but|and|it|its|they|their|this|these|that|those|then|yet|also|however|therefore|thus"
    r"|otherwise|here|there|in this|for this|both|such)\b"
    r"|但|所以|因此|它|这|那|他们|此外|而且|而|同样|不过|其中|否则",
    regex.IGNORECASE,
)
_HAN_LAST = regex.compile(r"\p{Han}[^\p{L}]*$")
_CLAIMS = 4
_ENOUGH = 2
_ALIKE = 0.7
"""Of the shorter sentence's words."""
_TOPIC_CHARS = LONGEST_QUESTION - 60


def plan(topic: str, comments: Sequence[str], language: Language) -> list[str]:
    """A question from each angle; what reviewers asked for takes the place of the last ones."""
    asked = distinct((_asked(text, topic, language) for text in comments), topic=topic)
    asked = asked[-MOST_QUESTIONS:]
    subject = shortened(topic, _TOPIC_CHARS).rstrip("?？.。")
    usual = [angle.question.format(topic=subject) for angle in ANGLES[language]]
    fresh = [q for q in usual if not any(same(q, other, topic=topic) for other in asked)]
    return [*fresh[: MOST_QUESTIONS - len(asked)], *asked]


def queries(topic: str, question: str) -> list[str]:
    """The question, which names the topic, or both."""
    known = tokens(topic) <= tokens(question)
    return [question if known else f"{topic} {question}", topic]


def claims(
    texts: Mapping[str, Sequence[str]], *, topic: str, question: str, language: Language
) -> list[Claim]:
    """Sentences that answer best, as they stand in the sources, each with itself as quote.

    `texts` are passages by the id of their source.
    """
    about = {source: parts for source, parts in texts.items() if _is_about(parts, topic)}
    lines = [(source, line) for source, parts in about.items() for line in _lines(parts)]
    found = _of_angle(lines, angle_of(question, language))
    scored = [(_score(line, topic, question, language), -n) for n, (_, line) in enumerate(found)]
    order = sorted(range(len(found)), key=lambda n: scored[n], reverse=True)
    chosen = _varied([n for n in order if scored[n][0] > 0], [line for _, line in found])
    return [Claim(text=found[n][1], source=found[n][0], quote=found[n][1]) for n in sorted(chosen)]


def section(claims: Iterable[Statement]) -> str:
    """The claims one after the other, each with its mark."""
    said = [_marked(claim) for claim in claims]
    return ("" if any(line.endswith("。") for line in said) else " ").join(said)


def introduction(claims: Iterable[Statement]) -> str:
    """The first claim that each question gave and no other before it."""
    first: dict[str, Statement] = {}
    for claim in claims:
        if all(claim["text"] != other["text"] for other in first.values()):
            first.setdefault(claim["source"].partition(".")[0], claim)
    return section(first.values())


def lacking(sections: Iterable[Section]) -> list[int]:
    """The ids of sections in which a paragraph carries no mark."""
    return [section["id"] for section in sections if section["uncited"] and section["id"]]


def _asked(comment: str, topic: str, language: Language) -> str:
    text = bare(comment)
    if _ASKS.search(text):
        return shortened(text, LONGEST_QUESTION)
    subject = _ORDER.sub("", text).strip().rstrip(".。!！") or text
    room = LONGEST_QUESTION // 2 - 30
    return _ABOUT[language].format(text=shortened(subject, room), topic=shortened(topic, room))


def _lines(parts: Sequence[str]) -> Iterator[str]:
    for part in parts:
        yield from (line for line in sentences(part) if len(line) <= CLAIM_CHARS)


def _of_angle(found: Sequence[tuple[str, str]], angle: Angle | None) -> Sequence[tuple[str, str]]:
    """Where enough lines have words of the question's angle, only those."""
    told = [(source, line) for source, line in found if angle and angle.cues.search(line)]
    return told if len(told) >= _ENOUGH else found


def _is_about(parts: Sequence[str], topic: str) -> bool:
    """Whether a source has a third of the topic's words. A search also finds what has others."""
    wanted = tokens(topic)
    return 3 * len(tokens("\n".join(parts)) & wanted) >= len(wanted)


def _score(line: str, topic: str, question: str, language: Language) -> int:
    """Words shared with the subject, and words of the angle; 0 where there are none of either.

    A sentence that leans on the one before says less alone.
    """
    subject = tokens(topic) | tokens(question) - _generic(language)
    shared = len(tokens(line) & subject)
    angle = angle_of(question, language)
    told = min(len(angle.cues.findall(line)), 3) if angle else 0
    alone = 0 if _LEANS.match(line) else 2
    return 2 * shared + 2 * told + alone if shared or told else 0


@cache
def _generic(language: Language) -> frozenset[str]:
    """The words that only ask, whatever the topic."""
    return tokens(" ".join(angle.question.format(topic="") for angle in ANGLES[language]))


def _varied(order: Sequence[int], lines: Sequence[str]) -> list[int]:
    """The first ones that do not say the same."""
    chosen: list[int] = []
    for n in order:
        if len(chosen) == _CLAIMS:
            break
        mine = tokens(lines[n])
        if not any(_much(mine, tokens(lines[m])) for m in chosen):
            chosen.append(n)
    return chosen


def _much(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) > _ALIKE * min(len(one), len(other))


def _marked(claim: Statement) -> str:
    """The mark stands before the end of the sentence, which it has in any case."""
    text = claim["text"].rstrip().rstrip(".。;；,，:：")
    last = text[-1:] if text[-1:] in "!！?？" else ""
    end = last or ("。" if _HAN_LAST.search(text) else ".")
    return f"{text.removesuffix(last)} [{claim['source']}]{end}"
