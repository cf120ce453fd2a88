"""Foreign text: visible, escaped, cut between what readers see as characters."""

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cards import text
from bot.cards.catalogue import pick, words
from bot.cards.markup import channel, date, date_element, link, markdown, mention, mrkdwn

FAMILY = "👨‍👩‍👧"
QUICK = settings(max_examples=20, deadline=None)
ANY = st.lists(
    st.sampled_from([*"ab <&>\n", "é", "中", FAMILY, "e\u0301\u0301", "😀"]), max_size=60
).map("".join)


def test_control_characters_become_their_pictures() -> None:
    assert text.visible("a\x00b\x1b[31m\x7f\x9f") == "a␀b␛[31m␡[U+009F]"


def test_direction_marks_cannot_act() -> None:
    assert text.visible("file\u202etxt.exe\u2069 a\u200fb") == "file[U+202E]txt.exe[U+2069] ab"


def test_what_utf8_cannot_carry_is_replaced() -> None:
    assert text.visible("a\ud83d") == "a\ufffd"


def test_all_line_ends_are_one() -> None:
    assert text.visible("a\r\nb\rc\u2028d\x0be") == "a\nb\nc\nd\ne"


def test_right_to_left_words_are_kept_apart_from_ours() -> None:
    assert text.short("אב  ג\nד", 40) == "\u2068אב ג ד\u2069"
    assert text.short("שלום" * 40, 10).endswith("…\u2069")
    assert text.line("<a>\n & b ", 40) == "&lt;a&gt; &amp; b"


def test_escaping_turns_around() -> None:
    assert text.escape("<!channel> &amp;") == "&lt;!channel&gt; &amp;amp;"
    assert text.unescape(text.escape("<a> &lt; & ")) == "<a> &lt; & "


def test_a_cut_keeps_emoji_and_entities_whole() -> None:
    assert text.cut("&&&", 14) == "&&…"
    assert text.cut(FAMILY * 3, 17) == FAMILY * 2 + "…"
    assert text.cut("ok :rocket: go", 9) == "ok…"
    assert text.cut("中文中文", 8, measure=text.byte_size) == "中…"
    assert text.cut("fits", 4) == "fits"


def test_a_letter_with_endless_marks_is_cut_within() -> None:
    assert text.head("e" + "\u0301" * 90, 4) == "e" + "\u0301" * 3
    assert text.head("e" + "\u0301" * 9, 4) == ""
    assert text.head("", 4) == ""
    assert text.head("&", 3) == ""


def test_a_preview_counts_graphemes() -> None:
    assert text.preview(FAMILY * 5, graphemes=5, limit=400) == FAMILY * 5
    assert text.preview(FAMILY * 6, graphemes=5, limit=400) == FAMILY * 4 + "…"


def test_a_split_prefers_the_ends_of_paragraphs_lines_and_words() -> None:
    assert text.split("one two\n\nthree four\nfive", 13) == ["one two\n\n", "three four\n", "five"]
    assert text.split("aaaa bbbb cccc", 10) == ["aaaa bbbb ", "cccc"]
    assert text.split("&&", 4) == ["&", "&"]


@QUICK
@given(ANY, st.integers(5, 40))
def test_pieces_fit_and_are_the_text_together(value: str, limit: int) -> None:
    pieces = text.split(value, limit)
    assert "".join(pieces) == value
    assert all(piece and text.size(piece) <= limit for piece in pieces)


@QUICK
@given(ANY, st.integers(8, 40))
def test_a_cut_ends_between_graphemes(value: str, limit: int) -> None:
    shown = text.cut(value, limit)
    assert text.size(shown) <= limit
    if shown != value:
        kept = shown.removesuffix("…")
        graphemes = regex.findall(r"\X", value)
        starts = {"".join(graphemes[:n]).rstrip() for n in range(len(graphemes))}
        assert kept in starts


@given(st.text(max_size=30))
@QUICK
def test_nothing_that_acts_unseen_is_left(value: str) -> None:
    assert not regex.search(
        r"[\p{Cc}--\n\t]|[\u202a-\u202e\u2066-\u2069]", text.visible(value), regex.V1
    )


