"""What people write into the review becomes parts of the minutes, and nothing of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.minutes.entries import entry, listed, read_conclusions, read_entry
from graphs.minutes.state import Action, Conclusion


def action(what: str = "Fix it", owner: str = "", due: str = "", quote: str = "") -> Action:
    return Action(
        what=what, id="a1", owner=owner, due=due, quote=quote, source="transcript" if quote else ""
    )


@pytest.mark.parametrize(
    ("text", "what", "owner", "due"),
    [
        ("Fix it | Ben | Friday", "Fix it", "Ben", "Friday"),
        ("修好缺陷｜ben｜周五前", "修好缺陷", "ben", "周五前"),
        ("Fix it|@ben|Friday", "Fix it", "ben", "Friday"),
        ("Fix it", "Fix it", "", ""),
        ("Fix it | Ben", "Fix it", "Ben", ""),
        ("Fix it | by Friday", "Fix it", "", "by Friday"),
        ("修好缺陷 | 周五前", "修好缺陷", "", "周五前"),
        ("Fix it | – | Friday", "Fix it", "", "Friday"),
        ("Fix it | Ben | ", "Fix it", "Ben", ""),
        ("修好缺陷 | 无 | 待定", "修好缺陷", "", ""),
        ("Choose a | b | Ben | Friday", "Choose a | b", "Ben", "Friday"),
        (" | Ben | Friday", "| Ben | Friday", "", ""),
        ("|", "|", "", ""),
    ],
)
def test_an_entry_is_read_as_what_who_and_when(text: str, what: str, owner: str, due: str) -> None:
    read = read_entry(text, "a1", None)
    assert (read["what"], read["owner"], read["due"]) == (what, owner, due)


@given(st.text(alphabet=st.sampled_from("ab |｜–- 周五前@ByFriday"), max_size=40))
def test_no_letter_of_an_entry_is_ever_lost(text: str) -> None:
    read = read_entry(text, "a1", None)
    kept = read["what"] + read["owner"] + read["due"]
    assert sorted(c for c in kept if c.isalnum()) == sorted(c for c in text if c.isalnum())


@pytest.mark.parametrize("owner", ["", "Ben"])
@pytest.mark.parametrize("due", ["", "by Friday"])
def test_an_entry_that_is_shown_reads_as_what_it_was(owner: str, due: str) -> None:
    before = action(owner=owner, due=due, quote="I fix it by Friday")
    assert read_entry(entry(before), "a1", before) == before


def test_an_entry_that_people_changed_keeps_what_was_said() -> None:
    read = read_entry("Mend it | Ana", "a1", action(owner="Ben", quote="I fix it"))
    assert read == action("Mend it", "Ana", quote="I fix it")


def test_conclusions_stand_under_their_topics_and_read_as_they_were() -> None:
    before = [
        Conclusion(text="All is well", topic=""),
        Conclusion(text="Ship on 4 December", topic="Release date"),
        Conclusion(text="Hire two", topic="Hiring"),
        Conclusion(text="Pay more", topic="Hiring"),
    ]
    shown = listed(before, colon=":")
    assert shown.splitlines() == [
        "• All is well",
        "Release date:",
        "• Ship on 4 December",
        "Hiring:",
        "• Hire two",
        "• Pay more",
    ]
    assert read_conclusions(shown) == before


def test_a_heading_with_nothing_below_it_is_a_conclusion() -> None:
    assert [c["text"] for c in read_conclusions("Hiring:\nRelease：\nShip it\nLater:")] == [
        "Hiring",
        "Ship it",
        "Later",
    ]


@given(st.lists(st.text(alphabet=st.sampled_from("ab：: •-周"), max_size=12), max_size=6))
def test_no_letter_of_the_conclusions_is_ever_lost(lines: list[str]) -> None:
    read = read_conclusions("\n".join(lines))
    kept = {c for one in read for c in one["text"] + one["topic"]}
    assert {c for line in lines for c in line if c.isalnum()} == {c for c in kept if c.isalnum()}
