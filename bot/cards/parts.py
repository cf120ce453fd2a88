"""Labelled parts of a card: as much of each as the card can hold, and all of it for the file.

What somebody else's program says is shown literally: drawn as markup it would not be the
text that people approve.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.cards import blocks, limits, text
from bot.cards.blocks import Block
from bot.cards.catalogue import words
from graphs.contract import Language

_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Words:
    """A text that is shown as it is, visible already. `code`: with all its spaces, as JSON."""

    text: str
    code: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Some text under a heading (markup); `source` is mrkdwn, not escaped yet.

    `name`, `mark` and `literal` are shown as they are: a bold line with something behind it,
    and the texts below it. `whole`: the part says all of it. `chapter` is what the file has
    of it, as it came. `accessory` stands beside it, `below` are blocks that follow it.
    `compact`: it is one block, whatever it says.
    """

    heading: str
    source: str
    chapter: tuple[str, ...]
    name: str = ""
    mark: str = ""
    literal: tuple[Words, ...] = ()
    whole: bool = True
    accessory: Block | None = None
    below: tuple[Block, ...] = ()
    compact: bool = False


@dataclass(frozen=True, slots=True)
class Built:
    """Blocks, the same without rich text, and whether nothing had to be cut."""

    blocks: tuple[Block, ...]
    plain: tuple[Block, ...]
    all_fit: bool


def whole(words: str, limit: int) -> bool:
    """Whether `text.line` shows all of it (or nearly: then the file says it once more)."""
    return text.size(text.visible(words)) <= limit - 2


def built(parts: Sequence[Part], language: Language, *, room: int = limits.CARD_TEXT) -> Built:
    """Blocks that share the room (characters)."""
    cut = words(language).gate.cut
    frames = sum(_frame(part) + len(cut) for part in parts)
    limits_of = _shares([_size(part) for part in parts], room - frames)
    made: list[tuple[Block, Block]] = []
    all_fit = all(part.whole for part in parts)
    for part, limit in zip(parts, limits_of, strict=True):
        shown, fits = (_literal if part.name or part.literal else _marked)(part, limit, cut)
        made += [*shown, *((block, block) for block in part.below)]
        all_fit = all_fit and fits
    return Built(tuple(b for b, _ in made), tuple(p for _, p in made), all_fit)


def _frame(part: Part) -> int:
    return len(part.heading) + len(part.name) + len(part.mark) + len(_FENCE) + 3


def _size(part: Part) -> int:
    return text.size(part.source) + sum(text.size(said.text) + 1 for said in part.literal)


def _marked(part: Part, limit: int, cut: str) -> tuple[list[tuple[Block, Block]], bool]:
    """A part with markup: one section."""
    start, rest = text.split_head(part.source, limit)
    shown = [part.heading, text.escape(_closed(start.rstrip())), cut if rest else ""]
    block = blocks.section("\n".join(line for line in shown if line), accessory=part.accessory)
    return [(block, block)], not rest


def _literal(part: Part, limit: int, cut: str) -> tuple[list[tuple[Block, Block]], bool]:
    """A part that is shown as it is: plain text beside a menu, else rich text."""
    room = min(limit, limits.SECTION_FIELD - len(cut) - 1) if part.compact else limit
    shown = list(_as_much(part.literal, room))
    fits = shown == list(part.literal)
    foot = "" if fits else cut
    lines = [part.name + part.mark, *(said.text for said in shown), foot]
    plain = "\n".join(line for line in lines if line)
    if part.compact:
        block = blocks.section(part.heading, accessory=part.accessory, literal=plain)
        return [(block, block)], fits
    head = [blocks.section(part.heading)] if part.heading else []
    body = (blocks.rich_text(_paragraphs(part, shown, foot)), blocks.verbatim(plain))
    return [*((block, block) for block in head), body], fits


def _paragraphs(part: Part, shown: Sequence[Words], foot: str) -> list[Block]:
    name = [blocks.words_of(part.name, style="bold")] if part.name else []
    mark = [blocks.words_of(part.mark)] if part.mark else []
    end = [blocks.words_of(foot, style="italic")] if foot else []
    texts = [_shown(said) for said in shown]
    around = [[blocks.paragraph(line)] if line else [] for line in ([*name, *mark], end)]
    return [*around[0], *texts, *around[1]]


def _shown(said: Words) -> Block:
    if said.code:
        return blocks.preformatted(said.text)
    return blocks.paragraph([blocks.words_of(said.text)])


def _as_much(literal: Sequence[Words], room: int) -> Iterator[Words]:
    """The beginning that fits; line ends between the texts count."""
    for said in literal:
        start, rest = text.split_head(said.text, max(room - 1, 0))
        yield said if not rest else replace(said, text=start.rstrip() or text.MARK)
        if rest:
            return
        room -= text.size(start) + 1


def _shares(sizes: Sequence[int], total: int) -> list[int]:
    """Divide the room: short parts get what they need, the long ones share the rest evenly."""
    shares = [0] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda index: sizes[index])
    for place, index in enumerate(order):
        even = max(total, 0) // (len(order) - place)
        shares[index] = min(sizes[index], even, limits.PART_TEXT)
        total -= shares[index]
    return shares


def _closed(shown: str) -> str:
    """Close a code block that is cut, so that what follows is no code."""
    return f"{shown}\n{_FENCE}" if shown.count(_FENCE) % 2 else shown
