"""Whether a source says what a claim says."""

import pytest

from graphs.research.quotes import located, supports

TEXT = """\
The survey of 2018 counted 110 species of bees. In the trial, yields rose by 12.4 percent
on allotments with more bees — but “not everywhere”, as its authors say.
蜜蜂授粉能提高城市菜园的产量。"""


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("counted 110 species of bees", "counted 110 species of bees"),
        ("COUNTED 110  species\nof bees", "counted 110 species of bees"),
        ('"but "not everywhere", as its authors say"', "but “not everywhere”, as its authors say"),
        ("yields rose by 12.4 percent on allotments", "yields rose by 12.4 percent on allotments"),
        ("the survey of 2018 … counted 110 species", "counted 110 species"),
        ("蜜蜂授粉能提高城市菜园的产量", "蜜蜂授粉能提高城市菜园的产量"),
    ],
)
def test_the_words_of_a_quote_are_found_whatever_their_spaces_and_quotation_marks(
    quote: str, found: str
) -> None:
    assert located(quote, TEXT) == found


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "bees",
        "In the trial, yields fell sharply in all cities",
        "产量",
        "counted 7 wasps in Rome",
    ],
)
def test_what_is_not_there_or_says_nothing_is_not_found(quote: str) -> None:
    assert located(quote, TEXT) == ""


def test_a_quote_with_swapped_digits_gives_the_words_of_the_source_and_carries_no_claim() -> None:
    wrong = "In the trial, yields rose by 21.4 percent on allotments with more bees"
    there = located(wrong, TEXT)
    assert "12.4 percent" in there
    assert not supports(there, "Yields rose by 21.4 percent.")
    assert supports(there, "Yields rose by 12.4 percent.")


def test_a_quote_that_is_longer_than_the_text_is_not_found() -> None:
    assert located(TEXT + TEXT, "Bees fly in the city.") == ""


def test_a_long_quote_is_kept_up_to_its_bound() -> None:
    assert len(located("word and more " * 40, "word and more " * 50)) == 300


@pytest.mark.parametrize(
    ("claim", "carried"),
    [
        ("110 species of bees were counted.", True),
        ("1,100 species of bees were counted.", False),
        ("Penguins swim.", False),
        ("一共统计到110种蜜蜂。", True),
        ("一共统计到120种蜜蜂。", False),
    ],
)
def test_a_claim_needs_its_numbers_and_a_word_in_common_in_the_quote(
    claim: str, *, carried: bool
) -> None:
    assert supports("The survey counted 110 species of bees.", claim) is carried
