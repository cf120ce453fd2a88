"""How a document is cut, and what it is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.sources.passages import MAX_CHARS, MAX_TITLE_CHARS, passages, title_of


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        ("a.md", "# Bees in cities\n\nText.", "Bees in cities"),
        ("a.md", "Some words first.\n\n# Bees #\n", "Bees"),
        ("a.txt", "Heat pumps in old houses\n\nThey work.", "Heat pumps in old houses"),
        ("notes/heat-pump_costs.txt", "It is said that they are dear.", "heat pump costs"),
        ("老房子.txt", "老房子里可以装热泵。", "老房子"),
        ("a.md", "# " + "long " * 100, ("long " * 100)[:MAX_TITLE_CHARS]),
    ],
)
def test_a_document_is_called_by_its_heading_else_its_first_line_else_its_name(
    path: str, text: str, title: str
) -> None:
    assert title_of(path, text) == title


def test_a_heading_stands_with_what_it_leads_into() -> None:
    text = "# Heat pumps\n\nThey heat.\n\n## Costs\n\nThey are\ndear.\n\n## Noise\n\nThey hum."
    assert [*passages(text)] == ["They heat.", "Costs: They are dear.", "Noise: They hum."]


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    sentence = "Bees fly from flower to flower in the warm part of the day. "
    parts = [*passages(sentence * 40)]
    assert len(parts) > 2
    assert all(part.endswith("day.") for part in parts)


def test_chinese_is_cut_after_its_own_full_stop_and_joined_without_spaces() -> None:
    parts = [*passages("热泵从空气中取热。" * 200)]
    assert len(parts) > 2
    assert all(part.endswith("。") and " " not in part for part in parts)


@given(st.text(max_size=3_000))
def test_nothing_is_lost_and_no_part_is_too_long(text: str) -> None:
    parts = [*passages(text)]
    assert all(part and len(part) <= MAX_CHARS for part in parts)
    if "#" not in text:
        assert "".join("".join(parts).split()) == "".join(text.split())
