"""Rules for English. They remove and replace, and invent no word."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import regex

from graphs.polish.sentences import Span

_Match: TypeAlias = "regex.Match[str]"
_Rule: TypeAlias = tuple[str, str | Callable[[_Match], str]]

_LONG_WORDS = 28
"""Words of a sentence that should be two."""
_SHORTER = {
    "a large number of": "many",
    "at that point in time": "then",
    "at this point in time": "now",
    "despite the fact that": "although",
    "due to the fact that": "because",
    "for the purpose of": "for",
    "has the ability to": "can",
    "have the ability to": "can",
    "in the event that": "if",
    "in order to": "to",
    "in spite of the fact that": "although",
    "is able to": "can",
    "are able to": "can",
    "prior to": "before",
    "subsequent to": "after",
    "the majority of": "most of",
    "utilise": "use",
    "utilised": "used",
    "utilises": "uses",
    "utilising": "using",
    "utilize": "use",
    "utilized": "used",
    "utilizes": "uses",
    "utilizing": "using",
    "with regard to": "about",
}
_OPENING = (
    r"(?:it (?:should|must) be (?:noted|mentioned)|it is (?:important to note|worth noting)"
    r"|it is (?:generally |widely )?(?:believed|thought|felt)|please (?:be advised|note)"
    r"|needless to say|it goes without saying)"
)
_FILLER = r"(?:very|really|actually|basically|literally)"
_NOT_AFTER = r"(?<!\b(?:not|so|the|a|an|A|An|The)|n['’]t)"
_KEEPS = r"(?!much\b|first\b|last\b|same\b|best\b|few\b|little\b|well\b)"
_DETERMINER = r"(?:the|a|an|this|that|these|those|our|my|their|its|all|some|both|every)"
_NO_AGENT = r"(?!the (?:end|time|start|way|book|hour|day)\b|hand\b|default\b|mistake\b|accident\b)"
_NO_DAY = (
    r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))"
)
_CLAUSE = r"(?:the|a|an|we|i|it|they|he|she|this|these|our|my|their|there|you|nobody|everybody)"
_DEPENDS = (
    r"(?:due to|owing to|thanks to|because|since|although|though|even though|even if|while|whereas"
    r"|unless|until|if|as|despite|in spite of|in order to|in the event|in case|provided|given"
    r"|so that|that|which|who|whose|when|where|after|before|prior to|subsequent to|for|with"
    r"|without|including|especially|particularly|such as|except|instead of|rather than)"
)
"""How a part begins that is no sentence of its own."""
_CUT = regex.compile(
    rf",\s+(and|but|so)\s+(?={_CLAUSE}\b)|;\s+(?!{_DEPENDS}\b)(?=\p{{L}})", regex.IGNORECASE
)
_WORD = regex.compile(r"[\p{L}\p{N}'’-]+")


def _cased(match: _Match, text: str) -> str:
    return text[:1].upper() + text[1:] if match[0][:1].isupper() else text


def _article(match: _Match) -> str:
    article = "an" if match[2] in "aeio" else "a"
    return f"{_cased(match, article)} {match[2]}"


def _active(match: _Match) -> str:
    agent, done, verb, end = match["agent"], match["done"], match["verb"], match["end"]
    if regex.match(_DETERMINER + r"\b", done, regex.IGNORECASE):
        done = done[:1].lower() + done[1:]
    return f"{agent[:1].upper()}{agent[1:]} {verb} {done}{end}"


RULES: Mapping[str, Sequence[_Rule]] = {
    "repeated": ((r"\b(?!(?:had|that|is)\b)([\p{L}]+)(?:[ \t]+(?i:\1)\b)+", r"\1"),),
    "spaces": ((r"(?<=\S)[ \t]{2,}(?=[^\s.,;:!?])", " "),),
    "punctuation": (
        (r"(?<=[\p{L}\p{N}])[ \t]+(?=[,;:!?.](?:\s|$))", ""),
        (r"(?<=[a-z])[ \t]*,(?=[A-Za-z])", ", "),
        (r",{2,}", ","),
        (r"([!?])\1{1,}", r"\1"),
    ),
    "filler": (
        (
            r"(?:(?<=^)|(?<=[.!?]\s))(?i:basically|actually|obviously|clearly),?\s+(\p{Ll})",
            lambda m: m[1].upper(),
        ),
        (rf"\b(a|an|A|An)\s+{_FILLER}\s+{_KEEPS}([a-gi-np-tv-z])", _article),
        (
            rf"{_NOT_AFTER}(?<=\S)[ \t]+{_FILLER}(?=[ \t]+{_KEEPS}\p{{Ll}})",
            "",
        ),
    ),
    "wordy": (
        (
            rf"\b(?i:{'|'.join(map(regex.escape, sorted(_SHORTER, key=len, reverse=True)))})\b",
            lambda m: _cased(m, _SHORTER[m[0].lower()]),
        ),
        (
            rf"\b(?i:{_OPENING}),?\s+(?:that\s+)?(\p{{L}})",
            lambda m: m[1].upper() if m[0][:1].isupper() else m[1],
        ),
    ),
    "passive": (
        (
            (
                r"(?:(?<=^)|(?<=[.!?]\s))(?P<done>(?!(?:It|He|She|They|We|I|You|There|This|That) )"
                r"[A-Z][\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+){0,4}) (?:was|were) (?P<verb>\p{Ll}+ed)"
                rf" by (?P<agent>{_NO_AGENT}{_NO_DAY}(?:the|our|my|their|[A-Z])[\p{{L}}\p{{N}}'’-]*"
                r"(?: [\p{L}'’-]+){0,2})(?P<end>[.!])(?=\s|$)"
            ),
            _active,
        ),
    ),
}
"""By kind: a pattern, and what takes the place of what it matches."""


def split(text: str, span: Span) -> tuple[Span, str] | None:
    """Where a sentence that is too long becomes two, and what is put there."""
    if len(_WORD.findall(text, *span)) <= _LONG_WORDS:
        return None
    middle = (span.start + span.end) / 2
    cuts = sorted(_CUT.finditer(text, *span), key=lambda m: abs(m.start() - middle))
    if not cuts or cuts[0].end() >= span.end:
        return None
    cut = cuts[0]
    word = (cut[1] or "").lower()
    following = text[cut.end()]
    lead = f"{word.capitalize()} {following}" if word in {"but", "so"} else following.upper()
    return Span(cut.start(), cut.end() + 1), f". {lead}"
