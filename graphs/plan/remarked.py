"""What a comment on a plan asks for, by rules: a step more, a step less, or nothing they know."""

from collections.abc import Sequence

import regex

from graphs.ground import tokens
from graphs.lines import bare

_ADDS = regex.compile(
    r"^(?:please\s+)?(?:also\s+)?(?:(?:add|include)(?:\s+(?:a|an|one|another|one more)"
    r"(?:\s+more)?\s+steps?)?(?:\s*:|\s+(?:to|about|on|for|that|which)\b)?\s+|(?<=also\s+))"
    r"|^(?:请)?(?:再|还要|(?:增加|添加|补充|加上|加(?=[一个步])))(?:一?个)?(?:一?步骤?)?[:：，]?(?:关于)?",
    regex.IGNORECASE,
)
_BEHIND = regex.compile(r"的(?:步骤|一步|内容)$")
_DOES = regex.compile(
    r"^(?:please\s+)?(?:ask|calculate|check|compare|compute|count|describe|divide|explain|find"
    r"|gather|give|list|look up|multiply|name|note|read|search|subtract|sum|summari[sz]e|tell|work"
    r"|write)\b|^(?:请)?(?:计算|查|找|搜|比较|列出|总结|写|算|说明|阅读|读|问)",
    regex.IGNORECASE,
)
_REFUSES = regex.compile(
    r"\b(?:no|not|never|nothing|without|skip|remove|drop|delete|omit|cancel|leave\s+out"
    r"|leave\b.+\bout|instead\s+of|rather\s+than|cannot)\b|n['’]t\b"
    r"|不要|不用|不必|不需|不应|无需|没必要|去掉|删|跳过|省略|取消|(?<![特分区级类个性辨])别(?![人名的墅])",
    regex.IGNORECASE,
)
_KEEPS = regex.compile(
    r"\b(?:not|never|don['’]t)\s+(?:to\s+)?(?:forget|miss|skip|remove|drop|delete|omit|leave)\b"
    r"|(?:不要|别|不能)(?:忘|漏|去掉|删|跳过|省略)",
    regex.IGNORECASE,
)
_EMPTY = regex.compile(
    r"\b(?:please|no|not|do|don['’]t|need(?:ed|s)?|necessary|required|want(?:ed)?|skip|remove|drop"
    r"|delete|omit|cancel|leave|out|without|steps?|about|any|part|for|to|can|be|is|are)\b"
    r"|请|不要|不用|不必|不需要?|不应该?|无需|没必要|去掉|删[掉除]?|跳过|省略|取消|别|步骤|这一步|一步|关于|查(?=[^询看])|一下|了|的",
    regex.IGNORECASE,
)
_NUMBER = regex.compile(r"\bsteps?\s+(\d{1,2})\b|第\s*(\d{1,2})\s*步", regex.IGNORECASE)
_HAN = regex.compile(r"\p{Han}")
_MOST_PAIRS = 0.6
"""The share of pairs of Chinese characters that is enough: some of them are no words."""


def added(comment: str) -> str:
    """The step that a comment asks to add; empty where it asks for none."""
    said = bare(comment)
    if _REFUSES.search(said):
        return ""
    if match := _ADDS.match(said):
        return _BEHIND.sub("", said[match.end() :])
    return said if _DOES.match(said) else ""


def left(steps: Sequence[str], comment: str) -> list[str]:
    """The steps without those that a comment clearly names to be left out; never none."""
    said = bare(comment)
    if not _REFUSES.search(said) or _KEEPS.search(said):
        return list(steps)
    numbers = {int(n) for match in _NUMBER.findall(said) for n in match if n}
    named = tokens(_EMPTY.sub(" ", _NUMBER.sub(" ", said)))
    stays = [
        step
        for n, step in enumerate(steps, 1)
        if n not in numbers and not (named and not numbers and _names(named, step))
    ]
    return stays or list(steps)


def _names(named: frozenset[str], step: str) -> bool:
    share = _MOST_PAIRS if any(_HAN.match(word) for word in named) else 1.0
    return len(named & tokens(step)) >= share * len(named)
