"""The tables of a result: one is drawn, the others are told line by line, the file has them all."""

from dataclasses import replace

import pytest
from inline_snapshot import snapshot as expect

from bot.cards import tables
from bot.cards.render import render
from bot.cards.tables import Table
from bot.core.ports.messenger import Message
from tests.unit.cards_limits_check import check_message, mentions, texts
from tests.unit.cards_samples import DONE, WEEKLY, chinese, outline, slot, snapshot

MINUTES = """\
## Decisions

- Ship on Friday

## Action items

| Owner | Due | What was said |
| :--- | :-: | ---: |
| ana | Friday | “I **send** it” |
| <@U0BEN> | | see [the plan](https://example.org/p) \\| `code` |

That is all."""


def message(result: str, language: str = "en") -> Message:
    run = replace(DONE, result=result)
    record = snapshot(run if language == "en" else chinese(run))
    [found] = [m for m in render(record, WEEKLY) if m.slot == "result"]
    check_message(found)
    return found


def kinds(found: Message) -> list[object]:
    return [block["type"] for block in found.blocks]


def plainly(found: Message) -> str:
    return outline(replace(found, blocks=found.plain))


def test_a_table_is_drawn_where_it_stands() -> None:
    assert kinds(message(MINUTES)) == ["header", "markdown", "table", "markdown", "context"]
    assert slot(snapshot(replace(DONE, result=MINUTES)), "result") == expect("""\
(Weekly report · week 48 · ready · offline model)
# Weekly report · week 48
## Decisions

- Ship on Friday

## Action items
*Owner* | *Due* | *What was said*
ana | Friday | “I send it”
@ben | – | see the plan (https://example.org/p) | code
That is all.
~ took 2 min · 1,240 tokens · offline model\
""")


def test_a_cell_is_wrapped_on_its_side_and_nothing_in_it_is_live() -> None:
    found = message(MINUTES)
    [table] = [block for block in found.blocks if block["type"] == "table"]
    assert table["column_settings"] == [
        {"align": side, "is_wrapped": True} for side in ("left", "center", "right")
    ]
    assert "<@U0BEN>" in list(texts(table))
    assert mentions(found.blocks) == set()


def test_slack_without_tables_shows_a_line_a_row() -> None:
    assert plainly(message(MINUTES)) == expect("""\
(Weekly report · week 48 · ready · offline model)
*Weekly report · week 48*
*Decisions*

• Ship on Friday

*Action items*

• Owner: ana · Due: Friday · What was said: “I *send* it”
• Owner: &lt;@U0BEN&gt; · Due: – · What was said: see the plan (https://example.org/p) | `code`

That is all.
~ took 2 min · 1,240 tokens · offline model\
""")
    assert "• Owner：ana · Due：Friday" in plainly(message(MINUTES, "zh"))


def test_only_one_table_of_a_message_is_drawn() -> None:
    two = message("| a | b |\n|---|---|\n| 1 | 2 |\n\nand\n\n| c | |\n|---|---|\n| 3 | 4 |\nend")
    assert kinds(two).count("table") == 1
    told = [line for line in outline(two).splitlines()[2:-1] if line]
    assert told == ["*a* | *b*", "1 | 2", "and", "- c: 3 · 4", "end"]


@pytest.mark.parametrize(
    "source",
    [
        "```\n| a | b |\n|---|---|\n| 1 | 2 |\n```",
        "~~~~\n```\n| a | b |\n|---|---|\n~~~~",
        "    | a | b |\n    |---|---|",
        "a\n---\nb | c",
        "| a | b |\n|---|\n| 1 | 2 |",
        "| a | b |",
        "| a | b |\n| 1 | 2 |",
        "",
    ],
)
def test_what_is_no_table_stays_text(source: str) -> None:
    assert "".join(part for part in tables.parted(source) if isinstance(part, str)) == source


