"""A document in parts of a few sentences: what is searched, and what is shown of it."""

from collections.abc import Iterator
from pathlib import PurePosixPath

import regex

MAX_CHARS = 700
"""Of a passage."""
MAX_TITLE_CHARS = 200

_TITLE = regex.compile(r"^#[ \t]+(.+?)[ \t]*#*$", regex.MULTILINE)
_HEADING = regex.compile(r"#{1,6}[ \t]+(.+?)[ \t]*#*", regex.DOTALL)
_WIDE_ENDS = ("。", "！", "？", "；", "：", "，")
_HEAD_CHARS = 2_000
_FIRST_LINE_CHARS = 120
_PARAGRAPHS = regex.compile(r"\n\s*\n")
# After the end of a sentence, in either language.
_SENTENCES = regex.compile(r"(?<=[.!?]['\")\]]?)\s+|(?<=[。！？；][”」』）]?)|\n")


def title_of(path: str, text: str) -> str:
    """What a document calls itself: its first heading, else a short first line, else its name."""
    if heading := _TITLE.search(text[:_HEAD_CHARS]):
        return _one_line(heading[1])[:MAX_TITLE_CHARS]
    first = _one_line(text.lstrip().partition("\n")[0])
    if 0 < len(first) <= _FIRST_LINE_CHARS and not first.endswith((".", "。", ":", "：")):
        return first
    return PurePosixPath(path).stem.replace("_", " ").replace("-", " ")[:MAX_TITLE_CHARS]


def passages(text: str) -> Iterator[str]:
    """The whole text in order but for its title, cut at headings, paragraphs, else sentences.

    Each is one line. A heading stands before the passage that it leads into.
    """
    held = ""
    for piece, leads in _pieces(_TITLE.sub("", text[:_HEAD_CHARS], count=1) + text[_HEAD_CHARS:]):
        joined = held + ("" if held.endswith(_WIDE_ENDS) else " ") + piece if held else piece
        if held and (leads or len(joined) > MAX_CHARS):
            yield held
            held = piece
        else:
            held = joined
    if held:
        yield held


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Each with whether it is a heading."""
    for paragraph in _PARAGRAPHS.split(text):
        line = _one_line(paragraph)
        if (heading := _HEADING.fullmatch(paragraph.strip())) and "\n" not in heading[1]:
            yield f"{_one_line(heading[1])[:MAX_TITLE_CHARS]}:", True
        elif len(line) > MAX_CHARS:
            for sentence in _SENTENCES.split(paragraph):
                part = _one_line(sentence)
                for at in range(0, len(part), MAX_CHARS):
                    yield part[at : at + MAX_CHARS], False
        elif line:
            yield line, False


def _one_line(text: str) -> str:
    return " ".join(text.split())
