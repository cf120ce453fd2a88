"""What a new wording may not change: numbers, names, links, code, "not", the language. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import regex

from graphs import ground
from graphs.language import detect
from graphs.polish import names
from graphs.polish.literals import literals, masked

_LEAST_SHARE = 0.2
"""A wording that is shorter than this leaves out what was said."""
_MOST_SHARE, _ROOM = 2.0, 120
_STEM = 5
"""Letters of a stem: shorter words have no other forms to tell."""
_FEW = 3
"""Words that a passage needs for its new wording to have one of them."""

_NUMBER = regex.compile(
    r"\d+(?:[.,:]\d+)*\s?"
    r"(%|‰|percent\b|per cent\b|[kKMGT]?B\b|ms\b|min\b|[smh]\b|[kmc]?m\b|k?g\b|[万亿千百])?"
)
_SIGNS = regex.compile(r"[$€£¥￥]")
_SPELT = regex.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|twice|hundred"
    r"|thousand|million|billion)\b|(?!一)[一二两三四五六七八九十百千万亿]+(?=[个名位条次天周月年日号点倍成元块人项家台件份版轮批])",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|nobody|nothing)\b|n['’]t\b|[不没无未]",
    regex.IGNORECASE,
)
_NOT_REALLY = regex.compile(
    r"\bnot only\b|\bno doubt\b|\bneedless\b|不过|不仅|不断|不少|不同|不但|不管|不论|差不多|不错"
    r"|不好意思|不可否认|对不起|无论|没关系|毫无疑问|不得不",
    regex.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Broken:
    """What a wording lost, what it added, and whether it says something else altogether."""

    lost: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    turned: bool = False
    """It denies what was said, or says what was denied."""
    language: bool = False
    other: bool = False

    def __bool__(self) -> bool:
        """Whether the wording cannot be used."""
        return bool(self.lost or self.added or self.turned or self.language or self.other)


def broken(before: str, after: str) -> Broken:
    """Everything that a new wording changed and must not."""
    counted = (_numbers, literals, _spelt)
    pairs = [(Counter(of(before)), Counter(of(after))) for of in counted]
    named_before, named_after = names.names(before), names.names(after)
    lost = [*_more(pairs), *_missing(named_before, after), *_unquoted(before, after)]
    added = [
        *_more((b, a) for a, b in pairs),
        *_missing(named_after | names.openers(after), before),
        *_unquoted(after, before),
    ]
    return Broken(
        lost=tuple(dict.fromkeys(_written(item, before) for item in lost)),
        added=tuple(dict.fromkeys(_written(item, after) for item in added)),
        turned=_denies(before) != _denies(after),
        language=_moved(before, after),
        other=_other(before, after),
    )


def _written(item: str, text: str) -> str:
    """As it stands in the text."""
    place = text.lower().find(item)
    return text[place : place + len(item)] if place >= 0 else item


def _numbers(text: str) -> list[str]:
    """Each number in one spelling, with its unit."""
    found = (
        f"{number}{_unit(match[1])}"
        for match in _NUMBER.finditer(text)
        for number in ground.numbers(match[0])
    )
    return [*found, *_SIGNS.findall(text)]


def _unit(unit: str | None) -> str:
    return "%" if unit in {"percent", "per cent"} else unit or ""


def _spelt(text: str) -> list[str]:
    return [match[0].casefold().replace("两", "二") for match in _SPELT.finditer(masked(text))]


def _more(pairs: Iterable[tuple["Counter[str]", "Counter[str]"]]) -> Iterable[str]:
    """What the first of each pair has more of."""
    return [item for first, second in pairs for item in first - second]


def _missing(wanted: frozenset[str], text: str) -> Iterable[str]:
    """Names of which not even the stem is there."""
    there, stems = names.words(text), ground.tokens(text)
    return sorted(n for n in wanted if n not in there and n not in text and not _tied(n, stems))


def _tied(name: str, stems: frozenset[str]) -> bool:
    # A first word in another form, as "Deploying" for "deployment"; a Han name has no other.
    own = {stem for stem in ground.tokens(name) if len(stem) >= _STEM}
    return bool(own) and own <= stems


def _unquoted(first: str, second: str) -> Iterable[str]:
    plain = " ".join(second.split())
    return [quote for quote in names.quoted(first) if " ".join(quote.split()) not in plain]


def _denies(text: str) -> bool:
    return bool(_NOT.search(_NOT_REALLY.sub(" ", masked(text))))


def _moved(before: str, after: str) -> bool:
    was, now = detect(before), detect(after)
    return was is not None and now != was


def _other(before: str, after: str) -> bool:
    """Far too short, far too long, or without one word in common."""
    if not _LEAST_SHARE * len(before) <= len(after) <= _MOST_SHARE * len(before) + _ROOM:
        return True
    said = ground.tokens(before)
    return len(said) >= _FEW and not said & ground.tokens(after)
