"""The same steps without a model: what rules find, what they put in its place, plain counts."""

from collections.abc import Mapping, Sequence

import regex

from graphs.contract import Language
from graphs.polish import names, rules
from graphs.polish.literals import masked
from graphs.polish.rules import Kind
from graphs.polish.sentences import LONGEST, Span, sentences
from graphs.polish.state import MOST, Problem

_Reason = tuple[str, str]

_REASONS: Mapping[Language, Mapping[Kind, _Reason]] = {
    "en": {
        Kind.REPEATED: ("The same words stand there twice.", "Say it once."),
        Kind.SPACES: ("There is more than one space.", "Leave one."),
        Kind.PUNCTUATION: ("The punctuation or the space around it is off.", "Set it right."),
        Kind.WIDTH: ("Full-width characters stand in English.", "Use the usual ones."),
        Kind.FILLER: ("A filler word adds nothing.", "Leave it out."),
        Kind.WORDY: ("It takes many words for little.", "Say it shorter."),
        Kind.PASSIVE: ("The passive hides who did it until the end.", "Begin with who did it."),
        Kind.LONG: ("The sentence is very long.", "Make two of it."),
    },
    "zh": {
        Kind.REPEATED: ("同样的意思说了两遍。", "说一遍就够。"),
        Kind.SPACES: ("中文里有多余的空格。", "去掉空格。"),
        Kind.PUNCTUATION: ("标点不规范，或用了半角标点。", "改用规范的全角标点。"),
        Kind.WIDTH: ("字母或数字是全角的。", "改成半角。"),
        Kind.FILLER: ("口头语，没有增加意思。", "去掉。"),
        Kind.WORDY: ("说法啰嗦。", "换成简短的说法。"),
        Kind.PASSIVE: ("用了被动句，谁做的放在了后面。", "先说是谁做的。"),
        Kind.LONG: ("句子太长，不好读。", "拆成两句。"),
    },
}
_POLITE = regex.compile(
    r"\b(?:please|thanks?|kindly|sorry)\b|请|谢谢|麻烦|辛苦|抱歉", regex.IGNORECASE
)
_STERN = regex.compile(
    r"\b(?:must|immediately|asap|urgent(?:ly)?)\b|必须|立即|马上|尽快", regex.IGNORECASE
)
_CASUAL = regex.compile(
    r"\w['’](?:s|re|ll|ve|t|m|d)\b|\b(?:hey|hi|ok|yeah|guys)\b|哈|嘛|啦|呢|吧", regex.IGNORECASE
)
_WORD_AFTER = regex.compile(r"[ \t]*[^\w\s]?(?:\p{Han}+|[\w'’-]+)")
_MORE_WORDS = 6
_ASKS = regex.compile(
    r"[?？]|\b(?:please|could you|can you|need you)\b|请|麻烦|能否|是否", regex.IGNORECASE
)
_WHY: Mapping[str, tuple[str, ...]] = {
    "urgent": ("stern", "loud"),
    "polite": ("polite",),
    "casual": ("casual", "loud"),
    "neutral": (),
}
"""What is counted for a tone."""
_TELLING_LENGTH = 10
"""Characters of a sentence from which their average says something."""
_TONES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "urgent": "Urgent",
        "polite": "Polite",
        "casual": "Casual",
        "neutral": "Matter-of-fact",
        "stern_count": "words of pressure: {stern}",
        "polite_count": "words of courtesy: {polite}",
        "casual_count": "spoken forms: {casual}",
        "loud_count": "exclamation marks: {loud}",
        "length": "{count} sentences of about {length} characters",
        "told": "{kind}.",
        "told_why": "{kind} ({why}).",
        "comma": ", ",
        "asks": "It asks its readers for something.",
        "informs": "It informs its readers.",
    },
    "zh": {
        "urgent": "语气急迫",
        "polite": "语气客气",
        "casual": "语气随意",
        "neutral": "语气平实",
        "stern_count": "催促的词 {stern} 处",
        "polite_count": "礼貌用语 {polite} 处",
        "casual_count": "口语 {casual} 处",
        "loud_count": "感叹号 {loud} 个",
        "length": "共 {count} 句，平均每句 {length} 个字",
        "told": "{kind}。",
        "told_why": "{kind}：{why}。",
        "comma": "，",
        "asks": "希望读者做一件事或给出答复。",
        "informs": "向读者说明情况。",
    },
}


