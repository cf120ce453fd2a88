"""Rules for Chinese. They remove and replace, and invent no word."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import regex

from graphs.polish.sentences import Span

_Match: TypeAlias = "regex.Match[str]"
_Rule: TypeAlias = tuple[str, str | Callable[[_Match], str]]

_LONG_CHARACTERS = 70
"""Characters of a sentence that should be two."""
_FULL = {",": "，", ";": "；", ":": "：", "?": "？", "!": "！", ".": "。"}
_WORDS = "非常|十分|特别|我们|他们|你们|可以|需要|已经|进行|因为|所以|但是|如果|这个|那个|一个|目前"
_CUT = regex.compile(r"，(?=但是|但|而且|并且|同时|所以|因此|另外|此外|然后|不过)|；(?=\p{Han})")


def _narrow(match: _Match) -> str:
    return "".join(chr(ord(c) - 0xFEE0) for c in match[0])


RULES: Mapping[str, Sequence[_Rule]] = {
    "repeated": (
        (rf"({_WORDS})\1+", r"\1"),
        (r"(?<!\p{Han}目)(的|了|是|在|和|与)\1+(?=\p{Han})", r"\1"),
        (r"(?:大约|约)(\p{N}+(?:\.\p{N}+)?\p{Han}?)左右", r"约\1"),
    ),
    "spaces": (
        (r"(?<=\p{Han})[ \t]+(?=\p{Han})", ""),
        (r"(?<=\S)[ \t]+(?=[，。；：！？、])", ""),
        (r"(?<=[，。；：！？、])[ \t]+(?=\S)", ""),
        (r"(?<=[A-Za-z\d])[ \t]{2,}(?=\S)|(?<=\S)[ \t]{2,}(?=[A-Za-z\d])", " "),
    ),
    "punctuation": (
        (r"(?<=\p{Han})([,;:?!])[ \t]*(?=[\p{Han}A-Za-z\d]|$)", lambda m: _FULL[m[1]]),
        (r"(?<=\p{Han})([.])[ \t]*(?=\p{Han}|$)", lambda m: _FULL[m[1]]),
        (r"(?<=\p{Han})\(([^()\n]*\p{Han}[^()\n]*)\)", r"（\1）"),
        (r"([，；：、])\1+", r"\1"),
        (r"[!！]{2,}(?:[ \t]+(?=\p{Han}))?", "！"),
        (r"[?？]{2,}(?:[ \t]+(?=\p{Han}))?", "？"),
        (r"。{2}(?!。)", "。"),
    ),
    "width": ((r"[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+", _narrow),),
    "filler": (
        (
            r"(?:(?<=^)|(?<=[，。！？；,]))(?:其实|基本上来说|总的来说|说实话|老实说|众所周知)，?(?=\p{Han})",
            "",
        ),
        (r"(?<=\p{Han})(?:其实|基本上)(?=\p{Han})", ""),
    ),
    "wordy": (
        (r"对(\p{Han}{1,10}?)进行了(\p{Han}{2})(?=[，。；！？、,.;]|$)", r"\2了\1"),
        (r"进行了(\p{Han}{2})(?=[，。；！？、,.;]|$)", r"\1了"),
        (r"由于([^，。；\n]{1,30})的原因", r"由于\1"),
        (r"在([^，。；\n]{1,20})的情况之下", r"在\1的情况下"),
        (r"(?:目前|现在)(?:这个)?阶段", "现在"),
        (r"的(?:这样|那样)(?:的)?一个(?=\p{Han})", "的"),
        (r"(?:有关|关于)于(?=\p{Han})", "关于"),
    ),
    "passive": (
        (
            (
                r"(?:(?<=^)|(?<=[。！？；]))(?!这|那|它|他|她)(\p{Han}{2,10})被(\p{Han}{2,8}?)(批准|通过|取消"
                r"|否决|关闭|删除|修改)了(?=。|$)"
            ),
            r"\2\3了\1",
        ),
    ),
}
"""By kind: a pattern, and what takes the place of what it matches."""


def split(text: str, span: Span) -> tuple[Span, str] | None:
    """Where a sentence that is too long becomes two, and what is put there."""
    if span.end - span.start <= _LONG_CHARACTERS:
        return None
    middle = (span.start + span.end) / 2
    cuts = sorted(_CUT.finditer(text, *span), key=lambda m: abs(m.start() - middle))
    return (Span(cuts[0].start(), cuts[0].end()), "。") if cuts else None
