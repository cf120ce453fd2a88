"""`key=value` behind a command fills a form."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.core.assignments import Words, words
from bot.core.fields import Field, Format, Kind, Option
from bot.core.problems import Fault, Problem

COLOURS = (Option("r", "Red"), Option("b", "Blue"), Option(3, "Dark green"))
FIELDS = (
    Field("mail", "Mail", format=Format.EMAIL),
    Field("topic", "Topic", Kind.LONG_TEXT),
    Field("count", "Count", Kind.INTEGER),
    Field("sure", "Sure", Kind.BOOLEAN),
    Field("colour", "Colour", Kind.CHOICE, options=COLOURS),
    Field("colours", "Colours", Kind.SEVERAL, options=COLOURS),
    Field("tags", "Tags", Kind.LINES),
    Field("who", "Who", Kind.PERSON),
    Field("where", "Where", Kind.CHANNEL),
    Field("outer.inner", "Inner"),
    Field("数", "数", Kind.NUMBER),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count=1,240", {"count": 1240}),
        ("COUNT=3 Count=4", {"count": 4}),
        ("数＝１．５", {"数": 1.5}),
        ('topic="two words"', {"topic": "two words"}),
        ("topic=“two words” count=1", {"topic": "two words", "count": 1}),
        ("topic=‘it's so’", {"topic": "it's so"}),
        (r'topic="say \"a\" and \\"', {"topic": 'say "a" and \\'}),
        ('topic="one\ntwo"', {"topic": "one\ntwo"}),
        ("outer.inner=x", {"outer.inner": "x"}),
        ("sure=yes", {"sure": True}),
        ("sure=是", {"sure": True}),
        ("sure=否", {"sure": False}),
        ("sure=FALSE", {"sure": False}),
        ("colour=red", {"colour": "r"}),
        ("colour=b", {"colour": "b"}),
        ("colour=3", {"colour": 3}),
        ('colour="dark green"', {"colour": 3}),
        ("colours=red,b", {"colours": ["r", "b"]}),
        ("tags=a,b，c", {"tags": ["a", "b", "c"]}),
        ('tags="a, b\nc"', {"tags": ["a, b", "c"]}),
        ("who=<@U12|ana> where=<#C1|general>", {"who": "U12", "where": "C1"}),
        ("who=<@U12|ana lee>", {"who": "U12"}),
        ("mail=ana@example.com", {"mail": "ana@example.com"}),
    ],
)
def test_values_go_to_their_fields(text: str, expected: dict[str, object]) -> None:
    assert words(FIELDS, text) == Words(values=expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count=many", {"count": Problem(Fault.NOT_INTEGER)}),
        ("count=", {"count": Problem(Fault.REQUIRED)}),
        ("sure=perhaps", {"sure": Problem(Fault.NOT_BOOLEAN)}),
        (
            "colour=pink",
            {"colour": Problem(Fault.NOT_AN_OPTION, names=("Red", "Blue", "Dark green"))},
        ),
        ("mail=“ana", {"mail": Problem(Fault.UNCLOSED)}),
        ("size=3", {"size": Problem(Fault.UNKNOWN_KEY, names=tuple(f.key for f in FIELDS))}),
    ],
)
def test_what_does_not_fit_is_told(text: str, expected: dict[str, Problem]) -> None:
    assert words(FIELDS, text) == Words(problems=expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("shipped it count=3 on  Friday", "shipped it on  Friday"),
        ("count=3\nfirst\n\nsecond", "first\n\nsecond"),
        ('he said "a count=4 b" count=3', 'he said "a count=4 b"'),
        ("see https://example.com/?a=b count=3", "see https://example.com/?a=b"),
    ],
)
def test_text_without_a_key_is_the_first_text_fields(text: str, expected: str) -> None:
    assert words(FIELDS, text) == Words(values={"topic": expected, "count": 3})


def test_text_that_has_no_place_is_kept() -> None:
    assert words(FIELDS[2:4], "some count=3 text") == Words(values={"count": 3}, rest="some text")
    taken = words(FIELDS, "some topic=x text")
    assert taken == Words(values={"topic": "x"}, rest="some text")


def test_text_that_is_too_long_is_told() -> None:
    found = words([Field("topic", "Topic", most=3)], "four")
    assert found == Words(problems={"topic": Problem(Fault.TOO_LONG, bound=3)})


@given(st.text(alphabet=" \n\"“'’\\=＝,.ab<@U>|1count") | st.text())
@example("")
def test_any_text_gives_values_or_problems(text: str) -> None:
    found = words(FIELDS, text)
    assert not found.values.keys() & found.problems.keys()
