"""Which addresses and texts are one work, and how they are listed."""

from itertools import count

import pytest

from graphs.research.citing import linked, numbered, reference
from graphs.research.state import SourceRecord
from graphs.research.works import canonical, doi, fingerprint, works

NUMBERS = count(1)
LONG = " ".join(f"Sentence {n} tells that bees of kind {n} visit {n % 7}." for n in range(60))


def source(address: str, text: str = "", *, name: str = "", title: str = "A title") -> SourceRecord:
    """A record; without a text, of one that is like no other."""
    own = text or f"text {next(NUMBERS)}"
    return SourceRecord(
        id=name or f"S{next(NUMBERS)}.1",
        address=address,
        title=title,
        text=own,
        chars=len(own),
        kept=len(own),
        print=fingerprint(own),
    )


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/a/b",
        "https://example.org/a/b/",
        "https://www.example.org/a/b#part",
        "https://m.example.org/a/b",
        "https://EXAMPLE.org:443/a/b?utm_source=x&utm_medium=y&gclid=1",
        "https://example.org/a/b/index.html",
        " https://example.org./a/%62 ",
    ],
)
def test_a_page_has_one_address(address: str) -> None:
    assert canonical(address) == canonical("https://example.org/a/b")


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/a/B",
        "https://example.org/a",
        "https://example.org/a/b?page=2",
        "https://example.org:8080/a/b",
        "https://en.example.org/a/b",
        "https://m.org/a/b",
    ],
)
def test_other_pages_have_other_addresses(address: str) -> None:
    assert canonical(address) != canonical("https://example.org/a/b")


def test_the_order_of_parameters_does_not_matter() -> None:
    assert canonical("https://e.org/?a=1&b=2") == canonical("https://e.org/?b=2&a=1")


@pytest.mark.parametrize("address", ["library:a b/c.md", "http://[::1", "https://h:port/", "", "x"])
def test_what_is_no_web_address_stays_as_it_is(address: str) -> None:
    assert canonical(address) == address


def test_a_doi_is_found_in_an_address() -> None:
    assert doi("https://doi.org/10.1038/S41586-020") == "10.1038/s41586-020"
    assert doi("https://p.example.org/doi/full/10.1038%2FS41586-020?x=1") == "10.1038/s41586-020"
    assert doi("https://example.org/10.5") == ""


def test_the_same_work_at_several_addresses_is_one() -> None:
    listed = [
        source("https://a.org/x?utm_source=y", name="S1.1"),
        source("http://www.a.org/x/", name="S2.1"),
        source("https://doi.org/10.1000/ab.c", name="S1.2"),
        source("https://p.org/10.1000/AB.C", name="S3.1"),
        source("https://b.org/copy", LONG, name="S1.3"),
        source("https://c.org/other-copy", LONG + " Read more.", name="S2.2"),
        source("https://d.org/else", name="S4.1"),
    ]
    assert works(listed) == {
        "S1.1": "S1.1", "S2.1": "S1.1", "S1.2": "S1.2", "S3.1": "S1.2",
        "S1.3": "S1.3", "S2.2": "S1.3", "S4.1": "S4.1",
    }  # fmt: skip


def test_works_are_joined_over_a_third_one() -> None:
    listed = [
        source("https://a.org/1", LONG, name="S1.1"),
        source("https://b.org/2", name="S1.2"),
        source("https://b.org/2/", LONG, name="S1.3"),
    ]
    assert set(works(listed).values()) == {"S1.1"}


def test_short_texts_and_other_texts_are_no_copies() -> None:
    other = LONG.replace("kind", "hive").replace("bees", "wasps").replace("visit", "follow")
    listed = [source("https://a.org/1", LONG), source("https://a.org/2", other)]
    listed += [source("https://a.org/3", "Bees fly."), source("https://a.org/4", "Bees fly .")]
    assert len(set(works(listed).values())) == 4


def test_marks_become_numbers_in_the_order_of_reading() -> None:
    listed = [source("https://a.org/1", name="S1.1"), source("https://b.org/2", name="S2.1")]
    cited = numbered(["See [S2.1].", "Both [S1.1][S2.1] hold."], listed)
    assert cited.texts == ["See [1].", "Both [1][2] hold."]
    assert [r["id"] for r in cited.references] == ["S2.1", "S1.1"]


def test_the_same_work_cited_twice_in_a_row_has_its_number_once() -> None:
    listed = [source("https://a.org/1", name="S1.1"), source("http://a.org/1/", name="S2.1")]
    cited = numbered(["Said [S1.1] [S2.1] and again [S2.1]."], listed)
    assert cited.texts == ["Said [1] and again [1]."]
    assert len(cited.references) == 1


def test_a_source_that_nobody_cites_is_not_listed() -> None:
    listed = [source("https://a.org/1", name="S1.1"), source("https://b.org/2", name="S2.1")]
    assert [r["id"] for r in numbered(["Only [S2.1]."], listed).references] == ["S2.1"]


def test_a_web_page_is_a_link_and_a_file_of_the_library_its_name() -> None:
    page = source("https://a.org/x_(y)?utm_source=z&q=1 2", title="A [title] *of* <b>")
    assert reference(page) == r"[A \[title\] \*of\* \<b\>](https://a.org/x_%28y%29?q=1+2)"
    assert reference(source("library:folder/bees in cities.md")) == "A title (bees in cities.md)"
    assert reference(source("javascript:alert(1)")) == "A title"
    assert reference(source("https://a.org/1", title="The `for` loop")) == (
        "[The 'for' loop](https://a.org/1)"
    )


def test_a_reference_leads_to_its_address_without_tracking_and_a_file_nowhere() -> None:
    assert linked(source("https://a.org/x_(y)?utm_source=z&q=1")) == "https://a.org/x_%28y%29?q=1"
    assert linked(source("library:bees.md")) == linked(source("javascript:alert(1)")) == ""


def test_a_page_without_a_title_is_called_by_the_address_that_its_link_leads_to() -> None:
    address = "https://a.org/a_b*c?utm_source=z&q=1"
    page = source(address, title=address)
    assert reference(page) == r"[https://a.org/a_b\*c?q=1](https://a.org/a_b*c?q=1)"
