"""What a writer may leave in a text: marks of known sources, and no address."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.research.marks import LONGEST, cleaned, marks, plain, uncited

KNOWN = {"S1.1", "S2.1", "S2.10"}


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Bees fly [S2.1, S1.1].", "Bees fly [S2.1][S1.1]."),
        ("Bees fly (S2.1).", "Bees fly [S2.1]."),
        ("Bees fly 【S2.10】.", "Bees fly [S2.10]."),
        ("Bees fly [^S1.1].", "Bees fly [S1.1]."),
        ("Bees fly [s2.1].", "Bees fly [S2.1]."),
        ("Bees fly [Source: S2.1; S1.1].", "Bees fly [S2.1][S1.1]."),
        ("蜜蜂飞行[来源：S2.1、S1.1]。", "蜜蜂飞行[S2.1][S1.1]。"),
        ("As S2.1 says, bees fly.", "As [S2.1] says, bees fly."),
        ("Bees fly [[S2.1]].", "Bees fly [S2.1]."),
        ("Bees fly [S2.1.", "Bees fly [S2.1]."),
        ("Bees fly [S2.1, S1.1 in spring.", "Bees fly [S2.1][S1.1] in spring."),
    ],
)
def test_marks_are_brought_to_one_form(written: str, kept: str) -> None:
    clean = cleaned(written, KNOWN)
    assert (clean.text, clean.unknown, clean.addresses) == (kept, (), 0)


@pytest.mark.parametrize(
    ("written", "kept", "count"),
    [
        ("Bees fly [S9.9].", "Bees fly.", 1),
        ("Bees fly [7] and buzz [1, 2-4].", "Bees fly and buzz.", 2),
        ("Bees fly [S3] [^2].", "Bees fly.", 2),
        ("Bees fly 【4†source】.", "Bees fly.", 1),
        ("Bees fly [S2.1][S5.1].", "Bees fly [S2.1].", 1),
    ],
)
def test_marks_of_no_source_are_removed_and_counted(written: str, kept: str, count: int) -> None:
    clean = cleaned(written, KNOWN)
    assert (clean.text, len(clean.unknown)) == (kept, count)


@pytest.mark.parametrize(
    ("written", "kept", "count"),
    [
        ("See [the study](http://a.example/b) now.", "See the study now.", 1),
        ("Look at https://x.example/y?z=1. Then go.", "Look at. Then go.", 1),
        ("[S2.1](http://evil.example/x) says so.", "[S2.1] says so.", 1),
        ("A ![picture](http://a.example/b.png) here", "A picture here", 1),
        ("Mail <mailto:a@b.example> or <https://a.example/c>", "Mail or", 2),
        ("It is on www.foo.example/bar and nature.com/articles/12", "It is on and", 2),
        ("Bees fly.\n\n[1]: http://foo.example title\n", "Bees fly.", 1),
        ("[click](javascript:alert(1)) here", "click here", 1),
        ("见https://a.example/x。之后", "见。之后", 1),
        ("as in doi:10.1000/xyz here", "as in here", 1),
        ("It grew (see http://x.example/y).", "It grew.", 1),
    ],
)
def test_addresses_of_the_model_are_removed_and_counted_and_the_text_of_a_link_stays(
    written: str, kept: str, count: int
) -> None:
    clean = cleaned(written, KNOWN)
    assert (clean.text, clean.addresses) == (kept, count)


@pytest.mark.parametrize(
    "text",
    [
        "The data: 40% of 5 < 6 hives.",
        "In [2020] it rained (a lot).",
        "Costs: 3.5/2 per m2; ok",
    ],
)
def test_what_is_no_mark_and_no_address_stays(text: str) -> None:
    assert cleaned(text, KNOWN).text == text


def test_headings_and_tags_of_the_model_are_no_part_of_a_section() -> None:
    assert cleaned("## Bees\n\nThey <b>fly</b> [S1.1].", KNOWN).text == "They fly [S1.1]."


def test_the_marks_are_read_in_order() -> None:
    assert list(marks("a [S2.1][S1.1] b [S2.1]")) == ["S2.1", "S1.1", "S2.1"]


def test_paragraphs_without_a_mark_are_counted() -> None:
    assert uncited("One [S1.1].\n\nTwo.\n\n---\n\nThree.") == 2


def test_a_line_of_a_source_brings_neither_addresses_nor_its_own_numbers() -> None:
    said = "Bees [fly](http://a.example) far[12],\n see https://b.example/c"
    assert plain(said) == "Bees fly far, see"


PIECES = [
    "[S1.1]", "[S2.1", "S2.1]", "[S9.9]", "[7]", "(S1.1)", "【S2.10】", "[^1]", "](", "[", "]", "(",
    ")", "http://a.example/b", "https://", "www.x.example/y", "doi:10.1/x", "<b>", "</b>", "<", ">",
    "[t](http://c.example)", "![", "javascript:x", "Bees fly", "。", "蜜蜂", ", ", "; ", " ",
    "\n\n", "## ", "[1]: ", "and", "S1.1", "†source", "{0}", "\\",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_whatever_is_written_only_marks_of_known_sources_and_no_web_address_stay(
    text: str,
) -> None:
    clean = cleaned(text, KNOWN).text
    assert set(marks(clean)) <= KNOWN
    assert not re.search(r"\[\^?\d+\]|https?://\w|\]\(\s*\w+:", clean)


@pytest.mark.parametrize("piece", ["[", "[S1.1, ", "a.", "a-", "[a](", "](a (b", "<a ", " "])
def test_endless_repetitions_are_looked_at_in_no_time(piece: str) -> None:
    clean = cleaned(piece * LONGEST, KNOWN)
    assert len(clean.text) <= 2 * LONGEST
