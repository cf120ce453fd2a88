"""Tables in a result's Markdown: found, drawn as a table of Slack's, or told line by line.

Slack takes one table block a message, with at most 100 rows, 20 columns and 10,000 characters.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.cards import blocks, limits, markup, text
from bot.cards.blocks import Block
from bot.cards.catalogue import words
from graphs.contract import Language

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_DELIMITER = re.compile(r"\|?\s*:?-+:?(?:\s*\|\s*:?-+:?)*\s*\|?")
_BETWEEN = re.compile(r"(?<!\\)\|")
_CODE_INDENT = "    "
_NOTHING = "–"
"""What stands in an empty cell: Slack takes no cell without a text."""
_SAYS = ": "
_NAMES = 2_000
"""Characters that the names of columns may add to a list, besides as much as the cells have."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as Markdown, as many in each row as the header has. `align` is each column's side."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    align: tuple[str, ...]


def parted(source: str) -> Iterator[str | Table]:
    """The text and the tables in it, in order. A table inside a code block is text."""
    lines, fence, at = source.split("\n"), "", 0
    while at < len(lines):
        line = lines[at]
        if not fence and _begins(lines, at):
            table, at = _read(lines, at)
            yield table
            continue
        if found := _FENCE.match(line):
            fence = _after(fence, found[1])
        at += 1
        yield line if at == len(lines) else f"{line}\n"


def fits(table: Table) -> bool:
    """Whether Slack would take it as a table."""
    return (
        len(table.header) <= limits.TABLE_COLUMNS
        and len(table.rows) < limits.TABLE_ROWS
        and size(table) <= limits.TABLE_TEXT
    )


def can_begin(table: Table) -> bool:
    """Whether Slack would take its first rows as a table."""
    return len(table.header) <= limits.TABLE_COLUMNS


def size(table: Table) -> int:
    """Characters of all cells, as they are drawn."""
    return _length(table.header) + sum(map(_length, table.rows))


def cut(table: Table, room: int) -> Table | None:
    """The header and as many rows as fit; None where not even the first does."""
    room -= _length(table.header)
    kept = []
    for row in table.rows[: limits.TABLE_ROWS - 1]:
        room -= _length(row)
        if room < 0:
            break
        kept.append(row)
    return replace(table, rows=tuple(kept)) if kept else None


def block(table: Table) -> Block:
    """As a table of Slack's. Nothing in a cell is live."""
    header = [_cell(name, bold=True) for name in table.header]
    return blocks.table(
        [header, *([_cell(cell) for cell in row] for row in table.rows)], align=table.align
    )


def listed(table: Table, language: Language) -> str:
    """As a list in Markdown, a line a row; without the names of columns where they fill it."""
    names = len(table.rows) * (_length(table.header) + len(_SAYS) * len(table.header))
    if table.rows and names <= _NAMES + size(table):
        return "\n".join(_named(table.header, row, language) for row in table.rows)
    return "\n".join(_dotted(row) for row in (table.header, *table.rows))


def _after(fence: str, found: str) -> str:
    """The fence that a code block waits for: empty outside of one."""
    if not fence:
        return found
    return "" if found.startswith(fence) else fence


def _begins(lines: Sequence[str], at: int) -> bool:
    """Whether a header and the line below it stand here."""
    line = lines[at]
    if "|" not in line or line.startswith(_CODE_INDENT) or at + 1 == len(lines):
        return False
    below = lines[at + 1].strip()
    return bool(_DELIMITER.fullmatch(below)) and len(_cells(line)) == len(_cells(below))


def _read(lines: Sequence[str], at: int) -> tuple[Table, int]:
    """The table that begins here, and where it ends."""
    header = _cells(lines[at])
    end = at + 2
    while end < len(lines) and "|" in lines[end]:
        end += 1
    rows = tuple(_row(line, len(header)) for line in lines[at + 2 : end])
    return Table(header, rows, tuple(map(_side, _cells(lines[at + 1])))), end


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|")
    found = [cell.strip().replace("\\|", "|") for cell in _BETWEEN.split(inner)]
    return tuple(found[:-1] if len(found) > 1 and not found[-1] else found)


def _row(line: str, count: int) -> tuple[str, ...]:
    """As long as the header. What a model wrote beyond it stands in the last cell."""
    cells = _cells(line)
    if len(cells) > count:
        return (*cells[: count - 1], " | ".join(cells[count - 1 :]))
    return (*cells, *("" for _ in range(count - len(cells))))


def _side(delimiter: str) -> str:
    if delimiter.endswith(":"):
        return "center" if delimiter.startswith(":") else "right"
    return "left"


def _length(row: Sequence[str]) -> int:
    return sum(text.size(_shown(cell)) for cell in row)


def _shown(cell: str) -> str:
    return text.visible(markup.plain(cell)).strip() or _NOTHING


def _cell(cell: str, *, bold: bool = False) -> Block:
    words_of = blocks.words_of(_shown(cell), style="bold" if bold else None)
    return blocks.rich_text([blocks.paragraph([words_of])])


def _named(header: Sequence[str], row: Sequence[str], language: Language) -> str:
    """`- Owner: ana · Due: Friday`; a column without a name is its cell alone."""
    pattern = words(language).run.cell
    pairs = zip(header, row, strict=True)
    return _dotted(
        [
            pattern.format(name=name, value=cell or _NOTHING) if name else cell
            for name, cell in pairs
        ]
    )


def _dotted(cells: Sequence[str]) -> str:
    return "- " + " · ".join(cell or _NOTHING for cell in cells)
