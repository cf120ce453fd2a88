"""The same steps without a model: code picks, sorts and joins sentences, and writes none itself."""

from collections.abc import Iterable, Mapping, Sequence

import regex

from graphs.contract import Language
from graphs.ground import tokens
from graphs.lines import bare, shortened
from graphs.research.alike import distinct, same
from graphs.research.angles import ANGLES, is_angle
from graphs.research.asked import Asked, asked, named
from graphs.research.leaning import standing
from graphs.research.state import (
    CLAIM_CHARS,
    LONGEST_QUESTION,
    MOST_CLAIMS,
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
    "en": "What is known about {text}?",
    "zh": "关于{text}有哪些情况？",
}
# A comment that takes something out. Asked as a question, only the second kind does.
_NOT_LESS = regex.compile(
    r"\bnot (?:only|just|enough|much|many)\b"
    r"|\b(?:don['’]t|do not|never) (?:forget|leave out|skip|omit)\b"
    r"|不够|不足|不仅|不只|不光|[别不]要?忘|要不要",
    regex.IGNORECASE,
)
_LESS = regex.compile(
    r"\b(?:no|not|nothing|none|without|don['’]t|never)\b|不要|不用|不需要|不必|无需|不想|不谈|不讲"
    r"|(?<![特区类级个性分差辨告离])别(?![的人处墅名])",
    regex.IGNORECASE,
)
_OUT = regex.compile(
    r"\b(?:skip|leave out|take out|remove|drop|delete|omit|exclude)\b|去掉|去除|删|省略|跳过|拿掉",
    regex.IGNORECASE,
)
_HAN_LAST = regex.compile(r"\p{Han}[^\p{L}]*$")
_ALIKE = 0.7
"""Of the shorter sentence's words."""


def plan(topic: str, comments: Sequence[str], language: Language) -> list[str]:
    """A question from each angle, and what reviewers say of them, in the order they said it.

    What they ask for takes the place of the last angles. A comment with a negation takes out
    the questions that it names, and asks for nothing.
    """
    usual, wanted = [angle.question for angle in ANGLES[language]], list[str]()
    for comment in comments:
        if takes_out(comment):
            usual, wanted = _without(usual, comment, topic), _without(wanted, comment, topic)
        else:
            wanted = distinct([*wanted, _asked(comment, language)], topic=topic)[-MOST_QUESTIONS:]
    fresh = [q for q in usual if not any(same(q, other, topic=topic) for other in wanted)]
    return [*fresh[: MOST_QUESTIONS - len(wanted)], *wanted]


def takes_out(comment: str) -> bool:
    """Whether a comment wants less. "no" inside another word means nothing."""
    said = _NOT_LESS.sub(" ", comment)
    return bool(_OUT.search(said) or (_LESS.search(said) and not _ASKS.search(comment)))


def queries(topic: str, question: str) -> list[str]:
    """The question with the topic behind it, alone where it has a subject, and the topic.

    A question that names the topic stands as it is.
    """
    if tokens(topic) <= tokens(question):
        return [question, topic]
    alone = [question] if named(question, topic).anything and not is_angle(question) else []
    return [f"{question} {topic}", *alone, topic]


def claims(
    texts: Mapping[str, Sequence[str]], *, topic: str, question: str, language: Language
) -> list[Claim]:
    """Sentences that answer best, as they stand in the sources, each with itself as quote.

    None where no sentence has anything of the question. `texts` are passages by the id of
    their source.
    """
    wanted = asked(question, topic, language)
    found = [
        (source, line)
        for source, parts in texts.items()
        if _is_about(parts, topic)
        for part in parts
        for line in standing(part, longest=CLAIM_CHARS)
    ]
    hits = [_hits(wanted, line, topic) for _, line in found]
    least = max(max(hits, default=0) / 2, 1)
    scored = [fit(line, topic=topic, question=question, language=language) for _, line in found]
    good = [n for n in range(len(found)) if hits[n] >= least]
    order = sorted(good, key=lambda n: (scored[n], -n), reverse=True)
    chosen = _varied(order, [line for _, line in found])
    return [Claim(text=found[n][1], source=found[n][0], quote=found[n][1]) for n in sorted(chosen)]


def fit(line: str, *, topic: str, question: str, language: Language) -> int:
    """How well a sentence answers: by what it has of the question, then of the topic."""
    wanted = asked(question, topic, language)
    return 4 * wanted.hits(line) + len(tokens(line) & tokens(topic))


def section(claims: Iterable[Statement]) -> str:
    """The claims one after the other, each with its mark."""
    said = [_marked(claim) for claim in claims]
    return ("" if any(line.endswith("。") for line in said) else " ").join(said)


def leading(claims: Iterable[Statement]) -> list[Statement]:
    """What the summary says: of each question with more than one claim the first."""
    return [said[0] for said in _by_question(claims) if len(said) > 1]


def after_leading(claims: Sequence[Statement]) -> Sequence[Statement]:
    """What the section of one question says: what the summary does not."""
    return claims[1:] if len(claims) > 1 else claims


def firsts(claims: Iterable[Statement]) -> list[Statement]:
    """The first claim of each question: a summary of sections that have other words."""
    return [said[0] for said in _by_question(claims)]


def lacking(sections: Iterable[Section]) -> list[int]:
    """The ids of sections in which a paragraph carries no mark."""
    return [section["id"] for section in sections if section["uncited"] and section["id"]]


def _by_question(claims: Iterable[Statement]) -> Iterable[Sequence[Statement]]:
    told: dict[str, list[Statement]] = {}
    for claim in claims:
        told.setdefault(claim["source"].partition(".")[0], []).append(claim)
    return told.values()


def _asked(comment: str, language: Language) -> str:
    text = bare(comment)
    if _ASKS.search(text):
        return shortened(text, LONGEST_QUESTION)
    subject = _ORDER.sub("", text).strip().rstrip(".。!！") or text
    return _ABOUT[language].format(text=shortened(subject, LONGEST_QUESTION - 30))


def _without(questions: Sequence[str], comment: str, topic: str) -> list[str]:
    return [q for q in questions if not named(q, topic).hits(comment)]


def _is_about(parts: Sequence[str], topic: str) -> bool:
    """Whether a source has a third of the topic's words. A search also finds what has others."""
    wanted = tokens(topic)
    return 3 * len(tokens("\n".join(parts)) & wanted) >= len(wanted)


def _hits(wanted: Asked, line: str, topic: str) -> int:
    """Where a question asks for the topic alone, the words of that."""
    return wanted.hits(line) if wanted.anything else len(tokens(line) & tokens(topic))


def _varied(order: Sequence[int], lines: Sequence[str]) -> list[int]:
    """The first ones that do not say the same."""
    chosen: list[int] = []
    for n in order:
        if len(chosen) == MOST_CLAIMS:
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