def tone(text: str, language: Language) -> dict[str, str]:
    """Tone and purpose by the words that give them away, with their counts."""
    counts = _counts(text)
    stern, polite, casual, loud = (counts[k] for k in ("stern", "polite", "casual", "loud"))
    kind = "neutral"
    if stern + loud > max(polite, 1):
        kind = "urgent" if stern else "casual"
    elif polite:
        kind = "polite"
    elif casual > counts["count"] / 3:
        kind = "casual"
    said = _TONES[language]
    purpose = said["asks"] if _ASKS.search(text) else said["informs"]
    return {"tone": _told_tone(kind, counts, language), "purpose": purpose}


def _told_tone(kind: str, counts: Mapping[str, int], language: Language) -> str:
    """A tone with the counts that speak for it; none of them is zero."""
    said = _TONES[language]
    names_ = [f"{name}_count" for name in _WHY[kind] if counts[name]]
    if kind == "neutral" and counts["count"] > 1 and counts["length"] >= _TELLING_LENGTH:
        names_ = ["length"]
    why = said["comma"].join(said[name].format(**counts) for name in names_)
    return said["told_why" if why else "told"].format(kind=said[kind], why=why)


def _counts(text: str) -> dict[str, int]:
    prose = masked(text)
    spans = sentences(prose)
    found = {
        name: len(pattern.findall(prose))
        for name, pattern in (("stern", _STERN), ("polite", _POLITE), ("casual", _CASUAL))
    }
    count = max(len(spans), 1)
    length = round(sum(end - start for start, end in spans) / count)
    return {**found, "loud": prose.count("!") + prose.count("！"), "count": count, "length": length}


def remarks(text: str, comments: Sequence[str], language: Language) -> list[dict[str, str]]:
    """What the rules find, the first ones. A comment takes back what it quotes."""
    spared = [quote for comment in comments for quote in names.quoted(comment)]
    said: list[dict[str, str]] = []
    for finding in rules.findings(text, language):
        if len(said) == MOST:
            break
        passage = text[slice(*_told(text, finding.span, said))]
        if len(passage) <= LONGEST and not any(quote in passage for quote in spared):
            why, direction = _REASONS[language][finding.kind]
            said.append({"passage": passage, "why": why, "direction": direction})
    return said


def reworded(text: str, span: Span, problems: Sequence[Problem], language: Language) -> str:
    """A part of the text with the chosen problems fixed, as far as rules can.

    A long sentence is split last: it is the shorter wording that is split, or needs it no more.
    """
    part = text[slice(*span)]
    found = rules.findings(part, language)
    chosen = [f for problem in problems for f in _about(problem, found, span.start, language)]
    shorter = _applied(part, [f for f in chosen if f.kind is not Kind.LONG])
    if all(f.kind is not Kind.LONG for f in chosen):
        return shorter
    long = [f for f in rules.findings(shorter, language) if f.kind is Kind.LONG]
    return _applied(shorter, long)


def _applied(part: str, chosen: Sequence[rules.Finding]) -> str:
    edits = [edit for finding in chosen for edit in finding.edits]
    return rules.applied(part, Span(0, len(part)), edits)


def _about(
    problem: Problem, found: Sequence[rules.Finding], begins: int, language: Language
) -> list[rules.Finding]:
    """The finding that this problem is, else those inside its passage."""
    reason = (problem["why"], problem["direction"])
    start = problem["start"] - begins
    place = Span(start, start + len(problem["passage"]))
    inside = [
        finding
        for finding in found
        if place.start <= finding.span.start and finding.span.end <= place.end
    ]
    return [f for f in inside if _REASONS[language][f.kind] == reason] or inside


def _told(text: str, span: Span, said: Sequence[Mapping[str, str]]) -> Span:
    """A passage that is told from its like before it: by a few words after it, where needed."""
    for _ in range(_MORE_WORDS):
        passage = text[slice(*span)]
        quoted = sum(remark["passage"] == passage for remark in said)
        after = _WORD_AFTER.match(text, span.end)
        if text.count(passage, 0, span.start) == quoted or not after:
            break
        span = Span(span.start, after.end())
    return span
