"""The parts of a text that are about a question: sentences, and passages of a few of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from graphs.ground import tokens

_SENTENCE = regex.compile(
    r"(?<=[.!?]['\"”’)]?)\s+(?=[\p{Lu}\p{N}\p{Han}\"“'‘(])|(?<=[。！？][”’）]?)"
)
_NOISE = regex.compile(r"^\s*(?:#+\s|[|>]|[-=_*]{3,}\s*$|!\[)")
_SHORTEST = {True: 8, False: 25}
"""Characters of a sentence that says something, in Chinese or else."""
_HAN = regex.compile(r"\p{Han}")


@dataclass(frozen=True, slots=True)
class Passage:
    """Some of a text, as it stands there."""

    start: int
    text: str


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text that say something: without headings, tables and rules."""
    for _, sentence in following(text):
        yield sentence


def following(text: str) -> Iterator[tuple[str, str]]:
    """The same, each after the one that stands before it; "" at the head of a paragraph."""
    for block in _blocks(text):
        before = ""
        for sentence in _SENTENCE.split(" ".join(block.text.split())):
            bare = sentence.strip().removeprefix("- ").removeprefix("* ")
            if len(bare) >= _SHORTEST[bool(_HAN.search(bare))]:
                yield before, bare
            before = bare


def best(text: str, about: str, *, most: int, chars: int) -> list[str]:
    """The passages that share most with what is asked, in the order of the text.

    Together they have at most so many characters.
    """
    wanted = tokens(about)
    scored = [(len(tokens(p.text) & wanted), -p.start, p) for p in _passages(text, chars // most)]
    ranked = sorted(scored, key=lambda entry: entry[:2], reverse=True)[:most]
    return [p.text for _, _, p in sorted(ranked, key=lambda entry: -entry[1])]


def _passages(text: str, longest: int) -> Iterator[Passage]:
    """Neighbouring blocks together, as long as they fit; what is too long alone is cut up."""
    held: list[Passage] = []
    for block in _pieces(_blocks(text), longest):
        if held and sum(len(p.text) + 2 for p in held) + len(block.text) > longest:
            yield _joined(held)
            held = []
        held.append(block)
    if held:
        yield _joined(held)


def _joined(blocks: Sequence[Passage]) -> Passage:
    return Passage(blocks[0].start, "\n\n".join(block.text for block in blocks))


def _pieces(blocks: Iterator[Passage], longest: int) -> Iterator[Passage]:
    """Blocks that are too long by sentence, and a sentence that is too long as it comes."""
    for block in blocks:
        if len(block.text) <= longest:
            yield block
            continue
        at = 0
        for sentence in _SENTENCE.split(block.text):
            for cut in range(0, len(sentence), longest):
                yield Passage(block.start + at + cut, sentence[cut : cut + longest])
            at += len(sentence) + 1


def _blocks(text: str) -> Iterator[Passage]:
    """Runs of lines without a blank one between them, without what is no prose."""
    at, held, start = 0, list[str](), 0
    for line in (*text.splitlines(keepends=True), ""):
        if held and (not line.strip() or _NOISE.match(line)):
            yield Passage(start, "\n".join(held))
            held = []
        if line.strip() and not _NOISE.match(line):
            start = start if held else at
            held.append(line.strip())
        at += len(line)
