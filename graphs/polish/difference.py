"""What changed between two texts, for people: ~~taken out~~ and **put in**. Pure.

By words, in Chinese by characters. The parts are complete: kept and added ones make the new
text, kept and deleted ones the old one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Literal, TypeAlias

import regex

Kind: TypeAlias = Literal["kept", "deleted", "added"]

_CODE = r"(`[^`\n]+`)"
_TOKEN = regex.compile(
    r"`[^`\n]+`|(?:(?!\p{Han})[\p{L}\p{M}\p{N}])+(?:[.,:'’/_-](?:(?!\p{Han})[\p{L}\p{M}\p{N}])+)*|\s+|\X"
)
# Links, mentions and `&<>` are the bot's to take care of: an escape would be in its way.
_SPECIAL = regex.compile(r"[\\`*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])")
_NUMBERED = regex.compile(r"(\d+)(?=[.)])")
_BLOCK = tuple("#+=-")
_MOST_ALIKE = 20_000
"""Pairs of equal words in both texts. Two thousand characters of prose have a third of that."""
_MARKS: dict[Kind, str] = {"deleted": "~~", "added": "**"}


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the text, and what happened to it."""

    kind: Kind
    text: str


def parts(before: str, after: str) -> list[Part]:
    """All of both texts, in order; where something was replaced the old comes first."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    made: list[tuple[str, str, str]] = []
    for equal, a, b, c, d in _steps(old, new):
        gone, come = "".join(old[a:b]), "".join(new[c:d])
        made.append((gone, "", "") if equal else ("", gone, come))
    return [part for entry in _joined(made) for part in _split(entry)]


def markdown(listed: Sequence[Part]) -> str:
    """The parts as Markdown, with nothing live in it but the marks."""
    said = ""
    for number, part in enumerate(listed):
        if part.kind == "kept":
            said += _escaped(part.text)
            continue
        following = next((p.text for p in listed[number + 1 :] if p.kind == "kept"), "")
        if _only_spaces(listed, number):
            said += _spaces(part)
            continue
        said += _marked(part, before=said, after="" if _replaced(listed, number) else following)
    return "\n".join(_block_safe(line) for line in said.split("\n"))


def _steps(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[bool, int, int, int, int]]:
    """Runs of both that are equal or not, in order."""
    # difflib takes cubic time where the same few tokens stand there again and again.
    counts = Counter(old), Counter(new)
    alike = sum(n * counts[1][token] for token, n in counts[0].items() if not token.isspace())
    if alike > _MOST_ALIKE:
        start = _alike(old, new)
        end = _alike(old[start:][::-1], new[start:][::-1])
        yield True, 0, start, 0, start
        yield False, start, len(old) - end, start, len(new) - end
        yield True, len(old) - end, len(old), len(new) - end, len(new)
        return
    for tag, *places in SequenceMatcher(str.isspace, old, new, autojunk=False).get_opcodes():
        a, b, c, d = places
        yield tag == "equal", a, b, c, d


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """How many words both begin with."""
    pairs = zip(old, new, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _replaced(listed: Sequence[Part], number: int) -> bool:
    """Whether another mark follows at once: it stands for punctuation."""
    return number + 1 < len(listed) and listed[number + 1].kind != "kept"


def _joined(entries: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """A space or a single character between two changes is read more easily with them."""
    made: list[tuple[str, str, str]] = []
    for number, (kept, gone, come) in enumerate(entries):
        inside = 0 < number < len(entries) - 1
        if kept and inside and len(kept.strip()) <= 1 and "\n" not in kept:
            gone, come, kept = kept, kept, ""  # noqa: PLW2901 - the same entry, seen as a change
        if made and not kept and not made[-1][0]:
            made[-1] = ("", made[-1][1] + gone, made[-1][2] + come)
        else:
            made.append((kept, gone, come))
    return made


def _split(entry: tuple[str, str, str]) -> list[Part]:
    kept, gone, come = entry
    listed = [Part("kept", kept), Part("deleted", gone), Part("added", come)]
    return [part for part in listed if part.text]


def _marked(part: Part, *, before: str, after: str) -> str:
    """Each line within marks of its own: a mark does not reach over a line end."""
    lines = part.text.split("\n")
    mark = _MARKS[part.kind]
    made = [_line(line, mark) for line in lines]
    # A mark beside punctuation only counts where a space is on its other side.
    lead = " " if _glued(before[-1:], lines[0][:1]) else ""
    trail = " " if _glued(after[:1], lines[-1][-1:]) else ""
    return lead + "\n".join(made) + trail


def _line(line: str, mark: str) -> str:
    core = line.strip()
    if not core:
        return line
    lead, trail = line[: len(line) - len(line.lstrip())], line[len(line.rstrip()) :]
    return f"{lead}{mark}{_escaped(core)}{mark}{trail}"


def _only_spaces(listed: Sequence[Part], number: int) -> bool:
    """Whether nothing but space changed here: it is shown, or nobody would see a difference."""
    part, beside = listed[number], number + (1 if listed[number].kind == "deleted" else -1)
    other = listed[beside] if 0 <= beside < len(listed) else None
    if other is None or other.kind == "kept":
        return not part.text.strip()
    return _bare(other.text) == _bare(part.text)


def _bare(text: str) -> str:
    return "".join(text.split())


def _spaces(part: Part) -> str:
    mark = _MARKS[part.kind]
    shown = _escaped(part.text).replace("\n", "⏎").replace(" ", "␣").replace("\t", "⇥")
    end = "\n" if part.kind == "added" and "\n" in part.text else " "
    return f" {mark}{shown}{mark}{end}"


def _glued(outer: str, inner: str) -> bool:
    return outer.isalnum() and not (inner.isalnum() or inner.isspace())


def _escaped(text: str) -> str:
    pieces = regex.split(_CODE, text)
    pieces[::2] = [_SPECIAL.sub(r"\\\g<0>", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _block_safe(line: str) -> str:
    """Without what would make it a heading or an entry of a list."""
    bare = line.lstrip(" \t")
    if entry := _NUMBERED.match(bare):
        return f"{entry[1]}\\{bare[entry.end() :]}"
    return f"\\{bare}" if bare[:1] in _BLOCK else bare