def test_people_channels_and_links_are_live_only_as_such() -> None:
    assert mention("U0ANA") == "<@U0ANA>"
    assert mention("x> <!channel>") == "@x&gt; &lt;!channel&gt;"
    assert channel("C0TEAM") == "<#C0TEAM>"
    assert channel("general<") == "#general&lt;"
    assert link("https://a.example/?a=1&b=2", "here") == "<https://a.example/?a=1&amp;b=2|here>"
    assert link("javascript:alert(1)", "here") == "here"
    assert link("https://a.example/|x", "here") == "here"
    assert link("https://a.example/" + "x" * 3_000, "here") == "here"


def test_dates_have_a_fallback_in_utc() -> None:
    at = 1_795_960_800_999
    assert date(at) == "<!date^1795960800^{date_short_pretty} {time}|2026-11-29 14:00 UTC>"
    assert date(at, "time") == "<!date^1795960800^{time}|14:00 UTC>"
    assert date_element(at)["timestamp"] == 1_795_960_800


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("[bank](http://evil.example)", "bank (`http://evil.example`)"),
        ("![](http://x.example/p.png)", "`http://x.example/p.png`"),
        ("[a [b](http://x.example)](http://y.example)", None),
        ("`[bank](http://evil.example)`", "`[bank] (http://evil.example)`"),
        ("[bank][1]\n\n[1]: http://evil.example", None),
        (
            "see https://x.example/a_(b). Then www.x.example, ok",
            "see `https://x.example/a_(b`). Then `www.x.example`, ok",
        ),
        ("• one\n · two", "- one\n - two"),
        ("```\n• [x](y)\n```", "```\n• [x] (y)\n```"),
    ],
)
def test_markdown_keeps_its_looks_and_loses_its_links(source: str, shown: str | None) -> None:
    made = markdown(source)
    assert shown is None or made == shown
    assert not regex.search(r"\]\(|\]:|\]\[", made)
    assert not regex.search(r"(?<![`\w(])https?:", made)


def test_markdown_becomes_slacks_own_markup_in_sections() -> None:
    source = (
        "## **Title** ##\n- **bold** and ** not **\n* [ ] [x](http://y.example)\n"
        "```\n# code\n```\n# \n"
    )
    assert mrkdwn(source) == (
        "*Title*\n• *bold* and ** not **\n• [ ] x (http://y.example)\n```\n# code\n```\n# \n"
    )


def test_each_text_of_the_catalogue_takes_the_same_names_in_both_languages() -> None:
    english, chinese = str(words("en")), str(words("zh"))
    names = regex.compile(r"\{[a-z]+\}")
    pairs = zip(
        regex.split(r"[a-z_]+=|<", english), regex.split(r"[a-z_]+=|<", chinese), strict=True
    )
    assert all(sorted(names.findall(a)) == sorted(names.findall(b)) for a, b in pairs)


def test_a_workflow_without_a_translation_is_shown_in_what_it_has() -> None:
    assert pick({"en": "Report"}, "zh") == "Report"
    assert pick({}, "zh") == ""


PLAN = "<https://example.org/plan|the plan>"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("x" * 79 + ":rocket: y", "x" * 79 + "…"),
        ("x" * 79 + ":rocket:", "x" * 79 + ":rocket:"),
        ("x" * 70 + PLAN + "y", "x" * 70 + "…"),
        ("x" * 70 + " <@U0ANA> and <!here>", "x" * 70 + " <@U0ANA>…"),
        ("x" * 75 + "<#C0TEAM|general>", "x" * 75 + "…"),
        ("x" * 75 + " a < b and c > d", "x" * 75 + " a <…"),
        (PLAN + " " + "y" * 100, PLAN + " " + "y" * 43 + "…"),
        ("<https://example.org/" + "a" * 100 + "> more", "…"),
    ],
)
def test_a_preview_ends_before_a_link_a_mention_or_an_emoji_that_does_not_fit(
    words: str, shown: str
) -> None:
    assert text.preview(words, graphemes=80, limit=700) == shown


def test_a_link_stays_whole_where_a_text_is_cut_by_its_length() -> None:
    assert text.cut("see " + PLAN, 30) == "see…"
    assert text.head(PLAN * 2, 70) == PLAN
    assert "".join(text.split(PLAN * 3, 60)) == PLAN * 3
