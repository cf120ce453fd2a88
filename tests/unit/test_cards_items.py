"""Entries of a list keep their ids, whatever people do to the lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.items import edited
from bot.core.question import Item

A, B, C = Item("a", "apples", {"price": 1}), Item("b", "bread"), Item("c", "cheese")


def ids(*lines: str) -> list[str]:
    return [item.id for item in edited([A, B, C], lines)]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["apples", "bread", "cheese"], ["a", "b", "c"]),
        (["cheese", "apples", "bread"], ["c", "a", "b"]),
        (["apples", "cheese"], ["a", "c"]),
        ([], []),
        (["apples", "brown bread", "cheese"], ["a", "b", "c"]),
        (["apples", "bread", "milk", "cheese"], ["a", "b", "new-1", "c"]),
        (["apples", "cheeses"], ["a", "c"]),
        (["cheese", "apples", "eggs", "breads"], ["c", "a", "new-1", "b"]),
        (["apples", "apples", "bread", "cheese"], ["a", "new-1", "b", "c"]),
    ],
    ids=[
        "same",
        "moved",
        "one less",
        "none",
        "changed",
        "added",
        "less and changed",
        "all",
        "twice",
    ],
)
def test_lines_are_the_entries_that_they_were(lines: list[str], expected: list[str]) -> None:
    assert ids(*lines) == expected


def test_what_else_an_entry_carries_stays_with_it() -> None:
    [changed] = edited([A], ["green apples"])
    assert changed == Item("a", "green apples", {"price": 1})


def test_a_new_entry_takes_no_id_that_is_there() -> None:
    before = [Item("new-1", "one"), Item("new-2", "two")]
    made = edited(before, ["one", "two", "three"])
    assert [item.id for item in made] == ["new-1", "new-2", "new-3"]


def test_an_entry_that_a_form_shows_otherwise_is_as_it_was() -> None:
    odd = Item("a", "bell\x07 and\r\nline")
    assert edited([odd], ["bell␇ and\nline"]) == (odd,)


def test_a_long_list_that_is_changed_all_over_is_matched_in_order() -> None:
    before = [Item(str(n), f"Number {n}") for n in range(30)]
    made = edited(before, [f"Numbers {n}" for n in range(40)])
    assert [item.id for item in made[:31]] == [*(str(n) for n in range(30)), "new-1"]


@pytest.mark.parametrize("many", [1, 30])
def test_what_is_written_over_an_entry_is_not_that_entry(many: int) -> None:
    before = [
        Item("a1", "Write the ad | Ben | 3/12"),
        Item("a2", "Call the agency | Ben", {"said": "Ben calls them"}),
    ]
    made = edited(before * many, ["Buy a cake | Dana | Friday", "Order flowers | Chen"] * many)
    assert all(item.id.startswith("new-") and not item.more for item in made)


@pytest.mark.parametrize(
    "changed", ["Write the ad and pay for it | Chen | next week", "Write an ad", "write the AD"]
)
def test_a_changed_entry_is_known_by_its_words_in_whatever_place(changed: str) -> None:
    before = [Item("a1", "Write the ad"), Item("a2", "Call the agency")]
    assert [item.id for item in edited(before, ["Order flowers", changed])] == ["new-1", "a1"]


lines = st.lists(st.sampled_from(["a", "b", "c", "ab", "abc", "x\ny", ""]), max_size=6)


@given(lines, lines)
def test_any_edit_gives_the_lines_with_ids_of_their_own(old: list[str], new: list[str]) -> None:
    before = [Item(f"id{n}", line, {"n": n}) for n, line in enumerate(old)]
    made = edited(before, new)
    assert [item.text for item in made] == new
    assert len({item.id for item in made}) == len(new)
    known = {item.id: item for item in before}
    assert all(item.more == known[item.id].more for item in made if item.id in known)
    kept = sum(item.id in known and known[item.id].text == item.text for item in made)
    assert kept >= sum(min(old.count(line), new.count(line)) for line in set(new))
    assert edited(before, old) == tuple(before)


@given(st.permutations([A, B, C]))
def test_a_new_order_is_the_same_entries(order: list[Item]) -> None:
    assert list(edited([A, B, C], [item.text for item in order])) == order
