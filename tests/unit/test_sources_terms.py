"""What a search takes for words, in documents and in queries."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.sources import terms
from graphs.sources.index import Entry, Index

ANY_TEXT = st.text(st.characters(), max_size=200)  # lone surrogates and control characters, too


def found(text: str, query: str) -> bool:
    """Whether a document of this text is found."""
    index = Index()
    try:
        index.put(Entry(path="a.md", stamp="1", title="", text=text))
        return bool(index.search(query, most=5))
    finally:
        index.close()


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("热泵", "老房子里的热泵要多少钱"),
        ("泵", "老房子里的热泵要多少钱"),
        ("热", "热"),
        ("什么是热泵？", "老房子里的热泵要多少钱"),
        ("C++", "Written in C++, and in nothing else."),
        ("c#", "Some C# code"),
        (".NET", "The .NET runtime"),
        ("node.js", "We run Node.js."),
        ("node", "We run node.js"),
        ("1,200", "1,200 customers"),
        ("1200", "1,200 customers"),
        ("1,200", "1200 customers"),
        ("1200", "１，２００ customers"),
        ("3.5", "a factor of 3.5 was measured"),
        ("bee", "Bees and cities"),
        ("cities", "A city for all"),
        ("boxes", "A nesting box"),
        ("HEAT-PUMP", "a heat pump"),
        ("Straße", "strasse"),
        ("C语言", "用C语言写的"),
        ("ハチ", "都市のハチ"),
        ("the", "The The is a band"),
        ("m\u00fcde", "mu\u0308de"),
    ],
)
def test_a_term_is_found_however_it_is_written(query: str, text: str) -> None:
    assert found(text, query)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("C++", "C is a language"),
        ("C#", "C++ is a language"),
        ("泵", "热水"),
        ("热泵", "热水和泵房"),
        ("1,200", "1 of 200"),
        ("node.js", "A node in js"),
        ("what is the cost", "what is the weather"),
        ("什么是噪音", "什么是热泵"),
        ("", "anything"),
        ("?!", "anything ?!"),
    ],
)
def test_what_is_another_term_is_not_found(query: str, text: str) -> None:
    assert not found(text, query)


@pytest.mark.parametrize(
    "query",
    [
        '"',
        '" OR ""',
        "a AND",
        "NEAR(a b, 5)",
        "title: x",
        "a*",
        "^a",
        "{a b}: c",
        "-a",
        "(",
        "'; --",
    ],
)
def test_the_index_language_means_nothing_in_a_query(query: str) -> None:
    index = Index()
    index.put(Entry(path="a.md", stamp="1", title="Bees", text="Bees live in cities."))
    assert index.search(query, most=5) == ()
    index.close()


@given(st.text(max_size=200), ANY_TEXT)
def test_any_document_can_be_indexed_and_anything_searched_for(text: str, query: str) -> None:
    index = Index()
    index.put(Entry(path="a.md", stamp="1", title=text[:20], text=text))
    hits = [*index.search(query, most=5), *index.search(text, most=5)]
    assert {hit.path for hit in hits} <= {"a.md"}
    index.close()


@given(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=12))
def test_a_text_is_found_by_itself(text: str) -> None:
    assert found(text, text) or not terms.of_query(text)


@given(ANY_TEXT)
def test_what_the_index_gets_has_no_signs_in_it(text: str) -> None:
    assert set(terms.encoded(terms.of_text(text))) <= set("0123456789abcdef ")


def test_a_query_is_bounded() -> None:
    asked = terms.of_query(" ".join(f"word{n}" for n in range(10_000)))
    assert len(asked) == terms.MAX_TERMS
    assert all(len(term) <= terms.MAX_TERM_CHARS for term in terms.of_query("x" * 5_000))


def test_a_closed_index_says_so() -> None:
    index = Index()
    index.close()
    with pytest.raises(sqlite3.ProgrammingError):
        index.search("bees", most=1)