@pytest.mark.parametrize(
    ("source", "table"),
    [
        ("a | b\n-|-\n1 | 2", Table(("a", "b"), (("1", "2"),), ("left", "left"))),
        ("|a|\n|:-:|\n|1|", Table(("a",), (("1",),), ("center",))),
        ("|a|b|\n|-|-|\n|1|", Table(("a", "b"), (("1", ""),), ("left", "left"))),
        ("|a|b|\n|-|-|\n|1|2|3|", Table(("a", "b"), (("1", "2 | 3"),), ("left", "left"))),
        ("|a||\n|-|-|\n||2|", Table(("a", ""), (("", "2"),), ("left", "left"))),
        ("```\nx\n```\n|a|\n|-:|", Table(("a",), (), ("right",))),
    ],
)
def test_a_table_has_as_many_cells_in_each_row_as_its_header(source: str, table: Table) -> None:
    assert [part for part in tables.parted(source) if isinstance(part, Table)] == [table]


def wide(columns: int, rows: int, cell: str = "x") -> str:
    line = "|" + f" {cell} |" * columns
    return "\n".join([line, "|" + "---|" * columns, *[line] * rows])


@pytest.mark.parametrize(
    ("columns", "rows", "drawn"), [(20, 2, True), (21, 2, False), (2, 99, True), (2, 100, False)]
)
def test_a_table_beyond_what_slack_draws_is_told_line_by_line(
    columns: int, rows: int, *, drawn: bool
) -> None:
    found = message(wide(columns, rows))
    assert ("table" in kinds(found)) is drawn
    assert found.file is None
    assert plainly(found).count("• x: x") == rows


def test_a_list_that_names_of_columns_would_fill_has_none() -> None:
    head = "|" + "a long name of a column |" * 4
    source = "\n".join([head, "|---" * 4 + "|", *["| 1 | 2 | 3 | 4 |"] * 60])
    shown = plainly(message(source))
    assert shown.count("a long name of a column") == 4
    assert shown.count("• 1 · 2 · 3 · 4") == 60
    assert "• a · –" in plainly(message("| a | |\n|---|---|"))


def test_a_long_table_begins_as_a_table_and_is_whole_in_the_file() -> None:
    source = "# All of it\n\n" + wide(3, 90, "a cell with some words in it " * 2)
    found = message(source)
    assert found.file is not None
    assert found.file.content == source
    assert kinds(found) == ["header", "markdown", "table", "markdown", "context", "context"]
    shown = outline(found).splitlines()
    assert 5 < sum("|" in line for line in shown) < 30
    assert shown[-4:-2] == ["…", "~ This is the beginning. The whole text is in the file below."]


def test_a_long_text_behind_a_table_is_cut_behind_it() -> None:
    found = message(wide(2, 3) + "\n\n" + "A sentence of the report. " * 600)
    assert kinds(found) == ["header", "table", "markdown", "context", "context"]
    assert found.file is not None
    enough = message("A sentence. " * 207 + "\n\n" + wide(2, 3, "y" * 40) + "\n\nx" * 60)
    assert kinds(enough) == ["header", "markdown", "context", "context"]


def test_a_row_that_is_longer_than_a_summary_is_in_the_file_alone() -> None:
    found = message(wide(2, 3, "z" * 2_000))
    assert kinds(found) == ["header", "markdown", "context", "context"]
    assert outline(found).splitlines()[2] == "…"
    assert found.file is not None


def test_what_is_too_many_paragraphs_with_its_table_is_in_the_file_as_well() -> None:
    around = "\n\n".join(["x"] * 20)
    found = message(f"{around}\n\n{wide(2, 1)}\n\n{around}")
    assert kinds(found) == ["header", "markdown", "table", "markdown", "context", "context"]
    assert found.file is not None
    assert kinds(message(f"{around}\n\n{wide(2, 1)}"))[-1:] == ["context"]
    assert message(f"{around}\n\n{wide(2, 1)}").file is None
