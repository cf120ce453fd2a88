"""Which addresses of a state may be links in a result."""

import pytest

from bot.core.links import LONGEST, MOST, vouched


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org",
        "http://example.org/a_b?x=1&y=2;z#part",
        "https://例子.example/页",
        "https://example.org/" + "x" * (LONGEST - 20),
    ],
)
def test_web_addresses_are_taken(address: str) -> None:
    assert vouched([address]) == (address,)


@pytest.mark.parametrize(
    "entry",
    [
        *("javascript:alert(1)", "ftp://example.org", "example.org", "https://", "", None, 7),
        *("https://e.org/ x", "https://e.org|x", "https://e.org>", "https://e.org/<b>"),
        *("https://e.org/(x)", "https://e.org/[x]", "https://e.org/`", 'https://e.org/"'),
        *("https://e.org/\\x", "https://e.org/a\nb", "https://e.org/?a=1&copy;=2", "//e.org"),
        *("https://e.org/?&#39;", "https://example.org/" + "x" * (LONGEST - 19), ["https://e.org"]),
    ],
)
def test_what_is_no_web_address_or_could_end_in_its_middle_is_left_out(entry: object) -> None:
    assert vouched([entry, "https://example.org"]) == ("https://example.org",)


@pytest.mark.parametrize("value", [None, "https://example.org", {"https://example.org": 1}, 7])
def test_what_is_no_list_vouches_for_nothing(value: object) -> None:
    assert vouched(value) == ()


def test_the_first_of_many_are_taken_each_once() -> None:
    many = [f"https://example.org/{n // 2}" for n in range(3 * MOST)]
    assert vouched(many) == tuple(f"https://example.org/{n}" for n in range(MOST))
