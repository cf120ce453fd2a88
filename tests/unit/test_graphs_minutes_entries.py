"""What people write into the review becomes parts of the minutes, and nothing of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.minutes import evidence
from graphs.minutes.bounds import MOST
from graphs.minutes.entries import entry, listed, read_conclusions, read_entry
from graphs.minutes.state import Action, Conclusion
from graphs.minutes.words import EN, ZH, Texts

MAX_TEXT = 3_000
"""Characters that a field of a Slack form begins with at most."""


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
        ("Choose a | b | chen | ", "Choose a | b", "chen", ""),
        ("Choose a | b | Ana Maria | 3/12", "Choose a | b", "Ana Maria", "3/12"),
        ("选甲|选乙|陈晨|下周五", "选甲 | 选乙", "陈晨", "下周五"),
        ("Check | the | load | test", "Check | the | load | test", "", ""),
        ("Check | the | load | Friday", "Check | the | load | Friday", "", ""),
        ("Check | the | Ben | test", "Check | the | Ben | test", "", ""),
        (" | Ben | Friday", "| Ben | Friday", "", ""),
        ("|", "|", "", ""),
    ],
)
def test_an_entry_is_read_as_what_who_and_when(text: str, what: str, owner: str, due: str) -> None:
    read = read_entry(text, "a1", None, ["Ana", "Chen"])
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


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("Fix it", "Fix it | Ana"),
        ("Write the ad", "Write the job ad | Ben | 3/12"),
        ("Fix the last two bugs", "Fix all bugs | Ana | next year"),
        ("Call 112", "Call 112 now"),
        ("修好最后两个缺陷", "修好最后三个缺陷 | ben"),
        ("3", "3 | Ben"),
    ],
)
def test_an_entry_that_is_still_about_the_same_keeps_what_was_said(before: str, text: str) -> None:
    read = read_entry(text, "a1", action(before, quote="I do it"))
    assert (read["quote"], read["source"]) == ("I do it", "transcript")


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("Write the ad", "Buy a cake | Dana | Friday"),
        ("Call the agency", "Order flowers | Chen | Monday"),
        ("Call the agency", "Call the landlord"),
        ("写好广告", "买蛋糕 | chen | 周五"),
        ("3", "4"),
    ],
)
def test_what_was_said_is_no_evidence_of_another_entry(before: str, text: str) -> None:
    read = read_entry(text, "a1", action(before, quote="I do it"))
    assert (read["quote"], read["source"]) == ("", "")


@pytest.mark.parametrize("texts", [EN, ZH])
def test_what_was_said_for_the_most_action_items_fits_into_a_field_of_a_form(texts: Texts) -> None:
    longest = Action(what="w" * 140, id="a", owner="", due="", quote="q" * 400, source="comment")
    shown = evidence.listed([longest] * MOST, texts)
    assert len(shown.splitlines()) == MOST
    assert len(shown) <= MAX_TEXT


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
